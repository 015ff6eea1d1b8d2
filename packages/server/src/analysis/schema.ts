import { sharedFields } from '@platen/engine';
import { z } from 'zod';

/**
 * Requests of the analyses. Members that are not known are ignored, and null is what is absent, as the specification's
 * clients expect.
 */

const MOST_TURNS = 50;
const MOST_FIELDS = 50;
const LONGEST_QUESTION = 10_000;
const LONGEST_TURN = 20_000;
const LONGEST_NAME = 200;

const nonBlank = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => /\S/.test(text), 'must not be blank');

const shared = {
  source: sharedFields.source.describe(
    'In place of the text: an address or HTML, whose text is read first. A key also needs the scope `convert:text`.',
  ),
  template_id: nonBlank(LONGEST_NAME)
    .optional()
    .describe(
      'In place of the text: a stored template, by its slug or id, filled with `data`. A key also needs the scope `convert:text`.',
    ),
  data: sharedFields.data.describe('Variables of the template, stored or in `source.html`.'),
  includeEvidence: z
    .boolean()
    .default(false)
    .describe('Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units.'),
};

const documentText = z
  .string()
  .optional()
  .describe('Text of the document, at most 2,000,000 characters; form feeds separate its pages.');
const text = documentText;

export const summarizeRequest = z.object({
  text,
  summaryType: z
    .enum(['brief', 'standard', 'detailed'])
    .default('standard')
    .describe('How long: 2 to 3, 5 to 7, or 10 to 15 sentences.'),
  ...shared,
});

export const chatRequest = z.object({
  documentText,
  question: nonBlank(LONGEST_QUESTION).describe('What is asked of the document.'),
  conversationHistory: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string().max(LONGEST_TURN) }))
    .max(MOST_TURNS)
    .default([])
    .describe('What was asked and answered before, the oldest first; at most 50 turns.'),
  ...shared,
});

export const translateRequest = z.object({
  text,
  targetLanguage: nonBlank(LONGEST_NAME).describe('Name of a language, such as `German`.'),
  sourceLanguage: z
    .string()
    .max(LONGEST_NAME)
    .optional()
    .describe('Name of the language of the text. Default: found out.'),
  preserveFormatting: z.boolean().default(true).describe('Keeps line breaks, lists and markup as they are.'),
  ...shared,
});

export const extractRequest = z
  .object({
    documentText,
    extractionType: z
      .enum(['auto', 'contacts', 'tables', 'dates', 'amounts', 'custom'])
      .default('auto')
      .describe('What to look for; `auto` looks for all of it, `custom` for `customFields` only.'),
    customFields: z
      .array(nonBlank(LONGEST_NAME))
      .max(MOST_FIELDS)
      .optional()
      .describe(
        'Names of values to look for, at most 50. `custom` needs them; with other types they are added as `fields`.',
      ),
    ...shared,
  })
  .refine(({ extractionType, customFields = [] }) => extractionType !== 'custom' || customFields.length > 0, {
    path: ['customFields'],
    error: 'must name what to look for when "extractionType" is "custom"',
  });

export const invoiceRequest = z.object({ documentText, ...shared });

export const receiptRequest = z.object({ documentText, ...shared });

export const statementRequest = z.object({
  documentText,
  bankName: z.string().max(LONGEST_NAME).optional().describe('The bank, if it is known. Default: looked for.'),
  accountType: z.string().max(LONGEST_NAME).optional().describe('The kind of account, if it is known.'),
  ...shared,
});
