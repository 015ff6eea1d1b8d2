/**
 * Trains the model of the main content on the development pages, and writes its weights. The same pages give the same
 * weights.
 *
 *     node script/readable-collect.ts --data PAGES --cache FOLDER
 *     node script/readable-train.ts --data PAGES --cache FOLDER
 *     node script/readable-scores.ts --data PAGES --cache FOLDER
 *
 * Two models are trained: the first looks at each block by itself, the second also at what the first says of the
 * surroundings. Five times both are trained without a fifth of the sites, and asked about those: the second learns
 * from these answers of the first, and the answers of both are stored in FOLDER, for the cross-validated scores.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { featuresOf } from '../packages/engine/src/readable/features.ts';
import type { NameWeights } from '../packages/engine/src/readable/names.ts';
import { createStats } from '../packages/engine/src/readable/stats.ts';
import { surroundingsOf } from '../packages/engine/src/readable/surroundings.ts';
import { createPredictor, type Trees } from '../packages/engine/src/readable/trees.ts';
import { type BoostingOptions, boost, type Table } from './readable/boosting.ts';
import { type Example, leavesIn, NameStatistics, readExamples, rowWeights } from './readable/dataset.ts';
import { readRendered } from './readable/pages.ts';

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

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf,moz' },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

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
const byItself = crossValidate(first, FIRST);
const firstModel = boost(first, learnable(), FIRST);
say('first model');
const second = secondTable(byItself);
const inContext = crossValidate(second, SECOND);
const secondModel = boost(second, learnable(), SECOND);
writeFileSync(MODEL, `${JSON.stringify({ names: names.weights(), first: firstModel, second: secondModel })}\n`);
writeFileSync(join(cache, 'chances.json'), JSON.stringify(chancesByPage(inContext)));
say('done');

function say(what: string): void {
  console.log(`${Math.round(performance.now() / 1000)} s: ${what}`);
}

function renderedOf({ page }: Example) {
  const rendered = readRendered(cache as string, page);
  if (!rendered) throw new Error(`${page.set}/${page.id} is gone`);
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
function learnable(without?: number): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < weights.length; row += 1)
    if ((weights[row] as number) > 0 && folds[row] !== without) rows.push(row);
  return Int32Array.from(rows);
}

/** For each row, what a model says that knows nothing of its site. */
function crossValidate(table: Table, options: BoostingOptions): Float32Array {
  const chances = new Float32Array(table.rows);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    predict(
      boost(table, learnable(fold), options),
      table,
      (row) => folds[row] === fold,
      (row, chance) => {
        chances[row] = chance;
      },
    );
    say(`fold ${fold + 1} of ${FOLDS}`);
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

function chancesByPage(chances: Float32Array): Record<string, number[]> {
  let start = 0;
  return Object.fromEntries(
    examples.map(({ page, labels }) => {
      const own = [...chances.subarray(start, start + labels.length)].map((chance) => Number(chance.toFixed(4)));
      start += labels.length;
      return [`${page.set}/${page.id}`, own];
    }),
  );
}
