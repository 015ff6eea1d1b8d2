import type { Blockquote, Code, FootnoteDefinition, Html, List, ListItem, Paragraph, RootContent, Table } from 'mdast';
import { largestFitting } from './chunk.ts';
import { CUTS } from './chunk-cuts.ts';
import { headOfInline, inlineCuts, restOfInline } from './chunk-inline.ts';

/** How hard a block is cut: at rows, items, lines and sentences; within items and at words; wherever it can be. */
export type Force = 'gentle' | 'firm' | 'any';

export interface SplitOptions {
  readonly fits: (head: RootContent) => boolean;
  readonly force: Force;
  /** Whether something is short enough to stand in every part. */
  readonly isShort: (repeated: RootContent) => boolean;
  /** Characters within which everything lies that fits. */
  readonly window: number;
}

/** The beginning of a block, and what is left of it. */
export interface Split {
  readonly head: RootContent;
  readonly rest: readonly RootContent[];
  /** Lines of the block as it is written: those that open it, and those after them that the beginning takes. */
  readonly lines?: { readonly opening: number; readonly taken: number };
}

/**
 * Takes as much of the beginning of a block as fits; `undefined` when nothing does. With `any` force there is always a
 * beginning, however long, as long as the block can be cut at all.
 */
export function splitBlock(block: RootContent, options: SplitOptions): Split | undefined {
  switch (block.type) {
    case 'paragraph':
      return splitParagraph(block, options);
    case 'heading':
      return splitParagraph({ type: 'paragraph', children: block.children }, options, ({ children }) => ({
        ...block,
        children,
      }));
    case 'code':
      return splitCode(block, options);
    case 'table':
      return splitTable(block, options);
    case 'html':
      return splitHtmlTable(block, options);
    case 'list':
      return splitList(block, options);
    case 'blockquote':
    case 'footnoteDefinition':
      return splitChildren(block, options);
    default:
      return undefined;
  }
}

function splitParagraph(
  { children }: Paragraph,
  { fits, force, window }: SplitOptions,
  wrap = (paragraph: Paragraph): RootContent => paragraph,
): Split | undefined {
  const ways = force === 'gentle' ? CUTS.slice(0, 1) : force === 'firm' ? CUTS.slice(0, 2) : CUTS;
  for (const way of ways) {
    const cuts = inlineCuts(children, way, window);
    const headAt = (at: number) => wrap({ type: 'paragraph', children: headOfInline(children, at) });
    const most = largestFitting(cuts.length, (number) => fits(headAt(cuts[number - 1] as number)));
    const at = cuts[most - 1] ?? (force === 'any' && way === CUTS.at(-1) ? cuts[0] : undefined);
    if (at === undefined) continue;
    const rest = restOfInline(children, at);
    return { head: headAt(at), rest: rest.length === 0 ? [] : [{ type: 'paragraph', children: rest }] };
  }
  return undefined;
}

/** Cuts between the lines; every part has the fence and the language. */
function splitCode(code: Code, { fits, force, window }: SplitOptions): Split | undefined {
  const ends = [...code.value.slice(0, window).matchAll(/\n/g)].map(({ index }) => index);
  const most = largestFitting(ends.length, (number) => fits({ ...code, value: code.value.slice(0, ends[number - 1]) }));
  const end = ends[most - 1] ?? (force === 'any' ? ends[0] : undefined);
  if (end === undefined) return undefined;
  return {
    head: { ...code, value: code.value.slice(0, end) },
    rest: [{ ...code, value: code.value.slice(end + 1) }],
    lines: { opening: 1, taken: Math.max(1, most) },
  };
}

