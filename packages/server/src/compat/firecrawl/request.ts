import { type Fields, isFields, membersOf, refused } from '../values.ts';
import { type Formats, SCRAPE_FIELDS } from './fields.ts';

/** A request to `scrape` as one of ours for several results, and what is to be told of them. */
export interface Scrape {
  readonly json: Fields;
  readonly formats: Formats;
  /** As it was sent. */
  readonly url: string;
}

/** @throws ApiError `invalid_request`, `unknown_field`, `not_supported` */
export function requestOf(json: unknown): Scrape {
  if (!isFields(json)) throw refused('body', 'has to be a JSON object.');
  const found: Fields = Object.assign({}, ...membersOf(json, SCRAPE_FIELDS));
  const { '*url': url, '*formats': given, '*only': only, ...fields } = found;
  if (typeof url !== 'string' || url.trim() === '') throw refused('url', 'has to be given.');
  const formats = (given as Formats | undefined) ?? ONLY_MARKDOWN;
  const { markdown, links, images, html, rawHtml, attributes, screenshot } = formats;
  // Even a picture alone has what the page says of itself beside it, which is read with its text.
  const include = [
    ...(links ? ['links'] : []),
    ...(images ? ['images'] : []),
    ...(html ? ['html'] : []),
    ...(rawHtml ? ['page_html'] : []),
  ];
  const elements = [...new Set(attributes.map(({ selector }) => selector))];
  // Last: the number in a refusal of a selector is that of the caller's.
  const read = [...elements, HEAD];
  const { content = 'auto', exclude_selectors, ...shared } = fields;
  const readable = {
    ...(only === undefined ? { content } : { only_selector: only }),
    ...(exclude_selectors === undefined ? {} : { exclude_selectors }),
    include,
    elements: read,
  };
  if (!(markdown || include.length > 0 || elements.length > 0 || screenshot))
    throw refused('formats', 'has to have one format at least.');
  return {
    json: {
      source: { url: /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}` },
      // A page that answers with an error is read there; its status stands in the answer.
      ...{ allow_error_status: true, block_ads: true, block_cookie_banners: true },
      ...shared,
      outputs: [{ format: 'markdown', options: readable }, ...(screenshot ? [pictureOf(screenshot)] : [])],
    },
    formats,
    url,
  };
}

/** What a page says of itself in its head. */
export const HEAD = 'head meta[content], head link[rel~="icon"][href]';

const ONLY_MARKDOWN: Formats = {
  markdown: true,
  links: false,
  images: false,
  html: false,
  rawHtml: false,
  attributes: [],
};

const pictureOf = (options: Fields): Fields => ({ format: options.quality === undefined ? 'png' : 'jpeg', options });
