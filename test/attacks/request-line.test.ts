import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../../packages/server/src/testing/engine-double.ts';
import { RawClient, statuses } from '../../packages/server/src/testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../../packages/server/src/testing/service.ts';

const PDF = '/v1/convert/pdf';
const BODY = JSON.stringify(HELLO);
const MEGABYTE = 1024 * 1024;

const engine = engineDouble();
let service: TestService;
beforeEach(async () => {
  engine.asked.length = 0;
  service = await startTestService({ engine, limits: { body: MEGABYTE, linger: 100 } });
});
afterEach(() => service.close());

/** A conversion as bytes, with lines and a first line of one's own. */
const request = (lines: readonly string[], { target = PDF, version = 'HTTP/1.1' } = {}) =>
  [`POST ${target} ${version}`, 'Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json', ...lines]
    .map((line) => `${line}\r\n`)
    .join('');
const LENGTH = `Content-Length: ${BODY.length}`;

async function ask(bytes: string): Promise<string> {
  const client = await RawClient.open(service.port);
  client.send(bytes);
  return client.untilClosed();
}

describe('S61: bodies', () => {
  it('a body without an end is refused when the limit is reached, not when it is over', async () => {
    const peer = new Promise<Socket>((resolve) => service.app.server.once('connection', resolve));
    const client = await RawClient.open(service.port);
    client.send(`${request(['Transfer-Encoding: chunked'])}\r\n`);
    const socket = await peer;
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    while (!client.received.includes('HTTP/1.1 413')) {
      expect(socket.bytesRead).toBeLessThan(4 * MEGABYTE);
      client.send(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket.bytesRead).toBeGreaterThan(MEGABYTE);
    expect(await client.untilClosed()).toMatch(/^connection: close\r$/im);
    expect(engine.asked).toEqual([]);
  });

  it.each([
    ['a second request inside the first, behind its length', [LENGTH, 'Transfer-Encoding: chunked']],
    ['a coding in other spelling', [LENGTH, 'Transfer-Encoding: CHUNKED']],
    ['a coding with a tab before it', [LENGTH, 'Transfer-Encoding:\tchunked']],
    ['a hexadecimal length', [`Content-Length: 0x${BODY.length.toString(16)}`]],
    ['a negative length', ['Content-Length: -1']],
    ['a length beyond 64 bits', ['Content-Length: 18446744073709551617']],
  ])('%s is not read', async (_name, lines) => {
    const hidden = `GET /health HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await ask(`${request(lines)}\r\n${BODY}${hidden}`);
    expect(statuses(answer)).toEqual([400]);
    expect(engine.asked).toEqual([]);
  });
});

describe('S62: packed bodies', () => {
  it.each(['gzip, chunked', 'deflate, chunked', 'identity, chunked', 'chunked, chunked'])(
    'Transfer-Encoding: %s is refused and nothing is unpacked',
    async (coding) => {
      const body = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
      const answer = await ask(`${request([`Transfer-Encoding: ${coding}`, 'Connection: close'])}\r\n${body}`);
      expect(statuses(answer)).toEqual([400]);
      expect(engine.asked).toEqual([]);
    },
  );
});

describe('S74: request lines', () => {
  it('longer than all headers may be are refused', async () => {
    const answer = await ask(`GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(statuses(answer)).toEqual([431]);
  });

  it.each([
    '/v1/convert/pdf/..;/pdf',
    '/v1/convert\\pdf',
    '/v1/convert/pdf#x',
    '/..//v1/convert/pdf',
    '/v1/convert/%70df%2f',
  ])('%s leads to no conversion', async (target) => {
    const answer = await ask(`${request([LENGTH, 'Connection: close'], { target })}\r\n${BODY}`);
    expect([400, 404]).toContain(statuses(answer)[0]);
    expect(engine.asked).toEqual([]);
  });

  it('with a whole address in them mean the path of it, and nothing is sent there', async () => {
    const target = `http://127.0.0.1:1${PDF}`;
    expect(statuses(await ask(`${request([LENGTH, 'Connection: close'], { target })}\r\n${BODY}`))).toEqual([200]);
    const withoutKey = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(statuses(await ask(withoutKey))).toEqual([401]);
  });

  it.each(['HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'ICY/1.0'])('%s is refused', async (version) => {
    const answer = await ask(`${request([LENGTH, 'Connection: close'], { version })}\r\n${BODY}`);
    expect(statuses(answer)).toEqual([400]);
    expect(engine.asked).toEqual([]);
  });

  it.each([
    ['X-HTTP-Method', 'GET'],
    ['X-Method-Override', 'DELETE'],
    ['X-Original-URL', '/metrics'],
    ['X-Rewrite-URL', '/metrics'],
    ['X-Forwarded-Host', 'evil.test'],
    ['X-Forwarded-Prefix', '/evil'],
    ['Forwarded', 'host=evil.test'],
  ])('%s: %s changes nothing', async (name, value) => {
    const answer = await ask(`${request([LENGTH, `${name}: ${value}`, 'Connection: close'])}\r\n${BODY}`);
    expect(statuses(answer)).toEqual([200]);
    expect(answer).not.toContain('evil');
  });

  it.each(['websocket', 'h2c', 'TLS/1.0'])('an upgrade to %s is not made', async (protocol) => {
    const lines = [LENGTH, `Upgrade: ${protocol}`, 'Connection: upgrade, close', 'Sec-WebSocket-Version: 13'];
    const answer = await ask(`${request(lines)}\r\n${BODY}`);
    expect(statuses(answer)).not.toContain(101);
  });

  it('TRACE does not repeat what it was sent', async () => {
    const answer = await ask(`TRACE ${PDF} HTTP/1.1\r\nHost: x\r\nCookie: canary-cookie\r\nConnection: close\r\n\r\n`);
    expect(statuses(answer)).toEqual([405]);
    expect(answer).not.toContain('canary-cookie');
  });

  it('a page of another origin is told nothing that a browser would let it read', async () => {
    const origin = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
    const preflight = await fetch(service.url + PDF, { method: 'OPTIONS', headers: origin });
    const answers = [preflight, await service.post(PDF, HELLO, origin), await service.post(PDF, {}, origin)];
    expect(answers.map(({ status }) => status)).toEqual([405, 200, 400]);
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
