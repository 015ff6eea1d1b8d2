import { z } from 'zod';
import { accepts } from './accepts.ts';
import { LIMITS } from './limits.ts';
import { imageAddress, isColor } from './watermark.ts';

/** What is laid over every page of a PDF. */
export const watermark = z
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
      .max(80)
      .refine(isColor, { error: 'must be a color such as "#c00", "red" or "rgb(200, 0, 0)"' })
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
