import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { z } from 'zod';
import { inPieces } from '../../objects/pieces.ts';
import { connectS3 } from '../../objects/s3-connection.ts';
import { DeliveryFault, type DeliveryFaultCode } from '../faults.ts';
import { defineKind, type FileHost, type OutgoingFile, type Way } from '../kind.ts';
import { fetchBy } from '../web.ts';

/** Bytes of a part: the least that there may be, and what is in memory of one delivery. */
const PART = 5 * 1024 * 1024;
/** Parts that an upload may have ("Amazon S3 multipart upload limits"). */
const MOST_PARTS = 10_000;

const settings = z.strictObject({
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as eu-central-1')
    .optional()
    .describe('Default: us-east-1; `auto` for R2.'),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .max(300)
    .optional()
    .describe('Origin of a service other than AWS: R2, B2, MinIO, Wasabi, Spaces.'),
  path_style: z
    .boolean()
    .optional()
    .describe('Whether the bucket stands in the path. Default: with an `endpoint`, yes.'),
  access_key_id: z.string().min(1).max(200),
  secret_access_key: z.string().min(1).max(200),
  session_token: z.string().min(1).max(4_000).optional(),
  acl: z
    .enum(['private', 'public-read', 'authenticated-read', 'bucket-owner-read', 'bucket-owner-full-control'])
    .optional(),
  storage_class: z
    .string()
    .regex(/^[A-Z_]{1,40}$/, 'must be a storage class, such as STANDARD_IA')
    .optional(),
  encryption: z.enum(['AES256', 'aws:kms']).optional().describe('Encryption by the service.'),
  kms_key_id: z.string().min(1).max(300).optional(),
  tags: z
    .record(z.string().min(1).max(128), z.string().max(256))
    .refine((tags) => Object.keys(tags).length <= 10, 'must be 10 tags at most')
    .optional(),
});
type Settings = z.output<typeof settings>;

