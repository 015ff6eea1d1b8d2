import type { Navigation } from '../page/navigation.ts';
import type { ReadyReport } from '../page/ready.ts';
import type { loadFields } from '../request/load-fields.ts';
import { type ConversionRequest, kindOf } from '../request/request.ts';
import { isTransparent } from '../request/several.ts';
import type { Job } from './job.ts';
import { isStatic } from './static-document.ts';

/**
 * Which documents may be converted in a page that has shown others of their organization, and leave it to the next
 * (docs/adr/0023). Two looks: before, at what the request says; after, at what the page did.
 */

/** Characters of HTML beyond which a document gets a page of its own. */
const LONGEST = 1_000_000;
/** The same for elements: what a page has held it does not give back at once. */
const MOST_ELEMENTS = 5_000;

type LoadField = keyof typeof loadFields;

/**
 * Whether a document keeps its page to itself when the request has the option. What runs script, holds credentials, or changes more of the process than the
 * page (time zone, language) does; what DevTools undo when their session ends does not.
 */
const ALONE = {
  auth: true,
  cookies: true,
  http_headers: true,
  javascript: true,
  wait_for: true,
  locale: true,
  timezone: true,
  user_agent: true,
  block_ads: true,
  block_cookie_banners: true,
  allow_error_status: false,
  raise_for_status: false,
  block_resources: false,
  color_scheme: false,
  css: false,
  delay: false,
  disable_images: false,
  disable_javascript: false,
  fail_on: false,
  hide_selectors: false,
  ignore_long_polling: false,
  lazy_load_images: false,
  media: false,
  reduced_motion: false,
  strict: false,
  timeout: false,
  use_print: false,
  viewport: false,
  virtual_time: false,
  wait_for_network: false,
  wait_for_selector: false,
} as const satisfies Record<LoadField, boolean>;

const isSet = (value: unknown): boolean => value !== undefined && value !== false;
const ALONE_FIELDS = (Object.keys(ALONE) as LoadField[]).filter((field) => ALONE[field]);

/** Whether a job may have a page that others have used, and leave it to others. */
export function mayReuse({ input, request: { options, outputs } }: Job): boolean {
  if (input.kind !== 'html' || input.baseUrl !== undefined || input.files !== undefined) return false;
  if (input.html.length > LONGEST) return false;
  const all = [options, ...outputs.map((output) => output.options)];
  if (all.some((given) => ALONE_FIELDS.some((field) => isSet(given[field])))) return false;
  return [input.html, ...all.flatMap(sourcesOf)].every(isStatic);
}

/** What needs frames: motion (declarations, since texts have the words too), focus, and what is laid out, or loaded, once it has been seen. */
const SEEN =
  /keyframes|starting-style|(?:animation|transition)[\w-]{0,30}\s{0,9}(?::|\/\*)|marquee|autofocus|(?:content|position)-visibility|scroll-timeline|view-timeline|srcset|@import|<image\b/i;
