import type { Rendered } from '../../packages/engine/src/readable/blocks.ts';
import { isMostOfPage, type Leaf, leavesOf } from '../../packages/engine/src/readable/leaf-context.ts';
import { type NameWeights, nameWords } from '../../packages/engine/src/readable/names.ts';
import { createStats } from '../../packages/engine/src/readable/stats.ts';
import { type Label, labelsOf, textOf } from './labels.ts';
import { wordsOf } from './metrics.ts';
import { type DevelopmentPage, readPages, readRendered } from './pages.ts';

/** A page that can be learned from. */
export interface Example {
  readonly page: DevelopmentPage;
  /** Pages of one site are never on both sides of a cross-validation. */
  readonly site: string;
  readonly labels: readonly Label[];
  /** Words of each leaf. */
  readonly words: readonly number[];
}

export function readExamples(data: string, cache: string, sets: readonly string[]): Example[] {
  const examples: Example[] = [];
  for (const set of sets) {
    for (const page of readPages(data, set)) {
      const rendered = readRendered(cache, page);
      if (!rendered) continue;
      const blocks = leavesIn(rendered).map(({ block }) => block);
      const words = blocks.map((block) => wordsOf(textOf(block)).length);
      examples.push({ page, site: siteOf(page.url), labels: labelsOf(page, blocks), words });
    }
  }
  return examples;
}

export function leavesIn({ blocks }: Rendered): Leaf[] {
  const statsOf = createStats();
  return leavesOf(blocks, statsOf, statsOf({ kind: 'group', tag: 'html', children: blocks }));
}

function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

// ---- Weights of rows

/** Say of a page of each set, as compared with the others. */
const SAY: Readonly<Record<string, number>> = { aeb: 45, 'wcxb-dev': 20, moz: 12 };
const LONGEST = 150;
const MOST_PIECES = 8;

/** Fewest words that have to be found on a page. Where nothing is wanted, or is not there, the list is in error. */
const FEWEST_WORDS = 10;

/** Whether something of what should come out of a page is on it. */
function teaches({ page, labels, words }: Example): boolean {
  if (page.metric === 'segments') return true;
  return labels.reduce<number>((sum, label, index) => sum + (label ?? 0) * (words[index] ?? 0), 0) >= FEWEST_WORDS;
}

/** How much each leaf of a page counts: long ones more, each page about the same. */
export function rowWeights(example: Example): number[] {
  const { page, labels, words } = example;
  if (!teaches(example)) return labels.map(() => 0);
  const say = SAY[page.set] ?? 1;
  const known = labels.filter((label) => label !== undefined).length;
  if (page.metric === 'segments') {
    return labels.map((label) => (label === undefined ? 0 : 0.5 * Math.min(1, MOST_PIECES / known)));
  }
  const raw = labels.map((label, index) =>
    label === undefined ? 0 : Math.sqrt(Math.min(words[index] ?? 0, LONGEST) + 4),
  );
  const sum = raw.reduce((all, weight) => all + weight, 0);
  return raw.map((weight) => (weight * say) / Math.max(sum, 1e-9));
}

// ---- Names

/** A name that fewer sites use says nothing about others. */
const FEWEST_SITES = 6;
const PRIOR = 0.45;
const PRIOR_SITES = 4;
/** Weights nearer to 0 are left out. */
const SMALLEST = 0.12;

interface Mean {
  sum: number;
  count: number;
}

/** What is learned of names, for any site or for all but one. */
export class NameStatistics {
  readonly #words = new Map<string, Map<string, Mean>>();
  readonly #totals = new Map<string, Mean>();

  add(rendered: Rendered, example: Example): void {
    const { site, labels, words } = example;
    if (!teaches(example)) return;
    const statsOf = createStats();
    const { blocks } = rendered;
    const page = statsOf({ kind: 'group', tag: 'html', children: blocks });
    const sums = new Map<string, Mean>();
    leavesOf(blocks, statsOf, page).forEach(({ block, context }, index) => {
      const label = labels[index];
      if (label === undefined) return;
      const say = Math.min(60, (words[index] ?? 0) + 2);
      const named = new Set(nameWords(block));
      for (const parent of context.parents)
        if (!isMostOfPage(parent, statsOf, page)) for (const word of nameWords(parent)) named.add(word);
      for (const word of named) count(sums, word, say * label, say);
    });
    for (const [word, { sum, count: all }] of sums) {
      const sites = this.#words.get(word) ?? new Map<string, Mean>();
      this.#words.set(word, sites);
      count(sites, site, sum / all, 1);
    }
  }

  close(): void {
    for (const [word, sites] of this.#words) {
      if (sites.size < FEWEST_SITES) continue;
      const means = [...sites.values()].map(({ sum, count: pages }) => sum / pages);
      this.#totals.set(word, { sum: means.reduce((all, mean) => all + mean, 0), count: means.length });
    }
  }

  weights(without?: string): NameWeights {
    const weights: Record<string, number> = {};
    for (const [word, { sum, count: all }] of this.#totals) {
      const own = without === undefined ? undefined : this.#words.get(word)?.get(without);
      const [rest, sites] = own ? [sum - own.sum / own.count, all - 1] : [sum, all];
      const weight = logit((rest + PRIOR_SITES * PRIOR) / (sites + PRIOR_SITES)) - logit(PRIOR);
      if (Math.abs(weight) >= SMALLEST) weights[word] = Number(weight.toFixed(2));
    }
    return weights;
  }
}

const logit = (share: number): number => Math.log(share / (1 - share));

function count(map: Map<string, Mean>, key: string, sum: number, by: number): void {
  const mean = map.get(key);
  if (!mean) map.set(key, { sum, count: by });
  else {
    mean.sum += sum;
    mean.count += by;
  }
}
