/**
 * Scores the main content of the development pages, for each set and each type of page: with the weights as they are
 * (which have seen these pages), and cross-validated (by models that have seen no page of the site).
 *
 *     node script/readable-scores.ts --data PAGES --cache FOLDER [--sets aeb,wcxb-dev,traf] [--worst 10]
 *
 * FOLDER is filled by `readable-collect.ts` and `readable-train.ts`. Pages that could not be read count as empty.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arrange } from '../packages/engine/src/readable/arrange.ts';
import type { Block } from '../packages/engine/src/readable/blocks.ts';
import { mainContent, selectContent } from '../packages/engine/src/readable/main-content.ts';
import { printText } from '../packages/engine/src/readable/print-text.ts';
import { createStats } from '../packages/engine/src/readable/stats.ts';
import { leavesIn } from './readable/dataset.ts';
import { type PageScore, scorePage, scoreSet } from './readable/metrics.ts';
import { type DevelopmentPage, readPages, readRendered } from './readable/pages.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf' },
    worst: { type: 'string', default: '0' },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

interface Row {
  readonly page: DevelopmentPage;
  readonly plain: PageScore;
  readonly unseen: PageScore;
}

const chances: Record<string, number[]> = JSON.parse(readFileSync(join(cache, 'chances.json'), 'utf8'));
for (const set of values.sets.split(',')) report(set, readPages(data, set).map(scoreOf));

function scoreOf(page: DevelopmentPage): Row {
  const rendered = readRendered(cache as string, page);
  if (!rendered) return { page, plain: scorePage(page, ''), unseen: scorePage(page, '') };
  const plain = scorePage(page, textOf(mainContent(rendered)));
  const judged = { leaves: leavesIn(rendered), chances: Float32Array.from(chances[`${page.set}/${page.id}`] ?? []) };
  return { page, plain, unseen: scorePage(page, textOf(selectContent(rendered.blocks, judged, createStats()))) };
}

function textOf(blocks: readonly Block[]): string {
  return printText(arrange(blocks), { links: 'none', wrap: 0 });
}

function report(set: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const types = new Set(rows.map(({ page }) => page.type));
  line(set, first.page.metric, rows);
  if (types.size > 1)
    for (const type of [...types].sort())
      line(
        `  ${type}`,
        first.page.metric,
        rows.filter(({ page }) => page.type === type),
      );
  const worst = [...rows].sort((a, b) => a.unseen.f1 - b.unseen.f1).slice(0, Number(values.worst));
  for (const { page, unseen } of worst) console.log(`    ${unseen.f1.toFixed(3)} ${page.type} ${page.id} ${page.url}`);
}

function line(name: string, metric: DevelopmentPage['metric'], rows: readonly Row[]): void {
  const told = (score: PageScore): string =>
    `F1 ${score.f1.toFixed(4)} P ${score.precision.toFixed(3)} R ${score.recall.toFixed(3)}`;
  const plain = scoreSet(
    metric,
    rows.map((row) => row.plain),
  );
  const unseen = scoreSet(
    metric,
    rows.map((row) => row.unseen),
  );
  const count = String(rows.length).padStart(4);
  console.log(`${name.padEnd(16)} ${count}  cross-validated ${told(unseen)}  |  plain ${told(plain)}`);
}
