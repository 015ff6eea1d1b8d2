import type { ReadableDetails } from '@platen/engine';

/** What a page says of itself in its head, by the names that Firecrawl gives it. */

type HeadElement = NonNullable<ReadableDetails['elements']>[number]['elements'][number];

/** Names of theirs for names of pages. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['og:title', 'ogTitle'],
  ['og:description', 'ogDescription'],
  ['og:url', 'ogUrl'],
  ['og:image', 'ogImage'],
  ['og:audio', 'ogAudio'],
  ['og:video', 'ogVideo'],
  ['og:determiner', 'ogDeterminer'],
  ['og:locale', 'ogLocale'],
  ['og:site_name', 'ogSiteName'],
  ['article:section', 'articleSection'],
  ['article:tag', 'articleTag'],
  ['article:published_time', 'publishedTime'],
  ['article:modified_time', 'modifiedTime'],
]);
/** Characters of a value, and names of a page. */
const LONGEST = 2_000;
const MOST = 200;

/**
 * Each by the name that it has in the page, and by theirs where they have one; a name that comes again is a list.
 * @param url of the document, for the address of its icon
 */
export function headOf(elements: readonly HeadElement[], url: string | undefined): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (const { tag, attributes } of elements) {
    const [name, value] = tag === 'link' ? ['favicon', addressOf(attributes.href, url)] : metaOf(attributes);
    if (!name || !value || (found.size >= MOST && !found.has(name))) continue;
    // Of several icons, the first.
    if (name === 'favicon' && found.has(name)) continue;
    found.set(name, [...(found.get(name) ?? []), value.slice(0, LONGEST).toWellFormed()]);
  }
  return Object.fromEntries(
    [...found].flatMap(([name, [first = '', ...more]]) => {
      const value = more.length === 0 ? first : [first, ...more];
      const theirs = NAMES.get(name.toLowerCase());
      return theirs === undefined ? [[name, value]] : [[name, value] as const, [theirs, first] as const];
    }),
  );
}

const metaOf = ({ name, property, itemprop, content = '' }: HeadElement['attributes']) =>
  [(name ?? property ?? itemprop ?? '').trim().slice(0, 100), content.trim()] as const;

const addressOf = (reference = '', base: string | undefined): string | undefined => {
  const address = URL.parse(reference, base);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
};