/** Where a file is named, and what may be there: pictures that stand still, fonts, and parts of the document. Drawings (SVG) may move. */
const FILE = /\b(?:src|background)\s{0,9}=|url\(|image-set\(/gi;
const STILL =
  /^\s{0,9}["']?\s{0,9}(?:#|data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp)|font\/[\w-]{1,20}|application\/(?:x-)?font[\w-]{0,20})[;,])/i;
/**
 * The address of a picture in `src` or `background`: what loads from elsewhere is looked at when it has come (`Pictures`). Written without references to characters, which could
 * make it one that has the picture in itself.
 */
const PICTURE = /^\s{0,9}(?:["']?(?:https?:)?\/\/|"[\w.%/-]{1,300}["?#]|'[\w.%/-]{1,300}['?#]|[\w.%/-]{1,300}[\s>?#])/i;
/** The address of a font, in CSS: fonts are laid out and waited for without being drawn. */
const FONT = /^\s{0,9}["']?[^"'()?#\s]{1,400}\.(?:woff2?|[ot]tf|eot)(?:[?#][^"'()\s]{0,100})?["']?\s{0,9}\)/i;
/** Characters after the name of a file in which its address ends, if it is one of a font. */
const LONGEST_ADDRESS = 600;

/** @param loads whether pictures of it that load from elsewhere are looked at */
const isStill = (source: string, loads: boolean): boolean =>
  !SEEN.test(source) &&
  [...source.matchAll(FILE)].every(({ index, 0: name }) => {
    const start = index + name.length;
    const address = source.slice(start, start + LONGEST_ADDRESS);
    if (STILL.test(address)) return true;
    if (name.toLowerCase() === 'url(') return FONT.test(address);
    return loads && name.endsWith('=') && PICTURE.test(address);
  });

/**
 * Whether no frame of a document that can only be shown has to be drawn: it is printed or read, and looks the same at any time, unless a picture that it loads
 * does not.
 * @param job one that may have a used page
 */
export function isUnseen({ input, request: { options, outputs } }: Job): boolean {
  if (input.kind !== 'html' || outputs.some(({ format }) => kindOf(format) === 'image')) return false;
  const all = [options, ...outputs.map((output) => output.options)];
  return isStill(input.html, true) && all.flatMap(sourcesOf).every((source) => isStill(source, false));
}

/**
 * Which pages of its group a job may have, and leaves to others: those that were used in the same way. A page that was hidden stays so. One that was drawn and
 * then printed may draw no frame again, for which a picture waits until its time is over (seen where another page was opened meanwhile). One that had no background
 * may never get one again: Chromium gives the next document the background of the last frame that was drawn, and none is where nothing changes any more.
 * @returns `undefined` for a job that takes pictures and prints, or pictures with and without a background: its page is its own
 */
export function wayOf(
  { request: { outputs } }: Job,
  unseen: boolean,
): 'unseen' | 'seen' | 'transparent' | 'printed' | undefined {
  if (unseen) return 'unseen';
  const kinds = new Set(outputs.map(({ format }) => kindOf(format)));
  const clear = outputs.filter(isTransparent).length;
  if (!kinds.has('pdf') && clear === 0) return 'seen';
  if (clear === outputs.length) return 'transparent';
  return kinds.has('image') ? undefined : 'printed';
}

/**
 * What may stay in a document of Chromium when all that it shows has been taken out: policies and languages that a `meta` tells, the colors of links that a `body`
 * has, the name of the first style sheet with one, which switches off those with another name. So the elements that speak for the document may have those attributes
 * only which are known to go with them; and rules that few have are left out. Pictures of rules, and of the attribute `background`, are kept by their address: where an `img` has one too, it is in the next
 * PDF twice.
 */
const DOCUMENT_TAG = /<(?:html|body|meta|style)\b/gi;
/** White space of HTML, of which a no-break space is none. */
const BLANK = String.raw`[\t\n\f\r ]`;
const VALUE = String.raw`${BLANK}{0,9}=${BLANK}{0,9}(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^\s"'<>=\x60]{1,300})`;
const PLAIN_TAG = new RegExp(
  `^<(?:(?:html|body)(?:${BLANK}{1,9}(?:lang|dir|class|id|style|xmlns)${VALUE}){0,6}|style(?:${BLANK}{1,9}(?:type|media)${VALUE}){0,2}|meta${BLANK}{1,9}(?:charset${VALUE}|name${BLANK}{0,9}=${BLANK}{0,9}["']?(?:viewport|author|description|keywords|generator)["']?(?:${BLANK}{1,9}content${VALUE})?))${BLANK}{0,9}/?>`,
  'i',
);
const STAYS =
  /@(?:font-(?:palette|feature)|position-try|function|custom-|namespace|scope)|url\(\s{0,9}["']?\s{0,9}data:image|image-set\(|\bbackground\s{0,9}=/i;
/** Characters of a tag that are looked at; a longer one is in doubt. */
const LONGEST_TAG = 2_500;

/**
 * Whether the next document may be written into that of this one, once it is emptied, and not into a new one.
 * @param job one that was not drawn
 */
export function leavesNothing({ input, request: { options, outputs } }: Job): boolean {
  if (input.kind !== 'html') return false;
  const all = [options, ...outputs.map((output) => output.options)];
  return [input.html, ...all.flatMap(sourcesOf)].every(
    (source) =>
      !STAYS.test(source) &&
      source.matchAll(DOCUMENT_TAG).every(({ index }) => PLAIN_TAG.test(source.slice(index, index + LONGEST_TAG))),
  );
}

/** What of the options becomes part of a document. */
const sourcesOf = ({ header, footer, css }: ConversionRequest): readonly string[] =>
  [header?.source, footer?.source, css].filter((source) => source !== undefined);

/** What a job has done to its page. */
export interface Deeds {
  readonly navigation: Pick<Navigation, 'commits' | 'pending'>;
  readonly report: ReadyReport;
  /** Whether a request of the page was held, and answered or let through, by our own rules. */
  readonly intercepted: boolean;
  /** Whether the page was still busy when its results were made. */
  readonly pending: boolean;
}

/** Whether the page did nothing but show a document: its clock was not run, nothing moved, nothing was asked for. */
export function didNothing({ navigation, report, intercepted, pending }: Deeds): boolean {
  if (navigation.commits > 0 || navigation.pending || intercepted || pending) return false;
  const { alive, deferred, elements } = report;
  return !alive && !deferred && elements > 0 && elements <= MOST_ELEMENTS;
}
