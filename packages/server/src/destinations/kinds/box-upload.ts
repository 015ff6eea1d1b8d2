import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Authorized } from '../authorized.ts';
import { type Chunk, contentRange, lostSession, sendChunks } from '../chunks.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import type { OutgoingFile, Way } from '../kind.ts';
import { jsonOf } from '../web.ts';

/** Bytes from which on a file may be sent in parts ("Chunked uploads"); a smaller one is sent as a whole. */
const SMALLEST_OF_PARTS = 20_000_000;
/** Looks for the end of a commit, which Box may answer before it is done. */
const LOOKS = 20;
/** Bytes of a part that are held in memory; Box asks for 8 MiB of files up to 80 GB. */
const LARGEST_PART = 12 * 1024 * 1024;

export interface BoxFile {
  readonly id: string;
  readonly size: number;
  readonly sha1: string;
  readonly etag?: string;
}

interface Upload {
  readonly ask: Authorized['ask'];
  readonly way: Way;
  readonly origin: string;
  readonly meaning: (status: number, text: string) => DeliveryFaultCode | undefined;
}

/** Where a file belongs, and the one that is there. */
interface Place {
  readonly folder: string;
  readonly name: string;
  readonly id: string | undefined;
}

/** Writes a file, or the next version of the one that is there, and compares its SHA-1. */
export async function sendToBox(upload: Upload, file: OutgoingFile, place: Place): Promise<BoxFile> {
  const send = file.bytes < SMALLEST_OF_PARTS ? sendWhole : sendParts;
  const { text, sha1 } = await send(upload, file, place);
  const { entries: [written] = [] } = jsonOf<{ entries?: BoxFile[] }>(text);
  if (!written) throw new DeliveryFault('server_error', { detail: 'the answer names no file' });
  if (written.size !== file.bytes || written.sha1 !== sha1.toString('hex')) throw new DeliveryFault('hash_mismatch');
  return written;
}

/** A form (RFC 7578): its first field says what the file is. */
async function sendWhole({ ask, origin, meaning }: Upload, file: OutgoingFile, { folder, name, id }: Place) {
  const boundary = `platen-${randomBytes(16).toString('hex')}`;
  const attributes = JSON.stringify(id === undefined ? { name, parent: { id: folder } } : { name });
  const head = Buffer.from(
    [
      `--${boundary}\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n${attributes}\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n`,
      `content-type: ${file.contentType}\r\n\r\n`,
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const hash = createHash('sha1');
  const bytes = async function* () {
    yield head;
    for await (const chunk of file.open()) {
      hash.update(chunk);
      yield chunk;
    }
    yield tail;
  };
  const { text } = await ask({
    method: 'POST',
    url: `${origin}/api/2.0/files/${id === undefined ? '' : `${id}/`}content`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: { bytes: bytes(), length: head.length + file.bytes + tail.length },
    meaning,
  });
  return { text, sha1: hash.digest() };
}

interface Session {
  readonly id: string;
  readonly part_size: number;
}

async function sendParts(upload: Upload, file: OutgoingFile, { folder, name, id }: Place) {
  const { ask, origin, meaning } = upload;
  const json = { 'content-type': 'application/json' };
  const sessions = `${origin}/api/2.0/files/upload_sessions`;
  const fresh = { folder_id: folder, file_size: file.bytes, file_name: name };
  const begun = await ask({
    method: 'POST',
    url: id === undefined ? sessions : `${origin}/api/2.0/files/${id}/upload_sessions`,
    headers: json,
    body: JSON.stringify(id === undefined ? fresh : { file_size: file.bytes }),
    meaning,
  });
  const { id: session, part_size: size } = jsonOf<Session>(begun.text);
  if (!/^[0-9A-Za-z_-]{1,200}$/.test(session) || !(size > 0 && size <= LARGEST_PART))
    throw new DeliveryFault('too_large', { detail: `parts of ${size} bytes` });
  const url = `${sessions}/${session}`;
  const hash = createHash('sha1');
  const parts: object[] = [];
  let sent = 0;
  const send = async (chunk: Chunk): Promise<void> => {
    sent = chunk.start;
    const digest = `sha=${createHash('sha1').update(chunk.bytes).digest('base64')}`;
    const ofSession = (status: number, text: string) => lostSession(status) ?? meaning(status, text);
    const headers = { 'content-type': 'application/octet-stream', 'content-range': contentRange(chunk), digest };
    const { text } = await ask({ method: 'PUT', url, headers, body: chunk.bytes, meaning: ofSession });
    parts.push(jsonOf<{ part: object }>(text).part);
  };
  try {
    // A part that is sent again takes the place of the one before.
    await sendChunks(file, {
      size,
      seen: (bytes) => hash.update(bytes),
      send,
      progress: async () => ({ arrived: sent }),
    });
    const sha1 = hash.digest();
    return { text: await commit(upload, url, { parts, sha1 }), sha1 };
  } catch (error) {
    await ask({ method: 'DELETE', url, accept: [404, 410] }).catch(() => {});
    throw error;
  }
}

async function commit(
  { ask, way, meaning }: Upload,
  url: string,
  { parts, sha1 }: { readonly parts: readonly object[]; readonly sha1: Buffer },
): Promise<string> {
  const headers = { 'content-type': 'application/json', digest: `sha=${sha1.toString('base64')}` };
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await ask({
      method: 'POST',
      url: `${url}/commit`,
      headers,
      body: JSON.stringify({ parts }),
      meaning,
    });
    if (answer.status !== 202) return answer.text;
    const seconds = Math.min(Number(answer.headers['retry-after']) || 1, 10);
    await sleep(seconds * 1_000, undefined, { signal: way.signal });
  }
  throw new DeliveryFault('timeout', { detail: 'the parts were not put together' });
}
