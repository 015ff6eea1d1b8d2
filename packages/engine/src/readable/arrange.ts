import {
  type Block,
  type Box,
  type Cell,
  type Group,
  isContainer,
  type Line,
  plainText,
  type Table,
  type TextBlock,
} from './blocks.ts';

/**
 * Puts together what stands side by side on the page. Floats, flex boxes, grids and layout tables place a label and
 * its value, or the cells of an invoice, in boxes of their own; a person reads them as one line, and lines whose
 * cells stand in columns as a table.
 */
export function arrange(blocks: readonly Block[]): Block[] {
  return arrangeChildren(blocks, false);
}

/** Longest text of a cell, in characters; longer ones are columns of prose. */
const LONGEST_CELL = 90;
const MOST_CELLS = 30;
/** Columns whose edges are this many CSS pixels apart still stand under each other. */
const TOLERANCE = 3;

function arrangeChildren(blocks: readonly Block[], rightToLeft: boolean): Block[] {
  const inner = blocks.map((block) => arrangeBlock(block));
  return tables(lines(inner, rightToLeft));
}

function arrangeBlock(block: Block): Block {
  if (block.kind === 'table') return block;
  if (!isContainer(block)) return block;
  const rightToLeft = block.kind === 'group' && block.rightToLeft === true;
  const children = arrangeChildren(block.children, rightToLeft);
  const [only] = children;
  if (block.kind === 'group' && children.length === 1 && only && (only.kind === 'line' || only.kind === 'table')) {
    return block.wanted ? { ...only, wanted: true } : only;
  }
  return { ...block, children } as Block;
}

/** A short text alone in its box. */
function asCell(block: Block): TextBlock | undefined {
  if (block.kind === 'group' && block.children.length === 1) {
    const cell = asCell(block.children[0] as Block);
    return cell && block.box ? { ...cell, box: block.box } : cell;
  }
  if (block.kind !== 'text' || !block.box || block.box[2] <= 0) return undefined;
  if (block.runs.some((run) => run.kind === 'break')) return undefined;
  return plainText(block.runs).length <= LONGEST_CELL ? block : undefined;
}

function isSideBySide([left, top, width, height]: Box, [otherLeft, otherTop, otherWidth, otherHeight]: Box): boolean {
  const overlap = Math.min(top + height, otherTop + otherHeight) - Math.max(top, otherTop);
  if (overlap < 0.5 * Math.min(height, otherHeight) || overlap <= 0) return false;
  return left + width <= otherLeft + TOLERANCE || otherLeft + otherWidth <= left + TOLERANCE;
}

function lines(blocks: readonly Block[], rightToLeft: boolean): Block[] {
  const result: Block[] = [];
  for (let index = 0; index < blocks.length; ) {
    const cells = cellsFrom(blocks, index);
    if (cells.length < 2) {
      result.push(blocks[index] as Block);
      index += 1;
      continue;
    }
    const sorted = [...cells].sort((a, b) => boxOf(a)[0] - boxOf(b)[0]);
    result.push(lineOf(rightToLeft ? sorted.reverse() : sorted));
    index += cells.length;
  }
  return result;
}

function cellsFrom(blocks: readonly Block[], start: number): TextBlock[] {
  const cells: TextBlock[] = [];
  for (let index = start; index < blocks.length && cells.length < MOST_CELLS; index += 1) {
    const cell = asCell(blocks[index] as Block);
    if (!cell || !cells.every((before) => isSideBySide(boxOf(before), boxOf(cell)))) break;
    cells.push(cell);
  }
  return cells;
}

const NOWHERE: Box = [0, 0, 0, 0];
const boxOf = ({ box = NOWHERE }: TextBlock): Box => box;

function lineOf(cells: readonly TextBlock[]): Line {
  const boxes = cells.map(boxOf);
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  const size = cells[0]?.size;
  const wanted = cells.some((cell) => cell.wanted) ? { wanted: true as const } : {};
  const box: Box = [left, top, right - left, bottom - top];
  return { kind: 'line', tag: 'div', box, ...(size === undefined ? {} : { size }), ...wanted, cells };
}

/** Turns consecutive lines with cells in the same columns into tables. */
function tables(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (let index = 0; index < blocks.length; ) {
    const run: Line[] = [];
    for (let next = blocks[index + run.length]; next?.kind === 'line'; next = blocks[index + run.length])
      run.push(next);
    const table = run.length > 1 ? tableOf(run) : undefined;
    const rest = run.length > 0 ? run : [blocks[index] as Block];
    for (const block of table ? [table] : rest) result.push(block);
    index += rest.length;
  }
  return result;
}

function tableOf(run: readonly Line[]): Table | undefined {
  const longest = run.reduce((most, line) => (line.cells.length > most.cells.length ? line : most));
  const columns = longest.cells.map(boxOf);
  const rows: Cell[][] = [];
  for (const { cells } of run) {
    const row = columns.map((): Cell => ({ children: [] }));
    let from = 0;
    for (const cell of cells) {
      const column = columns.findIndex((box, index) => index >= from && isUnder(boxOf(cell), box));
      if (column < 0) return undefined;
      row[column] = { children: [{ ...cell, box: undefined }] };
      from = column + 1;
    }
    rows.push(row);
  }
  if (run.every(({ cells }) => cells.every(isLinkOnly))) return undefined;
  return {
    kind: 'table',
    tag: 'div',
    box: (run[0] as Line).box,
    caption: [],
    rows: rows.map((cells) => ({ head: false, cells })),
  };
}

const isUnder = ([left, , width]: Box, [otherLeft, , otherWidth]: Box): boolean =>
  Math.abs(left - otherLeft) <= TOLERANCE || Math.abs(left + width - otherLeft - otherWidth) <= TOLERANCE;

const isLinkOnly = ({ runs }: TextBlock): boolean =>
  runs.every((run) => run.kind !== 'text' || run.link !== undefined || run.text.trim() === '');

/**
 * Whether the items of a list are cards or sections rather than points: no bullets, and more than a line or two in
 * them. Printed as a list they would be indented for nothing.
 */
export function isSectionList(block: Block): boolean {
  if (block.kind !== 'list' || block.ordered) return false;
  const items = block.children;
  return (
    items.every((item) => item.kind !== 'item' || !item.marker) &&
    items.some((item) => isContainer(item) && isRich(item.children))
  );
}

function isRich(blocks: readonly Block[]): boolean {
  const leaves = (list: readonly Block[]): number =>
    list.reduce((sum, block) => sum + (block.kind === 'group' ? leaves((block as Group).children) : 1), 0);
  return blocks.some(hasHeading) || leaves(blocks) > 2;
}

const hasHeading = (block: Block): boolean =>
  block.kind === 'heading' ||
  block.kind === 'table' ||
  block.kind === 'code' ||
  (block.kind === 'group' && block.children.some(hasHeading));
