/**
 * Trains the model of the main content on the development pages, and writes its weights. The same pages give the same
 * weights.
 *
 *     node script/readable-collect.ts --data PAGES --cache FOLDER
 *     node script/readable-train.ts --data PAGES --cache FOLDER
 *     node script/readable-scores.ts --data PAGES --cache FOLDER
 *
 * Three models are trained: the first looks at each block by itself; the second also at what the first says of the
 * surroundings; the third tells pages of forums, by what the first takes for content. Five times all are trained without
 * a fifth of the sites, and asked about those: the second and third learn from such answers of the first, and their own
 * answers are stored in FOLDER, for the cross-validated scores.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Rendered } from '../packages/engine/src/readable/blocks.ts';
import { featuresOf } from '../packages/engine/src/readable/features.ts';
import { meanFeatures } from '../packages/engine/src/readable/mean-features.ts';
import type { NameWeights } from '../packages/engine/src/readable/names.ts';
import { createStats } from '../packages/engine/src/readable/stats.ts';
import { surroundingsOf } from '../packages/engine/src/readable/surroundings.ts';
import { createPredictor, type Trees } from '../packages/engine/src/readable/trees.ts';
import { type BoostingOptions, boost, type Table } from './readable/boosting.ts';
import { type Example, leavesIn, NameStatistics, readExamples, rowWeights } from './readable/dataset.ts';
import { type JudgedPage, readRendered } from './readable/pages.ts';

const FOLDS = 5;
const MODEL = new URL('../packages/engine/src/readable/main-content-model.json', import.meta.url);
const FIRST: BoostingOptions = {
  trees: 200,
  leaves: 24,
  rate: 0.06,
  fewest: 60,
  features: 0.25,
  sample: 0.6,
  ridge: 3,
  seed: 1,
};
const SECOND: BoostingOptions = { ...FIRST, trees: 240, leaves: 18, rate: 0.04, fewest: 80, features: 0.3, seed: 2 };
/** There are few pages, compared with blocks. */
const FORUM: BoostingOptions = {
  trees: 60,
  leaves: 6,
  rate: 0.08,
  fewest: 8,
  features: 0.2,
  sample: 0.7,
  ridge: 1,
  seed: 3,
};

/** Types of pages that are told apart; other pages are of any type. */
const TYPES = new Set(['article', 'documentation', 'forum', 'product', 'collection', 'listing', 'service']);

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf,moz' },
    /** File for the weights, when they shall not take the place of those that are used. */
    model: { type: 'string' },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

/** Pages are gone through several times, and reading them takes long. */
const pages = new Map<Example, Rendered>();
const examples = readExamples(data, cache, values.sets.split(','));
const names = new NameStatistics();
for (const example of examples) names.add(renderedOf(example), example);
names.close();
say(`${examples.length} pages, ${Object.keys(names.weights()).length} names`);

const targets = Float32Array.from(examples.flatMap(({ labels }) => labels.map((label) => label ?? 0)));
const weights = Float32Array.from(examples.flatMap(rowWeights));
const folds = Uint8Array.from(examples.flatMap(({ site, labels }) => labels.map(() => foldOf(site))));
const first = firstTable();
say(`${first.rows} blocks, ${first.names.length} features`);
const byItself = crossValidate(first, FIRST, folds);
const second = secondTable(byItself);
const forum = forumTable(byItself);
const foldsOfPages = Uint8Array.from(examples, ({ site }) => foldOf(site));
const model = {
  names: names.weights(),
  first: boost(first, learnable(first, folds), FIRST),
  second: boost(second, learnable(second, folds), SECOND),
  forum: boost(forum, learnable(forum, foldsOfPages), FORUM),
};
writeFileSync(values.model ?? MODEL, `${JSON.stringify(model)}\n`);
say('models');
const judged = judgedByPage(crossValidate(second, SECOND, folds), crossValidate(forum, FORUM, foldsOfPages));
writeFileSync(join(cache, 'judged.json'), JSON.stringify(judged));
say('done');

function say(what: string): void {
  console.log(`${Math.round(performance.now() / 1000)} s: ${what}`);
}

function renderedOf(example: Example): Rendered {
  const { page } = example;
  const rendered = pages.get(example) ?? readRendered(cache as string, page);
  if (!rendered) throw new Error(`${page.set}/${page.id} is gone`);
  pages.set(example, rendered);
  return rendered;
}

