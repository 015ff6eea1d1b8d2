import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../../packages/server/src/testing/any-isolation.ts';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { type LockingS3, startLockingS3 } from '../../packages/server/src/testing/locking-s3.ts';
import { startS3, type TestS3 } from '../../packages/server/src/testing/s3.ts';
import { callPlaten } from '../cli-command.ts';
import { commandsOf, OPERATOR_PAGES, ROOT } from './blocks.ts';
import { INVOICE_LINES } from './documents.ts';
import { folderFor, runCommands, type Surroundings, usePlaten } from './shell.ts';

/** What the documentation tells operators to type does what it says: its commands run as they stand there. */

const KEY = 'documentation-key-of-many-letters';
/** The person of docs/accounts.md, who owns the first organization. */
const ADA = { email: 'ada@example.com', password: 'a long sentence of my own' };

const root = mkdtempSync(path.join(tmpdir(), 'platen-operators-'));
const at = (name: string) => path.join(root, name);
/** Servers of S3, of which s3rver knows one pair of keys. */
const KEYS = 'AWS_ACCESS_KEY_ID=S3RVER AWS_SECRET_ACCESS_KEY=S3RVER';

let service: Service;
let database: TestDatabase;
let elsewhere: Site;
let results: TestS3;
let anchors: LockingS3;
let setupCode = '';
/** What exports of this instance are sealed with. */
let publicKey = '';

usePlaten(root);
beforeAll(async () => {
  [database, results, anchors] = await Promise.all([makeDatabase('postgresql'), startS3(), startLockingS3()]);
  elsewhere = await startSite({ '/': '<h1>Example' });
  const config = readConfigAnyIsolation({ ...settings(), PORT: '0', PLATEN_BOOTSTRAP_KEY: KEY });
  service = await startService(config, {
    log: createLog('error', { write: () => {} }),
    onSetupCode: (code) => {
      setupCode = code;
    },
  });
  await platen('plans', 'set', 'first', 'business');
  await platen('evidence', 'export', at('evidence.tar'));
  publicKey = /sealed with (\S+)/.exec(await platen('evidence', 'verify', at('evidence.tar')))?.[1] ?? '';
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  await Promise.all([results.close(), anchors.close()]);
  elsewhere.close();
  rmSync(root, { recursive: true });
});

/** Of the service, and of the commands on its database. */
const settings = () => ({
  PLATEN_DATA: at('data'),
  DATABASE_URL: database.config.databaseUrl ?? '',
  BILLING: 'test',
});

/** A command that a page takes for granted. @returns what it says */
async function platen(...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await callPlaten(words, { settings: settings() });
  if (status !== 0) throw new Error(`platen ${words.join(' ')}: ${stderr}`);
  return stdout;
}

const run = (commands: string, folder: string, { names = [], environment = {} }: Surroundings = {}) =>
  runCommands(commands, folder, {
    names: [
      ...names,
      ['http://127.0.0.1:3000', service.url],
      ['https://platen.example', service.url],
      ['https://pdf.example.com', service.url],
      ['https://example.com', elsewhere.origin],
      ['/etc/platen', at('etc')],
      ['/var/lib/platen', at('data')],
      ['/opt/platen', ROOT],
      ['/root/', `${root}/`],
      ['HOST=0.0.0.0', 'HOST=127.0.0.1'],
      ['MCowBQYDK2VwAyEA…', publicKey],
    ],
    environment: {
      ...settings(),
      ...{ KEY, PLATEN_API_KEY: KEY, PLATEN_BOOTSTRAP_KEY: KEY, PORT: '0' },
      ...environment,
    },
  });

/** An organization of Ada's, whose session has changed to it. */
async function organisation(): Promise<{ readonly id: string; readonly cookie: string }> {
  const { answer } = await send('POST', '/v1/auth/sign-in', { body: ADA });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { json } = await send('POST', '/v1/organisations', { body: { name: 'Clinic' }, cookie });
  return { id: json.organisation.id, cookie };
}

