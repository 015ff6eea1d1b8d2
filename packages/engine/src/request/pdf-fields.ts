import { z } from 'zod';
import { LENGTH_PATTERN, LONGEST, parseLength } from './length.ts';
import { parseMargins } from './margins.ts';
import { metadata } from './metadata.ts';
import { isSide, parsePaper } from './paper.ts';
import { type Rule, sameThing } from './rule.ts';
import { watermark } from './watermark-field.ts';

const length = z
  .union([
    z.number().min(0).max(LONGEST),
    z
      .string()
      .max(20)
      .regex(LENGTH_PATTERN, 'must be a length such as "10mm", "0.4in" or 38')
      .refine((text) => !LENGTH_PATTERN.test(text) || parseLength(text) !== undefined, {
        error: `must be at most ${LONGEST} px`,
      }),
  ])
  .meta({ id: 'Length', description: 'CSS pixels, or text with a unit (px, pt, pc, in, cm, mm), such as "10mm".' });

const paper = z
  .string()
  .max(50)
  .refine((text) => parsePaper(text) !== undefined, {
    error: 'must be A0 to A6, Letter, Legal, Tabloid, Ledger, "auto", "{w}x{h}" or "{w}xauto" with units',
  })
  .refine(
    (text) => {
      const size = parsePaper(text);
      return !size || [size.width, size.height].every((side) => side === 'auto' || isSide(side));
    },
    { error: 'must have sides between 10 px and 14,400 pt' },
  );
const margins = z.union([
  z.number().min(0).max(LONGEST),
  z
    .string()
    .max(80)
    .refine((text) => parseMargins(text) !== undefined, {
      error: 'must be one to four lengths such as "10mm" or "1cm 2cm"',
    }),
  z
    .strictObject({
      top: length.optional(),
      right: length.optional(),
      bottom: length.optional(),
      left: length.optional(),
    })
    .meta({ id: 'Margins' }),
]);
const headerFooter = z
  .strictObject({
    source: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe(
        'HTML with `{{page}} {{total}} {{date}} {{title}} {{url}}`, `{{page | minus: 1}}` and named strings of the document (`{{strings.chapter}}`), or the URL of a file of it.',
      ),
    height: length.optional().describe('Room kept for it; by default the margin, grown to what it needs.'),
    start_at: z
      .int()
      .min(1)
      .default(1)
      .describe('The first page that shows it, as the whole document counts them. All pages keep its room.'),
    on: z
      .string()
      .max(200)
      .regex(
        /^(?:first|last|odd|even|not_first|[1-9]\d{0,5}(?:-(?:[1-9]\d{0,5})?)?(?:,[1-9]\d{0,5}(?:-(?:[1-9]\d{0,5})?)?){0,20})$/,
        'must be "first", "last", "odd", "even", "not_first", or page numbers such as "3-" or "1,4-6"',
      )
      .optional()
      .describe(
        'The pages that show it, beside `start_at`: `first`, `last` (of the PDF), `odd`, `even`, `not_first`, or numbers such as `3-` and `1,4-6`.',
      ),
    start_number: z
      .int()
      .min(0)
      .max(999_999)
      .optional()
      .describe(
        'The number of the first page that shows it; `{{page}}` and `{{total}}` count from there. Default: as the whole document counts.',
      ),
    inherit_css: z
      .boolean()
      .default(false)
      .describe(
        "Apply the document's style sheets and fonts, and `css`, to what is in it; also what `body` hands down.",
      ),
  })
  .meta({ id: 'HeaderOrFooter' });

/** A password as UTF-8 may have 127 bytes (ISO 32000-2, 7.6.4.3.3). */
const password = z
  .string()
  .min(1)
  .refine((value) => Buffer.byteLength(value) <= 127, { error: 'must have at most 127 bytes' });
const forbidden = (what: string) => z.boolean().default(false).describe(`Do not allow ${what}.`);
const protection = z
  .strictObject({
    user_password: password.optional().describe('Opens the document. Absent: everybody may read it.'),
    owner_password: password.optional().describe('Opens the document with every right. Absent: nobody has them.'),
    algorithm: z.enum(['aes-256']).default('aes-256').describe('AES-256, revision 6 (PDF 2.0).'),
    no_print: forbidden('printing'),
    no_copy: forbidden('copying text and images; reading aloud stays allowed'),
    no_modify: forbidden('changes'),
    no_annotate: forbidden('comments and filling in forms'),
    no_forms: forbidden('filling in forms'),
    no_assemble: forbidden('adding, turning and removing pages'),
  })
  .meta({ id: 'Protection' });

