import { type Block, type Cell, isContainer, MARK, plainText, type Run } from './blocks.ts';

/** What there is to read in a block. */
export interface Stats {
  /** Characters of text. */
  readonly text: number;
  /** Characters of text that lead somewhere. */
  readonly linked: number;
  /** Characters on buttons. */
  readonly control: number;
  /** Characters in paragraphs that read like prose. */
  readonly prose: number;
  /** Blocks without blocks inside. */
  readonly leaves: number;
}

export type StatsOf = (block: Block) => Stats;

const NOTHING: Stats = { text: 0, linked: 0, control: 0, prose: 0, leaves: 0 };

/** Shortest paragraph, in characters, that counts as prose, and one that ends like a sentence. */
const PROSE = 80;
const SENTENCE = 45;
const SENTENCE_END = /[.!?…。！？؟।:;"”»'’)]\s*$/;

/** Counts blocks, each once. */
export function createStats(): StatsOf {
  const known = new Map<Block, Stats>();
  const statsOf = (block: Block): Stats => {
    const before = known.get(block);
    if (before) return before;
    const stats = count(block, statsOf);
    known.set(block, stats);
    return stats;
  };
  return statsOf;
}

function count(block: Block, statsOf: StatsOf): Stats {
  if (block.kind === 'table') {
    const cells = block.rows.flatMap((row): readonly Cell[] => row.cells);
    const inner = sum([...block.caption, ...cells.flatMap(({ children }) => children)].map(statsOf));
    return { ...inner, prose: 0, leaves: 1 };
  }
  if (block.kind === 'code') return { ...NOTHING, text: block.text.length, prose: block.text.length, leaves: 1 };
  if ('runs' in block) return countRuns(block.runs, block.kind !== 'heading');
  if (!isContainer(block)) return NOTHING;
  const own = block.kind === 'details' ? [countRuns(block.summary, false)] : [];
  return sum([...own, ...block.children.map(statsOf)]);
}

function countRuns(runs: readonly Run[], mayBeProse: boolean): Stats {
  let linked = 0;
  let control = 0;
  for (const run of runs) {
    if (run.kind !== 'text') continue;
    if (run.link !== undefined) linked += run.text.length;
    if ((run.marks & MARK.control) !== 0) control += run.text.length;
  }
  const text = plainText(runs);
  const isProse =
    mayBeProse &&
    linked < 0.4 * text.length &&
    (text.length >= PROSE || (text.length >= SENTENCE && SENTENCE_END.test(text)));
  return { text: text.length, linked, control, prose: isProse ? text.length : 0, leaves: 1 };
}

function sum(list: readonly Stats[]): Stats {
  const total = { text: 0, linked: 0, control: 0, prose: 0, leaves: 0 };
  for (const stats of list) {
    total.text += stats.text;
    total.linked += stats.linked;
    total.control += stats.control;
    total.prose += stats.prose;
    total.leaves += stats.leaves;
  }
  return total;
}

/** Characters of text in a block. */
export function textLength(block: Block): number {
  return createStats()(block).text;
}
