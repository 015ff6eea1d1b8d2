import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble, result } from '../testing/engine-double.ts';
import { RawClient, statuses } from '../testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';
import { HTTP_LIMITS } from './limits.ts';

const PDF = '/v1/convert/pdf';
const MEGABYTE = 1024 * 1024;

let service: TestService;
afterEach(() => service.close());

const head = (lines: string[], path = PDF) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json', ...lines]
    .map((line) => `${line}\r\n`)
    .join('');

const HELLO_JSON = JSON.stringify(HELLO);
const convert = `${head([`Content-Length: ${HELLO_JSON.length}`])}\r\n${HELLO_JSON}`;

async function raw(bytes: string): Promise<RawClient> {
  const client = await RawClient.open(service.port);
  client.send(bytes);
  return client;
}

describe('too large bodies', () => {
  it('refuses an honest length before reading the body', async () => {
    service = await startTestService();
    const client = await raw(`${head([`Content-Length: ${100 * MEGABYTE}`])}\r\n`);
    const answer = await client.untilClosed();
    expect(statuses(answer)).toEqual([413]);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"error_code":"payload_too_large"');
  });

  it('refuses a length a little above the limit, and accepts one at it', async () => {
    service = await startTestService({ limits: { body: 1_000 } });
    const padded = (length: number) => JSON.stringify(HELLO).padEnd(length);
    expect((await service.post(PDF, padded(1_000))).status).toBe(200);
    expect((await service.post(PDF, padded(1_001))).status).toBe(413);
  });

  it('reads no more than a lying length, and refuses what follows', async () => {
    service = await startTestService({ limits: { linger: 100 } });
    const client = await raw(`${head(['Content-Length: 10'])}\r\n${'['.repeat(10)}`);
    await client.untilReceived(/invalid_json/);
    for (let sent = 0; sent < 100 && !client.socket.destroyed; sent += 1) client.send('['.repeat(MEGABYTE));
    expect(statuses(await client.untilClosed())).toEqual([400, 400]);
  });

  it('still answers the request before the one that it cannot read', async () => {
    service = await startTestService({ limits: { linger: 100 } });
    const client = await raw(`${convert}${'['.repeat(1_000)}`);
    const answer = await client.untilClosed();
    expect(statuses(answer)).toEqual([200]);
    expect(answer).toMatch(/connection: close/i);
  });

  it('ends an endless chunked body at the limit', async () => {
    service = await startTestService({ limits: { linger: 100 } });
    const client = await raw(`${head(['Transfer-Encoding: chunked'])}\r\n`);
    const chunk = `${MEGABYTE.toString(16)}\r\n${' '.repeat(MEGABYTE)}\r\n`;
    let sent = 0;
    while (!client.socket.destroyed && sent < 2_000) {
      client.send(chunk);
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(statuses(await client.untilClosed())).toEqual([413]);
    expect(client.socket.bytesWritten).toBeLessThan(2_000 * MEGABYTE);
  });

  it('keeps no more than the limit of 20 endless bodies at once', async () => {
    service = await startTestService({ limits: { body: 5 * MEGABYTE, bodies: 20 * MEGABYTE, linger: 100 } });
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => raw(`${head(['Transfer-Encoding: chunked'])}\r\n`)),
    );
    const chunk = `${MEGABYTE.toString(16)}\r\n${' '.repeat(MEGABYTE)}\r\n`;
    for (const client of clients) client.send(chunk.repeat(8));
    const answers = (await Promise.all(clients.map((client) => client.untilClosed()))).flatMap(statuses);
    expect(answers).toHaveLength(20);
    expect(answers.every((status) => status === 413 || status === 503)).toBe(true);
    expect((await service.post(PDF, HELLO)).status).toBe(200);
  });
});

