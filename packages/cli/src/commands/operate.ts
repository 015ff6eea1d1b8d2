import { command, type Group } from '../command.ts';

/** Commands of whoever runs the service. */

export const ON_THE_DATABASE =
  'It works on the database that the environment names, as "platen serve" does: on PostgreSQL (DATABASE_URL) at any ' +
  'time, on the data folder (PLATEN_DATA) while no service runs.';
const ORGANISATION = {
  name: 'ORGANISATION',
  help: 'an id, as GET /v1/account shows it, or "first"',
  missing: 'Name the organisation: an id, or "first".',
} as const;
const OF_KEYS = {
  organisation: { type: 'string', value: 'ID', help: 'whose keys (default: the first organisation)' },
} as const;

export const serve = command({
  name: 'serve',
  summary: 'start the service; environment variables configure it',
  notes: [
    'It listens on HOST and PORT (127.0.0.1:3000), and keeps what it needs in PLATEN_DATA (./data). The first start ' +
      'prints an API key; "platen keys create" makes more. SIGTERM or Ctrl-C ends it. The README lists all settings. The ' +
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

export const plans: Group = {
  name: 'plans',
  summary: 'list plans, and give them to organisations',
  commands: [
    command({
      name: 'plans list',
      summary: 'the plans: name, US dollars a month, credits a month, US dollars of one more credit',
      notes: ['PLATEN_PLANS names a file with plans instead of ours.'],
      run: async (_call, terminal) => (await import('../plans.ts')).listPlans(terminal),
    }),
    command({
      name: 'plans set',
      summary: 'give an organisation a plan from now on, whose limits then hold, or set its ceiling',
      arguments: [ORGANISATION, { name: 'PLAN', help: 'name of a plan', takes: 'optional' }],
      options: {
        annual: { type: 'boolean', help: 'the year is paid at once' },
        trial: { type: 'boolean', help: 'the days of a trial; nothing goes beyond its credits' },
        ceiling: {
          type: 'string',
          value: 'USD',
          help: 'what may be used beyond the plan in one period; 0 turns that off, "plan" is its monthly price',
        },
      },
      notes: [ON_THE_DATABASE],
      examples: ['platen plans set first business', 'platen plans set first --ceiling 12.50'],
      run: async (call, terminal) => (await import('../plans.ts')).setPlan(call, terminal),
    }),
    command({
      name: 'plans end',
      summary: 'end the plan of an organisation at once',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../plans.ts')).endPlan(call, terminal),
    }),
  ],
};

export const billing: Group = {
  name: 'billing',
  summary: 'compare what was charged with the payment provider',
  commands: [
    command({
      name: 'billing sync',
      summary: 'write down what the payment provider did and our records lack, and say what else differs',
      options: {
        days: { type: 'string', value: 'DAYS', help: 'how far back (default: 120)' },
      },
      notes: [
        ON_THE_DATABASE,
        'A line for each difference: repaired or differs, its kind, the organisation, what the provider calls it, and ' +
          'cents. Refunds become credit notes, disputes end plans, cards that were confirmed are taken. The exit status is ' +
          '1 when something still differs: "missing" is in our records only, "amount" has another sum there, and of ' +
          'anything else no invoice could be found, or another process works on it. The service does the same once a day.',
      ],
      examples: ['platen billing sync', 'platen billing sync --days 400'],
      run: async (call, terminal) => (await import('../billing.ts')).syncBilling(call, terminal),
    }),
  ],
};

export const waitlist: Group = {
  name: 'waitlist',
  summary: 'who may use the analysis, where AI_ACCESS is "waitlist"',
  commands: [
    command({
      name: 'waitlist list',
      summary: 'organisations that asked for the analysis: id, waiting or granted, since when',
      notes: [ON_THE_DATABASE],
      run: async (_call, terminal) => (await import('../waitlist.ts')).listWaitlist(terminal),
    }),
    command({
      name: 'waitlist grant',
      summary: 'let an organisation use the analysis, whether it has asked or not',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../waitlist.ts')).grantAnalysis(call, terminal),
    }),
  ],
};

export const hipaa: Group = {
  name: 'hipaa',
  summary: 'the HIPAA profile of an organisation: no result is stored, and who comes in needs more than a key',
  commands: [
    command({
      name: 'hipaa on',
      summary: 'switch it on; owners can do it as well, at their organisation',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../hipaa.ts')).switchHipaa(call, true, terminal),
    }),
    command({
      name: 'hipaa off',
      summary: 'switch it off',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../hipaa.ts')).switchHipaa(call, false, terminal),
    }),
  ],
};

const KEY_OF_SEAL = {
  key: { type: 'string', value: 'KEY', help: 'the key that the file has to be sealed with' },
} as const;

export const retention: Group = {
  name: 'retention',
  summary: 'what is kept and for how long, legal holds, and certificates of what was removed',
  commands: [
    command({
      name: 'retention status',
      summary:
        'what each organisation keeps: id, kind, period, how many, how many are due, whether a legal hold keeps them',
      notes: [ON_THE_DATABASE, 'What is due goes within ten minutes of a service that runs, unless it is held.'],
      run: async (_call, terminal) => (await import('../retention.ts')).showRetention(terminal),
    }),
    command({
      name: 'retention hold',
      summary: 'set a legal hold: nothing of the organisation is removed until it is lifted',
      arguments: [
        ORGANISATION,
        { name: 'REASON', help: 'why, such as the number of a case', missing: 'Say why: it stands in the audit log.' },
      ],
      notes: [ON_THE_DATABASE, 'Owners can do it as well, at their organisation.'],
      examples: ['platen retention hold first "Case 7"'],
      run: async (call, terminal) => (await import('../retention.ts')).setHold(call, terminal),
    }),
    command({
      name: 'retention lift',
      summary: 'lift the legal hold',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../retention.ts')).setHold(call, terminal),
    }),
    command({
      name: 'retention certificate',
      summary: 'write what was removed to a file, sealed: day, organisation, kind, how many, a digest of the ids',
      arguments: [
        {
          name: 'FILE',
          help: 'where it goes; it is whole or not there',
          missing: 'Name one file: platen retention certificate FILE',
        },
      ],
      options: {
        from: { type: 'string', value: 'DAY', help: 'the first day (default: all)' },
        to: { type: 'string', value: 'DAY', help: 'the last day (default: today)' },
        organisation: { type: 'string', value: 'ID', help: 'only of this one, which may be gone (default: all)' },
      },
      notes: [ON_THE_DATABASE, 'Days are those of UTC.'],
      examples: ['platen retention certificate deletions.ndjson --from 2026-01-01 --to 2026-03-31'],
      run: async (call, terminal) => (await import('../retention.ts')).certifyDeletions(call, terminal),
    }),
    command({
      name: 'retention verify',
      summary: 'check a certificate, without the database',
      arguments: [{ name: 'FILE', help: 'the certificate', missing: 'Name one file: platen retention verify FILE' }],
      options: KEY_OF_SEAL,
      notes: ['The exit status is 1 when it was changed or cut off. The key is that of "platen audit verify FILE".'],
      run: async (call, terminal) => (await import('../retention.ts')).verifyDeletions(call, terminal),
    }),
  ],
};

export const evidence: Group = {
  name: 'evidence',
  summary: 'what an auditor asks for, in one archive that is checked without the database',
  commands: [
    command({
      name: 'evidence export',
      summary: 'write the evidence of a period to a tar archive, sealed',
      arguments: [
        {
          name: 'FILE',
          help: 'where it goes; it is whole or not there',
          missing: 'Name one file: platen evidence export FILE',
        },
      ],
      options: {
        from: { type: 'string', value: 'DAY', help: 'the first day (default: all)' },
        to: { type: 'string', value: 'DAY', help: 'the last day (default: today)' },
        tests: { type: 'string', value: 'FILE', help: 'what a run of the tests printed or reported; it is put in' },
      },
      notes: [
        ON_THE_DATABASE,
        'In it are the audit log, who has access (organisations, members, invitations, keys, roles), what was changed of ' +
          'that and what was removed in the period, settings without secrets, versions, the bill of materials and the maps ' +
          'of controls. Days are those of UTC. That it was exported is a row of the audit log.',
      ],
      examples: ['platen evidence export evidence.tar --from 2026-01-01 --to 2026-06-30 --tests tests.txt'],
      run: async (call, terminal) => (await import('../evidence.ts')).exportEvidence(call, terminal),
    }),
    command({
      name: 'evidence verify',
      summary: 'check evidence, without the database: each file, each row of the audit log, and the seal',
      arguments: [{ name: 'FILE', help: 'the archive', missing: 'Name one file: platen evidence verify FILE' }],
      options: KEY_OF_SEAL,
      notes: [
        'It names each file that was changed, added or is missing, and each row of the audit log. The exit status is 1 when ' +
          'anything is not as it was sealed. The key is that of "platen audit verify FILE".',
      ],
      examples: ['platen evidence verify evidence.tar --key MCowBQYDK2VwAyEA…'],
      run: async (call, terminal) => (await import('../evidence.ts')).verifyEvidenceFile(call, terminal),
    }),
  ],
};

export const audit: Group = {
  name: 'audit',
  summary: 'check the audit log, and export it',
  commands: [
    command({
      name: 'audit verify',
      summary: 'check that no row of the audit log was changed or removed',
      arguments: [{ name: 'FILE', help: 'an export, in place of the database', takes: 'optional' }],
      options: {
        key: { type: 'string', value: 'KEY', help: 'the key that the export has to be sealed with' },
      },
      notes: [
        ON_THE_DATABASE,
        'An export is checked by itself, on any machine: each row, that none is missing, and the seal (Ed25519). The exit ' +
          'status is 1 when something was changed or removed.',
      ],
      examples: ['platen audit verify', 'platen audit verify audit.ndjson --key MCowBQYDK2VwAyEA…'],
      run: async (call, terminal) => (await import('../audit.ts')).verifyAudit(call, terminal),
    }),
    command({
      name: 'audit export',
      summary: 'write the audit log of all organisations to a file, sealed',
      arguments: [
        {
          name: 'FILE',
          help: 'where it goes; it is whole or not there',
          missing: 'Name one file: platen audit export FILE',
        },
      ],
      options: {
        format: {
          type: 'string',
          value: 'FORMAT',
          help: 'ndjson, which "audit verify" checks, or cef, for systems that gather events (default: ndjson)',
        },
      },
      notes: [
        ON_THE_DATABASE,
        'That it was exported is a row of the audit log, and of the export. "platen audit verify FILE" shows the key that ' +
          'exports of this instance are sealed with: tell it to whoever will check them.',
      ],
      examples: ['platen audit export audit.ndjson', 'platen audit export audit.cef --format cef'],
      run: async (call, terminal) => (await import('../audit.ts')).exportAudit(call, terminal),
    }),
    command({
      name: 'audit accept',
      summary: 'sign the audit log as it is, where its signed heads do not fit',
      notes: [
        'For after a backup of the database or of the data folder was restored: look at "platen audit verify" first. ' +
          'What is accepted is recorded in the log itself. Rows that were changed stay faults.',
        ON_THE_DATABASE,
      ],
      run: async (_call, terminal) => (await import('../audit.ts')).acceptAudit(terminal),
    }),
  ],
};

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
