import type { DocumentMeta } from '../blocks.ts';

/** Facts about the document as a whole. Runs in the page. */
export function readMeta(): DocumentMeta {
  const LONGEST_PROPERTY = 200;
  /** The first of each name. To look for one name after the other would go over all of a large page each time. */
  const values = new Map<string, string>();
  for (const element of document.querySelectorAll('meta')) {
    for (const attribute of ['name', 'property', 'itemprop']) {
      const name = element.$getAttribute(attribute)?.toLowerCase();
      if (name !== undefined && !values.has(name)) values.set(name, element.$getAttribute('content') ?? '');
    }
  }
  const content = (...names: readonly string[]): string => {
    for (const name of names) {
      const value = values.get(name.toLowerCase())?.replace(/\s+/g, ' ').trim();
      if (value) return value;
    }
    return '';
  };
  /** Microdata (HTML, section 5): the value of a property in an attribute, or else its words. */
  const property = (name: string): string => {
    const element = document.querySelector(`[itemprop~="${name}" i]:not(meta)`);
    if (!element) return '';
    const inner = element.$querySelector('[itemprop~="name" i]') ?? element;
    const value = inner.$getAttribute('content') ?? inner.$getAttribute('datetime') ?? inner.$textContent ?? '';
    const text = value.slice(0, 1_000).replace(/\s+/g, ' ').trim();
    return text.length <= LONGEST_PROPERTY ? text : '';
  };
  const address = (reference: string): string => {
    if (reference === '' || !URL.canParse(reference, document.baseURI)) return '';
    const { protocol, hostname, href } = new URL(reference, document.baseURI);
    return /^https?:$/.test(protocol) && !hostname.endsWith('.invalid') ? href : '';
  };
  return {
    title: document.title.replace(/\s+/g, ' ').trim() || content('og:title'),
    // A document without an address of its own was given one that cannot exist (RFC 2606).
    url: location.hostname.endsWith('.invalid') ? '' : location.href,
    language: document.documentElement.$lang,
    description: content('description', 'og:description'),
    author: content('author', 'article:author') || property('author'),
    published: content('article:published_time', 'datePublished', 'date', 'dc.date') || property('datePublished'),
    modified: content('article:modified_time', 'og:updated_time', 'dateModified') || property('dateModified'),
    siteName: content('og:site_name', 'application-name'),
    canonical: address(document.querySelector('link[rel~="canonical" i]')?.$getAttribute('href')?.trim() ?? ''),
    image: address(content('og:image:secure_url', 'og:image', 'twitter:image', 'twitter:image:src')),
  };
}
