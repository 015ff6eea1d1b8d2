import { command, type Group } from '../command.ts';
import { ON_THE_DATABASE } from './operator-words.ts';

/** Database and results as a whole: dumps, backups, and another place for results. */

const FILE = { name: 'FILE', help: 'the dump' } as const;
const OF_THE_DATABASE =
  'The database is that of DATABASE_URL, or else the one in the folder PLATEN_DATA, which no service may be using. A ' +
  'dump can be restored into either kind. It does not hold the master key: without that key, what is sealed stays ' +
  'sealed. The exit status is 78 when the database cannot be opened.';

export const db: Group = {
  name: 'db',
  summary: "save the service's database, or load it into an empty one",
  commands: [
    command({
      name: 'db dump',
      summary: 'write everything that the database holds to a file',
      arguments: [{ ...FILE, missing: 'Name one file: platen db dump FILE' }],
      notes: [OF_THE_DATABASE],
      run: async (call, terminal) => (await import('../database.ts')).runDatabase('dump', call, terminal),
    }),
    command({
      name: 'db restore',
      summary: 'read a dump into a database that is empty',
      arguments: [{ ...FILE, missing: 'Name one file: platen db restore FILE' }],
      options: {
        unsealed: {
          type: 'boolean',
          help: 'restore a dump that has no seal of this master key, or was changed: you know where it comes from',
        },
      },
      notes: [OF_THE_DATABASE],
      run: async (call, terminal) => (await import('../database.ts')).runDatabase('restore', call, terminal),
    }),
  ],
};

const OF_A_BACKUP =
  'A backup has the database, the results of jobs where PLATEN_OBJECTS keeps them, and the signed heads of the audit log, in one ' +
  'file that is sealed under the master key. The master key is not in it, and results stay sealed under it; names, emails and ' +
  'records stand as they are. The exit status is 78 when the database or the store cannot be opened.';

export const backup = command({
  name: 'backup',
  summary: 'write database, results and heads of the audit log to one file, which is sealed',
  arguments: [{ name: 'FILE', help: 'the backup', missing: 'Name one file: platen backup FILE' }],
  notes: [
    OF_A_BACKUP,
    'On PostgreSQL a service can go on meanwhile; on the data folder none may run. What is removed meanwhile is left out and named.',
  ],
  run: async (call, terminal) => (await import('../backup.ts')).backUp(call, terminal),
});

export const restore = command({
  name: 'restore',
  summary: 'read a backup into a database that is empty, and a new data folder',
  arguments: [{ name: 'FILE', help: 'the backup', missing: 'Name one file: platen restore FILE' }],
  options: {
    resume: {
      type: 'boolean',
      help: 'go on with deliveries, jobs and emails that were under way: the service has stood still since the backup',
    },
  },
  notes: [
    OF_A_BACKUP,
    'A backup that was changed or cut off is refused, and nothing of it is kept. One of an older version is brought to this one. ' +
      'Webhooks and deliveries that waited have failed then, and are not sent unless somebody asks for it; jobs that had not ended fail; emails are dropped.',
  ],
  run: async (call, terminal) => (await import('../backup.ts')).restore(call, terminal),
});

export const objects: Group = {
  name: 'objects',
  summary: 'move results of jobs to another store',
  commands: [
    command({
      name: 'objects move',
      summary: 'bring results from one store to another; each is read back before it is removed from the first',
      options: {
        to: { type: 'string', value: 'PLACE', help: 'files, database or s3://bucket/prefix, as PLATEN_OBJECTS has it' },
        from: { type: 'string', value: 'PLACE', help: 'where they are (default: PLATEN_OBJECTS)' },
        keep: { type: 'boolean', help: 'leave them in the first store too' },
      },
      notes: [
        ON_THE_DATABASE,
        'It can be ended at any time; the same command goes on. The exit status is 1 when a result is not in the other ' +
          'store at its end. Servers look in PLATEN_OBJECTS alone: docs/many-servers.md says how to move while they run.',
      ],
      examples: ["platen objects move --to 's3://results/platen?endpoint=https://s3.example'"],
      run: async (call, terminal) => (await import('../objects.ts')).moveStoredObjects(call, terminal),
    }),
  ],
};
