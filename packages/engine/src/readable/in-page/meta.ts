import type { DocumentMeta } from '../blocks.ts';

/** Facts about the document as a whole. Runs in the page. */
export function readMeta(): DocumentMeta {
  const content = (...names: readonly string[]): string => {
    for (const name of names) {
      const element = document.querySelector(
        `meta[name="${name}" i], meta[property="${name}" i], meta[itemprop="${name}" i]`,
      );
      const value = element?.getAttribute('content')?.replace(/\s+/g, ' ').trim();
      if (value) return value;
    }
    return '';
  };
  return {
    title: document.title.replace(/\s+/g, ' ').trim() || content('og:title'),
    // A document without an address of its own was given one that cannot exist (RFC 2606).
    url: location.hostname.endsWith('.invalid') ? '' : location.href,
    language: document.documentElement.lang,
    description: content('description', 'og:description'),
    author: content('author', 'article:author'),
    published: content('article:published_time', 'datePublished', 'date', 'dc.date'),
  };
}
