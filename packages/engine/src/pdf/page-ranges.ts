/** A run of pages, first and last included, counted from one. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Reads page numbers such as `1-3,6` or `4-`; the schema has checked their form. A range may be given backwards. */
function parseRanges(pages: string): readonly Range[] {
  return pages.split(',').map((part) => {
    const ends = part.split('-').map((end) => (end === '' ? Number.POSITIVE_INFINITY : Number(end)));
    const range = { first: Math.min(...ends), last: Math.max(...ends) };
    if (!(range.first >= 1)) throw new RangeError('A range of pages was not checked before it was used.');
    return range;
  });
}

/** Whether a page is in ranges such as `1-3,6-`. */
export const isInRanges = (ranges: string, number: number): boolean =>
  parseRanges(ranges).some(({ first, last }) => number >= first && number <= last);

/**
 * The ranges that Chromium accepts for a document of `total` pages: it refuses numbers beyond the end, which the API
 * ignores.
 * @returns `undefined` when no page is left
 */
export function clampRanges(pages: string, total: number): string | undefined {
  const ranges = parseRanges(pages).filter(({ first }) => first <= total);
  if (ranges.length === 0) return undefined;
  return ranges.map(({ first, last }) => `${first}-${Math.min(last, total)}`).join(',');
}

/** The shortest text that names these pages, which are counted from zero and in order. */
export function rangesOf(pages: readonly number[]): string {
  const ranges: Range[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.last === page) ranges[ranges.length - 1] = { first: last.first, last: page + 1 };
    else ranges.push({ first: page + 1, last: page + 1 });
  }
  return ranges.map(({ first, last }) => `${first}-${last}`).join(',');
}

/** Numbers of the first `count` pages that are in `ranges`, in the order in which they are printed: that of the document. */
export function pageNumbers(ranges: string, count: number): number[] {
  const numbers: number[] = [];
  for (const { first, last } of [...parseRanges(ranges)].sort((a, b) => a.first - b.first)) {
    for (let page = Math.max(first, (numbers.at(-1) ?? 0) + 1); page <= last && numbers.length < count; page += 1) {
      numbers.push(page);
    }
  }
  return numbers;
}
