import { createHash } from 'node:crypto';
import { contentRange, lostSession, sendChunks } from './chunks.ts';
import { DeliveryFault, type DeliveryFaultCode } from './faults.ts';
import type { OutgoingFile, Way } from './kind.ts';
import { ask, jsonOf, type WebAnswer } from './web.ts';

/** A multiple of 256 KiB. */
const CHUNK = 4 * 1024 * 1024;

/**
 * Resumable uploads of Google ("Perform resumable uploads", Cloud Storage and Drive): a session is an address that is signed.
 * @param options.begun the answer to the request that began it
 * @returns what Google says of the file, and its MD5
 */
export async function sendResumable<Item>(
  way: Way,
  file: OutgoingFile,
  options: {
    readonly begun: WebAnswer;
    readonly api: string;
    readonly meaning?: (status: number, text: string) => DeliveryFaultCode | undefined;
  },
): Promise<{ readonly item: Item; readonly md5: Buffer }> {
  const { location: url = '' } = options.begun.headers;
  // It opens the upload: it is taken from the service alone.
  if (URL.parse(url)?.origin !== new URL(options.api).origin)
    throw new DeliveryFault('server_error', { detail: 'no address of an upload' });
  const meaning = (status: number, text: string) => lostSession(status) ?? options.meaning?.(status, text);
  const put = (range: string, body: Buffer) =>
    ask(way, { method: 'PUT', url, headers: { 'content-range': range }, body, accept: [308], meaning });
  const hash = createHash('md5');
  const answer = await sendChunks<WebAnswer>(file, {
    size: CHUNK,
    seen: (bytes) => hash.update(bytes),
    send: async (chunk) => {
      const given = await put(contentRange(chunk), chunk.bytes);
      // A server may keep less of a chunk than it was sent.
      const expected = chunk.start + chunk.bytes.length;
      if (given.status === 308 && (expected === chunk.total || arrivedOf(given) !== expected))
        throw new DeliveryFault('server_error', { detail: 'a part of a chunk was not kept' });
      return given;
    },
    progress: async () => {
      const state = await put(`bytes */${file.bytes}`, Buffer.alloc(0));
      return state.status === 308 ? { arrived: arrivedOf(state) } : { answer: state };
    },
  });
  return { item: jsonOf<Item>(answer.text), md5: hash.digest() };
}

/** `Range: bytes=0-9` of an upload that goes on; nothing has arrived without it. */
function arrivedOf({ headers }: WebAnswer): number {
  const last = /-(\d{1,15})$/.exec(headers.range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
