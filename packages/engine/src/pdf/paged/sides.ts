import type { TextSource } from './texts.ts';

/**
 * The elements that need a blank page before them to begin on the side of a sheet that they ask for (CSS
 * Fragmentation 3, 3.1). The first page is a right one, or a left one where text runs from right to left.
 * @param current those that have one in the print that the places are of
 */
export function blankPagesBefore({ elements, places }: TextSource, current: readonly string[], rtl: boolean): string[] {
  const before = new Set(current);
  const blanks: string[] = [];
  let taken = 0;
  for (const { id, side } of elements) {
    if (side === null) continue;
    if (before.has(id)) taken += 1;
    const place = places?.of.get(id);
    if (!place) continue;
    const page = place.page - taken + blanks.length;
    if (!isOn(side, page, rtl)) blanks.push(id);
  }
  return blanks;
}

/** Whether a page is on a side. @param page its index, from 0 */
export function isOn(side: string, page: number, rtl: boolean): boolean {
  const odd = side === 'recto' || side === (rtl ? 'left' : 'right');
  return (page % 2 === 0) === odd;
}
