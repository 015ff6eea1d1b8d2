import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { makeCertificate } from '../packages/server/src/testing/certificate.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** The service behind Debian's nginx, with the files of deploy/ as docs/deployment.md has them, but for ports and folders. */

const KEY = 'key-of-the-nginx-tests-0123456789';
const NAME = 'pdf.example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-nginx-'));
const certificate = { cert: path.join(folder, 'fullchain.pem'), key: path.join(folder, 'privkey.pem') };
const ports = { plain: 0, tls: 0, bare: 0 };
const database = usePostgres();
let service: Service;
let nginx: ChildProcess;
let setupCode = '';

beforeAll(async () => {
  for (const name of ['plain', 'tls', 'bare'] as const) ports[name] = await freePort();
  service = await startService(
    readConfigAnyIsolation({
      ...settingsOf('deploy/platen.env'),
      PORT: '0',
      PLATEN_DATA: path.join(folder, 'data'),
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_CONCURRENCY: '1',
      LOG_LEVEL: 'silent',
    }),
    {
      onSetupCode: (code) => {
        setupCode = code;
      },
    },
  );
  makeCertificate(certificate);
  // What nginx keeps of large bodies belongs to a user of its own.
  chmodSync(folder, 0o711);
  nginx = await startNginx();
});
afterAll(async () => {
  nginx.kill();
  await once(nginx, 'exit');
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const settingsOf = (file: string) =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

async function startNginx(): Promise<ChildProcess> {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^ +listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
    .replace('127.0.0.1:3000', new URL(service.url).host)
    .replaceAll('/etc/ssl/platen', folder);
  // As people write it who have not read the page: nginx's own Host, no word of who asks.
  const bare = `server { listen 127.0.0.1:${ports.bare}; location / { proxy_pass ${service.url}; } }`;
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, 'temp', kind)};`,
  );
  mkdirSync(path.join(folder, 'temp'));
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; ${kept.join(' ')}\n${site}\n${bare} }`,
  );
  execFileSync('nginx', ['-t', '-q', '-p', folder, '-c', file], { env: WITH_SBIN, stdio: 'pipe' });
  const process = spawn('nginx', ['-p', folder, '-c', file], { env: WITH_SBIN, stdio: 'ignore' });
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${ports.plain}/`, { redirect: 'manual' }).catch(() => undefined);
    if (answer) return process;
    await sleep(25);
  }
  throw new Error('nginx did not start.');
}

/** Debian has its servers where only root's path leads. */
const WITH_SBIN = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

const TO_NGINX = () => ({
  ...{ host: '127.0.0.1', port: ports.tls, servername: 'localhost', agent: false as const },
  ca: readFileSync(certificate.cert),
});

/** Asks by https, as the host that people know. */
async function ask(
  method: string,
  at: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const asked = request({
    ...TO_NGINX(),
    path: at,
    method,
    headers: { host: NAME, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  // A server that refuses may stop reading.
  asked.on('error', () => {});
  asked.end(body === undefined ? undefined : sent);
  const [answer] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString('latin1') };
}

const withKey = { authorization: `Bearer ${KEY}` };
const fromPage = { 'sec-fetch-site': 'same-origin', origin: `https://${NAME}` };
const errorOf = ({ status, text }: Answer) => [status, JSON.parse(text).error_code];
const person = { name: 'Ada', email: 'ada@example.com', password: 'a long sentence of my own' };
const signUp = (setup_code?: string) =>
  ask('POST', '/v1/auth/sign-up', { body: { ...person, setup_code }, headers: fromPage });

