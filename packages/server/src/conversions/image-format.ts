import type { OutputFormat } from '@platen/engine';
import type { FastifyRequest } from 'fastify';
import { bodyOf } from '../http/request-body.ts';

const FORMATS = ['png', 'jpeg', 'webp'] as const satisfies readonly OutputFormat[];
type ImageFormat = (typeof FORMATS)[number];

/**
 * The format of an image: what `target_format` names, in any case, else what the Accept header likes best, else
 * png. An Accept header without any of ours is not refused: clients that were not made for images send such.
 */
export function imageFormat(targetFormat: string | undefined, accept: string | undefined): ImageFormat {
  if (targetFormat !== undefined) {
    const name = targetFormat.toLowerCase();
    return FORMATS.find((format) => format === name) ?? 'jpeg';
  }
  return accept === undefined ? 'png' : preferred(accept);
}

/** The format that the Accept header of a request for an image leads to; undefined where it decides nothing. */
export function negotiatedFormat(request: FastifyRequest): ImageFormat | undefined {
  const { json } = bodyOf(request);
  const named = typeof json === 'object' && json !== null && 'target_format' in json && json.target_format !== null;
  return named ? undefined : imageFormat(undefined, request.headers.accept);
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** RFC 9110, section 12.5.1; among equals a format that is named wins over one that a wildcard admits. */
function preferred(accept: string): ImageFormat {
  const ranges = accept.split(',').map(parseRange);
  let best: { format: ImageFormat; quality: number; named: number } | undefined;
  for (const format of FORMATS) {
    const match =
      ranges.find(({ type }) => type === `image/${format}` || (format === 'jpeg' && type === 'image/jpg')) ??
      ranges.find(({ type }) => type === 'image/*') ??
      ranges.find(({ type }) => type === '*/*');
    if (!match || match.quality === 0) continue;
    const named = match.type.endsWith('*') ? ranges.length : ranges.indexOf(match);
    if (!best || match.quality > best.quality || (match.quality === best.quality && named < best.named)) {
      best = { format, quality: match.quality, named };
    }
  }
  return best?.format ?? 'png';
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}
