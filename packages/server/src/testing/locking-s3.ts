import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Place } from '../config/objects.ts';

/**
 * As much of a bucket with S3 Object Lock as anchors need, in memory: every write is a version, and none that is locked can be
 * removed before its time. The servers of S3 that tests can install know no lock; this one asks for what Amazon's documentation
 * asks for ("Object Lock considerations", "PutObject").
 */
export interface LockingS3 {
  readonly place: S3Place;
  readonly versions: Version[];
  close(): Promise<void>;
}

interface Version {
  readonly key: string;
  readonly id: string;
  readonly content: Buffer;
  readonly mode: string | undefined;
  readonly until: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/**
 * @param options.grants false: it takes the wish to lock, and does not grant it, as services without object lock do
 * @param options.says false: of a list that is not whole it does not say where it goes on
 */
export async function startLockingS3({
  grants = true,
  says = true,
}: {
  readonly grants?: boolean;
  readonly says?: boolean;
} = {}): Promise<LockingS3> {
  const versions: Version[] = [];
  const server = createServer(async (request, response) => {
    const { status, headers = {}, body = '' } = answer(request, Buffer.concat(await Array.fromAsync(request)));
    response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body);
  });
  const answer = (request: IncomingMessage, content: Buffer): Answer => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.slice('/anchors/'.length));
    if (request.method === 'PUT') return put(request, key, content);
    if (searchParams.has('versions')) return { status: 200, body: listed(versions, searchParams, says) };
    const id = searchParams.get('versionId');
    const found = versions.find((version) => version.key === key && version.id === id);
    if (!found) return fault(404, 'NoSuchVersion');
    if (request.method === 'DELETE') {
      if (found.until && Date.parse(found.until) > Date.now()) return fault(403, 'AccessDenied');
      versions.splice(versions.indexOf(found), 1);
      return { status: 204 };
    }
    const lock: Record<string, string> =
      found.mode && found.until
        ? { 'x-amz-object-lock-mode': found.mode, 'x-amz-object-lock-retain-until-date': found.until }
        : {};
    return { status: 200, headers: { 'content-length': String(found.content.length), ...lock }, body: found.content };
  };
  const put = ({ headers }: IncomingMessage, key: string, content: Buffer): Answer => {
    const mode = String(headers['x-amz-object-lock-mode'] ?? '');
    const until = String(headers['x-amz-object-lock-retain-until-date'] ?? '');
    const sum = createHash('sha256').update(content).digest('base64');
    if (mode !== '' && headers['x-amz-checksum-sha256'] !== sum) return fault(400, 'InvalidRequest');
    if (mode !== '' && !(Date.parse(until) > Date.now())) return fault(400, 'InvalidArgument');
    const id = `v${versions.length + 1}`;
    versions.push({ key, id, content, ...(grants ? { mode, until } : { mode: undefined, until: undefined }) });
    return { status: 200, headers: { 'x-amz-version-id': id, etag: '"x"' } };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    versions,
    place: {
      kind: 's3',
      bucket: 'anchors',
      prefix: 'platen/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      pathStyle: true,
      credentials: { accessKeyId: 'anchor', secretAccessKey: 'anchor' },
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const fault = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/** Versions of a page: whoever reads only the first one misses the rest. */
const PAGE = 2;

function listed(versions: readonly Version[], asked: URLSearchParams, says: boolean): string {
  const [key, version] = [asked.get('key-marker'), asked.get('version-id-marker')];
  const start = key === null ? 0 : versions.findIndex((each) => each.key === key && each.id === version) + 1;
  const page = versions.slice(start, start + PAGE);
  const last = page.at(-1);
  const isWhole = start + PAGE >= versions.length;
  const next =
    isWhole || !last || !says
      ? ''
      : `<NextKeyMarker>${last.key}</NextKeyMarker><NextVersionIdMarker>${last.id}</NextVersionIdMarker>`;
  const each = page.map(({ key, id }) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`);
  return `<?xml version="1.0"?><ListVersionsResult><IsTruncated>${!isWhole}</IsTruncated>${next}${each.join('')}</ListVersionsResult>`;
}
