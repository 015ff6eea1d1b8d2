import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useLayoutEffect, useState } from 'react';

/** Rows from which on only those near the window are in the page. */
const LONG = 100;
/** Pixels of a row until it was measured. */
const HEIGHT = 49;
/** Rows beside the window on each side: the keyboard comes to the next one before it is seen. */
const BESIDE = 12;

/** A row that is in the page. */
interface ShownRow {
  readonly index: number;
  /** Pixels of the rows before it that are not. */
  readonly gap: number;
}

interface VirtualRows {
  readonly shown: readonly ShownRow[];
  /** Pixels of the rows after the last one. */
  readonly rest: number;
  /** Whether there are rows that are not in the page. */
  readonly isLong: boolean;
  /** For the element of each row, which has its index as `data-index`. */
  readonly measure: ((element: Element | null) => void) | undefined;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Which rows of a table are in the page. The one with the focus and its neighbors always are, so that the keyboard goes on
 * from there.
 */
export function useVirtualRows(count: number, table: RefObject<HTMLTableElement | null>): VirtualRows {
  const isLong = count > LONG;
  const [focused, setFocused] = useState<number>();
  const [top, setTop] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above the rows may change with them
  useLayoutEffect(() => {
    const head = table.current?.tHead;
    if (isLong && head) setTop(head.getBoundingClientRect().bottom + window.scrollY);
  }, [isLong, count, table]);
  const virtualizer = useWindowVirtualizer({
    count: isLong ? count : 0,
    estimateSize: () => HEIGHT,
    overscan: BESIDE,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const near = new Set(defaultRangeExtractor(range));
      if (focused !== undefined) for (const index of [focused - 1, focused, focused + 1]) near.add(index);
      return [...near].filter((index) => index >= 0 && index < count).sort((one, other) => one - other);
    },
  });
  const onFocus = ({ target }: FocusEvent): void => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setFocused(index === undefined ? undefined : Number(index));
  };
  // Not while the focus goes from row to row: the one that it goes to has to be there.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setFocused(undefined);
  };
  const beside = { isLong, onFocus, onBlur };
  if (!isLong) {
    const shown = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { ...beside, shown, rest: 0, measure: undefined };
  }
  let end = top;
  const shown = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  const rest = virtualizer.getTotalSize() + top - end;
  return { ...beside, shown, rest, measure: virtualizer.measureElement };
}
