import { z } from 'zod';
import { LENGTH_PATTERN, LONGEST, parseLength } from './length.ts';
import { LIMITS } from './limits.ts';
import { parseMargins } from './margins.ts';
import { metadataFaults } from './metadata.ts';
import { isSide, parsePaper } from './paper.ts';
import { imageAddress, WATERMARK_COLOR } from './watermark.ts';

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
    source: z.string().min(1).max(1_000_000).describe('HTML with `{{page}} {{total}} {{date}} {{title}} {{url}}`.'),
    height: length.optional().describe('Room kept for it; by default the margin, grown to what it needs.'),
    start_at: z
      .int()
      .min(1)
      .default(1)
      .describe('The first page that shows it, as the whole document counts them. All pages keep its room.'),
    inherit_css: z
      .boolean()
      .default(false)
      .describe(
        "Apply the document's style sheets and fonts, and `css`, to what is in it; also what `body` hands down.",
      ),
  })
  .meta({ id: 'HeaderOrFooter' });

const text = (description: string) => z.string().min(1).max(2_000).optional().describe(description);
const metadata = z
  .object({
    title: text("Title; the page's own by default. Readers show it in their window."),
    author: text('Who wrote it.'),
    subject: text('What it is about.'),
    keywords: text('Words to find it by, parted by commas.'),
    creator: text('The program that the document comes from.'),
  })
  .catchall(z.string().min(1).max(2_000))
  .superRefine((entries, context) => {
    for (const { name, message } of metadataFaults(Object.keys(entries))) {
      context.addIssue({ code: 'custom', path: name === undefined ? [] : [name], message });
    }
  })
  .meta({
    id: 'PdfMetadata',
    description:
      'Beside these fields it may have entries of your own: at most 50 in all, with names of up to 64 letters, digits, spaces and `-_.`, and texts of up to 2,000 characters.',
  });

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

const watermark = z
  .strictObject({
    text: z.string().min(1).max(1_000).optional().describe('Words; lines are kept.'),
    image: z
      .string()
      .max(10_000_000)
      .refine((image) => accepts(() => imageAddress(image)), { error: 'must be a URL or a picture as Base64' })
      .optional()
      .describe('A picture: its http or https URL, a data URL, or Base64. It has its own size at 96 pixels per inch.'),
    source: z
      .string()
      .max(14_000_000)
      .refine((source) => isWatermarkSource(source), { error: 'must be an http or https URL, or a PDF as Base64' })
      .optional()
      .describe(
        'A letterhead, for example: the http or https URL of a PDF (its first page) or of a picture, or a PDF as Base64. A PDF has at most 10 MB, a picture 5 MB.',
      ),
    font_size: z.number().min(5).max(300).default(16).describe('Points.'),
    font_family: z.enum(['Helvetica', 'Times', 'Courier']).default('Helvetica').describe('Font of `text`.'),
    font_color: z
      .string()
      .regex(WATERMARK_COLOR, 'must be a colour such as "#c00", "red" or "rgb(200, 0, 0)"')
      .default('#000000')
      .describe('Color of `text`.'),
    font_opacity: z.number().min(0).max(100).default(100).describe('0 (invisible) to 100, for pictures and PDFs too.'),
    font_bold: z.boolean().default(false).describe('Bold `text`.'),
    font_italic: z.boolean().default(false).describe('Slanted `text`.'),
    offset_x: z
      .union([z.number().min(-10_000).max(20_000), z.enum(['left', 'center', 'right'])])
      .default('center')
      .describe('Points from the left edge of the page, or where it is aligned.'),
    offset_y: z
      .union([z.number().min(-10_000).max(20_000), z.enum(['top', 'middle', 'bottom'])])
      .default('middle')
      .describe('Points from the top edge of the page, or where it is aligned.'),
    rotate: z.number().min(-360).max(360).optional().describe('Degrees clockwise. Default -45; 0 for `source`.'),
    behind: z.boolean().default(false).describe('Under the content instead of over it.'),
  })
  .refine(({ text, image, source }) => [text, image, source].filter((kind) => kind !== undefined).length === 1, {
    error: 'must have exactly one of "text", "image" and "source"',
  })
  .meta({ id: 'Watermark' });

/** A URL as long as that of a document may be, or Base64 that begins as a PDF does. */
function isWatermarkSource(source: string): boolean {
  if (/^\s*https?:\/\//i.test(source)) return source.length <= LIMITS.urlLength && URL.canParse(source.trim());
  return /^(?:data:application\/pdf;base64,)?JVBER/.test(source);
}

function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** Options of PDF. */
export const pdfFields = {
  format: paper
    .optional()
    .describe(
      "Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4.",
    ),
  width: length.optional().describe('Width of the paper; with `height` instead of `format`.'),
  height: length.optional().describe('Height of the paper; with `width` instead of `format`.'),
  landscape: z.boolean().default(false).describe('Turn the paper.'),
  margin: margins
    .optional()
    .describe(
      'Margins: a length, "top right bottom left", or sides. A number is CSS pixels. Default: the page\'s own `@page margin`, else 0.4in.',
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
  disable_backgrounds: z.boolean().default(false).describe('Leave out background colors and images.'),
  header: headerFooter.optional().describe('Printed at the top of every page.'),
  footer: headerFooter.optional().describe('Printed at the bottom of every page.'),
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
