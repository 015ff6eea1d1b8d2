import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { ReadableOptions } from '../request/readable-fields.ts';
import { arrange } from './arrange.ts';
import { type Content, choose } from './choose.ts';
import { print } from './limited.ts';
import { imagesOf, linksOf } from './links.ts';
import { metadataOf, type ReadableDetails } from './metadata.ts';
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
}

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
  const rendered = await walkPage(page, { selection, source, broken, collapsed: options.content === 'full' }).catch(
    refuse,
  );
  // What the caller pointed at is the main content.
  const content = only === undefined ? options.content : 'full';
  const { blocks, mode } = choose(rendered, content, inputKind);
  const arranged = arrange(blocks);
  const { text, chunks, truncated } = print(format, arranged, rendered.meta, options);
  const details = {
    metadata: metadataOf(rendered),
    ...(options.include.includes('links') ? { links: linksOf(arranged, rendered.rels) } : {}),
    ...(options.include.includes('images') ? { images: imagesOf(arranged) } : {}),
    ...(chunks === undefined ? {} : { chunks }),
  };
  return { text, mode, details, truncated };
}

function refuse(error: unknown): never {
  if (!(error instanceof UnreadableSelector)) throw error;
  const { option, index } = error;
  const pointer = option === 'only' ? '/only_selector' : `/${option}_selectors/${index}`;
  throw new EngineError('invalid_request', `"${pointer.slice(1)}" is not a valid CSS selector.`, {
    pointer,
    issues: [{ pointer, code: 'invalid_request', detail: 'Not a valid CSS selector.' }],
  });
}
