import { z } from 'zod';
import { authorized } from '../authorized.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { type AccountAccess, defineKind, type FileHost, type Way } from '../kind.ts';
import { TOKEN_SECRETS, tokenFields } from '../tokens.ts';
import { fetchBytes, jsonOf, originFor } from '../web.ts';
import { type BoxFile, sendToBox } from './box-upload.ts';

const API = 'https://api.box.com';
const UPLOAD = 'https://upload.box.com';

const settings = z.strictObject({
  ...tokenFields,
  folder_id: z
    .string()
    .regex(/^[0-9]{1,20}$/, 'must be the id of a folder')
    .optional()
    .describe('Id of the folder that paths start in. Default: `0`, all files.'),
});
type Settings = z.output<typeof settings>;

/** "OAuth 2.0 without SDKs", Box: what is allowed is set in the app. */
const ACCOUNT: AccountAccess = {
  authorize: 'https://account.box.com/api/oauth2/authorize',
  parameters: {},
  token: `${API}/oauth2/token`,
  revoke: { url: `${API}/oauth2/revoke`, by: 'form' },
};

/** Box, by its API of version 2.0. A file, or the next version of it, is there when its upload has ended. */
export const BOX = defineKind({
  name: 'box',
  title: 'Box',
  settings,
  secrets: [...TOKEN_SECRETS],
  account: ACCOUNT,
  addresses: () => [API, UPLOAD],
  open: async (given, way) => accountOf(given, way),
});

/** `code` of errors ("Common errors", Box API). */
const meaning = (status: number, text: string): DeliveryFaultCode | undefined => {
  if (/storage_limit_exceeded/.test(text)) return 'quota_full';
  if (/file_size_limit_exceeded/.test(text)) return 'too_large';
  if (/upload_in_progress|operation_blocked_temporary|name_temporarily_reserved/.test(text)) return 'server_error';
  return status === 409 ? 'file_exists' : undefined;
};

function accountOf({ folder_id: root = '0', ...given }: Settings, way: Way): FileHost {
  const [api, content] = [originFor(way, API), originFor(way, UPLOAD)];
  const account = authorized(way, given, { endpoint: ACCOUNT.token });
  const send = (method: string, url: string, value: object, accept: readonly number[]) =>
    account.ask({ method, url, headers: JSON_TYPE, body: JSON.stringify(value), accept, meaning });
  /** Names are unique in a folder: one that cannot be made is named by the answer. */
  const folderOf = async (file: string): Promise<string> => {
    let parent = root;
    for (const name of file.split('/').slice(0, -1)) {
      const { status, text } = await send('POST', `${api}/2.0/folders`, { name, parent: { id: parent } }, [409]);
      const id = status === 409 ? conflictOf(text, 'folder') : jsonOf<{ id: string }>(text).id;
      if (id === undefined) throw new DeliveryFault(meaning(status, text) ?? 'rejected', { detail: text });
      parent = id;
    }
    return parent;
  };
  /** Asks whether a file may be written, which tells the one that there is. */
  const idOf = async (folder: string, name: string, size: number): Promise<string | undefined> => {
    const wanted = { name, size, parent: { id: folder } };
    const { status, text } = await send('OPTIONS', `${api}/2.0/files/content`, wanted, [409]);
    if (status !== 409) return undefined;
    const id = conflictOf(text, 'file');
    if (id === undefined) throw new DeliveryFault(meaning(status, text) ?? 'rejected', { detail: text });
    return id;
  };
  const place = async (file: string, size = 0) => {
    const [folder, name] = [await folderOf(file), file.split('/').at(-1) ?? file];
    return { folder, name, id: await idOf(folder, name, size) };
  };
  const existing = async (file: string): Promise<string> => {
    const { id } = await place(file);
    if (id === undefined) throw new DeliveryFault('not_found', { detail: file });
    return id;
  };
  return {
    write: async (file) => {
      const where = await place(file.path, file.bytes);
      return found(await sendToBox({ ask: account.ask, way, origin: content, meaning }, file, where));
    },
    find: async (file) => {
      const { id } = await place(file);
      if (id === undefined) return undefined;
      const { text } = await account.ask({ method: 'GET', url: `${api}/2.0/files/${id}`, meaning });
      return found(jsonOf<BoxFile>(text));
    },
    read: async function* (file) {
      const id = await existing(file);
      // The bytes are at an address that is signed, on another host: the token is not sent there.
      const { status, headers } = await account.ask({
        method: 'GET',
        url: `${api}/2.0/files/${id}/content`,
        accept: [302, 202],
      });
      if (status !== 302)
        throw new DeliveryFault('server_error', {
          detail: 'the file is not ready',
          retryAfter: headers['retry-after'],
        });
      yield* fetchBytes(way, { method: 'GET', url: headers.location ?? '' });
    },
    remove: async (file) => {
      const id = await existing(file);
      await account.ask({ method: 'DELETE', url: `${api}/2.0/files/${id}`, accept: [404], meaning });
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

const found = ({ id, size, etag }: BoxFile) => ({ bytes: size, etag, location: `https://app.box.com/file/${id}` });

/** The file or folder that has a name already: one of it, or a list ("Common errors", `item_name_in_use`). */
function conflictOf(text: string, type: 'file' | 'folder'): string | undefined {
  type Item = { readonly id: string; readonly type: string };
  const { context_info: { conflicts = [] } = {} } = jsonOf<{ context_info?: { conflicts?: Item | Item[] } }>(text);
  return [conflicts].flat().find((item) => item.type === type)?.id;
}