/** The same fold for all pages of a site (FNV-1a). */
function foldOf(site: string): number {
  let hash = 0x811c9dc5;
  for (const character of site) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return (hash >>> 8) % FOLDS;
}

function firstTable(): Table {
  const rows = examples.reduce((sum, { labels }) => sum + labels.length, 0);
  let table: { names: readonly string[]; values: Float32Array } | undefined;
  let at = 0;
  const bySite = new Map<string, NameWeights>();
  for (const example of examples) {
    // What is learned of names must not come from the same site.
    let without = bySite.get(example.site);
    if (!without) {
      without = names.weights(example.site);
      bySite.clear();
      bySite.set(example.site, without);
    }
    const found = featuresOf(renderedOf(example), without, createStats());
    if (found.rows.length === 0) continue;
    table ??= { names: found.names, values: new Float32Array(rows * found.names.length) };
    for (const row of found.rows) {
      table.values.set(row, at);
      at += row.length;
    }
  }
  if (!table) throw new Error('there is nothing to learn from');
  return { ...table, rows, targets, weights };
}

/** A row for each page, with what its likely blocks are like, and whether it is of a forum. */
function forumTable(chances: Float32Array): Table {
  const width = first.names.length;
  const values = new Float32Array(examples.length * width);
  let row = 0;
  examples.forEach((example, index) => {
    const { length } = example.labels;
    const rows = example.labels.map((_, at) => first.values.subarray((row + at) * width, (row + at + 1) * width));
    const own = chances.subarray(row, row + length);
    values.set(meanFeatures(rows, leavesIn(renderedOf(example)), own, createStats()), index * width);
    row += length;
  });
  return {
    names: first.names,
    rows: examples.length,
    values,
    targets: Float32Array.from(examples, ({ page }) => (page.type === 'forum' ? 1 : 0)),
    weights: Float32Array.from(examples, ({ page }) => (TYPES.has(page.type) ? 1 : 0)),
  };
}

function secondTable(chances: Float32Array): Table {
  let table: { names: readonly string[]; values: Float32Array } | undefined;
  let row = 0;
  for (const example of examples) {
    const own = chances.subarray(row, row + example.labels.length);
    const around = surroundingsOf(leavesIn(renderedOf(example)), own, createStats());
    for (const values of around.rows) {
      const names = table?.names ?? [...first.names, ...around.names];
      table ??= { names, values: new Float32Array(first.rows * names.length) };
      const { length: width } = first.names;
      table.values.set(first.values.subarray(row * width, (row + 1) * width), row * names.length);
      table.values.set(values, row * names.length + width);
      row += 1;
    }
  }
  if (!table) throw new Error('there is nothing to learn from');
  return { ...first, ...table };
}

/** Rows with a weight, of all sites or of those that are not in one fold. */
function learnable({ rows, weights: all }: Table, foldOfRow: Uint8Array, without?: number): Int32Array {
  const used: number[] = [];
  for (let row = 0; row < rows; row += 1) if ((all[row] as number) > 0 && foldOfRow[row] !== without) used.push(row);
  return Int32Array.from(used);
}

/** For each row, what a model says that knows nothing of its site. */
function crossValidate(table: Table, options: BoostingOptions, foldOfRow: Uint8Array): Float32Array {
  const chances = new Float32Array(table.rows);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    predict(
      boost(table, learnable(table, foldOfRow, fold), options),
      table,
      (row) => foldOfRow[row] === fold,
      (row, chance) => {
        chances[row] = chance;
      },
    );
    if (table.rows > examples.length) say(`fold ${fold + 1} of ${FOLDS}`);
  }
  return chances;
}

function predict(
  trees: Trees,
  { names: columns, values: all, rows }: Table,
  asked: (row: number) => boolean,
  tell: (row: number, chance: number) => void,
): void {
  const chanceOf = createPredictor(trees, columns);
  for (let row = 0; row < rows; row += 1)
    if (asked(row)) tell(row, chanceOf(all.subarray(row * columns.length, (row + 1) * columns.length)));
}

/** What is known of each page by models that know nothing of its site. */
function judgedByPage(chances: Float32Array, forums: Float32Array): Record<string, JudgedPage> {
  const short = (chance: number): number => Number(chance.toFixed(4));
  let start = 0;
  return Object.fromEntries(
    examples.map(({ page, labels }, index) => {
      const own = [...chances.subarray(start, start + labels.length)].map(short);
      start += labels.length;
      return [`${page.set}/${page.id}`, { chances: own, forum: short(forums[index] as number) }];
    }),
  );
}
