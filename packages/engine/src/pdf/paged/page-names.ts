import type { PagedElement } from './in-page/collect.ts';
import type { NameStart } from './nth-pages.ts';
import type { Places } from './places.ts';

/** Where names of pages begin, in the order of the document. */
export function nameStarts(elements: readonly PagedElement[], { of }: Places): NameStart[] {
  return elements.flatMap(({ id, page }) => {
    const place = of.get(id);
    return page === null || !place ? [] : [{ page: place.page, ...page }];
  });
}
