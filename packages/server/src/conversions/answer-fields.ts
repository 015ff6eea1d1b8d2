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
      'The answer is the bytes of the result, JSON with the result and its warnings in it, or the bytes as base64 text. Default: the bytes; JSON for text and Markdown with `chunking`, `include` or `elements`.',
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

/** What text and Markdown have beside the content that only JSON can hold. */
export interface Beside {
  readonly chunking: 'none' | 'headings';
  readonly include: readonly string[];
  readonly elements?: readonly string[] | undefined;
}

/** The option that needs JSON as the answer; `undefined` when none was given. */
const besideContent = ({ chunking, include, elements = [] }: Beside): ('chunking' | 'include' | 'elements')[] => [
  ...(chunking === 'none' ? [] : (['chunking'] as const)),
  ...(include.length > 0 ? (['include'] as const) : []),
  ...(elements.length > 0 ? (['elements'] as const) : []),
];

/**
 * The form of the answer with one result: what stands beside text and Markdown needs JSON.
 * @throws ApiError `invalid_request` when another form was asked for
 */
export function withResponseType(fields: AnswerFields, beside: Beside | undefined): AnswerFields {
  const [option] = beside ? besideContent(beside) : [];
  if (option === undefined) return fields;
  if (fields.response_type === 'json') return fields;
  if (fields.response_type === undefined && !fields.encode) return { ...fields, response_type: 'json' };
  const pointer = fields.response_type === undefined ? '/encode' : '/response_type';
  throw needsJson(option, pointer, `Leave out "${pointer.slice(1)}", or "${option}".`);
}

/** @throws ApiError `invalid_request` when something stands beside one of several results that are no JSON */
export function checkSeveralAnswer({ response_type: type }: SeveralAnswerFields, outputs: readonly Beside[]): void {
  const [option] = outputs.flatMap(besideContent);
  if (option === undefined || type === 'json') return;
  throw needsJson(option, '/response_type', `Set "response_type" to "json", or leave out "${option}".`);
}

function needsJson(option: string, pointer: string, remedy: string): ApiError {
  const detail = `What "${option}" asks for is answered as JSON only. ${remedy}`;
  return new ApiError('invalid_request', { detail, issues: [{ pointer, code: 'invalid_request', detail }] });
}

/** Names of the fields that say how one result is answered, where the answer is a job or a link: what is kept is its bytes. */
export function unusedAnswerFields(
  { encode, response_type: type }: AnswerFields,
  beside: Beside | undefined,
): string[] {
  const isUsed = type === undefined || type === 'binary';
  return [
    ...(encode === true ? ['encode'] : []),
    ...(isUsed ? [] : ['response_type']),
    ...(beside ? besideContent(beside) : []),
  ];
}

/** The same of several results. */
export const unusedSeveralFields = (
  { response_type: type }: SeveralAnswerFields,
  outputs: readonly Beside[],
): string[] => [
  ...(type === 'multipart' ? ['response_type'] : []),
  ...new Set(outputs.flatMap((output) => besideContent(output))),
];

export type AnswerFields = z.output<z.ZodObject<typeof answerFields>>;
export type SeveralAnswerFields = z.output<z.ZodObject<typeof severalAnswerFields>>;

/** @throws ApiError `invalid_request` when two fields contradict each other */
export function checkAnswerFields({ encode, response_type: type }: AnswerFields): void {
  if (encode === undefined || type === undefined || encode === (type === 'base64')) return;
  const detail = '"encode" contradicts "response_type". Give one of them.';
  throw new ApiError('invalid_request', { detail, issues: [{ pointer: '/encode', code: 'invalid_request', detail }] });
}
