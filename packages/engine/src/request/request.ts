import { z } from 'zod';
import { LENGTH_PATTERN } from './pdf/length.ts';
import { LARGEST_SIDE, parsePaper, SMALLEST_SIDE } from './pdf/paper.ts';

/**
 * The one schema of a conversion. The HTTP API, the CLI and the reference documentation all take their fields,
 * limits and descriptions from here.
 */

export const OUTPUT_FORMATS = ['pdf', 'png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Limits that hold whatever the caller asks for. */
export const LIMITS = {
  /** Characters of a URL. */
  urlLength: 8_192,
  /** CSS pixels of one side of the viewport, and device pixels of one side of an image. */
  imageSide: 16_384,
  /** Device pixels of an image. */
  imageArea: 64_000_000,
  /** Pages of a PDF. */
  pages: 2_000,
} as const;

const name = (text: string) => z.string().max(200).describe(text);
const length = (text: string) =>
  z
    .union([
      z.number().min(0).max(100_000),
      z.string().max(20).regex(LENGTH_PATTERN, 'must be a length such as "10mm", "0.4in" or 38'),
    ])
    .describe(text);

const url = z.string().min(1).max(LIMITS.urlLength);

const source = z.union([
  z.string().min(1).describe('A URL if it begins with http:// or https://, else HTML.'),
  z.strictObject({
    url: url.optional().describe('Page to render; http or https.'),
    html: z.string().min(1).optional().describe('HTML to render. With `data` it is a Liquid template.'),
    base_url: url.optional().describe('Address that relative links, images and scripts of `html` refer to.'),
  }),
]);

const inputFields = {
  source: source.optional().describe('What to convert: an address or HTML.'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Variables for the Liquid placeholders of `source.html`.'),
};

/** Headers that belong to the connection or to the browser, so that a request cannot set them. */
const FORBIDDEN_HEADER =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|sec-.*|cookie|date|via)$/i;
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name (RFC 9110, section 5.1)')
  .refine((header) => !FORBIDDEN_HEADER.test(header), { error: 'cannot be set; for cookies use the field "cookies"' });
const headerValue = z
  .string()
  .max(8_192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be visible Latin-1 characters without line breaks');
const globalFunction = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/, 'must be the name of a global function, for example "isReady"');

const loadFields = {
  css: z.string().max(1_000_000).optional().describe('Style sheet to add: CSS code or the URL of a file.'),
  javascript: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('Script to run after the page has loaded: code or the URL of a file.'),
  delay: z.int().min(0).max(10_000).default(0).describe('Milliseconds to wait, in real time, before capturing.'),
  timeout: z
    .int()
    .min(1)
    .max(900)
    .optional()
    .describe('Seconds after which loading and waiting end without an error; the page is captured as it is then.'),
  wait_for: globalFunction
    .optional()
    .describe('Name of a global function; waits up to 30 s until it returns a truthy value.'),
  wait_for_selector: z
    .union([
      name('CSS selector of an element that has to become visible.').min(1),
      z.strictObject({
        selector: name('CSS selector.').min(1),
        state: z.enum(['attached', 'visible', 'hidden']).default('visible').describe('What to wait for.'),
      }),
    ])
    .optional()
    .describe('Waits up to 30 s until the element is there.'),
  virtual_time: z
    .boolean()
    .default(true)
    .describe('Run timers and animations of the page ahead by up to 2 s instead of waiting for them.'),
  disable_javascript: z.boolean().default(false).describe('Do not run the scripts of the page.'),
  media: z.enum(['screen', 'print']).optional().describe('CSS medium; default screen.'),
  use_print: z.boolean().optional().describe('`true` says the same as `media: "print"`.'),
  http_headers: z
    .record(headerName, headerValue)
    .optional()
    .describe('Request headers for the origin of `source.url` only.'),
  cookies: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'must be a cookie name (RFC 6265, section 4.1.1)'),
        value: z
          .string()
          .max(4_096)
          .regex(
            /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/,
            'must be cookie octets (RFC 6265, section 4.1.1); encode other characters',
          ),
        secure: z.boolean().optional(),
        http_only: z.boolean().optional(),
      }),
    )
    .max(100)
    .optional()
    .describe('Cookies for the host of `source.url`.'),
  auth: z
    .strictObject({ username: z.string().max(1_000), password: z.string().max(1_000) })
    .optional()
    .describe('HTTP credentials for the origin of `source.url`.'),
  allow_error_status: z.boolean().default(false).describe('Render the page even when the source answers 4xx or 5xx.'),
  strict: z.boolean().default(false).describe('Fail instead of warning when something of the page is missing.'),
};

const paper = z
  .string()
  .max(50)
  .refine((text) => parsePaper(text) !== undefined, {
    error: 'must be A0 to A6, Letter, Legal, Tabloid, Ledger, "auto", "{w}x{h}" or "{w}xauto" with units',
  })
  .refine(
    (text) => {
      const size = parsePaper(text);
      return (
        !size ||
        [size.width, size.height].every((side) => side === 'auto' || (side >= SMALLEST_SIDE && side <= LARGEST_SIDE))
      );
    },
    { error: 'must have sides between 10 px and 14,400 pt' },
  );
