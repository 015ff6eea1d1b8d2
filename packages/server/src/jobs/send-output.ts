import { Readable } from 'node:stream';
import type { OutputFormat } from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../conversions/download-name.ts';
import { ApiError } from '../errors.ts';
import { ObjectMissing } from '../objects/object-store.ts';
import type { Objects, Span } from '../objects/objects.ts';
import type { JobOutputRow } from './reader.ts';

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Streams a result, or the range of it that was asked for (RFC 9110, section 14).
 * @throws ApiError `range_not_satisfiable`, `storage_unavailable`
 */
export async function sendOutput(
  request: FastifyRequest,
  reply: FastifyReply,
  output: JobOutputRow,
  { objects, name }: { readonly objects: Objects; readonly name?: string },
): Promise<FastifyReply> {
  const total = output.bytes;
  const etag = `"${output.sha256.toString('hex').slice(0, 32)}"`;
  reply.headers({
    'content-type': output.content_type,
    'content-disposition': contentDisposition(output.format as OutputFormat, name),
    'cache-control': 'private, no-transform',
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const span = condition === undefined || condition === etag ? spanOf(request.headers.range, total) : undefined;
  if (span === 'none') {
    throw new ApiError('range_not_satisfiable', { headers: { 'content-range': `bytes */${total}` } });
  }
  const object = { name: output.object, bytes: total };
  const bytes = await begun(objects.read(object, span));
  if (span) {
    reply.code(206).headers({
      'content-range': `bytes ${span.start}-${span.end}/${total}`,
      'content-length': String(span.end - span.start + 1),
    });
    return reply.send(bytes);
  }
  reply.headers({
    'content-length': String(total),
    'content-digest': `sha-256=:${output.sha256.toString('base64')}:`,
  });
  return reply.code(200).send(bytes);
}

/** Waits for the first bytes, so that a store that is away is told by the status. */
async function begun(bytes: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await bytes.next().catch((error) => {
    if (!(error instanceof ObjectMissing)) throw error;
    const detail = 'The result is not in the store of this server. The operator may have named another one.';
    throw new ApiError('storage_unavailable', { detail });
  });
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* bytes;
  };
  const stream = Readable.from(all(), { objectMode: false });
  // Also when nobody has read of it.
  stream.once('close', () => void bytes.return(undefined).catch(() => {}));
  return stream;
}

/** @returns undefined for all of it: no range, several, or one that is not understood; `none` for one behind the end */
function spanOf(header: string | undefined, total: number): Span | 'none' | undefined {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === '' || last === '' ? total - 1 : Math.min(total - 1, Number(last));
  if (start > end || start >= total) return start <= end || start >= total ? 'none' : undefined;
  return { start, end };
}
