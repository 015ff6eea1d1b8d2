import { z } from 'zod';
import { WARNINGS, type WarningCode } from '../warnings.ts';
import { accepts } from './accepts.ts';
import { areOnce, NOT_ONCE } from './headers-once.ts';
import { LIMITS } from './limits.ts';
import { type Rule, sameThing } from './rule.ts';

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

const side = z.int().min(1).max(LIMITS.imageSide);
const cssSelector = z.string().min(1).max(200);

const locale = z.string().max(35).refine(isLocale, { error: 'must be a language tag such as "de-CH" (BCP 47)' });
const timezone = z.string().max(64).refine(isTimeZone, { error: 'must be a time zone such as "Europe/Berlin"' });

function isLocale(tag: string): boolean {
  return accepts(() => Intl.getCanonicalLocales(tag)) && !/^x-|-x-/i.test(tag);
}

function isTimeZone(name: string): boolean {
  return accepts(() => new Intl.DateTimeFormat('en', { timeZone: name }));
}

/** Kinds of files that a page may be kept from. */
export const BLOCKED_RESOURCES = ['image', 'media', 'font', 'stylesheet', 'script', 'fetch'] as const;
export type BlockedResource = (typeof BLOCKED_RESOURCES)[number];

/** Names that browsers refuse on a cookie that may be sent in the clear. */
const SECURE_NAME = /^__(?:Host|Secure|Http|Host-Http)-/i;

/** How a page is loaded and waited for, whatever is made of it. */
export const loadFields = {
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
      cssSelector.describe('CSS selector of an element that has to become visible.'),
      z
        .strictObject({
          selector: cssSelector.describe('CSS selector.'),
          state: z.enum(['attached', 'visible', 'hidden']).default('visible').describe('What to wait for.'),
          timeout: z.number().min(0.001).max(30).optional().describe('Seconds. Default: 30.'),
        })
        .meta({ id: 'AwaitedElement' }),
    ])
    .optional()
    .describe('Waits up to 30 s until the element is there.'),
  virtual_time: z
    .boolean()
    .default(true)
    .describe('Run timers and animations of the page ahead by up to 2 s instead of waiting for them.'),
  wait_for_network: z
    .boolean()
    .default(true)
    .describe('Wait for what the script of the page asks the network for, up to 5 s.'),
  ignore_long_polling: z
    .boolean()
    .default(false)
    .describe('Wait for requests of the page for a second only: those that stay open have nothing for the result.'),
  lazy_load_images: z.boolean().default(true).describe('Load what the page loads or shows on scrolling only.'),
  viewport: z
    .union([
      z
        .string()
        .regex(/^\d{1,5}x\d{1,5}$/, 'must be "{width}x{height}" in pixels')
        .refine((size) => size.split('x').every((side) => Number(side) >= 1 && Number(side) <= LIMITS.imageSide), {
          error: `must have sides from 1 to ${LIMITS.imageSide}`,
        }),
      z
        .strictObject({ width: side, height: side, device_scale_factor: z.number().min(0.1).max(4).optional() })
        .meta({ id: 'Viewport' }),
    ])
    .optional()
    .describe('Size of the window in CSS pixels. Default 1280x1024; for PDF the content width of the paper.'),
  disable_javascript: z.boolean().default(false).describe('Do not run the scripts of the page.'),
  media: z.enum(['screen', 'print']).optional().describe('CSS medium; default screen.'),
  use_print: z.boolean().optional().describe('`true` says the same as `media: "print"`.'),
  http_headers: z
    .record(headerName, headerValue)
    .refine(areOnce, NOT_ONCE)
    .optional()
    .describe('Request headers for the origin of `source.url` only.'),
  cookies: z
    .array(
      z
        .strictObject({
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
          secure: z.boolean().optional().describe('Send it over https only.'),
          http_only: z.boolean().optional().describe('Hide it from the script of the page.'),
        })
        .refine(({ name, secure }) => secure === true || !SECURE_NAME.test(name), {
          path: ['name'],
          error: 'must come with "secure": true, since its prefix promises that (RFC 6265bis, section 4.1.3)',
        })
        .meta({ id: 'Cookie' }),
    )
    .max(100)
    .optional()
    .describe('Cookies for the host of `source.url`.'),
  auth: z
    .strictObject({ username: z.string().max(1_000), password: z.string().max(1_000) })
    .meta({ id: 'Credentials' })
    .optional()
    .describe('HTTP credentials for the origin of `source.url`.'),
  locale: locale.optional().describe('Language of the browser, for script and for the source, such as `de-CH`.'),
  timezone: timezone
    .optional()
    .describe('Time zone of the browser, such as `Europe/Berlin`. Default: that of the service.'),
  color_scheme: z
    .enum(['light', 'dark'])
    .optional()
    .describe('Answer to the media query `prefers-color-scheme`. Default light.'),
  reduced_motion: z
    .boolean()
    .default(false)
    .describe('Answer to the media query `prefers-reduced-motion`: `true` asks for less movement.'),
  user_agent: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^[\x20-\x7e]+$/, 'must be visible ASCII characters')
    .optional()
    .describe('Name of the browser, for script and for the source.'),
  disable_images: z.boolean().default(false).describe('Leave out images; their places stay.'),
  hide_selectors: z
    .union([cssSelector, z.array(cssSelector).max(100)])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .optional()
    .describe('CSS selectors of elements that are not shown and take no place.'),
  block_resources: z
    .array(z.enum(BLOCKED_RESOURCES))
    .max(BLOCKED_RESOURCES.length)
    .optional()
    .describe('Kinds of files that the page does not get.'),
  block_ads: z
    .boolean()
    .default(false)
    .describe('Ask nothing of hosts of advertising and visitor measurement, and hide the slots that stay empty.'),
  block_cookie_banners: z
    .boolean()
    .default(false)
    .describe('Hide questions for cookie consent, without an answer, and what they lay over the page.'),
  allow_error_status: z
    .boolean()
    .optional()
    .describe('Render the page even when the source answers 4xx or 5xx. Default false.'),
  raise_for_status: z.boolean().optional().describe('`false` says the same as `allow_error_status: true`.'),
  strict: z.boolean().default(false).describe('Fail instead of warning when something of the page is missing.'),
  fail_on: z
    .array(z.enum(Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]]))
    .max(100)
    .optional()
    .describe('Warnings that are an error; `strict` stands for those that mean that something is missing.'),
};

type LoadOptions = z.output<z.ZodObject<typeof loadFields>>;

/** What these options exclude or require of each other. */
export const loadRules: readonly Rule<LoadOptions>[] = [
  sameThing({
    field: 'use_print',
    other: 'media',
    disagree: ({ use_print: usePrint, media }) =>
      usePrint !== undefined && media !== undefined && usePrint !== (media === 'print'),
  }),
  sameThing({
    field: 'raise_for_status',
    other: 'allow_error_status',
    disagree: ({ raise_for_status: raise, allow_error_status: allow }) => raise !== undefined && raise === allow,
  }),
  {
    says: {
      ignore_long_polling: 'Needs `wait_for_network`.',
      wait_for_network: '`false` excludes `ignore_long_polling`.',
    },
    yields: ['wait_for_network', 'ignore_long_polling'],
    broken: ({ wait_for_network: waits, ignore_long_polling: ignores }) =>
      waits || !ignores
        ? undefined
        : {
            pointer: '/ignore_long_polling',
            detail: '"ignore_long_polling" needs "wait_for_network". Leave one of them out.',
          },
  },
];
