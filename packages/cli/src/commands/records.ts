import { command, type Group } from '../command.ts';
import { ON_THE_DATABASE, ORGANISATION } from './operator-words.ts';

/** Records, and what proves them: retention, evidence, the audit log. */

const ANCHORS = {
  anchors: {
    type: 'string',
    value: 'FOLDER',
    help: 'a copy of the bucket of PLATEN_AUDIT_ANCHOR, whose heads the audit log has to fit; needs --key',
  },
} as const;
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
      options: { ...KEY_OF_SEAL, ...ANCHORS },
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
        ...ANCHORS,
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
      name: 'audit anchor',
      summary: 'write the heads of the audit log to the bucket of PLATEN_AUDIT_ANCHOR now; a service does it each hour',
      notes: [
        ON_THE_DATABASE,
        'Nobody can change or remove what is there before its time, not with the keys of the service either: S3 Object Lock, in ' +
          'compliance mode. "platen audit verify" compares the database with it.',
      ],
      run: async (_call, terminal) => (await import('../audit.ts')).anchorAudit(terminal),
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
