import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CdpConnection } from './connection.ts';

/** What a page throws comes to this process as it is: its length is the page's choice, the memory is that of the service. */
const LONG = 4_000_000;

/** A connection to which bytes come in parts of a size. */
function connect() {
  const events = new PassThrough();
  const connection = new CdpConnection(new PassThrough(), events);
  const receive = async (bytes: Buffer, size: number): Promise<void> => {
    for (let at = 0; at < bytes.length; at += size)
      if (!events.write(bytes.subarray(at, at + size))) await once(events, 'drain');
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { connection, receive };
}

interface Thrown {
  readonly text: string;
  readonly lineNumber: number;
  readonly exception: { readonly description: string };
  readonly url: string;
}

function thrown(description: string): string {
  const details: Thrown = { text: 'Uncaught', lineNumber: 6, exception: { description }, url: 'http://a.test/' };
  const params = { exceptionDetails: details };
  return `${JSON.stringify({ method: 'Runtime.exceptionThrown', params, sessionId: 'S1' })}\0`;
}

describe('an event that is longer than a page has reason for', () => {
  it.each([
    ['letters', 'x'],
    ['quotation marks', '"'],
    ['backslashes', '\\'],
    ['escaped characters', '\u0001'],
    ['characters of several bytes', 'é😀'],
    ['what looks like the end of one', '"}},"sessionId":"S2"}'],
  ])('comes with its members, and with the beginning of %s', async (_, unit) => {
    const { connection, receive } = connect();
    const got: Thrown[] = [];
    connection.on('Runtime.exceptionThrown', (params) => void got.push(params.exceptionDetails as Thrown), 'S1');
    const description = unit.repeat(LONG / unit.length);
    // Parts that end within an escape sequence, too.
    await receive(Buffer.from(`${thrown(description)}${thrown('short')}`), 65_521);
    expect(got).toHaveLength(2);
    const [long, short] = got;
    expect(long).toMatchObject({ text: 'Uncaught', lineNumber: 6, url: 'http://a.test/' });
    expect(long?.exception.description.length).toBeLessThan(2.2e6);
    expect(description.startsWith(long?.exception.description.replace(/\uFFFD+$/, '') ?? '-')).toBe(true);
    expect(short?.exception.description).toBe('short');
  });

  it.each([65_536, 3])('is no answer, of which every byte comes, in parts of %i at first', async (first) => {
    const { connection, receive } = connect();
    const answer = connection.send('IO.read', { handle: '1' });
    const data = 'x\\"é'.repeat(LONG / 4);
    const bytes = Buffer.from(`${JSON.stringify({ id: 1, result: { data, eof: true } })}\0`);
    await receive(bytes.subarray(0, 3 * first), first);
    await receive(bytes.subarray(3 * first), 65_536);
    await expect(answer).resolves.toEqual({ data, eof: true });
  });
});
