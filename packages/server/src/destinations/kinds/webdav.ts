import { z } from 'zod';
import { DeliveryFault } from '../faults.ts';
import { defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { temporaryName } from '../path.ts';
import { ask, bodyOf, fetchBytes, withoutLastSlashes } from '../web.ts';

const settings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .max(2_000)
    .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), 'must be without user and password')
    .describe('Folder that paths start in; of Nextcloud `https://cloud.example/remote.php/dav/files/USER/`.'),
  username: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^:\p{Cc}]*$/u, 'must be without colons and control characters')
    .optional(),
  password: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^\P{Cc}*$/u, 'must be without control characters')
    .optional(),
  token: z
    .string()
    .min(1)
    .max(4_000)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII')
    .optional()
    .describe('Sent as Bearer.'),
});
type Settings = z.output<typeof settings>;

/** WebDAV (RFC 4918): Nextcloud, ownCloud, and what else speaks it. A file gets its name when it is whole, by MOVE. */
export const WEBDAV = defineKind({
  name: 'webdav',
  title: 'WebDAV: Nextcloud, ownCloud',
  settings,
  secrets: ['password', 'token'],
  addresses: ({ url }) => [url],
  open: async (given, way) => folderOf(given, way),
});

function folderOf({ url, username = '', password = '', token }: Settings, way: Way): FileHost {
  const base = new URL(`${withoutLastSlashes(url.replace(/[?#].*/s, ''))}/`);
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  const headers = { 'user-agent': 'Platen', ...(username === '' && token === undefined ? {} : { authorization }) };
  const at = (path: string): string => base.href + path.split('/').map(encodeURIComponent).join('/');
  const makeFolders = async (path: string) => {
    const names = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) {
      // 405: it is there already.
      await ask(way, { method: 'MKCOL', url: at(names.slice(0, depth).join('/')), headers, accept: [405] });
    }
  };
  const find = async (path: string) => {
    const answer = await ask(way, { method: 'HEAD', url: at(path), headers, accept: [404] });
    if (answer.status === 404) return undefined;
    return { bytes: Number(answer.headers['content-length'] ?? -1), location: at(path), etag: answer.headers.etag };
  };
  const upload = async (file: OutgoingFile, path: string) => {
    const sums = { 'oc-checksum': `SHA256:${file.sha256}`, 'content-type': file.contentType };
    // 409: a folder of the path is missing (RFC 4918, section 9.7.1).
    const answer = await ask(way, {
      method: 'PUT',
      url: at(path),
      headers: { ...headers, ...sums },
      body: bodyOf(file),
      accept: [404, 409],
    });
    return answer.status < 300;
  };
  return {
    write: async (file) => {
      const temporary = temporaryName(file);
      await makeFolders(file.path);
      if (!(await upload(file, temporary))) throw new DeliveryFault('not_found', { detail: url });
      const written = await find(temporary);
      if (written && written.bytes >= 0 && written.bytes !== file.bytes) throw new DeliveryFault('hash_mismatch');
      const moved = { ...headers, destination: at(file.path), overwrite: 'T' };
      await ask(way, { method: 'MOVE', url: at(temporary), headers: moved });
      return { location: at(file.path), etag: (await find(file.path))?.etag };
    },
    find,
    read: (path) => fetchBytes(way, { method: 'GET', url: at(path), headers }),
    remove: async (path) => void (await ask(way, { method: 'DELETE', url: at(path), headers, accept: [404] })),
  };
}
