import { command, type Group } from '../command.ts';
import { ON_THE_DATABASE } from './operator-words.ts';

const PERSON = {
  name: 'PERSON',
  help: 'an id or an address, as "platen people list" shows them',
  missing: 'Name the person: an id, or an address.',
} as const;

export const people: Group = {
  name: 'people',
  summary: 'for somebody who asks what is kept of them: get it, correct it, delete it',
  commands: [
    command({
      name: 'people list',
      summary: 'everybody with an account: id, address, since when, organisations with roles, name',
      notes: [ON_THE_DATABASE],
      run: async (_call, terminal) => (await import('../people.ts')).listPeople(terminal),
    }),
    command({
      name: 'people export',
      summary: 'write what is kept of a person to a file (JSON), which also says what is not in it',
      arguments: [
        PERSON,
        {
          name: 'FILE',
          help: 'where it goes; it is whole or not there',
          missing: 'Name one file: platen people export PERSON FILE',
        },
      ],
      notes: [
        ON_THE_DATABASE,
        'That it was exported is a row of the audit log. Of an account that is closed, name the id: its rows of the audit log are left.',
      ],
      examples: ['platen people export ada@example.com ada.json'],
      run: async (call, terminal) => (await import('../people.ts')).exportPerson(call, terminal),
    }),
    command({
      name: 'people change',
      summary: 'correct the name or the address of a person',
      arguments: [PERSON],
      options: {
        name: { type: 'string', value: 'NAME', help: 'how the person is called' },
        email: { type: 'string', value: 'ADDRESS', help: 'where the person gets mail; it counts at once' },
      },
      notes: [ON_THE_DATABASE, 'People do it themselves in the settings; this is for those who cannot sign in.'],
      run: async (call, terminal) => (await import('../people.ts')).changePerson(call, terminal),
    }),
    command({
      name: 'people erase',
      summary: 'close the account of a person: name, address, password, sessions, own keys and memberships go',
      arguments: [PERSON],
      notes: [
        ON_THE_DATABASE,
        'Refused for the only owner of an organisation, which is handed over or deleted first, and under a legal hold. Rows of ' +
          'the audit log stay with the id. Keys that the person made for organisations work on, and are listed.',
      ],
      run: async (call, terminal) => (await import('../people.ts')).erasePerson(call, terminal),
    }),
  ],
};
