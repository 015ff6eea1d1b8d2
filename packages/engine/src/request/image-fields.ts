import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { loadFields } from './load-fields.ts';
import { type Rule, sameThing } from './rule.ts';

/** Options of images. */
export const imageFields = {
  target_format: z
    .string()
    .regex(/^(?:png|jpe?g|webp)$/i, 'must be png, jpeg or webp')
    .optional()
    .describe('Image format: png, jpeg or webp, in any case. Default: from the Accept header, else png.'),
  fullpage: z.boolean().default(false).describe('Capture the whole page instead of the window.'),
  css_selector: z.string().min(1).max(1_000).optional().describe('Capture the first element that matches.'),
  clip: z
    .strictObject({
      x: z.number().min(0).max(1e6),
      y: z.number().min(0).max(1e6),
      width: z.number().min(1).max(LIMITS.imageSide),
      height: z.number().min(1).max(LIMITS.imageSide),
    })
    .meta({ id: 'Clip' })
    .optional()
    .describe('Capture this part of the page, in CSS pixels.'),
  quality: z.int().min(1).max(100).optional().describe('Quality of jpeg and webp; default 80.'),
  dpi: z.int().min(1).max(4).optional().describe('Device pixels per CSS pixel.'),
  resize: z
    .strictObject({
      width: z.int().min(1).max(LIMITS.imageSide).optional(),
      height: z.int().min(1).max(LIMITS.imageSide).optional(),
      fit: z
        .enum(['contain', 'cover'])
        .default('contain')
        .describe(
          'Within the size (`contain`), or all over it, with what is too much cut off on both sides (`cover`).',
        ),
    })
    .refine(({ width, height }) => width !== undefined || height !== undefined, {
      error: 'must have a width, a height or both',
    })
    .refine(({ width, height, fit }) => fit === 'contain' || (width !== undefined && height !== undefined), {
      error: 'must have a width and a height to cover',
    })
    .meta({ id: 'Resize' })
    .optional()
    .describe('Size of the image in pixels; it keeps its proportions and is drawn anew, so that text stays sharp.'),
  transparent: z.boolean().default(false).describe("Keep the page's missing background transparent (png, webp)."),
  omit_background: z.boolean().optional().describe('Says the same as `transparent`.'),
};

type ImageOptions = z.output<z.ZodObject<typeof imageFields & Pick<typeof loadFields, 'viewport'>>>;

/** Each captures another part of the page. */
const AREAS = ['fullpage', 'css_selector', 'clip'] as const;

/** What options of images exclude of each other, and of the window. */
export const imageRules: readonly Rule<ImageOptions>[] = [
  {
    says: {
      dpi: 'Must not contradict `viewport.device_scale_factor`.',
      viewport: 'Its `device_scale_factor` must not contradict `dpi`.',
    },
    broken: ({ dpi, viewport }) => {
      const scale = typeof viewport === 'object' ? viewport.device_scale_factor : undefined;
      return scale === undefined || dpi === undefined || scale === dpi
        ? undefined
        : { pointer: '/dpi', detail: '"dpi" contradicts "viewport.device_scale_factor". Give one of them.' };
    },
  },
  sameThing({
    field: 'omit_background',
    other: 'transparent',
    disagree: ({ omit_background: omitBackground, transparent }) => transparent && omitBackground === false,
  }),
  {
    says: {
      fullpage: 'Not with `css_selector` or `clip`.',
      css_selector: 'Not with `fullpage` or `clip`.',
      clip: 'Not with `fullpage` or `css_selector`.',
    },
    yields: AREAS,
    broken: (options) => {
      const [, second] = AREAS.filter((area) => options[area] !== undefined && options[area] !== false);
      return second && { pointer: `/${second}`, detail: 'Give at most one of "fullpage", "css_selector" and "clip".' };
    },
  },
];