/** Cuts between the rows; every part has the head of the table. */
function splitTable(table: Table, { fits, force, isShort }: SplitOptions): Split | undefined {
  const [head, ...rows] = table.children;
  if (!head || rows.length < 2) return undefined;
  const withRows = (first: typeof head, body: typeof rows): Table => ({ ...table, children: [first, ...body] });
  const most = largestFitting(rows.length - 1, (number) => fits(withRows(head, rows.slice(0, number))));
  const count = most === 0 && force === 'any' ? 1 : most;
  if (count === 0) return undefined;
  const repeated = isShort(withRows(head, []))
    ? head
    : { ...head, children: head.children.map((cell) => ({ ...cell, children: [] })) };
  return {
    head: withRows(head, rows.slice(0, count)),
    rest: [withRows(repeated, rows.slice(count))],
    lines: { opening: 2, taken: count },
  };
}

const OPENING = '<table>\n';
const CLOSING = '\n</table>';

/** A table in HTML has a row a line. */
function splitHtmlTable(html: Html, { fits, force, isShort, window }: SplitOptions): Split | undefined {
  const { value } = html;
  if (!value.startsWith(OPENING) || !value.endsWith(CLOSING)) return undefined;
  const heads = /^(?:<tr><th.*\n)*/.exec(value.slice(OPENING.length, OPENING.length + window))?.[0] ?? '';
  const start = OPENING.length + heads.length;
  const last = value.length - CLOSING.length;
  const ends = [...value.slice(start, Math.min(start + window, last)).matchAll(/\n/g)].map(
    ({ index }) => start + index,
  );
  const headAt = (end: number): Html => ({ ...html, value: value.slice(0, end) + CLOSING });
  const most = largestFitting(ends.length, (number) => fits(headAt(ends[number - 1] as number)));
  const end = ends[most - 1] ?? (force === 'any' ? ends[0] : undefined);
  if (end === undefined) return undefined;
  const repeated = isShort({ ...html, value: OPENING + heads }) ? heads : '';
  return {
    head: headAt(end),
    rest: [{ ...html, value: OPENING + repeated + value.slice(end + 1) }],
    lines: { opening: heads.split('\n').length, taken: Math.max(1, most) },
  };
}

/** Cuts between items; an item is cut only when it does not fit by itself, and what is left of it follows as it is. */
function splitList(list: List, options: SplitOptions): Split | undefined {
  const { fits, force } = options;
  const items = list.children;
  const from = (index: number): RootContent[] =>
    index < items.length
      ? [
          {
            ...list,
            start: list.ordered ? (list.start ?? 1) + index : (list.start ?? null),
            children: items.slice(index),
          },
        ]
      : [];
  const most = largestFitting(items.length - 1, (number) => fits({ ...list, children: items.slice(0, number) }));
  if (most > 0) return { head: { ...list, children: items.slice(0, most) }, rest: from(most) };
  const [first] = items;
  if (!first || force === 'gentle') return undefined;
  const wrap = (children: ListItem['children']): List => ({ ...list, children: [{ ...first, children }] });
  const split = splitSequence(first.children, wrap, options);
  if (split) return { head: wrap(split.head), rest: [...split.rest, ...from(1)] };
  return force === 'any' && items.length > 1 ? { head: wrap(first.children), rest: from(1) } : undefined;
}

function splitChildren(block: Blockquote | FootnoteDefinition, options: SplitOptions): Split | undefined {
  const wrap = (children: Blockquote['children']): RootContent => ({ ...block, children });
  const split = splitSequence(block.children, wrap, options);
  return split && { head: wrap(split.head), rest: [wrap(split.rest)] };
}

type Children = ListItem['children'];

function splitSequence(
  children: Children,
  wrap: (children: Children) => RootContent,
  options: SplitOptions,
): { head: Children; rest: Children } | undefined {
  const most = largestFitting(children.length - 1, (number) => options.fits(wrap(children.slice(0, number))));
  if (most > 0) return { head: children.slice(0, most), rest: children.slice(most) };
  const [first, ...others] = children;
  if (!first) return undefined;
  const split = splitBlock(first, { ...options, fits: (head) => options.fits(wrap([head as Children[number]])) });
  if (split) return { head: [split.head as Children[number]], rest: [...(split.rest as Children), ...others] };
  return options.force === 'any' && others.length > 0 ? { head: [first], rest: others } : undefined;
}