const margins = z.union([
  length('All four sides.'),
  z
    .string()
    .max(80)
    .regex(/^\S+(?:\s+\S+){1,3}$/, 'must be one to four lengths'),
  z.strictObject({
    top: length('').optional(),
    right: length('').optional(),
    bottom: length('').optional(),
    left: length('').optional(),
  }),
]);
const band = z.strictObject({
  source: z.string().min(1).max(1_000_000).describe('HTML with `{{page}} {{total}} {{date}} {{title}} {{url}}`.'),
  height: length('Room kept for it; by default the margin, grown to what it needs.').optional(),
});

const pdfFields = {
  format: paper
    .optional()
    .describe(
      "Paper: A0 to A6, Letter, Legal, Tabloid, Ledger, `{w}x{h}`, `{w}xauto` or `auto` (one page as tall as the content). Default: the page's own `@page size`, else A4.",
    ),
  width: length('Width of the paper; with `height` instead of `format`.').optional(),
  height: length('Height of the paper; with `width` instead of `format`.').optional(),
  landscape: z.boolean().default(false).describe('Turn the paper.'),
  margin: margins
    .optional()
    .describe(
      'Margins: a length, "top right bottom left", or sides. A number is CSS pixels. Default: the page\'s own `@page margin`, else 0.4in.',
    ),
  zoom: z.number().min(0.1).max(2).default(1).describe('Scale of the content.'),
  pages: z
    .string()
    .max(1_000)
    .regex(
      /^\s*\d{1,6}(?:\s*-\s*\d{1,6})?(?:\s*,\s*\d{1,6}(?:\s*-\s*\d{1,6})?)*\s*$/,
      'must be page numbers and ranges such as "1-3,6"',
    )
    .optional()
    .describe('Pages to keep; numbers beyond the end are ignored.'),
  prefer_css_page_size: z
    .boolean()
    .default(false)
    .describe('Let `@page size` of the page win over `format`, `width` and `height`.'),
  disable_backgrounds: z.boolean().default(false).describe('Leave out background colours and images.'),
  header: band.optional().describe('Printed at the top of every page.'),
  footer: band.optional().describe('Printed at the bottom of every page.'),
  tagged: z.boolean().default(true).describe('Write the structure tree that screen readers need.'),
  outline: z.boolean().default(true).describe('Write bookmarks from the headings; needs `tagged`.'),
};

const side = z.int().min(1).max(LIMITS.imageSide);
const imageFields = {
  target_format: z
    .string()
    .regex(/^(?:png|jpe?g|webp)$/i, 'must be png, jpeg or webp')
    .optional()
    .describe('Image format: png, jpeg or webp, in any case. Default: from the Accept header, else png.'),
  viewport: z
    .union([
      z
        .string()
        .regex(/^\d{1,5}x\d{1,5}$/, 'must be "{width}x{height}" in pixels')
        .refine((size) => size.split('x').every((side) => Number(side) >= 1 && Number(side) <= LIMITS.imageSide), {
          error: `must have sides from 1 to ${LIMITS.imageSide}`,
        }),
      z.strictObject({ width: side, height: side, device_scale_factor: z.number().min(0.1).max(4).optional() }),
    ])
    .optional()
    .describe(
      'Size of the window in CSS pixels. Default 1280x1024 for images; the content width of the paper for PDF.',
    ),
  fullpage: z.boolean().default(false).describe('Capture the whole page instead of the window.'),
  css_selector: z.string().min(1).max(1_000).optional().describe('Capture the first element that matches.'),
  clip: z
    .strictObject({
      x: z.number().min(0).max(1e6),
      y: z.number().min(0).max(1e6),
      width: z.number().min(1).max(LIMITS.imageSide),
      height: z.number().min(1).max(LIMITS.imageSide),
    })
    .optional()
    .describe('Capture this part of the page, in CSS pixels.'),
  quality: z.int().min(1).max(100).optional().describe('Quality of jpeg and webp; default 80.'),
  dpi: z.int().min(1).max(4).optional().describe('Device pixels per CSS pixel.'),
  transparent: z.boolean().default(false).describe("Keep the page's missing background transparent (png, webp)."),
  omit_background: z.boolean().optional().describe('Says the same as `transparent`.'),
};

export const conversionRequest = z.strictObject({ ...inputFields, ...loadFields, ...pdfFields, ...imageFields });

/** A valid request with its defaults filled in, as every part of the engine reads it. */
export type ConversionRequest = z.output<typeof conversionRequest>;

/** Options that have an effect on one kind of output only; on the other they are accepted with a warning. */
export const PDF_OPTIONS = Object.keys(pdfFields);
export const IMAGE_OPTIONS = Object.keys(imageFields).filter((option) => option !== 'viewport');
