import type { Page } from '../page/page.ts';
import type { ReadableOptions } from '../request/readable-fields.ts';
import { arrange } from './arrange.ts';
import { type Content, choose } from './choose.ts';
import type { FoundElements } from './in-page/read-elements.ts';
import { print } from './limited.ts';
import { imagesOf, linksOf } from './links.ts';
import { metadataOf, type ReadableDetails } from './metadata.ts';
import { elementsOf, MOST_CHARACTERS, pageHtml, unreadableSelector } from './page-source.ts';
import { printHtml } from './print-html.ts';
import { UnreadableSelector, walkPage } from './walk.ts';

export interface ReadableRequest {
  readonly format: 'text' | 'markdown';
  /** Where the document came from: an address, or HTML (a template is HTML too). */
  readonly inputKind: 'url' | 'html';
  readonly options: ReadableOptions;
  /** The document as it was sent, where that is known. */
  readonly source?: string | undefined;
  /** Whether scripts or style sheets of the page did not load. */
  readonly broken: boolean;
}

export interface Readable {
  /** Ends with one newline; empty when the page shows nothing to read. */
  readonly text: string;
  /** What was kept: the main content, everything but the frame of the site, or everything. */
  readonly mode: Content;
  /** What a program reads beside the text. */
  readonly details: ReadableDetails;
  /** Whether the text ends early, since it was longer than `max_tokens`. */
  readonly truncated: boolean;
  readonly leftOut: readonly LeftOut[];
}

/** What was asked for beside the text, and is more than an answer holds. */
export type LeftOut =
  | { readonly name: 'html' | 'page_html'; readonly characters: number }
  | { readonly name: 'elements'; readonly selector: string; readonly count: number; readonly listed: number };

/**
 * Reads a rendered page as text or Markdown.
 * @throws EngineError `invalid_request` for a selector that is not CSS
 */
export async function extractReadable(
  page: Page,
  { format, inputKind, options, source, broken }: ReadableRequest,
): Promise<Readable> {
  const { only_selector: only, include_selectors: include = [], exclude_selectors: exclude = [] } = options;
  const selection = { only: only === undefined ? [] : [only], include, exclude };
  // First: the walk may show what is collapsed, or put the document as it was sent in the place of a blank one.
  const page_html = options.include.includes('page_html') ? await pageHtml(page) : undefined;
  const elements = options.elements && (await elementsOf(page, options.elements));
  const rendered = await walkPage(page, { selection, source, broken, collapsed: options.content === 'full' }).catch(
    refuse,
  );
  // What the caller pointed at is the main content.
  const content = only === undefined ? options.content : 'full';
  const { blocks, mode } = choose(rendered, content, inputKind);
  const arranged = arrange(blocks);
  const { text, chunks, truncated } = print(format, arranged, rendered.meta, options);
  const html = options.include.includes('html') ? shortEnough(printHtml(arranged, options)) : undefined;
  const details = {
    metadata: metadataOf(rendered),
    ...(options.include.includes('links') ? { links: linksOf(arranged, rendered.rels) } : {}),
    ...(options.include.includes('images') ? { images: imagesOf(arranged) } : {}),
    ...(typeof html === 'string' ? { html } : {}),
    ...(typeof page_html === 'string' ? { page_html } : {}),
    ...(elements === undefined ? {} : { elements }),
    ...(chunks === undefined ? {} : { chunks }),
  };
  const leftOut = [...longHtml({ html, page_html }), ...moreElements(elements)];
  return { text, mode, details, truncated, leftOut };
}

const shortEnough = (html: string): string | number => (html.length > MOST_CHARACTERS ? html.length : html);

const longHtml = (all: Readonly<Record<'html' | 'page_html', string | number | undefined>>): LeftOut[] =>
  (['html', 'page_html'] as const).flatMap((name) => {
    const found = all[name];
    return typeof found === 'number' ? [{ name, characters: found }] : [];
  });

const moreElements = (found: readonly FoundElements[] = []): LeftOut[] =>
  found
    .filter(({ count, elements }) => count > elements.length)
    .map(({ selector, count, elements }) => ({ name: 'elements', selector, count, listed: elements.length }));

function refuse(error: unknown): never {
  if (!(error instanceof UnreadableSelector)) throw error;
  const { option, index } = error;
  throw unreadableSelector(option === 'only' ? '/only_selector' : `/${option}_selectors/${index}`);
}
