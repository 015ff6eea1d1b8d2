import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Authorized, authorized } from '../authorized.ts';
import { type Chunk, lostSession, sendChunks } from '../chunks.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { type AccountAccess, defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { TOKEN_SECRETS, tokenFields } from '../tokens.ts';
import { jsonOf, originFor } from '../web.ts';

/** Blocks that content hashes are made of, and a chunk is. */
const BLOCK = 4 * 1024 * 1024;
const API = 'https://api.dropboxapi.com';
const CONTENT = 'https://content.dropboxapi.com';

const settings = z.strictObject(tokenFields);
type Settings = z.output<typeof settings>;

/** "OAuth Guide", Dropbox. */
const ACCOUNT: AccountAccess = {
  authorize: 'https://www.dropbox.com/oauth2/authorize',
  parameters: { token_access_type: 'offline' },
  scope: 'files.content.write files.content.read files.metadata.read',
  needed: 'files.content.write',
  token: `${API}/oauth2/token`,
  revoke: { url: `${API}/2/auth/token/revoke`, by: 'bearer' },
};

/** Dropbox, by its upload sessions: a file is there when its session has ended. */
export const DROPBOX = defineKind({
  name: 'dropbox',
  title: 'Dropbox',
  settings,
  secrets: [...TOKEN_SECRETS],
  account: ACCOUNT,
  addresses: () => [API, CONTENT],
  open: async (given, way) => accountOf(given, way),
});

interface FileMetadata {
  readonly path_display: string;
  readonly rev: string;
  readonly size: number;
  readonly content_hash?: string;
}

/** `error_summary` of answers with 409 ("Error handling", Dropbox API). */
const meaning = (status: number, text: string): DeliveryFaultCode | undefined => {
  if (status !== 409) return undefined;
  if (/insufficient_space/.test(text)) return 'quota_full';
  if (/no_write_permission|restricted/.test(text)) return 'permission_denied';
  if (/too_many_(?:write|requests)/.test(text)) return 'rate_limited';
  if (/incorrect_offset|closed/.test(text)) return 'server_error';
  if (/path\/conflict/.test(text)) return 'file_exists';
  return /not_found/.test(text) ? 'not_found' : 'rejected';
};

function accountOf(given: Settings, way: Way): FileHost {
  const [api, content] = [originFor(way, API), originFor(way, CONTENT)];
  const account = authorized(way, given, { endpoint: ACCOUNT.token });
  const call = (name: string, argument: object, accept: readonly number[] = []) =>
    account.ask({
      method: 'POST',
      url: `${api}/2/files/${name}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(argument),
      accept,
      meaning,
    });
  return {
    write: async (file) => found(await upload(account, file, content)),
    find: async (file) => {
      const { status, text } = await call('get_metadata', { path: `/${file}` }, [409]);
      if (status !== 409) return found(jsonOf<FileMetadata>(text));
      if (/not_found/.test(text)) return undefined;
      throw new DeliveryFault(meaning(status, text) ?? 'rejected', { detail: text });
    },
    read: (file) => {
      const headers = { 'dropbox-api-arg': headerJson({ path: `/${file}` }) };
      return account.read({ method: 'POST', url: `${content}/2/files/download`, headers });
    },
    remove: async (file) => void (await call('delete_v2', { path: `/${file}` })),
  };
}

const found = ({ path_display, rev, size }: FileMetadata) => ({
  bytes: size,
  etag: rev,
  location: `dropbox:${path_display}`,
});

/** A session that is not found has ended, and is begun anew by the next try. */
const ofSession = (status: number, text: string): DeliveryFaultCode | undefined =>
  lostSession(status) ?? (status === 409 && /not_found/.test(text) ? 'server_error' : meaning(status, text));

async function upload(account: Authorized, file: OutgoingFile, origin: string): Promise<FileMetadata> {
  const ask = (name: string, argument: object, body: Buffer, accept: readonly number[] = []) =>
    account.ask({
      method: 'POST',
      url: `${origin}/2/files/upload_session/${name}`,
      headers: { 'content-type': 'application/octet-stream', 'dropbox-api-arg': headerJson(argument) },
      body,
      accept,
      meaning: ofSession,
    });
  const { text } = await ask('start', { close: false }, Buffer.alloc(0));
  const { session_id } = jsonOf<{ session_id: string }>(text);
  const blocks = createHash('sha256');
  let begun = 0;
  const send = async ({ start, bytes }: Chunk): Promise<void> => {
    begun = start;
    const { status, text } = await ask('append_v2', { cursor: { session_id, offset: start } }, bytes, [409]);
    if (status !== 409) return;
    // A chunk that has arrived although its answer has not is no fault.
    const { error } = jsonOf<{ error?: { correct_offset?: number } }>(text);
    if (error?.correct_offset !== start + bytes.length)
      throw new DeliveryFault(ofSession(status, text) ?? 'rejected', { detail: text });
  };
  if (file.bytes > 0)
    await sendChunks(file, {
      size: BLOCK,
      seen: (bytes) => blocks.update(createHash('sha256').update(bytes).digest()),
      send,
      // It tells when the chunk is sent again.
      progress: async () => ({ arrived: begun }),
    });
  const commit = { path: `/${file.path}`, mode: 'overwrite', autorename: false, mute: true };
  const done = await ask('finish', { cursor: { session_id, offset: file.bytes }, commit }, Buffer.alloc(0));
  const metadata = jsonOf<FileMetadata>(done.text);
  const isOther = metadata.content_hash !== undefined && metadata.content_hash !== blocks.digest('hex');
  if (metadata.size !== file.bytes || isOther) throw new DeliveryFault('hash_mismatch');
  return metadata;
}

/** JSON that is safe in a header ("HTTP header safe JSON"). */
const headerJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
