import { createSign } from 'node:crypto';
import { z } from 'zod';
import { authorized } from '../authorized.ts';
import { DeliveryFault } from '../faults.ts';
import { defineKind, type FileHost, type Way } from '../kind.ts';
import { sendResumable } from '../resumable.ts';
import { grant } from '../tokens.ts';
import { jsonOf, originFor } from '../web.ts';

const API = 'https://storage.googleapis.com';
const TOKENS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

const settings = z.strictObject({
  bucket: z.string().regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket'),
  service_account: z.string().min(1).max(10_000).optional().describe('The key of a service account: its JSON file.'),
  access_token: z
    .string()
    .min(1)
    .max(5_000)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII')
    .optional()
    .describe('Instead: a token as it is; it ends after an hour.'),
  storage_class: z.enum(['STANDARD', 'NEARLINE', 'COLDLINE', 'ARCHIVE']).optional(),
});
type Settings = z.output<typeof settings>;

/** Google Cloud Storage, by its JSON API. An object is there when its upload has ended. */
export const GCS = defineKind({
  name: 'gcs',
  title: 'Google Cloud Storage',
  settings,
  secrets: ['service_account', 'access_token'],
  addresses: () => [API],
  place: ({ bucket }) => `gs://${bucket}`,
  open: async (given, way) => bucketOf(given, way),
});

interface Item {
  readonly size: string;
  readonly md5Hash?: string;
  readonly etag?: string;
}

function bucketOf(given: Settings, way: Way): FileHost {
  const { bucket, service_account: key } = given;
  const api = originFor(way, API);
  const account = authorized(way, given, { renew: key === undefined ? undefined : () => accountToken(way, key) });
  const at = (file: string): string => `${api}/storage/v1/b/${bucket}/o/${encodeURIComponent(file)}`;
  const located = (file: string, { size, etag }: Item) => ({
    bytes: Number(size),
    etag,
    location: `gs://${bucket}/${file}`,
  });
  return {
    write: async (file) => {
      const metadata = { contentType: file.contentType, metadata: file.metadata, storageClass: given.storage_class };
      const begun = await account.ask({
        method: 'POST',
        url: `${api}/upload/storage/v1/b/${bucket}/o?uploadType=resumable&name=${encodeURIComponent(file.path)}`,
        headers: { 'content-type': 'application/json', 'x-upload-content-length': String(file.bytes) },
        body: JSON.stringify(metadata),
      });
      const { item, md5 } = await sendResumable<Item>(way, file, { begun, api });
      const isOther = item.md5Hash !== undefined && item.md5Hash !== md5.toString('base64');
      if (isOther || Number(item.size) !== file.bytes) throw new DeliveryFault('hash_mismatch');
      return located(file.path, item);
    },
    find: async (file) => {
      const answer = await account.ask({ method: 'GET', url: at(file), accept: [404] });
      return answer.status === 404 ? undefined : located(file, jsonOf<Item>(answer.text));
    },
    read: (file) => account.read({ method: 'GET', url: `${at(file)}?alt=media` }),
    remove: async (file) => void (await account.ask({ method: 'DELETE', url: at(file), accept: [404] })),
  };
}

/** A token for the key of a service account (RFC 7523). It is asked for at Google alone, whatever the key names. */
async function accountToken(way: Way, text: string): Promise<string> {
  const key = keyOf(text);
  const now = Math.floor(way.now() / 1_000);
  const claims = { iss: key.client_email, scope: SCOPE, aud: TOKENS, iat: now, exp: now + 3_600 };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: key.private_key_id })}.${part(claims)}`;
  const assertion = `${signed}.${signature(signed, key.private_key)}`;
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  return (await grant(way, TOKENS, { grant_type, assertion })).access_token;
}

const KEY = z.object({ client_email: z.string(), private_key: z.string(), private_key_id: z.string().optional() });

function keyOf(text: string) {
  try {
    return KEY.parse(JSON.parse(text));
  } catch (cause) {
    throw notAKey(cause);
  }
}

function signature(text: string, privateKey: string): string {
  try {
    return createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url');
  } catch (cause) {
    throw notAKey(cause);
  }
}

const notAKey = (cause: unknown): DeliveryFault =>
  new DeliveryFault('credentials_refused', { detail: 'service_account is not the JSON of a key', cause });
