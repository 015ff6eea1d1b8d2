import { type Block, MARK, plainText, type Run } from './blocks.ts';
import type { Stats } from './stats.ts';

/** Numbers that speak for or against one block, written one after the other; always the same ones in the same order. */
export class FeatureRow {
  readonly #values: number[] = [];
  /** Names of the numbers, as long as someone wants to know them. */
  readonly #names: string[] | undefined;

  constructor(names?: string[]) {
    this.#names = names;
  }

  add(name: string, value: number): void {
    this.#values.push(value);
    this.#names?.push(name);
  }

  values(): Float32Array {
    return new Float32Array(this.#values);
  }
}

export const log = (value: number): number => Math.log1p(Math.max(0, value));
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const SENTENCE_END = /[.!?…。！？؟।]["”»'’)]?$/;
/** An amount of money, by the sign of its currency. */
export const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}/u;
/** A date or a time of day, in digits. */
export const DATE = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/;

const KINDS: readonly Block['kind'][] = ['text', 'heading', 'code', 'table', 'term', 'rule'];

/** What a block is by itself. */
export function addBlock(row: FeatureRow, block: Block, stats: Stats): void {
  const runs = 'runs' in block ? block.runs : [];
  row.add('length', log(stats.text));
  row.add('linked', share(stats.linked, stats.text));
  row.add('controlShare', share(stats.control, stats.text));
  row.add('prose', stats.prose > 0 ? 1 : 0);
  row.add('kind', KINDS.indexOf(block.kind));
  row.add('level', block.kind === 'heading' ? block.level : 0);
  row.add('paragraph', block.tag === 'p' ? 1 : 0);
  row.add('item', block.tag === 'li' ? 1 : 0);
  row.add('figureCaption', block.tag === 'figcaption' ? 1 : 0);
  // Enough to tell what it is; what follows is more of the same.
  addText(row, plainText(runs).slice(0, 1_000));
  addRuns(row, runs, stats);
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) found += 1;
  return found;
}

const WORDS = /[\p{L}\p{N}]+/gu;
const LETTERS = /\p{L}+/gu;
const CAPITALS = /\p{Lu}/gu;
const SENTENCES = /[.!?…。！？؟।](?=\s|$)/gu;
const COMMAS = /[,、，،;]/g;
const DIGITS = /\d/g;
const DIVIDERS = /[|•·›»→/]/g;

function addText(row: FeatureRow, text: string): void {
  const words = count(text, WORDS);
  const letters = (text.match(LETTERS) ?? []).reduce((sum, { length }) => sum + length, 0);
  row.add('words', log(words));
  row.add('wordLength', share(letters, words));
  row.add('sentence', SENTENCE_END.test(text) ? 1 : 0);
  row.add('sentences', log(count(text, SENTENCES)));
  row.add('commas', Math.min(8, count(text, COMMAS)));
  row.add('digits', share(count(text, DIGITS), text.length));
  row.add('capitals', share(count(text, CAPITALS), letters));
  row.add('amount', AMOUNT.test(text) ? 1 : 0);
  row.add('date', DATE.test(text) ? 1 : 0);
  row.add('copyright', /©|\(c\)/i.test(text) ? 1 : 0);
  row.add('colon', /[:：]\s*$/.test(text) ? 1 : 0);
  row.add('question', /[?？؟]\s*$/.test(text) ? 1 : 0);
  row.add('divided', count(text, DIVIDERS));
  row.add('smallStart', /^\p{Ll}/u.test(text) ? 1 : 0);
}

function addRuns(row: FeatureRow, runs: readonly Run[], stats: Stats): void {
  let [strong, emphasis, breaks, images, links] = [0, 0, 0, 0, 0];
  let link: string | undefined;
  for (const run of runs) {
    if (run.kind === 'break') breaks += 1;
    else if (run.kind === 'image') images += 1;
    else if (run.kind === 'text') {
      if ((run.marks & MARK.strong) !== 0) strong += run.text.length;
      if ((run.marks & MARK.emphasis) !== 0) emphasis += run.text.length;
      if (run.link !== undefined && run.link !== link) links += 1;
      link = run.link;
    }
  }
  row.add('strong', share(strong, stats.text));
  row.add('emphasis', share(emphasis, stats.text));
  row.add('breaks', log(breaks));
  row.add('images', images);
  row.add('links', log(links));
}
