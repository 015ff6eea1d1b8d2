import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { inPieces } from '../../objects/pieces.ts';
import { DeliveryFault } from '../faults.ts';
import { defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { ask, fetchBytes, type WebRequest, withoutLastSlashes } from '../web.ts';

/** Bytes of a block, and blocks of a blob ("Put Block List"). */
const BLOCK = 5 * 1024 * 1024;
const MOST_BLOCKS = 50_000;
const VERSION = '2021-12-02';

const settings = z.strictObject({
  account: z.string().regex(/^[a-z0-9]{3,24}$/, 'must be the name of a storage account'),
  container: z
    .string()
    .regex(/^(?:\$root|\$web|[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9])$/, 'must be the name of a container'),
  account_key: z.base64().max(200).optional().describe('One of the two keys of the account.'),
  sas_token: z
    .string()
    .min(1)
    .max(2_000)
    .regex(/^\??[\x21-\x7e]+$/, 'must be the query of a signed address')
    .optional(),
  tenant_id: z
    .string()
    .max(100)
    .regex(/^[a-z0-9.-]+$/i, 'must be the id of a tenant')
    .optional(),
  client_id: z.string().max(100).optional().describe('Of an application, with `tenant_id` and `client_secret`.'),
  client_secret: z.string().max(500).optional(),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .max(300)
    .optional()
    .describe('Default: https://ACCOUNT.blob.core.windows.net.'),
  tier: z.enum(['Hot', 'Cool', 'Cold', 'Archive']).optional(),
});
type Settings = z.output<typeof settings>;

/** Codes of "Common REST API error codes". */
const meaning = (_status: number, text: string) =>
  /AuthenticationFailed|InvalidAuthenticationInfo/.test(text) ? 'credentials_refused' : undefined;

const placeOf = ({ account, endpoint }: Settings): URL =>
  new URL(endpoint ?? `https://${account}.blob.core.windows.net`);

/** Azure Blob Storage, by its REST API. A blob is there when its list of blocks is. */
export const AZURE_BLOB = defineKind({
  name: 'azure_blob',
  title: 'Azure Blob Storage',
  settings,
  secrets: ['account_key', 'sas_token', 'client_secret'],
  addresses: (given) => [placeOf(given).href],
  open: async (given, way) => containerOf(given, way),
});

async function containerOf(given: Settings, way: Way): Promise<FileHost> {
  const base = withoutLastSlashes(placeOf(given).href);
  const authorize = await authorizer(given, way);
  const at = (file: string): string =>
    `${base}/${given.container}/${file.split('/').map(encodeURIComponent).join('/')}`;
  const signed = (request: WebRequest): WebRequest => ({ ...authorize(request), meaning });
  const find = async (file: string) => {
    const answer = await ask(way, signed({ method: 'HEAD', url: at(file), accept: [404] }));
    if (answer.status === 404) return undefined;
    return { bytes: Number(answer.headers['content-length']), location: at(file), etag: answer.headers.etag };
  };
  const write = async (file: OutgoingFile) => {
    const ids: string[] = [];
    const size = Math.max(BLOCK, Math.ceil(file.bytes / MOST_BLOCKS));
    for await (const body of inPieces(file.open(), size)) {
      const id = Buffer.from(`${file.temporary}-${String(ids.length).padStart(6, '0')}`).toString('base64');
      const url = `${at(file.path)}?comp=block&blockid=${encodeURIComponent(id)}`;
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
      await ask(way, signed({ method: 'PUT', url, headers, body }));
      ids.push(id);
    }
    const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
    const answer = await ask(
      way,
      signed({ method: 'PUT', url: `${at(file.path)}?comp=blocklist`, headers: headersOf(given, file), body }),
    );
    const written = await find(file.path);
    if (written && written.bytes !== file.bytes) throw new DeliveryFault('hash_mismatch');
    return { location: at(file.path), etag: answer.headers.etag };
  };
  return {
    write,
    find,
    read: (file) => fetchBytes(way, signed({ method: 'GET', url: at(file) })),
    remove: async (file) => void (await ask(way, signed({ method: 'DELETE', url: at(file), accept: [404] }))),
  };
}

/** Names of metadata are identifiers of C#. */
function headersOf({ tier }: Settings, file: OutgoingFile): Record<string, string> {
  const metadata = Object.entries(file.metadata).map(([name, value]) => [
    `x-ms-meta-${name.replaceAll('-', '_')}`,
    value,
  ]);
  return {
    ...Object.fromEntries(metadata),
    'x-ms-blob-content-type': file.contentType,
    ...(tier === undefined ? {} : { 'x-ms-access-tier': tier }),
  };
}

async function authorizer(given: Settings, way: Way): Promise<(request: WebRequest) => WebRequest> {
  const { account, account_key: key, sas_token: sas, client_id, client_secret, tenant_id } = given;
  const common = (request: WebRequest): Record<string, string> => ({
    ...request.headers,
    'x-ms-date': new Date(way.now()).toUTCString(),
    'x-ms-version': VERSION,
  });
  if (key !== undefined)
    return (request) => {
      const headers = common(request);
      return {
        ...request,
        headers: { ...headers, authorization: sharedKey({ ...request, headers }, { account, key }) },
      };
    };
  if (sas !== undefined) {
    const query = sas.replace(/^\?/, '');
    return (request) => ({
      ...request,
      url: request.url + (request.url.includes('?') ? '&' : '?') + query,
      headers: common(request),
    });
  }
  if (client_id === undefined || client_secret === undefined || tenant_id === undefined)
    throw new DeliveryFault('credentials_refused', {
      detail: 'give account_key, sas_token, or tenant_id with client_id and client_secret',
    });
  const token = await clientToken(way, { tenant_id, client_id, client_secret });
  return (request) => ({ ...request, headers: { ...common(request), authorization: `Bearer ${token}` } });
}

/** Client credentials (RFC 6749, section 4.4) of Microsoft Entra. */
async function clientToken(
  way: Way,
  { tenant_id, client_id, client_secret }: { tenant_id: string; client_id: string; client_secret: string },
): Promise<string> {
  const scope = 'https://storage.azure.com/.default';
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope });
  const { status, text } = await ask(way, {
    method: 'POST',
    url: `https://login.microsoftonline.com/${tenant_id}/oauth2/v2.0/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    accept: [400, 401],
  });
  if (status >= 400) throw new DeliveryFault('credentials_refused', { detail: String(status) });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

/** "Authorize with Shared Key", version 2015-02-21 and later. */
function sharedKey(
  { method, url, headers = {}, body = '' }: WebRequest,
  { account, key }: { readonly account: string; readonly key: string },
): string {
  const { pathname, searchParams } = new URL(url);
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value.trim()}\n`);
  const query = [...searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `\n${name}:${value}`);
  const lines = [
    method,
    '',
    '',
    length === 0 ? '' : String(length),
    headers['content-md5'] ?? '',
    headers['content-type'] ?? '',
  ];
  const text = `${[...lines, '', '', '', '', '', ''].join('\n')}\n${own.join('')}/${account}${pathname}${query.join('')}`;
  return `SharedKey ${account}:${createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64')}`;
}
