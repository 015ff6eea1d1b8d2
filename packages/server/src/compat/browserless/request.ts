import { type Fields, isFields, membersOf, refused, unsupported } from '../values.ts';
import { conditionsOf, type WaitedFor, waitingFor } from './conditions.ts';
import { AWAITED, BEST_ATTEMPT, CONDITION, DOMAINS, FIELDS, SCRIPTS } from './fields.ts';

/** What a request of Browserless makes. */
export type Kind = 'pdf' | 'image' | 'content' | 'scrape';

/** What stands after the question mark there, beside the key. */
export interface Query {
  readonly blockAds?: boolean | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}

/** The window that Puppeteer opens. */
const WINDOW = { width: 800, height: 600 };

/**
 * The body of a request as one of ours, with Puppeteer's defaults: for one result of `/pdf` and `/screenshot`, for several
 * of the others.
 * @throws ApiError `invalid_request`, `unknown_field`, `not_supported`
 */
export function requestOf(json: unknown, kind: Kind, { blockAds, timeout }: Query): Fields {
  if (!isFields(json)) throw refused('body', 'has to be a JSON object.');
  const found: Fields = Object.assign({}, ...membersOf(json, FIELDS[kind]));
  const {
    url,
    html,
    referer,
    [SCRIPTS]: scripts,
    [CONDITION]: condition,
    [AWAITED]: awaited,
    [BEST_ATTEMPT]: isBest,
    [DOMAINS]: domains,
    ...fields
  } = found;
  if ((url === undefined) === (html === undefined)) throw refused('url', 'or "html" has to be given, and not both.');
  ownCookies(domains as readonly unknown[] | undefined, url);
  const waits = conditionsOf({ condition, awaited } as WaitedFor, isBest === true, fields.disable_javascript === true);
  const headers = { ...(fields.http_headers as Fields), ...(referer === undefined ? {} : { Referer: referer }) };
  return {
    source: url === undefined ? { html } : { url },
    // A page that answers with an error is captured there.
    ...(url === undefined ? {} : { allow_error_status: true }),
    ...(blockAds === undefined ? {} : { block_ads: blockAds }),
    ...(timeout === undefined ? {} : { timeout }),
    ...optionsOf(kind, fields),
    ...(Object.keys(headers).length > 0 ? { http_headers: headers } : {}),
    ...scriptsOf(scripts as Scripts | undefined, waits),
  };
}

function optionsOf(kind: Kind, fields: Fields): Fields {
  switch (kind) {
    case 'pdf':
      return pdfOf(fields);
    case 'image':
      return imageOf(fields);
    case 'content':
      return readOf({ include: ['page_html'] }, fields);
    case 'scrape': {
      const { elements, ...others } = fields;
      if (elements === undefined) throw refused('elements', 'has to be given.');
      return readOf({ elements }, others);
    }
  }
}

/** What is read of a page beside its text. */
const readOf = (beside: Fields, { viewport, ...fields }: Fields): Fields => ({
  media: 'screen',
  ...fields,
  // What is too long for an answer is refused before it is charged: theirs have no place that could tell of it.
  fail_on: ['details_left_out'],
  viewport: { ...WINDOW, ...(viewport as Fields) },
  outputs: [{ format: 'text', options: { content: 'full', ...beside } }],
});

function pdfOf({ displayed, header, footer, format, ...fields }: Fields): Fields {
  const isSized = fields.width !== undefined || fields.height !== undefined;
  const paper = isSized ? {} : { format: format ?? 'letter' };
  return {
    ...{ disable_backgrounds: true, media: 'print', outline: false, margin: 0, prefer_css_page_margin: true },
    ...fields,
    ...paper,
    ...(displayed === true ? { ...template('header', header), ...template('footer', footer) } : {}),
  };
}

const template = (name: string, source: unknown): Fields =>
  typeof source === 'string' && source.trim() !== '' ? { [name]: { source } } : {};

function imageOf({ viewport, target_format: format = 'png', quality, ...fields }: Fields): Fields {
  return {
    media: 'screen',
    ...fields,
    viewport: { ...WINDOW, ...(viewport as Fields) },
    target_format: format,
    ...(quality === undefined ? {} : { quality }),
  };
}

interface Scripts {
  readonly urls: readonly string[];
  readonly codes: readonly string[];
}

/** What is added to the page, and what is waited for in it. */
function scriptsOf(
  { urls, codes }: Scripts = { urls: [], codes: [] },
  { selector, code }: ReturnType<typeof conditionsOf>,
): Fields {
  if (urls.length > 0 && code !== undefined)
    throw unsupported('addScriptTag', 'beside what is waited for, give its "content".');
  const waiting = waitingFor(code);
  const all = [...codes, ...waiting.codes];
  const javascript = urls[0] ?? (all.length === 0 ? undefined : all.join('\n;'));
  return {
    ...(javascript === undefined ? {} : { javascript }),
    ...(selector === undefined ? {} : { wait_for_selector: selector }),
    ...waiting.fields,
  };
}

/** A page may only be given cookies of its own host. */
function ownCookies(domains: readonly unknown[] = [], url: unknown): void {
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : '';
  for (const [index, domain] of domains.entries()) {
    if (domain === undefined) continue;
    const bare = String(domain).replace(/^\./, '').toLowerCase();
    if (bare !== host && !host.endsWith(`.${bare}`))
      throw unsupported(
        `cookies.${index}.domain`,
        'a cookie is for the host of "url"; give its domain, or leave it out.',
      );
  }
}
