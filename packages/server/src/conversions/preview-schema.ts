import { z } from 'zod';
import { validateTemplateRequest, validationAnswer } from '../templates/schema.ts';
import { warning } from './answer-schema.ts';

/** What a preview of a template is asked for by, and answered with. */

/** Pages of one answer. */
const MOST_PAGES = 20;

/** Which pages are drawn, and how large. */
const wanted = {
  first_page: z.int().min(1).max(100_000).default(1).describe('The first page that is drawn, from 1.'),
  most_pages: z.int().min(1).max(MOST_PAGES).default(5).describe('How many pages are drawn at most.'),
  width: z.int().min(100).max(1_000).default(800).describe('Pixels across; a page that is very tall is drawn smaller.'),
};

export const pdfPreviewRequest = z.strictObject({
  file: z.base64('must be base64 (RFC 4648, section 4)').describe('The PDF, base64.'),
  ...wanted,
});

export const previewRequest = validateTemplateRequest.extend({
  template_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Slug or id of the stored template that is worked on: its files are there, and the rest of it is not used.',
    ),
  ...wanted,
});

const page = z.strictObject({
  page: z.int().describe('Its number, from 1.'),
  paper: z.strictObject({ width: z.number(), height: z.number() }).describe('Millimeters, rounded to tenths.'),
  width: z.int().describe('Pixels.'),
  height: z.int(),
  png: z.string().describe('The picture: PNG in base64.'),
});

const run = z.strictObject({
  text: z.string(),
  box: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .describe('Left, top, width and height in parts of the page.'),
});

const document = z.strictObject({
  pages: z.int().describe('Pages of the whole document.'),
  drawn: z.array(page),
  warnings: z.array(warning).describe('What is wrong with the document: what is cut off, shrunk, missing.'),
  duration: z.int().describe('Milliseconds that it took.'),
});

export const pdfPreviewAnswer = z.strictObject({
  success: z.literal(true),
  preview: document.pick({ pages: true, drawn: true }),
});

export const previewAnswer = validationAnswer.extend({
  preview: document
    .extend({
      drawn: z.array(page.extend({ runs: z.array(run).optional().describe('Its text, and where it stands.') })),
    })
    .nullable()
    .describe('The document; null if `errors` says why there is none.'),
});
