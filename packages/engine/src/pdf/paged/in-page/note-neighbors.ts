import type { NotesState } from './notes.ts';

/** A box that does not go around the area of footnotes: it goes to the next page as a whole. */
export type WholeBox = {
  readonly id: string;
  /** What it is, such as `table`. */
  readonly what: string;
  /** What stands right before it, and how tall that is in CSS pixels. */
  readonly before: string;
  readonly beforeHeight: number;
};

/** Runs in the page, once footnotes are out of its text. Finds boxes that areas of footnotes may send to the next page. */
export function findWholeBoxes(most: number, prefix: string): WholeBox[] {
  const state = (globalThis as NotesState).$notes;
  if (!state) return [];
  const { container, notes, undo } = state;
  const give = (element: Element, id: string): string => {
    if (element.$id === '') {
      element.$id = id;
      undo.push(() => element.$removeAttribute('id'));
    }
    return element.$id;
  };
  const found: WholeBox[] = [];
  const visit = (parent: Element): void => {
    for (const element of parent.$children) {
      const style = getComputedStyle(element);
      const { display, position, float, overflowX } = style;
      if (found.length >= most) return;
      if (display === 'none' || /absolute|fixed/.test(position) || float !== 'none') continue;
      const whole = /^(?:table|flex|grid|flow-root)$/.test(display) || (display === 'block' && overflowX !== 'visible');
      if (!whole) {
        if (/^(?:block|list-item)$/.test(display)) visit(element);
        continue;
      }
      const before = element.$previousElementSibling;
      const { height } = element.$getBoundingClientRect();
      // What fits on the rest of a page by a line or two is not worth a word.
      if (!before || height < 80 || style.breakBefore !== 'auto' || style.breakInside !== 'auto') continue;
      if (notes.some((note) => note === before) || getComputedStyle(before).display === 'none') continue;
      const number = found.length + 1;
      found.push({
        id: give(element, `${prefix}-whole-${number}`),
        what: display === 'block' ? `overflow: ${overflowX}` : display === 'table' ? 'table' : `display: ${display}`,
        before: give(before, `${prefix}-beside-${number}`),
        beforeHeight: before.$getBoundingClientRect().height,
      });
    }
  };
  visit(container);
  return found;
}
