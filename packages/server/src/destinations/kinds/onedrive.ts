import { z } from 'zod';
import { authorized } from '../authorized.ts';
import { contentRange, lostSession, type Progress, sendChunks } from '../chunks.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { type AccountAccess, defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { QuickXorHash } from '../quick-xor-hash.ts';
import { TOKEN_SECRETS, tokenFields } from '../tokens.ts';
import { ask, fetchBytes, jsonOf, originFor } from '../web.ts';

/** A multiple of 320 KiB ("Upload large files with an upload session"). */
const CHUNK = 12 * 320 * 1024;
const API = 'https://graph.microsoft.com';

const settings = z.strictObject({
  ...tokenFields,
  drive: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9!_-]+$/, 'must be the id of a drive')
    .optional()
    .describe('Id of a drive, that of a SharePoint library for example. Default: the one of the account.'),
});
type Settings = z.output<typeof settings>;

/** "Microsoft identity platform and OAuth 2.0 authorization code flow"; it has no address where one app's token is ended. */
const ACCOUNT: AccountAccess = {
  authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  parameters: { response_mode: 'query' },
  scope: 'Files.ReadWrite offline_access',
  needed: 'Files.ReadWrite',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
};

/** OneDrive and SharePoint, by Microsoft Graph. A file is there when its upload session has ended. */
export const ONEDRIVE = defineKind({
  name: 'onedrive',
  title: 'OneDrive and SharePoint',
  settings,
  secrets: [...TOKEN_SECRETS],
  account: ACCOUNT,
  addresses: () => [API],
  open: async (given, way) => driveOf(given, way),
});

interface Item {
  readonly size: number;
  readonly eTag?: string;
  readonly webUrl: string;
  readonly file?: { readonly hashes?: { readonly quickXorHash?: string } };
  readonly '@microsoft.graph.downloadUrl'?: string;
}

/** Codes of "Microsoft Graph error responses". */
const meaning = (_status: number, text: string): DeliveryFaultCode | undefined => {
  if (/quotaLimitReached|insufficientStorage/i.test(text)) return 'quota_full';
  return /nameAlreadyExists/i.test(text) ? 'file_exists' : undefined;
};

function driveOf({ drive, ...given }: Settings, way: Way): FileHost {
  const root = `${originFor(way, API)}/v1.0/${drive === undefined ? 'me/drive' : `drives/${drive}`}/root:`;
  const account = authorized(way, given, { endpoint: ACCOUNT.token });
  const at = (file: string): string => `${root}/${file.split('/').map(encodeURIComponent).join('/')}`;
  const item = async (file: string): Promise<Item | undefined> => {
    const { status, text } = await account.ask({ method: 'GET', url: at(file), accept: [404], meaning });
    return status === 404 ? undefined : jsonOf<Item>(text);
  };
  const begin = async (file: OutgoingFile): Promise<string> => {
    const { text } = await account.ask({
      method: 'POST',
      url: `${at(file.path)}:/createUploadSession`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ item: { '@microsoft.graph.conflictBehavior': 'replace' } }),
      meaning,
    });
    const { uploadUrl } = jsonOf<{ uploadUrl?: unknown }>(text);
    if (typeof uploadUrl !== 'string') throw new DeliveryFault('server_error', { detail: 'no address of an upload' });
    return uploadUrl;
  };
  return {
    write: async (file) => {
      // An upload session has no end without bytes. No result is without them.
      if (file.bytes === 0) throw new DeliveryFault('rejected', { detail: 'a file without bytes' });
      const url = await begin(file);
      const { written, hash } = await send(way, file, { url, there: () => item(file.path) });
      const theirs = written.file?.hashes?.quickXorHash;
      if (written.size !== file.bytes || (theirs !== undefined && theirs !== hash))
        throw new DeliveryFault('hash_mismatch');
      return found(written);
    },
    find: async (file) => {
      const there = await item(file);
      return there && found(there);
    },
    read: async function* (file) {
      // Signed as well, and on another host.
      const url = (await item(file))?.['@microsoft.graph.downloadUrl'];
      if (url === undefined) throw new DeliveryFault('not_found', { detail: file });
      yield* fetchBytes(way, { method: 'GET', url });
    },
    remove: async (file) => void (await account.ask({ method: 'DELETE', url: at(file), accept: [404], meaning })),
  };
}

const found = ({ size, eTag, webUrl }: Item) => ({ bytes: size, etag: eTag, location: webUrl });

/** @param options.url it is signed: the token is not sent there @param options.there the file as it is in its place */
async function send(
  way: Way,
  file: OutgoingFile,
  { url, there }: { readonly url: string; there(): Promise<Item | undefined> },
): Promise<{ readonly written: Item; readonly hash: string }> {
  const hash = new QuickXorHash();
  const ofSession = (status: number, text: string) => lostSession(status) ?? meaning(status, text);
  const progress = async (): Promise<Progress<string>> => {
    const { status, text } = await ask(way, { method: 'GET', url, accept: [404] });
    // The session ends with the last chunk: what is in its place now may be the file, which its hash tells.
    if (status === 404) {
      const now = await there();
      if (now?.file?.hashes?.quickXorHash === undefined || now.size !== file.bytes)
        throw new DeliveryFault('server_error', { detail: 'the upload session has ended' });
      return { answer: JSON.stringify(now) };
    }
    const { nextExpectedRanges: [next = ''] = [] } = jsonOf<{ nextExpectedRanges?: string[] }>(text);
    return { arrived: Number.parseInt(next, 10) || 0 };
  };
  const answer = await sendChunks(file, {
    size: CHUNK,
    seen: (bytes) => hash.update(bytes),
    send: async (chunk) => {
      const headers = { 'content-range': contentRange(chunk) };
      return (await ask(way, { method: 'PUT', url, headers, body: chunk.bytes, meaning: ofSession })).text;
    },
    progress,
  });
  return { written: jsonOf<Item>(answer), hash: hash.digest() };
}
