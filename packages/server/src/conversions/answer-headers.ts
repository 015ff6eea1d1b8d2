import type { OutputKind } from '@platen/engine';
import type { HeaderEntry } from '../http/endpoint.ts';

export interface AnswerHeader extends HeaderEntry {
  /** Kinds of result that have it. Default: all, also several results together. */
  readonly kinds?: readonly OutputKind[];
}

const DURATION = { type: 'integer', minimum: 0 } as const;

/** Headers of a finished conversion beside those of HTTP itself. */
export const HEADERS: readonly AnswerHeader[] = [
  {
    name: 'X-Request-Id',
    description: 'Names this request in the log. A client may choose it: 8 to 64 characters of A-Z a-z 0-9 . _ -.',
  },
  { name: 'X-Job-Id', description: 'Names this piece of work in the records of usage.' },
  {
    name: 'X-Credits-Cost',
    description:
      'Credits that the results cost: one for each 5 MB of a result that has begun. 0 with an answer that is replayed.',
    schema: { type: 'integer', minimum: 0 },
    optional: true,
  },
  {
    name: 'X-Credits-Used',
    description: 'Credits that were charged: the same, or 0 in the sandbox.',
    schema: { type: 'integer', minimum: 0 },
    optional: true,
  },
  {
    name: 'X-Credits-Remaining',
    description:
      'Credits that are left of those that the plan includes in this period. Not in the sandbox, nor where there is no limit.',
    schema: { type: 'integer', minimum: 0 },
    optional: true,
  },
  {
    name: 'X-Sandbox',
    description: '`true` if it was made in the sandbox, so that nobody takes text or Markdown for what was paid for.',
    schema: { type: 'string', enum: ['true'] },
    optional: true,
  },
  {
    name: 'X-Pages',
    description: 'Pages of the PDF.',
    schema: { type: 'integer', minimum: 1 },
    kinds: ['pdf'],
  },
  {
    name: 'X-Content-Mode',
    description:
      'Which part of the page was kept: `main` its main content, `auto` everything but navigation, cookie dialogs and advertising, `full` everything visible.',
    schema: { type: 'string', enum: ['auto', 'main', 'full'] },
    kinds: ['text', 'markdown'],
  },
  {
    name: 'X-Response-Status-Code',
    description: 'Status that the source answered, for `source.url`.',
    schema: { type: 'integer' },
    optional: true,
  },
  { name: 'X-Response-Duration', description: 'Milliseconds until the page had loaded.', schema: DURATION },
  {
    name: 'X-Render-Duration',
    description: 'Milliseconds until the result was there, without waiting for a slot.',
    schema: DURATION,
  },
  {
    name: 'X-Warnings',
    description: 'Number of warnings, then each code once: `0`, or `3; resource_failed, script_error`.',
  },
  {
    name: 'Server-Timing',
    description:
      'Milliseconds of each step, from the headers of the request to the answer (W3C Server Timing); docs/observability.md has their meaning.',
  },
  {
    name: 'RateLimit-Policy',
    description: 'Limits of the key: requests a minute, conversions at once (draft-ietf-httpapi-ratelimit-headers).',
    optional: true,
  },
  { name: 'RateLimit', description: 'What is left of each.', optional: true },
  ...['Limit', 'Remaining', 'Reset'].map((part) => ({
    name: `X-RateLimit-${part}`,
    description:
      `The limit of requests a minute in its older form. ${part === 'Reset' ? 'Unix time in seconds.' : ''}`.trim(),
    schema: { type: 'integer' },
    optional: true,
  })),
  {
    name: 'Content-Digest',
    description: 'SHA-256 of the body as it is sent: where that is compressed, of the compressed bytes (RFC 9530).',
  },
  {
    name: 'Unencoded-Digest',
    description: 'SHA-256 of the result, where it is sent compressed (draft-ietf-httpbis-unencoded-digest).',
    optional: true,
  },
  {
    name: 'Content-Disposition',
    description: 'Name of the result (RFC 6266): `attachment` with `download_name`, else `inline`. Not with JSON.',
    optional: true,
  },
];