describe('messages that a proxy could read differently', () => {
  const body = JSON.stringify(HELLO);
  it.each([
    ['Content-Length and Transfer-Encoding', head([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'])],
    ['two lengths', head([`Content-Length: ${body.length}`, 'Content-Length: 3'])],
    ['a list of lengths', head(['Content-Length: 5, 5'])],
    ['a signed length', head(['Content-Length: +5'])],
    ['chunked, but not last', head(['Transfer-Encoding: chunked, identity'])],
    ['an unknown coding', head(['Transfer-Encoding: xchunked'])],
    ['a space before the colon', head(['Content-Length : 5'])],
    ['a folded header', head(['X-A: b', ' c'])],
    ['a bare line feed', `POST ${PDF} HTTP/1.1\nHost: x\n`],
    ['a NUL in a value', head(['X-A: b\0c'])],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('refuses %s with 400 and closes', async (_name, start) => {
    service = await startTestService({ limits: { linger: 50 } });
    const client = await raw(`${start}\r\n${body}`);
    const answer = await client.untilClosed();
    expect(statuses(answer)).toEqual([400]);
    expect(answer).toContain('content-type: application/problem+json');
    expect(answer).toContain('cache-control: no-store');
    expect(answer).toContain('"error_code":"invalid_request"');
  });

  it.each([
    ['no Host', `GET /livez HTTP/1.1\r\n\r\n`],
    ['two Hosts', `GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
  ])('refuses %s', async (_name, bytes) => {
    service = await startTestService();
    const client = await raw(bytes);
    expect(statuses(await client.untilReceived(/\}$/))).toEqual([400]);
    client.close();
  });

  it('refuses a broken chunk size with one answer', async () => {
    service = await startTestService({ limits: { linger: 50 } });
    const client = await raw(`${head(['Transfer-Encoding: chunked'])}\r\nZZ\r\nabc`);
    expect(statuses(await client.untilClosed())).toEqual([400]);
  });

  it('refuses headers beyond 16 kB with 431', async () => {
    service = await startTestService({ limits: { linger: 50 } });
    const client = await raw(head([`X-Long: ${'a'.repeat(HTTP_LIMITS.headers)}`]));
    const answer = await client.untilClosed();
    expect(statuses(answer)).toEqual([431]);
    expect(answer).toContain('"error_code":"header_too_large"');
  });
});

describe('slow clients', () => {
  const quick = { headersTimeout: 300, requestTimeout: 600, timeoutCheck: 50, linger: 50 };

  it('closes 50 connections that send one header after another', async () => {
    service = await startTestService({ limits: quick });
    const clients = await Promise.all(Array.from({ length: 50 }, () => raw('GET /livez HTTP/1.1\r\nHost: x\r\n')));
    const drip = setInterval(() => {
      for (const client of clients) if (client.socket.writable) client.send('X-A: b\r\n');
    }, 100);
    const answers = await Promise.all(clients.map((client) => client.untilClosed()));
    clearInterval(drip);
    expect(answers.flatMap(statuses)).toEqual(Array(50).fill(408));
  });

  it('closes connections that send nothing at all', async () => {
    service = await startTestService({ limits: quick });
    const clients = await Promise.all(Array.from({ length: 5 }, () => raw('')));
    await Promise.all(clients.map((client) => client.untilClosed()));
  });

  it('closes a connection whose body arrives byte by byte', async () => {
    service = await startTestService({ limits: quick });
    const client = await raw(`${head(['Content-Length: 1000'])}\r\n`);
    const drip = setInterval(() => client.socket.writable && client.send('['), 50);
    const answer = await client.untilClosed();
    clearInterval(drip);
    expect(statuses(answer)).toEqual([408]);
    expect(answer).toContain('"error_code":"request_timeout"');
  });

  it('ends a body that came fast at first and stalls then, and says why', async () => {
    service = await startTestService({ limits: { linger: 50, bodySpeed: { bytes: 1_024, interval: 200 } } });
    const client = await raw(`${head(['Content-Length: 100000'])}\r\n${' '.repeat(90_000)}`);
    const drip = setInterval(() => client.socket.writable && client.send('['), 50);
    const answer = await client.untilClosed();
    clearInterval(drip);
    expect(statuses(answer)).toEqual([408]);
    expect(answer).toContain('The body arrives too slowly: it takes at least 1 kB every 0.2 seconds.');
  });

  it('does not answer twice when the rest of a refused body is late', async () => {
    service = await startTestService({ limits: quick });
    const client = await raw(
      `POST ${PDF} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n[`,
    );
    expect(statuses(await client.untilClosed())).toEqual([401]);
  });

  it('destroys a connection that leaves its answer unread', async () => {
    const large = result({ bytes: Buffer.alloc(50 * MEGABYTE) });
    service = await startTestService({ engine: engineDouble(async () => large), limits: { writeStall: 200 } });
    const body = JSON.stringify(HELLO);
    const client = await raw('');
    client.socket.pause();
    const ended = new Promise<void>((resolve) => {
      service.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
    });
    const reader = await raw(`${head([`Content-Length: ${body.length}`])}\r\n${body}`);
    reader.socket.pause();
    await ended;
    expect(service.logged()).toMatch(/"event":"request_finished".*"status":499/);
    reader.close();
    client.close();
  });

  it('does not take a long conversion for a stalled answer', async () => {
    const slow = engineDouble(async () => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      return result();
    });
    service = await startTestService({ engine: slow, limits: { ...quick, writeStall: 100 } });
    const body = JSON.stringify(HELLO);
    // The answer to the first request is written while the second one is still converted.
    const client = await raw(
      `GET /livez HTTP/1.1\r\nHost: x\r\n\r\n${head([`Content-Length: ${body.length}`])}\r\n${body}`,
    );
    expect(statuses(await client.untilReceived(/%PDF/))).toEqual([200, 200]);
    client.close();
  });
});

describe('connections', () => {
  it('answers 20 pipelined requests in order', async () => {
    service = await startTestService();
    const body = JSON.stringify(HELLO);
    const one = (id: number) =>
      `${head([`Content-Length: ${body.length}`, `X-Request-Id: pipelined-${id}`])}\r\n${body}`;
    const client = await raw(Array.from({ length: 20 }, (_, id) => one(id)).join(''));
    const answer = await client.untilReceived(/x-request-id: pipelined-19\r\n[\s\S]*%PDF-1.7 double$/);
    const ids = [...answer.matchAll(/x-request-id: pipelined-(\d+)/g)].map((match) => Number(match[1]));
    expect(ids).toEqual(Array.from({ length: 20 }, (_, id) => id));
    client.close();
  });

  it('keeps the connection after an error of a small request', async () => {
    service = await startTestService();
    const one = `POST ${PDF} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[1,2]`;
    const client = await raw(one);
    await client.untilReceived(/\}$/);
    client.send(`${head(['Content-Length: 3'])}\r\n[1,`);
    await client.untilReceived(/invalid_json/);
    client.send('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(statuses(await client.untilReceived(/"ok"/))).toEqual([401, 400, 200]);
    client.close();
  });

  it('asks for the body of an expecting client only if it is wanted', async () => {
    service = await startTestService();
    const body = JSON.stringify(HELLO);
    const lines = ['Expect: 100-continue', `Content-Length: ${body.length}`];
    const client = await raw(`${head(lines)}\r\n`);
    await client.untilReceived(/100 Continue/);
    client.send(body);
    expect(statuses(await client.untilReceived(/%PDF/))).toEqual([100, 200]);
    client.close();
    const refused = await raw(`${head(lines).replace(KEY, 'wrong')}\r\n`);
    expect(statuses(await refused.untilClosed())).toEqual([401]);
  });

  it('handles the requests of one connection one at a time', async () => {
    let running = 0;
    let most = 0;
    const engine = engineDouble(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return result();
    });
    service = await startTestService({ engine });
    const client = await raw(convert.repeat(20));
    while (engine.asked.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(most).toBe(1);
    client.close();
  });

  it('bounds what it reads ahead, and answers all of it', async () => {
    service = await startTestService();
    const client = await raw('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
    while (statuses(client.received).length < 1_000) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(new Set(statuses(client.received))).toEqual(new Set([200]));
    client.close();
  });

  it('ends the connection of a client that pipelines while there is no room', async () => {
    const engine = engineDouble();
    engine.hasCapacity = false;
    service = await startTestService({ engine, limits: { linger: 100 } });
    const client = await raw(convert.repeat(20));
    const answer = await client.untilClosed();
    // Nobody knew of the others when the first was answered.
    expect([[503], [503, 503]]).toContainEqual(statuses(answer));
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toMatch(/retry-after: [1-9]/i);
  });

  it('aborts the conversion of a client that leaves, and forgets what it had pipelined', async () => {
    const aborted: number[] = [];
    const engine = engineDouble(
      (_conversion, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted.push(1);
            reject(new Error('aborted'));
          });
        }),
    );
    service = await startTestService({ engine, config: { concurrencyPerKey: 0 } });
    const clients = await Promise.all(Array.from({ length: 200 }, () => raw(convert + convert)));
    while (engine.asked.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const client of clients) client.close();
    while (aborted.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    while (service.lifecycle.conversions > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(engine.asked).toHaveLength(200);
    expect(service.logged().match(/"status":499/g)).toHaveLength(200);
  });
});
