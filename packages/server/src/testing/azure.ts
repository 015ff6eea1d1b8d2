import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens in place of the next call that writes. */
export type AzureFault = 'reset' | 'silence' | 'busy' | 'throttled' | 'skewed' | 'another size';

export interface TestAzure {
  readonly settings: {
    readonly account: string;
    readonly container: string;
    readonly account_key: string;
    readonly endpoint: string;
  };
  readonly blobs: Map<string, { readonly bytes: Buffer; readonly headers: IncomingMessage['headers'] }>;
  /** Blocks of blobs that are not there yet. */
  readonly blocks: Map<string, Buffer>;
  readonly faults: AzureFault[];
  close(): void;
}

const ACCOUNT = 'devaccount';
const KEY = Buffer.from('key of the double of azure').toString('base64');
const SAS = 'sv=2021-12-02&sig=good';
export const AZURE_SAS = SAS;

/**
 * As much of Azure Blob Storage as deliveries ask for, as its REST API is documented: "Put Block", "Put Block List", "Get Blob",
 * "Get Blob Properties", "Delete Blob", "Authorize with Shared Key". A signature that is not the right one is refused.
 */
export async function startAzure(): Promise<TestAzure> {
  const state: Pick<TestAzure, 'blobs' | 'blocks' | 'faults'> = { blobs: new Map(), blocks: new Map(), faults: [] };
  const server = createServer(async (request, response) => {
    request.on('error', () => {});
    const chunks: Buffer[] = [];
    try {
      for await (const each of request as AsyncIterable<Buffer>) chunks.push(each);
    } catch {
      return;
    }
    answer(state, { request, response, body: Buffer.concat(chunks) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...state,
    settings: { account: ACCOUNT, container: 'files', account_key: KEY, endpoint },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

function answer({ blobs, blocks, faults }: Pick<TestAzure, 'blobs' | 'blocks' | 'faults'>, call: Call): unknown {
  const { request, response, body } = call;
  const url = new URL(request.url ?? '', 'http://x');
  const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'x-ms-error-code': code, ...headers })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  if (!isSigned(request, url, body.length)) return refuse(403, 'AuthenticationFailed');
  const [, container, ...parts] = url.pathname.split('/');
  if (container !== 'files') return refuse(404, 'ContainerNotFound');
  const name = decodeURIComponent(parts.join('/'));
  const fault = request.method === 'PUT' ? faults.shift() : undefined;
  if (fault === 'reset') return request.socket.resetAndDestroy();
  if (fault === 'silence') return undefined;
  if (fault === 'busy') return refuse(503, 'ServerBusy');
  if (fault === 'throttled') return refuse(429, 'TooManyRequests', { 'retry-after': '7' });
  if (fault === 'skewed') return refuse(403, 'AuthenticationFailed');
  if (request.method === 'PUT' && url.searchParams.get('comp') === 'block') {
    const digest = createHash('md5').update(body).digest('base64');
    if (request.headers['content-md5'] !== digest) return refuse(400, 'Md5Mismatch');
    blocks.set(`${name}/${url.searchParams.get('blockid')}`, body);
    return response.writeHead(201).end();
  }
  if (request.method === 'PUT') {
    const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id]) => `${name}/${id}`);
    if (!ids.every((id) => blocks.has(id))) return refuse(400, 'InvalidBlockList');
    const bytes = Buffer.concat(ids.map((id) => blocks.get(id) as Buffer));
    blobs.set(name, { bytes: fault === 'another size' ? bytes.subarray(1) : bytes, headers: request.headers });
    for (const id of [...blocks.keys()]) if (id.startsWith(`${name}/`)) blocks.delete(id);
    return response.writeHead(201, { etag: '"0x8"' }).end();
  }
  const blob = blobs.get(name);
  if (!blob) return refuse(404, 'BlobNotFound');
  if (request.method === 'DELETE') {
    blobs.delete(name);
    return response.writeHead(202).end();
  }
  response.writeHead(200, { 'content-length': blob.bytes.length, etag: '"0x8"' });
  return response.end(request.method === 'HEAD' ? undefined : blob.bytes);
}

/** "Authorize with Shared Key", or the query of a signed address. */
function isSigned({ method, headers }: IncomingMessage, url: URL, length: number): boolean {
  if (url.search.endsWith(SAS)) return true;
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort();
  const names = [...url.searchParams.keys()].sort();
  const text = [
    method,
    headers['content-encoding'] ?? '',
    headers['content-language'] ?? '',
    length === 0 ? '' : length,
    headers['content-md5'] ?? '',
    headers['content-type'] ?? '',
    '',
    headers['if-modified-since'] ?? '',
    headers['if-match'] ?? '',
    headers['if-none-match'] ?? '',
    headers['if-unmodified-since'] ?? '',
    headers.range ?? '',
    ...own.map((name) => `${name}:${headers[name]}`),
    `/${ACCOUNT}${url.pathname}`,
    ...names.map((name) => `${name}:${url.searchParams.get(name)}`),
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64');
  return headers.authorization === `SharedKey ${ACCOUNT}:${signature}`;
}
