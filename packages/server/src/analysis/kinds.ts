import {
  type AnalystRequest,
  type AnyKind,
  evidence,
  includeEvidence,
  KINDS,
  type KindName,
  verification,
} from '@platen/analysis';
import { sharedFields } from '@platen/engine';
import { z } from 'zod';

/** The kinds of analysis as HTTP has them: where the text may come from besides, and what an answer has around it. */

export interface ServedKind extends AnyKind {
  readonly name: KindName;
  /** Where it is served. */
  readonly path: string;
  /** Name of its request in the reference and in generated clients. */
  readonly requestName: string;
  /** Whether it takes pages of bank statements. */
  readonly takesPages: boolean;
  /**
   * Requests. Members that are not known are ignored, and null is what is absent, as the specification's clients expect; spelling.ts
   * refuses known names in another spelling.
   */
  readonly requestSchema: z.ZodObject;
  readonly answerSchema: z.ZodType;
}

const LONGEST_NAME = 200;

const sources = {
  file: z
    .base64('must be base64 (RFC 4648, section 4)')
    .min(1)
    .optional()
    .describe('In place of the text: a PDF, in base64, or beside the part `request` of a form.'),
  source: sharedFields.source.describe(
    'In place of the text: an address of a page or a PDF, or HTML, whose text is read first. A key also needs the scope `convert:text`.',
  ),
  template_id: z
    .string()
    .max(LONGEST_NAME)
    .refine((text) => /\S/.test(text), 'must not be blank')
    .optional()
    .describe(
      'In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`.',
    ),
  data: sharedFields.data.describe('Variables of the template, stored or in `source.html`.'),
};

const documentText = z
  .string()
  .optional()
  .describe('With `includeEvidence`, of a document that was not sent as text: the text that was read.');

const count = z.int().min(0);

const pdf = z
  .object({ pages: z.int().min(1), pagesWithoutText: z.array(z.int().min(1)) })
  .meta({
    id: 'ReadPdf',
    description: 'Of a PDF: its pages, and the numbers of those without text, from 1. Pictures are not read.',
  })
  .optional();

const tokensUsed = z
  .object({ input: count, output: count, total: count })
  .meta({ id: 'TokensUsed', description: 'Tokens of the language model; zero where rules answered.' });

/** Kinds that take pages of the plan besides the operation. */
const TAKE_PAGES: ReadonlySet<KindName> = new Set(['bank-statement']);

export const SERVED_KINDS: readonly ServedKind[] = KINDS.map((kind) => ({
  ...kind,
  path: `/api/pdf/${kind.name}`,
  requestName: `${kind.name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Request`,
  takesPages: TAKE_PAGES.has(kind.name),
  requestSchema: kind.request.safeExtend({ ...sources, includeEvidence }),
  answerSchema: z.object({
    success: z.literal(true),
    ...kind.answer,
    verification,
    evidence,
    documentText,
    pdf,
    tokensUsed,
  }),
}));

/** What a thread is asked: the text, and the members of a request that are its kind's own. Its schema has checked them. */
export function requestTo(kind: ServedKind, text: string, fields: Readonly<Record<string, unknown>>): AnalystRequest {
  const own = Object.keys(kind.request.shape).filter((member) => member !== kind.textMember && member in fields);
  const options = Object.fromEntries(own.map((member) => [member, fields[member]]));
  return { kind: kind.name, text, includeEvidence: fields.includeEvidence === true, options } as AnalystRequest;
}
