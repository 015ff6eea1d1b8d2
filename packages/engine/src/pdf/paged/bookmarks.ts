import type { PagedElement } from './in-page/collect.ts';
import type { Places } from './places.ts';
import { generatedText } from './texts.ts';

/** An item of the outline. */
export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** Whether what is below it shows. */
  readonly open: boolean;
  /** The page that it leads to, from 0. */
  readonly page: number;
  /** Points from the top of the page. */
  readonly top: number;
}

/** Items of the outline as the style sheets have them (GCPM 3, 5.1). */
export function bookmarksOf(elements: readonly PagedElement[], places: Places): Bookmark[] {
  return elements.flatMap((element) => {
    const { id, bookmark } = element;
    const place = places.of.get(id);
    if (!bookmark || !place) return [];
    const title = generatedText(bookmark.label, element).trim();
    if (title === '') return [];
    return [{ title, level: bookmark.level, open: bookmark.open, page: place.page, top: place.y * 0.75 }];
  });
}
