import { z } from 'zod';
import { authorized } from '../authorized.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { type AccountAccess, defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { sendResumable } from '../resumable.ts';
import { TOKEN_SECRETS, tokenFields } from '../tokens.ts';
import { jsonOf, originFor } from '../web.ts';

const API = 'https://www.googleapis.com';
const FOLDER = 'application/vnd.google-apps.folder';

const settings = z.strictObject({
  ...tokenFields,
  folder_id: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be the id of a folder')
    .optional()
    .describe('Id of the folder that paths start in, of a shared drive too. Default: `root`.'),
});
type Settings = z.output<typeof settings>;

/** "Using OAuth 2.0 for Web Server Applications", Google. It gives a refresh token only to people who are asked anew. */
const ACCOUNT: AccountAccess = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  parameters: { access_type: 'offline', prompt: 'consent' },
  scope: 'https://www.googleapis.com/auth/drive.file',
  needed: 'https://www.googleapis.com/auth/drive.file',
  issuer: 'https://accounts.google.com',
  token: 'https://oauth2.googleapis.com/token',
  revoke: { url: 'https://oauth2.googleapis.com/revoke', by: 'form' },
};

/** Google Drive, by its API of version 3. A file is there when its upload has ended. */
export const GOOGLE_DRIVE = defineKind({
  name: 'google_drive',
  title: 'Google Drive',
  settings,
  secrets: [...TOKEN_SECRETS],
  account: ACCOUNT,
  addresses: () => [API],
  open: async (given, way) => driveOf(given, way),
});

interface Item {
  readonly id: string;
  readonly size?: string;
  readonly md5Checksum?: string;
  readonly webViewLink?: string;
  readonly version?: string;
}

const FIELDS = 'id,size,md5Checksum,webViewLink,version';
const DRIVES = 'supportsAllDrives=true';

/** Reasons of "Resolve errors", Drive API. */
const meaning = (status: number, text: string): DeliveryFaultCode | undefined => {
  if (status !== 403) return undefined;
  if (/storageQuotaExceeded|teamDriveFileLimitExceeded/.test(text)) return 'quota_full';
  return /rateLimitExceeded|RateLimitExceeded/.test(text) ? 'rate_limited' : undefined;
};

const nameOf = (file: string): string => file.split('/').at(-1) ?? file;

function driveOf({ folder_id: root = 'root', ...given }: Settings, way: Way): FileHost {
  const api = originFor(way, API);
  const account = authorized(way, given, { endpoint: ACCOUNT.token });
  /** Names are not unique there: the oldest one is meant. */
  const child = async (parent: string, name: string, isFolder: boolean): Promise<Item | undefined> => {
    const quoted = name.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    const q = `name = '${quoted}' and '${parent}' in parents and trashed = false and mimeType ${isFolder ? '=' : '!='} '${FOLDER}'`;
    const query = new URLSearchParams({ q, fields: `files(${FIELDS})`, orderBy: 'createdTime', pageSize: '1' });
    const url = `${api}/drive/v3/files?${query}&${DRIVES}&includeItemsFromAllDrives=true`;
    const { text } = await account.ask({ method: 'GET', url, meaning });
    return jsonOf<{ files: Item[] }>(text).files[0];
  };
  const makeFolder = async (parent: string, name: string): Promise<Item> => {
    const { text } = await account.ask({
      method: 'POST',
      url: `${api}/drive/v3/files?${DRIVES}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, parents: [parent], mimeType: FOLDER }),
      meaning,
    });
    return jsonOf<Item>(text);
  };
  const folderOf = async (file: string, make: boolean): Promise<string | undefined> => {
    let parent = root;
    for (const name of file.split('/').slice(0, -1)) {
      const there = (await child(parent, name, true)) ?? (make ? await makeFolder(parent, name) : undefined);
      if (!there) return undefined;
      parent = there.id;
    }
    return parent;
  };
  const item = async (file: string): Promise<Item | undefined> => {
    const parent = await folderOf(file, false);
    return parent === undefined ? undefined : await child(parent, nameOf(file), false);
  };
  const begin = async (file: OutgoingFile) => {
    const parent = (await folderOf(file.path, true)) ?? root;
    const there = await child(parent, nameOf(file.path), false);
    return await account.ask({
      method: there ? 'PATCH' : 'POST',
      url: `${api}/upload/drive/v3/files${there ? `/${there.id}` : ''}?uploadType=resumable&${DRIVES}&fields=${FIELDS}`,
      headers: {
        'content-type': 'application/json',
        'x-upload-content-type': file.contentType,
        'x-upload-content-length': String(file.bytes),
      },
      body: JSON.stringify(there ? {} : { name: nameOf(file.path), parents: [parent] }),
      meaning,
    });
  };
  return {
    write: async (file) => {
      const begun = await begin(file);
      const { item: written, md5 } = await sendResumable<Item>(way, file, { begun, api, meaning });
      const isOther = written.md5Checksum !== undefined && written.md5Checksum !== md5.toString('hex');
      if (isOther || Number(written.size) !== file.bytes) throw new DeliveryFault('hash_mismatch');
      return located(written);
    },
    find: async (file) => {
      const there = await item(file);
      return there && located(there);
    },
    read: async function* (file) {
      const there = await item(file);
      if (!there) throw new DeliveryFault('not_found', { detail: file });
      yield* account.read({ method: 'GET', url: `${api}/drive/v3/files/${there.id}?alt=media&${DRIVES}` });
    },
    remove: async (file) => {
      const there = await item(file);
      if (!there) return;
      await account.ask({
        method: 'DELETE',
        url: `${api}/drive/v3/files/${there.id}?${DRIVES}`,
        accept: [404],
        meaning,
      });
    },
  };
}

const located = ({ id, size, version, webViewLink }: Item) => ({
  bytes: Number(size),
  etag: version,
  location: webViewLink ?? `https://drive.google.com/file/d/${id}/view`,
});
