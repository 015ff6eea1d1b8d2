import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Place } from '../config/objects.ts';

const BUCKET = 'results';
/** What S3rver knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  readonly place: S3Place;
  close(): Promise<void>;
}

const placeAt = (port: number): S3Place => ({
  kind: 's3',
  bucket: BUCKET,
  prefix: 'platen/',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  pathStyle: true,
  credentials: CREDENTIALS,
});

/**
 * A server of S3 on loopback, with an empty bucket.
 * @param options.signatures whether it refuses signatures that it computes otherwise, as it does for lists, whose path
 *   `/results/` it takes for `/results`. Default false: it checks the access key alone.
 */
export async function startS3({ signatures = false }: { readonly signatures?: boolean } = {}): Promise<TestS3> {
  const directory = mkdtempSync(path.join(tmpdir(), 'platen-s3-'));
  const configureBuckets = [{ name: BUCKET }];
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets,
    allowMismatchedSignatures: !signatures,
  });
  const { port } = await server.run();
  return {
    place: placeAt(port),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** What happens to a request instead of its answer. */
export type S3Fault =
  | 'reset'
  | 'reset in the middle'
  | 'slow down'
  | 'silence'
  | 'silence in the middle'
  | 'error in 200';

/** What a request asks for: `PUT`, `GET`, … of an object, or of an upload in parts. */
export type S3Call = 'put' | 'get' | 'head' | 'delete' | 'list' | 'begin' | 'part' | 'complete' | 'abort' | 'uploads';

export interface FaultyS3 extends TestS3 {
  /** The faults of the next calls of a kind, in their order. */
  readonly faults: Partial<Record<S3Call, S3Fault[]>>;
  /** How often each kind was called. */
  readonly calls: Partial<Record<S3Call, number>>;
  readonly objects: Map<string, Buffer>;
  /** Uploads in parts that are neither complete nor given up. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>;
}

/** As much of S3 as the store asks for, in memory, with faults: what a good server never does when a test wants it. */
export async function startFaultyS3(): Promise<FaultyS3> {
  const state: Pick<FaultyS3, 'faults' | 'calls' | 'objects' | 'uploads'> = {
    faults: {},
    calls: {},
    objects: new Map(),
    uploads: new Map(),
  };
  const server = createServer((request, response) => void answer(state, request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...state,
    place: placeAt((server.address() as AddressInfo).port),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = Pick<FaultyS3, 'faults' | 'calls' | 'objects' | 'uploads'>;

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://s3');
  const call = callOf(request.method ?? '', url.searchParams);
  state.calls[call] = (state.calls[call] ?? 0) + 1;
  const fault = state.faults[call]?.shift();
  if (fault === 'reset') return void request.socket.destroy();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (fault === 'silence') return;
  if (fault === 'slow down') return problem(response, 503, 'SlowDown');
  if (fault === 'error in 200') return problem(response, 200, 'InternalError');
  const key = decodeURIComponent(url.pathname.replace(`/${BUCKET}/`, ''));
  const body = respond(state, { call, key, query: url.searchParams, body: Buffer.concat(chunks), request });
  if (body === undefined) return problem(response, 404, 'NoSuchKey');
  response.writeHead(call === 'delete' || call === 'abort' ? 204 : call === 'get' ? 206 : 200, {
    'content-length': body.length,
    etag: '"1"',
  });
  if (fault === undefined) return void response.end(body);
  response.write(body.subarray(0, body.length / 2), () => {
    if (fault === 'reset in the middle') setTimeout(() => request.socket.destroy(), 20);
  });
}

function callOf(method: string, query: URLSearchParams): S3Call {
  if (query.has('uploads')) return method === 'POST' ? 'begin' : 'uploads';
  if (query.has('uploadId')) return ({ PUT: 'part', POST: 'complete', DELETE: 'abort' } as const)[method] ?? 'abort';
  if (query.has('list-type')) return 'list';
  return method.toLowerCase() as 'put' | 'get' | 'head' | 'delete';
}

interface Asked {
  readonly call: S3Call;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly request: IncomingMessage;
}

function respond({ objects, uploads }: State, { call, key, query, body, request }: Asked): Buffer | undefined {
  const id = query.get('uploadId') ?? '';
  switch (call) {
    case 'put':
      objects.set(key, body);
      return Buffer.alloc(0);
    case 'get': {
      const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      return objects.get(key)?.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
    }
    case 'head':
      return objects.get(key);
    case 'delete':
      objects.delete(key);
      return Buffer.alloc(0);
    case 'begin': {
      const uploadId = `upload-${uploads.size}-${Date.now()}`;
      uploads.set(uploadId, { key, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`);
    }
    case 'part':
      uploads.get(id)?.parts.set(Number(query.get('partNumber')), body);
      return Buffer.alloc(0);
    case 'complete': {
      const parts = [...(uploads.get(id)?.parts ?? [])].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
      uploads.delete(id);
      return xml('<CompleteMultipartUploadResult/>');
    }
    case 'abort':
      uploads.delete(id);
      return Buffer.alloc(0);
    case 'uploads': {
      const rows = [...uploads].map(
        ([uploadId, upload]) =>
          `<Upload><Key>${upload.key}</Key><UploadId>${uploadId}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`,
      );
      return xml(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
    }
    case 'list':
      return xml('<ListBucketResult/>');
  }
}

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`));
}
