import { z } from 'zod';
import { ApiError } from '../errors.ts';

const downloadName = z
  .string()
  .min(1)
  .max(10_000)
  .optional()
  .describe('Name under which a browser stores the result; the extension of its format is added.');

/** Fields that say how one result is answered. */
export const answerFields = {
  download_name: downloadName,
  response_type: z
    .enum(['binary', 'json', 'base64'])
    .optional()
    .describe(
      'The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes.',
    ),
  encode: z.boolean().optional().describe('`true` says the same as `response_type: "base64"`.'),
};

/** Fields that say how several results are answered. */
export const severalAnswerFields = {
  download_name: downloadName,
  response_type: z
    .enum(['json', 'multipart'])
    .default('json')
    .describe(
      'The answer is JSON with all results in it, or `multipart/mixed` (RFC 2046, section 5.1) with a part for each.',
    ),
};

export type AnswerFields = z.output<z.ZodObject<typeof answerFields>>;
export type SeveralAnswerFields = z.output<z.ZodObject<typeof severalAnswerFields>>;

/** @throws ApiError `invalid_request` when two fields contradict each other */
export function checkAnswerFields({ encode, response_type: type }: AnswerFields): void {
  if (encode === undefined || type === undefined || encode === (type === 'base64')) return;
  const detail = '"encode" contradicts "response_type". Give one of them.';
  throw new ApiError('invalid_request', { detail, issues: [{ pointer: '/encode', code: 'invalid_request', detail }] });
}
