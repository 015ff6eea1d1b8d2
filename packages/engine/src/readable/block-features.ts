import { type Block, plainText } from './blocks.ts';
import type { Stats, StatsOf } from './stats.ts';

/** Numbers that speak for or against a block, by name. */
export type Features = Readonly<Record<string, number>>;

export const log = (value: number): number => Math.log1p(value);
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** What a block is by itself. */
export function ofBlock(block: Block, stats: Stats): Features {
  const text = 'runs' in block ? plainText(block.runs) : '';
  return {
    bias: 1,
    length: log(stats.text),
    long: stats.text > 200 ? 1 : 0,
    short: stats.text < 25 ? 1 : 0,
    linked: share(stats.linked, stats.text),
    allLinked: stats.linked >= 0.9 * stats.text ? 1 : 0,
    control: share(stats.control, stats.text),
    prose: stats.prose > 0 ? 1 : 0,
    sentence: SENTENCE_END.test(text) ? 1 : 0,
    commas: Math.min(5, (text.match(/[,、，،;]/g) ?? []).length),
    digits: share((text.match(/\d/g) ?? []).length, text.length),
    amount: AMOUNT.test(text) ? 1 : 0,
    copyright: /©|\(c\)/i.test(text) ? 1 : 0,
    heading1: block.kind === 'heading' && block.level === 1 ? 1 : 0,
    heading: block.kind === 'heading' && block.level > 1 ? 1 : 0,
    headingLevel: block.kind === 'heading' ? block.level : 0,
    code: block.kind === 'code' ? 1 : 0,
    table: block.kind === 'table' ? 1 : 0,
    term: block.kind === 'term' ? 1 : 0,
    paragraph: block.tag === 'p' ? 1 : 0,
    item: block.tag === 'li' ? 1 : 0,
    caption: block.tag === 'figcaption' ? 1 : 0,
    imageOnly: 'runs' in block && stats.text === 0 ? 1 : 0,
  };
}

const SENTENCE_END = /[.!?…。！？؟।]["”»'’)]?\s*$/;

/** An amount of money, by the sign of its currency. */
export const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}/u;

/** Places of landmarks among the leaves of a page; -1 where there is none. */
export interface Order {
  readonly firstProse: number;
  readonly lastProse: number;
  readonly title: number;
}

export function orderOf(leaves: readonly Block[], statsOf: StatsOf): Order {
  const prose = leaves.map((block) => statsOf(block).prose > 0);
  return {
    firstProse: prose.indexOf(true),
    lastProse: prose.lastIndexOf(true),
    title: leaves.findIndex((block) => block.kind === 'heading' && block.level === 1),
  };
}

/** Where a block stands, and what stands beside it. */
export function ofPlace(
  leaves: readonly { readonly block: Block }[],
  index: number,
  order: Order,
  statsOf: StatsOf,
): Record<string, number> {
  const at = (offset: number): Stats | undefined => {
    const leaf = leaves[index + offset];
    return leaf && statsOf(leaf.block);
  };
  const features: Record<string, number> = {
    place: share(index, leaves.length),
    beforeTitle: order.title >= 0 && index < order.title ? 1 : 0,
    afterTitle: order.title >= 0 && index > order.title && index - order.title <= 4 ? 1 : 0,
    beforeProse: index < order.firstProse ? 1 : 0,
    afterProse: index > order.lastProse ? 1 : 0,
  };
  for (const [name, offset] of [
    ['previous', -1],
    ['next', 1],
    ['previous2', -2],
    ['next2', 2],
  ] as const) {
    const stats = at(offset);
    features[`${name}Prose`] = stats && stats.prose > 0 ? 1 : 0;
    features[`${name}Linked`] = stats ? share(stats.linked, stats.text) : 1;
    features[`${name}Length`] = stats ? log(stats.text) : 0;
  }
  return features;
}

/** What the page is, for every block of it. */
export function ofPage(page: Stats): Record<string, number> {
  return {
    pageProse: log(page.prose) / 10,
    pageLinked: share(page.linked, page.text),
    pageProseShare: share(page.prose, page.text),
  };
}
