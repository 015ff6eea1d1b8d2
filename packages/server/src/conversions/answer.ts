import { hash } from 'node:crypto';
import type { ConversionResult, Timings } from '@platen/engine';
import type { FastifyReply } from 'fastify';

/** Answers 200 with the bytes of a result, and what there is to know about it as headers. */
export function sendResult(reply: FastifyReply, result: ConversionResult): FastifyReply {
  const { bytes, contentType, pages, sourceStatus, warnings, timings } = result;
  const headers: Record<string, string> = {
    'content-type': contentType,
    'content-length': String(bytes.byteLength),
    'cache-control': 'no-store',
    // RFC 9530, section 2.
    'content-digest': `sha-256=:${hash('sha256', bytes, 'base64')}:`,
    'x-response-duration': String(Math.round(timings.load)),
    'x-render-duration': String(Math.round(timings.load + timings.ready + timings.render + timings.finish)),
    'x-warnings': warningsHeader(warnings.map(({ code }) => code)),
    'server-timing': serverTiming(timings),
  };
  if (pages !== undefined) headers['x-pages'] = String(pages);
  if (sourceStatus !== undefined) headers['x-response-status-code'] = String(sourceStatus);
  return reply.code(200).headers(headers).send(bytes);
}

/** The number of warnings, then each code once: `0`, or `3; resource_failed, script_error`. */
function warningsHeader(codes: readonly string[]): string {
  return codes.length === 0 ? '0' : `${codes.length}; ${[...new Set(codes)].join(', ')}`;
}

function serverTiming(timings: Timings): string {
  const steps = ['queue', 'load', 'ready', 'render', 'finish'] as const;
  return steps.map((step) => `${step};dur=${timings[step].toFixed(1)}`).join(', ');
}
