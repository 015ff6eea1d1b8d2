import { type Block, isContainer, type Run } from './blocks.ts';

/** A line of a table cell. */
export interface CellLine {
  readonly runs: readonly Run[];
  readonly code?: string;
  readonly mark: string;
}

/** The lines of a cell, in order. */
export function cellLines(blocks: readonly Block[], mark = ''): CellLine[] {
  return blocks.flatMap((block): CellLine[] => {
    if (block.kind === 'code') return [{ runs: [], code: block.text, mark }];
    if (block.kind === 'line') return [{ runs: joinRuns(block.cells.map(({ runs }) => runs)), mark }];
    if (block.kind === 'table') {
      return block.rows.map(({ cells }) => ({
        runs: joinRuns(cells.map(({ children }) => joinRuns(cellLines(children).map(({ runs }) => runs)))),
        mark,
      }));
    }
    if ('runs' in block) return [{ runs: block.runs, mark }];
    if (block.kind === 'item')
      return cellLines(block.children, block.number === undefined ? '• ' : `${block.number}. `);
    return isContainer(block) ? cellLines(block.children, mark) : [];
  });
}

/** Takes the box of a task off the front of an item. */
export function takeCheckbox(children: readonly Block[]): { checked: boolean | null; children: readonly Block[] } {
  const [first, ...rest] = children;
  if (first?.kind === 'group') {
    const inner = takeCheckbox(first.children);
    return inner.checked === null
      ? { checked: null, children }
      : { ...inner, children: [{ ...first, children: inner.children }, ...rest] };
  }
  if (first?.kind !== 'text' || first.runs[0]?.kind !== 'checkbox') return { checked: null, children };
  const { checked } = first.runs[0];
  const [, next, ...others] = first.runs;
  if (!next) return { checked: null, children };
  const runs = next.kind === 'text' ? [{ ...next, text: next.text.trimStart() }, ...others] : [next, ...others];
  return { checked, children: [{ ...first, runs }, ...rest] };
}

/** Puts stretches of inline content into one line. */
export function joinRuns(parts: readonly (readonly Run[])[]): Run[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index): Run[] => (index === 0 ? [...part] : [{ kind: 'text', text: ' ', marks: 0 }, ...part]));
}

/** Inline content without line breaks. */
export const oneLine = (runs: readonly Run[]): Run[] =>
  runs.map((run): Run => (run.kind === 'break' ? { kind: 'text', text: ' ', marks: 0 } : run));

/** Inline content without line breaks at its edges. */
export function trimBreaks(runs: readonly Run[]): Run[] {
  const trimmed = [...runs];
  while (trimmed[0]?.kind === 'break') trimmed.shift();
  while (trimmed.at(-1)?.kind === 'break') trimmed.pop();
  return trimmed;
}