/** Amazon S3, and what speaks its protocol. */
export const S3 = defineKind({
  name: 's3',
  title: 'Amazon S3, and services like it',
  settings,
  secrets: ['access_key_id', 'secret_access_key', 'session_token'],
  addresses: (given) => {
    const { endpoint, pathStyle, bucket } = placeOf(given);
    return [pathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`)];
  },
  place: ({ bucket }) => `s3://${bucket}`,
  open: async (given, way) => bucketOf(given, way),
  faultOf: (error) => {
    const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    return FAULTS[name] ?? STATUSES[$metadata?.httpStatusCode ?? 0];
  },
});

/** Codes of "Error responses", Amazon S3 API Reference. */
const FAULTS: Readonly<Record<string, DeliveryFaultCode>> = {
  NoSuchBucket: 'not_found',
  InvalidAccessKeyId: 'credentials_refused',
  SignatureDoesNotMatch: 'credentials_refused',
  ExpiredToken: 'credentials_refused',
  InvalidToken: 'credentials_refused',
  AccessDenied: 'permission_denied',
  PermanentRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  IllegalLocationConstraintException: 'wrong_region',
  RequestTimeTooSkewed: 'clock_skew',
  SlowDown: 'rate_limited',
  // Somebody has given it up: the next try begins another.
  NoSuchUpload: 'server_error',
  BadDigest: 'hash_mismatch',
  EntityTooLarge: 'too_large',
  QuotaExceeded: 'quota_full',
  XMinioStorageFull: 'quota_full',
  TimeoutError: 'timeout',
};
const STATUSES: Readonly<Record<number, DeliveryFaultCode>> = {
  301: 'wrong_region',
  307: 'wrong_region',
  403: 'permission_denied',
  404: 'not_found',
  429: 'rate_limited',
  500: 'server_error',
  503: 'server_error',
  507: 'quota_full',
};

function placeOf({ bucket, region = 'us-east-1', endpoint, path_style, ...given }: Settings) {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token: sessionToken } = given;
  return {
    bucket,
    region,
    endpoint: endpoint === undefined ? `https://s3.${region}.amazonaws.com` : new URL(endpoint).origin,
    pathStyle: path_style ?? (endpoint !== undefined || bucket.includes('.')),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
  };
}

function bucketOf(given: Settings, way: Way): FileHost {
  const place = placeOf(given);
  const client = connectS3(place, { patience: way.patience, fetch: fetchBy(way) });
  const at = (path: string) => ({ Bucket: place.bucket, Key: path });
  const abortSignal = way.signal;
  const locationOf = (path: string) => `s3://${place.bucket}/${path}`;
  return {
    write: async (file) => {
      const common = { ...at(file.path), ...headersOf(given, file) };
      const isSmall = file.bytes <= PART;
      const etag = isSmall ? await putWhole(client, file, common, way) : await putParts(client, file, common, way);
      return { location: locationOf(file.path), etag };
    },
    find: async (path) => {
      try {
        const { ContentLength = 0, ETag } = await client.send(new HeadObjectCommand(at(path)), { abortSignal });
        return { bytes: ContentLength, location: locationOf(path), etag: plain(ETag) };
      } catch (error) {
        if (/^(?:NotFound|NoSuchKey)$/.test((error as Error).name)) return undefined;
        throw error;
      }
    },
    read: async function* (path) {
      const { Body } = await client.send(new GetObjectCommand(at(path)), { abortSignal });
      if (Body) yield* Body as AsyncIterable<Uint8Array>;
    },
    remove: async (path) => void (await client.send(new DeleteObjectCommand(at(path)), { abortSignal })),
    close: async () => client.destroy(),
  };
}

const plain = (etag: string | undefined): string | undefined => etag?.replaceAll('"', '');

function headersOf({ acl, storage_class, encryption, kms_key_id, tags }: Settings, file: OutgoingFile) {
  return {
    ContentType: file.contentType,
    Metadata: { ...file.metadata },
    ...(acl === undefined ? {} : { ACL: acl }),
    ...(storage_class === undefined ? {} : { StorageClass: storage_class as never }),
    ...(encryption === undefined ? {} : { ServerSideEncryption: encryption }),
    ...(kms_key_id === undefined ? {} : { SSEKMSKeyId: kms_key_id }),
    ...(tags === undefined ? {} : { Tagging: new URLSearchParams(tags).toString() }),
  };
}

type Common = ReturnType<typeof headersOf> & { readonly Bucket: string; readonly Key: string };

async function putWhole(client: S3Client, file: OutgoingFile, common: Common, { signal }: Way) {
  const chunks: Buffer[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  const Body = Buffer.concat(chunks);
  const md5 = createHash('md5').update(Body).digest();
  const sent = { ...common, Body, ContentLength: Body.length, ContentMD5: md5.toString('base64') };
  const { ETag } = await client.send(new PutObjectCommand(sent), { abortSignal: signal });
  compare(ETag, md5, common);
  return plain(ETag);
}

/** The object is there when all parts are. An upload that fails is given up, and one that was cut off by a crash before. */
async function putParts(client: S3Client, file: OutgoingFile, common: Common, { signal }: Way) {
  const { Bucket, Key } = common;
  const size = Math.max(PART, Math.ceil(file.bytes / MOST_PARTS));
  const giveUp = (UploadId: string) =>
    // It may be complete, or given up by then.
    client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
  if (file.left !== undefined) await giveUp(file.left);
  const begun = await client.send(new CreateMultipartUploadCommand(common), { abortSignal: signal });
  const { UploadId } = begun;
  if (UploadId === undefined) throw new DeliveryFault('server_error', { detail: 'The upload has no id.' });
  try {
    await file.note(UploadId);
    const Parts: CompletedPart[] = [];
    for await (const Body of inPieces(file.open(), size)) {
      const PartNumber = Parts.length + 1;
      const md5 = createHash('md5').update(Body).digest();
      const part = { Bucket, Key, UploadId, PartNumber, Body, ContentLength: Body.length };
      const command = new UploadPartCommand({ ...part, ContentMD5: md5.toString('base64') });
      const { ETag } = await client.send(command, { abortSignal: signal });
      compare(ETag, md5, common);
      Parts.push({ ETag, PartNumber });
    }
    const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    const { ETag } = await client.send(command, { abortSignal: signal });
    return plain(ETag);
  } catch (error) {
    await giveUp(UploadId);
    throw error;
  }
}

/** The tag of bytes that the service does not encrypt under a key of its own is their MD5. */
function compare(etag: string | undefined, md5: Buffer, { ServerSideEncryption }: Common): void {
  const tag = plain(etag) ?? '';
  if (ServerSideEncryption === 'aws:kms' || !/^[0-9a-f]{32}$/.test(tag)) return;
  if (tag !== md5.toString('hex')) throw new DeliveryFault('hash_mismatch');
}
