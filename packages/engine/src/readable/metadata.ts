import type { Rendered } from './blocks.ts';
import type { Chunk } from './chunk.ts';
import type { FoundElements } from './in-page/read-elements.ts';
import type { ImageEntry, LinkEntry } from './links.ts';

/** What a page says of itself; facts that it does not tell are absent. The names are those of the JSON answer. */
export interface Metadata {
  readonly title?: string;
  readonly description?: string;
  /** As the document declares it (BCP 47). */
  readonly language?: string;
  /** Address that the document was read from, after redirects. */
  readonly url?: string;
  /** Address that the page says it is known by. */
  readonly canonical?: string;
  readonly author?: string;
  /** Dates are as the page writes them, mostly ISO 8601. */
  readonly published?: string;
  readonly modified?: string;
  readonly site_name?: string;
  readonly image?: string;
}

/** What a program reads beside the text. The names are those of the JSON answer. */
export interface ReadableDetails {
  readonly metadata: Metadata;
  readonly links?: readonly LinkEntry[];
  readonly images?: readonly ImageEntry[];
  /** What was read, as HTML without scripts and styles. */
  readonly html?: string;
  /** The whole page, as its scripts left it. */
  readonly page_html?: string;
  readonly elements?: readonly FoundElements[];
  readonly chunks?: readonly Chunk[];
}

/** Characters of a fact; a longer text is cut, a longer address left out. */
const LONGEST_TEXT = 2_000;
const LONGEST_URL = 8_192;

/** Tags of the head count before what is declared for search engines (JSON-LD). */
export function metadataOf({ meta, declared }: Rendered): Metadata {
  const facts = declared?.facts ?? {};
  const base = meta.canonical || meta.url;
  const all: Record<keyof Metadata, string | undefined> = {
    title: meta.title || facts.title,
    description: meta.description || facts.description,
    language: meta.language,
    url: address(meta.url),
    canonical: address(meta.canonical),
    author: [meta.author, facts.author].find((name) => name && !isAddress(name)),
    published: meta.published || facts.published,
    modified: meta.modified || facts.modified,
    site_name: [meta.siteName, facts.site].find((name) => name && !isAddress(name)),
    image: address(meta.image) ?? address(facts.image, base),
  };
  const known = Object.entries(all).flatMap(([fact, value]) => {
    const text = value?.trim().toWellFormed() ?? '';
    const isUrl = fact === 'url' || fact === 'canonical' || fact === 'image';
    return text === '' ? [] : [[fact, isUrl ? text : text.slice(0, LONGEST_TEXT).toWellFormed()] as const];
  });
  return Object.fromEntries(known);
}

/** Pages on social networks stand for authors here and there. */
const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** An absolute http or https address; nothing else leads anywhere. */
function address(reference = '', base?: string): string | undefined {
  // Nothing is the address of the page itself.
  if (reference.trim() === '') return undefined;
  const url = URL.parse(reference, base || undefined);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) return undefined;
  return url.href;
}