async function send(
  method: string,
  address: string,
  { body, cookie }: { readonly body?: object; readonly cookie?: string } = {},
) {
  const answer = await fetch(service.url + address, {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(json)}`);
  return { answer, json };
}

type Runner = (blocks: readonly string[], folder: string) => Promise<void>;
/** Each page with what shows that its commands work, beside their exit status. */
const RUNNERS: Readonly<Record<(typeof OPERATOR_PAGES)[number], readonly [shows: string, run: Runner]>> = {
  'docs/accounts.md': [
    'whose first person owns the service, and whose anchors fit',
    async ([signUp = '', key = '', anchor = '', ...others], folder) => {
      expect(others).toEqual([]);
      await run(`${signUp}\n${key}`, folder, { names: [['7QX2M-K4TBA-0ZP9D-W3HVE', setupCode]] });
      await platen('evidence', 'export', path.join(folder, 'evidence.tar'));
      const told = await run(anchor, folder, {
        names: [
          ['s3://platen-anchors/production?region', 's3://anchors/production?region'],
          ['AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…', 'AWS_ACCESS_KEY_ID=anchor AWS_SECRET_ACCESS_KEY=anchor'],
        ],
        environment: { AWS_ENDPOINT_URL_S3: anchors.place.endpoint },
      });
      expect(told.match(/checked against 1 anchors/g)).toHaveLength(2);
    },
  ],
  'docs/compliance.md': [
    'whose periods are kept, and whose file of a person comes',
    async (blocks, folder) => {
      const { id, cookie } = await organisation();
      await run(blocks.join('\n'), folder, {
        names: [
          ['org_…', id],
          ['"password": "…"', `"password": "${ADA.password}"`],
        ],
        environment: { COOKIE: cookie },
      });
      const { json } = await send('GET', `/v1/organisations/${id}`, { cookie });
      expect(json.organisation.retention).toMatchObject({ results: 1, logs: 7 });
      expect(readFileSync(path.join(folder, 'platen-person.json'), 'utf8')).toContain(ADA.email);
    },
  ],
  'docs/compliance/hipaa.md': [
    'which switch the profile on, and accept the agreement',
    async ([profile = '', accept = '', ...others], folder) => {
      expect(others).toEqual([]);
      const one = await organisation();
      const names = [['org_…', one.id]] as const;
      expect(await run(profile, folder, { names, environment: { COOKIE: one.cookie } })).toContain('"hipaa":true');
      const other = await organisation();
      await platen('plans', 'set', other.id, 'business');
      const { json } = await send('GET', '/v1/billing/agreement', { cookie: other.cookie });
      const { sha256 } = json.agreement;
      const told = await run(accept, folder, {
        names: [['"sha256": "…"', `"sha256": "${sha256}"`]],
        environment: { COOKIE: other.cookie },
      });
      expect(JSON.parse(told).agreement.accepted_sha256).toBe(sha256);
    },
  ],
  'docs/compliance/soc2.md': [
    'whose archive is whole',
    async (blocks, folder) => {
      writeFileSync(path.join(folder, 'tests.txt'), '7 passed, 0 failed\n');
      expect(await run(blocks.join('\n'), folder)).toMatch(/^\d+ files are as they were sealed$/m);
    },
  ],
  'docs/billing.md': [
    'which charge the card of the test once the trial is over',
    async ([begin = '', details = '', sync = '', ...others], folder) => {
      expect(others).toEqual([]);
      const data = path.join(folder, 'data');
      const environment = { DATABASE_URL: '', PLATEN_DATA: data, BILLING: '' };
      const look = 'echo; curl -H "Authorization: Bearer $KEY" "$SERVED/v1/billing/invoices"';
      const told = await run([begin, details, look].join('\n'), folder, {
        names: [['http://127.0.0.1:3000', '$SERVED']],
        environment,
      });
      const { data: invoices } = JSON.parse(told.trim().split('\n').at(-1) ?? '');
      expect(invoices).toMatchObject([{ status: 'paid' }]);
      // On its folder, while it does not run.
      await run(sync, folder, {
        environment: { ...environment, BILLING: 'test', PLATEN_DATA: path.join(data, 'server-0') },
      });
    },
  ],
  'docs/many-servers.md': [
    'whose worker converts for the server that answers, and whose bucket takes the results',
    async ([roles = '', bucket = '', move = '', ...others], folder) => {
      expect(others).toEqual([]);
      const shared = await makeDatabase('postgresql');
      mkdirSync(at('etc'), { recursive: true });
      writeFileSync(at('etc/master.key'), 'ab'.repeat(32), { mode: 0o600 });
      const ask = `curl "$(sed -n 's/^listening on //p' server-0.out)/v1/convert/pdf" -H 'X-Forwarded-Proto: https' \\
        -H "Authorization: Bearer $KEY" --json '{"source": {"html": "<h1>Shared</h1>"}}' -o shared.pdf`;
      try {
        await run(`${roles}\n${ask}`, folder, {
          names: [['postgresql://platen:secret@db.internal/platen', shared.config.databaseUrl ?? '']],
          environment: {
            ...{ PLATEN_DATA: path.join(folder, 'data'), DATABASE_URL: '', BILLING: '' },
            // The load balancer, and a machine whose processes have no users of their own.
            ...{ TRUSTED_PROXIES: '127.0.0.1', PLATEN_UNSAFE_SHARED_USER: '1' },
          },
        });
      } finally {
        await shared.remove();
      }
      expect(pdfText(readFileSync(path.join(folder, 'shared.pdf')))).toContain('Shared');
      const found = await run(bucket, folder, {
        names: [
          ['http://minio.internal:9000', results.place.endpoint],
          ['AWS_ACCESS_KEY_ID=platen AWS_SECRET_ACCESS_KEY=secret', KEYS],
        ],
      });
      expect(found).toMatch(/^ok +results: /m);
      const job = 'curl "$URL/v1/convert/pdf" -H "Authorization: Bearer $KEY" --json';
      const prepared = `${job} '{"source": {"html": "<h1>Kept</h1>"}, "filename": "kept"}'`;
      const moved = await run(`${prepared}\necho\n${move}`, folder, {
        environment: { ...awsKeys(), URL: service.url, AWS_ENDPOINT_URL_S3: results.place.endpoint },
      });
      const whole = /^(?:1 moved, 0 there already|0 moved, 1 there already), 0 missing, 0 damaged, 0 too large$/gm;
      expect(moved.match(whole)).toHaveLength(2);
    },
  ],
  'docs/cli.md': ['each of its examples', runExamples],
  'docs/deployment.md': [
    'whose backup is complete and can be restored',
    async (blocks, folder) => {
      expect(blocks).toHaveLength(3);
      const [prepare = '', ask = '', backup = ''] = blocks;
      await run(`cd /opt/platen\n${prepare}`, folder);
      await run(ask, folder);
      // The service of this test was there before, with a key of its own.
      copyFileSync(at('data/master.key'), at('etc/master.key'));
      await run(backup, folder);
      expect(readFileSync(at('etc/platen.env'), 'utf8')).toMatch(/^PLATEN_METRICS_TOKEN=[0-9a-f]{32}$/m);
      expect(statSync(at('etc/master.key')).mode & 0o77).toBe(0);
      const restored = await run('platen restore /root/platen-*.backup 2>&1', folder, {
        environment: { DATABASE_URL: '', PLATEN_DATA: at('restored'), PLATEN_MASTER_KEY_FILE: at('etc/master.key') },
      });
      expect(restored).toMatch(/^\d+ rows restored$/m);
      expect(readdirSync(at('restored/audit'))).not.toEqual([]);
    },
  ],
};

const awsKeys = () => ({ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });

/** Examples of docs/cli.md: those of documents beside those on the database, each a shell of its own. */
async function runExamples(blocks: readonly string[], folder: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'invoice.liquid': '{% for line in lines %}<p>{{ line }}</p>{% endfor %}',
    'invoice.json': JSON.stringify({ lines: INVOICE_LINES }),
    'invoice.txt': INVOICE_LINES.join('\n'),
    'report.html': '<h1>Report</h1>',
    'letter.html': '<h1>Dear {{ name }}</h1>',
    'rows.csv': 'number,name\n2026-001,Ada\n2026-002,Grace\n',
    'people.csv':
      'number,title,issuer.name,recipient,deed,date\nC-1,Certificate,School,Ada,who was there,2030-01-02\nC-2,Certificate,School,Grace,who was there,2030-01-02\n',
    'tests.txt': '7 passed, 0 failed\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  await platen('audit', 'export', path.join(folder, 'audit.ndjson'));
  const invoice = { slug: 'invoice', name: 'Invoice', content: '<h1>{{ number }} {{ name }}</h1>' };
  const made = await fetch(`${service.url}/v1/templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(invoice),
  });
  expect(made.ok).toBe(true);
  const names = [
    ['postgresql://platen@db/platen', database.config.databaseUrl ?? ''],
    ['PORT=8080', 'PORT=0'],
    ['PLATEN_API_KEY=…', `PLATEN_API_KEY=${KEY}`],
    ['https://s3.example', results.place.endpoint],
  ] as const;
  const serving = {
    DATABASE_URL: '',
    PLATEN_DATA: path.join(folder, 'data'),
    PLATEN_MASTER_KEY_FILE: at('data/master.key'),
  };
  const inTurn = async (some: readonly string[]) => {
    for (const block of some) {
      const environment = { ...awsKeys(), ...(/platen serve$/m.test(block) ? serving : {}) };
      await run(block, folder, { names, environment });
    }
  };
  const kindOf = (block: string) => {
    if (block.includes('platen objects')) return 'results';
    return /platen (?:convert|batch|serve|doctor|templates|analyze|mcp)\b/.test(block) ? 'documents' : 'database';
  };
  const { documents = [], database: administration = [], results: moves = [] } = Object.groupBy(blocks, kindOf);
  await Promise.all([inTurn(documents), inTurn(administration)]);
  // What a batch has made is fetched by now.
  await inTurn(moves);
  expect(pdfText(readFileSync(path.join(folder, 'printed')))).toContain('Report');
  expect(
    readdirSync(path.join(folder, 'out'))
      .filter((name) => name.endsWith('.pdf'))
      .sort(),
  ).toEqual([...['2026-001.pdf', '2026-002.pdf'], ...['C-1.pdf', 'C-2.pdf']]);
  expect(readFileSync(path.join(folder, 'ada.json'), 'utf8')).toContain(ADA.email);
}

const rows = OPERATOR_PAGES.map((page) => [page, ...RUNNERS[page]] as const);

describe('the documentation of operators', () => {
  it.each(rows)('has commands in %s that work, %s', async (page, _shows, runner) => {
    await runner(commandsOf(page), folderFor(page, root));
  });
});