describe('behind nginx, as docs/deployment.md has it', () => {
  it('lets nobody own the service without the setup code, and the one who has it in', async () => {
    expect(errorOf(await signUp())).toEqual([403, 'sign_up_closed']);
    expect(errorOf(await signUp('AAAAA-AAAAA-AAAAA-AAAAA'))).toEqual([401, 'invalid_credentials']);
    const answer = await signUp(setupCode);
    expect(answer.status).toBe(200);
    const cookies = (answer.headers['set-cookie'] as readonly string[]).map((line) => line.split(';')[0]);
    expect(cookies.join()).toContain('__Host-platen_session=');
    const session = await ask('GET', '/v1/auth/session', { headers: { ...fromPage, cookie: cookies.join('; ') } });
    expect([session.status, JSON.parse(session.text)]).toMatchObject([
      200,
      { session: { organisations: [{ active: true, role: 'owner' }] } },
    ]);
    expect(errorOf(await signUp(setupCode))[0]).toBe(403);
  });

  it('converts, and knows the address of who asks, whatever they claim', async () => {
    const body = { source: { html: '<p>Hello' } };
    const pdf = await ask('POST', '/v1/convert/pdf', { body, headers: withKey });
    expect([pdf.status, pdf.text.slice(0, 5), pdf.headers['strict-transport-security']]).toEqual([
      200,
      '%PDF-',
      expect.stringContaining('max-age='),
    ]);
    const keys = { name: 'Elsewhere', scopes: ['convert:text'], allowlist: ['203.0.113.7'] };
    const made = JSON.parse((await ask('POST', '/v1/keys', { body: keys, headers: withKey })).text);
    const claimed = { authorization: `Bearer ${made.secret}`, 'x-forwarded-for': '203.0.113.7' };
    expect(errorOf(await ask('POST', '/v1/convert/text', { body, headers: claimed }))).toEqual([403, 'ip_not_allowed']);
  });

  it('answers in the clear with nothing but where to go, and shows no metrics', async () => {
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/v1/account?a=1`, {
      redirect: 'manual',
      headers: withKey,
    });
    expect(plain.status).toBe(308);
    expect((await ask('GET', '/metrics')).status).toBe(404);
  });

  it('says itself that a body is too large', async () => {
    const body = JSON.stringify({ source: { html: 'x'.repeat(27 * 1024 * 1024) } });
    expect(errorOf(await ask('POST', '/v1/convert/pdf', { body, headers: withKey }))).toEqual([
      413,
      'payload_too_large',
    ]);
    // What is larger than any other request, and not too large.
    const batch = await ask('POST', '/v1/batches', { body: `${' '.repeat(66 * 1024 * 1024)}{}`, headers: withKey });
    expect(errorOf(batch)).toEqual([400, 'invalid_request']);
  });

  it('takes files as they are', async () => {
    const picture = Buffer.alloc(8 * 1024 * 1024, 'x').toString('latin1');
    const part = (head: string, content: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const body = [
      part('name="request"', '{}'),
      part('name="files"; filename="index.html"', '<p>From a file'),
      part('name="files"; filename="a.png"', picture),
      '--x--\r\n',
    ].join('');
    const headers = { ...withKey, 'content-type': 'multipart/form-data; boundary=x' };
    const text = await ask('POST', '/v1/convert/text', { body, headers });
    expect([text.status, text.text.trim()]).toEqual([200, 'From a file']);
  });

  it('sends events of a job as they happen', async () => {
    // What it waits for never comes.
    const body = { source: { html: '<p>x' }, wait_for: 'never', virtual_time: false, async: true };
    const { id } = JSON.parse((await ask('POST', '/v1/convert/pdf', { body, headers: withKey })).text);
    const events = request({ ...TO_NGINX(), path: `/v1/jobs/${id}/events`, headers: { host: NAME, ...withKey } }).end();
    const [answer] = await once(events, 'response');
    const [first] = await once(answer, 'data');
    expect(String(first)).toMatch(/^id: 1\n/);
    const { job } = JSON.parse((await ask('GET', `/v1/jobs/${id}`, { headers: withKey })).text);
    expect(job.status).not.toMatch(/succeeded|failed/);
    events.destroy();
    expect((await ask('DELETE', `/v1/jobs/${id}`, { headers: withKey })).status).toBeLessThan(300);
  });
});

it('behind a proxy that says nothing, nobody is taken for the operator', async () => {
  const bare = (at: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${ports.bare}${at}`, init);
  const body = JSON.stringify({ ...person, email: 'eve@example.com', setup_code: setupCode });
  const signedUp = await bare('/v1/auth/sign-up', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect([signedUp.status, (await signedUp.json()).error_code]).toEqual([403, 'https_required']);
  expect((await bare('/metrics')).status).toBe(404);
  const keyed = await bare('/v1/account', { headers: withKey });
  expect([keyed.status, (await keyed.json()).error_code]).toEqual([403, 'https_required']);
});
