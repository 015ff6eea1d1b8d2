import { command } from '../command.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'look at this machine and the settings: what works, what does not, and what to do about it',
  options: { json: { type: 'boolean', help: 'write the findings to standard output as JSON' } },
  notes: [
    'It looks at the settings, the browser and its sandbox, the fonts of ten scripts, memory and cores, the clock, the ' +
      'data folder, the database, mail, name resolution and the port, with the environment that "platen serve" would ' +
      'have. It changes nothing. Each line says ok, warning or problem. The exit status is 1 when there is a problem.',
  ],
  examples: ['platen doctor', 'DATABASE_URL=postgresql://platen@db/platen platen doctor --json'],
  run: async (call, terminal) => (await import('../doctor/doctor.ts')).runDoctor(call, terminal),
});
