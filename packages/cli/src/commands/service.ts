import { command, type Group } from '../command.ts';
import { ON_THE_DATABASE } from './operator-words.ts';

/** The service itself, and its keys. */

const OF_KEYS = {
  organisation: { type: 'string', value: 'ID', help: 'whose keys (default: the first organisation)' },
} as const;

export const serve = command({
  name: 'serve',
  summary: 'start the service; environment variables configure it',
  notes: [
    'It listens on HOST and PORT (127.0.0.1:3000), and keeps what it needs in PLATEN_DATA (./data). The first start ' +
      'prints an API key; "platen keys create" makes more. SIGTERM or Ctrl-C ends it. docs/settings.md lists all settings. The ' +
      'exit status is 78 when a setting cannot be used.',
  ],
  examples: ['platen serve', 'PORT=8080 DATABASE_URL=postgresql://platen@db/platen platen serve'],
  run: async () => {
    const { runService } = await import('@platen/server');
    await runService();
    return undefined;
  },
});

export const keys: Group = {
  name: 'keys',
  summary: 'make, list and revoke API keys, on the database of the service',
  commands: [
    command({
      name: 'keys create',
      summary: 'make a key; the key itself goes to standard output, and is shown only now',
      arguments: [
        {
          name: 'NAME',
          help: 'what people know it by',
          missing: 'Name the key, for example: platen keys create "Invoices".',
        },
      ],
      options: {
        scope: {
          type: 'string',
          multiple: true,
          value: 'SCOPE',
          help: 'what it may do, for example convert:pdf (default: everything)',
        },
        allow: {
          type: 'string',
          multiple: true,
          value: 'RANGE',
          help: 'address or CIDR range it may be used from (default: everywhere)',
        },
        expires: {
          type: 'string',
          value: 'TIME',
          help: 'when it ends, for example 2030-01-31T12:00:00Z (default: never)',
        },
        rate: { type: 'string', value: 'NUMBER', help: 'requests a minute (default: the limit of the service)' },
        cap: { type: 'string', value: 'NUMBER', help: 'credits a month (default: no cap of its own)' },
        test: { type: 'boolean', help: 'make a test key, whose conversions are free and marked' },
        ...OF_KEYS,
      },
      notes: [ON_THE_DATABASE, 'A service that runs has POST /v1/keys.'],
      examples: ['platen keys create "Invoices" --scope convert:pdf --rate 60'],
      run: async (call, terminal) => (await import('../keys.ts')).createKey(call, terminal),
    }),
    command({
      name: 'keys list',
      summary: 'all keys: id, state, mode, what is shown of the key, scopes, last use, name',
      options: OF_KEYS,
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../keys.ts')).listKeys(call, terminal),
    }),
    command({
      name: 'keys revoke',
      summary: 'end a key at once',
      arguments: [{ name: 'ID', help: 'of the key', missing: 'Name the id of the key; "platen keys list" shows it.' }],
      options: OF_KEYS,
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../keys.ts')).revokeKey(call, terminal),
    }),
  ],
};
