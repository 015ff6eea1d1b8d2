import { Readable } from 'node:stream';
import type { OutputFormat } from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../conversions/download-name.ts';
import { ApiError } from '../errors.ts';
import type { Objects, Span } from '../objects/objects.ts';
import type { JobOutputRow } from './store.ts';

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** Streams a result, or the range of it that was asked for (RFC 9110, section 14). */
export function sendOutput(
  request: FastifyRequest,
  reply: FastifyReply,
  output: JobOutputRow,
  { objects, name }: { readonly objects: Objects; readonly name?: string },
): FastifyReply {
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
  if (span) {
    reply.code(206).headers({
      'content-range': `bytes ${span.start}-${span.end}/${total}`,
      'content-length': String(span.end - span.start + 1),
    });
    return reply.send(Readable.from(objects.read(object, span), { objectMode: false }));
  }
  reply.headers({
    'content-length': String(total),
    'content-digest': `sha-256=:${output.sha256.toString('base64')}:`,
  });
  return reply.code(200).send(Readable.from(objects.read(object), { objectMode: false }));
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