/** Options of PDF. */
export const pdfFields = {
  format: paper
    .optional()
    .describe(
      "Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4.",
    ),
  width: length.optional().describe('Width of the paper.'),
  height: length.optional().describe('Height of the paper.'),
  landscape: z
    .boolean()
    .optional()
    .describe(
      "Whether the paper lies on its long side, whatever the page's own `@page size` says. Default: as it says.",
    ),
  margin: margins
    .optional()
    .describe(
      'Margins: a length, "top right bottom left", or sides. A number is CSS pixels. `@page :first` and named pages keep their own. Default: the page\'s own `@page margin`, else 0.4in.',
    ),
  zoom: z.number().min(0.1).max(2).default(1).describe('Scale of the content.'),
  fit: z
    .enum(['width', 'none'])
    .default('width')
    .describe(
      'What happens to content that is wider than the paper: shrunk with all the rest (`width`), or cut off (`none`). With `width` a word of more than twice the width of the paper is broken instead; pages that name `@page` sizes of several widths are left as they are.',
    ),
  expand: z
    .boolean()
    .default(false)
    .describe('Show what boxes with scroll bars, text areas, frames and closed details hide.'),
  pages: z
    .string()
    .max(1_000)
    .regex(
      /^\s*[1-9]\d{0,5}(?:\s*-\s*[1-9]\d{0,5})?(?:\s*,\s*[1-9]\d{0,5}(?:\s*-\s*[1-9]\d{0,5})?)*\s*$/,
      'must be page numbers and ranges such as "1-3,6"; the first page is 1',
    )
    .optional()
    .describe('Pages to keep; numbers beyond the end are ignored.'),
  trim_blank_pages: z
    .enum(['none', 'last', 'all'])
    .optional()
    .describe(
      'Blank pages to leave out: those at the end (`last`, the default), all, or none. Not when `pages` chooses. A page with nothing but white space, or with a picture of one pixel, is blank; one that shows an element of `position: fixed` is not.',
    ),
  remove_blank: z
    .boolean()
    .optional()
    .describe('`true` says the same as `trim_blank_pages: "last"`, `false` the same as `"none"`.'),
  prefer_css_page_size: z
    .boolean()
    .default(false)
    .describe('Let `@page size` of the page win over `format`, `width` and `height`.'),
  prefer_css_page_margin: z.boolean().default(false).describe('Let `@page margin` of the page win over `margin`.'),
  disable_backgrounds: z.boolean().default(false).describe('Leave out background colors and images.'),
  header: headerFooter.optional().describe('Printed at the top of every page, or of those in `on`.'),
  footer: headerFooter.optional().describe('Printed at the bottom of every page, or of those in `on`.'),
  forms: z
    .boolean()
    .default(false)
    .describe(
      'Make inputs, text areas, selects, check boxes, radio buttons and `<input type="signature">` fields that can be filled in.',
    ),
  disable_links: z.boolean().default(false).describe('Leave out links; their text stays.'),
  metadata: metadata.optional().describe('What the document tells about itself, with entries of your own if you like.'),
  protection: protection
    .optional()
    .describe('Encrypt the document, with passwords and with what a reader may not do with it.'),
  deterministic: z.boolean().default(false).describe('Write no times, so that the same input gives the same bytes.'),
  watermark: watermark.optional().describe('Laid over every page; readers aloud pass it over.'),
  compression: z
    .enum(['lossless', 'images'])
    .default('lossless')
    .describe('`images` compresses pictures anew where that makes them smaller; they lose detail.'),
  image_dpi: z
    .int()
    .min(30)
    .max(1_200)
    .optional()
    .describe('Pixels per inch that pictures keep. Default: all that they have.'),
  tagged: z.boolean().default(true).describe('Write the structure tree that screen readers need.'),
  outline: z
    .boolean()
    .optional()
    .describe(
      'Write bookmarks from the headings. Default as `tagged`: a document without tags has none unless asked for.',
    ),
};

type PdfOptions = z.output<z.ZodObject<typeof pdfFields>>;

/** What options of PDF exclude or require of each other. */
export const pdfRules: readonly Rule<PdfOptions>[] = [
  {
    says: { width: 'Goes with `height`.', height: 'Goes with `width`.' },
    yields: ['width', 'height'],
    broken: ({ width, height }) =>
      (width === undefined) === (height === undefined)
        ? undefined
        : {
            pointer: width === undefined ? '/width' : '/height',
            detail: '"width" and "height" go together. Give both, or "format".',
          },
  },
  {
    says: { format: 'Not with `width` and `height`.', width: 'Not with `format`.', height: 'Not with `format`.' },
    yields: ['format', 'width', 'height'],
    broken: ({ format, width }) =>
      format === undefined || width === undefined
        ? undefined
        : {
            pointer: '/format',
            detail: '"format" and "width" with "height" are two ways to name the paper. Give one of them.',
          },
  },
  {
    says: { width: 'From 10 px to 14,400 pt.', height: 'From 10 px to 14,400 pt.' },
    broken: ({ width, height }) => {
      const wrong = Object.entries({ width, height }).find(
        ([, given]) => given !== undefined && !isSide(parseLength(given)),
      );
      return wrong && { pointer: `/${wrong[0]}`, detail: `"${wrong[0]}" must be between 10 px and 14,400 pt.` };
    },
  },
  {
    says: { landscape: 'Not with a `format` that is as tall as the content.' },
    broken: ({ format, landscape }) =>
      landscape === true && format !== undefined && parsePaper(format)?.height === 'auto'
        ? {
            pointer: '/landscape',
            detail: 'Paper that is as tall as its content cannot be turned. Leave out "landscape" or give a height.',
          }
        : undefined,
  },
  {
    says: { protection: 'Not with `deterministic`.', deterministic: 'Not with `protection`.' },
    // Never the other way: a template that encrypts its documents goes on to do so, whatever else is asked for.
    yields: ['deterministic'],
    broken: ({ protection, deterministic }) =>
      protection && deterministic
        ? {
            pointer: '/deterministic',
            detail: 'An encrypted document has random parts. Leave out "deterministic" or "protection".',
          }
        : undefined,
  },
  {
    says: { protection: 'Its two passwords must differ.' },
    broken: ({ protection: { user_password: user, owner_password: owner } = {} }) =>
      user !== undefined && user === owner
        ? {
            pointer: '/protection/owner_password',
            detail: 'With equal passwords every reader has every right. Choose another, or leave one out.',
          }
        : undefined,
  },
  sameThing({
    field: 'remove_blank',
    other: 'trim_blank_pages',
    disagree: ({ remove_blank: remove, trim_blank_pages: trim }) =>
      remove !== undefined && trim !== undefined && remove === (trim === 'none'),
  }),
];
