/**
 * Scores the main content of the development pages, for each set and each type of page: with the weights as they are
 * (which have seen these pages), and cross-validated (by models that have seen no page of the site).
 *
 *     node script/readable-scores.ts --data PAGES --cache FOLDER [--sets aeb,wcxb-dev,traf] [--worst 10] [--peers FILE]
 *
 * FOLDER is filled by `readable-collect.ts` and `readable-train.ts`. Pages that could not be read count as empty. FILE is
 * a module with other extractors to be scored on the same pages: each function that it exports is given `{ html, url }`,
 * and tells the text. Where one fails, its text counts as empty.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { arrange } from '../packages/engine/src/readable/arrange.ts';
import type { Block } from '../packages/engine/src/readable/blocks.ts';
import { mainContent, selectContent } from '../packages/engine/src/readable/main-content.ts';
import { printText } from '../packages/engine/src/readable/print-text.ts';
import { createStats } from '../packages/engine/src/readable/stats.ts';
import { leavesIn } from './readable/dataset.ts';
import { type PageScore, scorePage, scoreSet } from './readable/metrics.ts';
import { type DevelopmentPage, decodeHtml, type JudgedPage, readPages, readRendered } from './readable/pages.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf' },
    worst: { type: 'string', default: '0' },
    peers: { type: 'string' },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

interface Row {
  readonly page: DevelopmentPage;
  readonly plain: PageScore;
  readonly unseen: PageScore;
  /** In the order of the peers. */
  readonly others: readonly PageScore[];
}

type Peer = (page: { readonly html: string; readonly url: string }) => Promise<string> | string;

const peers: [name: string, peer: Peer][] = values.peers
  ? Object.entries(await import(pathToFileURL(resolve(values.peers)).href))
  : [];

const judgedPages: Record<string, JudgedPage> = JSON.parse(readFileSync(join(cache, 'judged.json'), 'utf8'));
for (const set of values.sets.split(',')) {
  const rows: Row[] = [];
  for (const page of readPages(data, set)) rows.push({ ...scoreOf(page), others: await scoreOthers(page) });
  report(set, rows);
}

function scoreOf(page: DevelopmentPage): Pick<Row, 'page' | 'plain' | 'unseen'> {
  const rendered = readRendered(cache as string, page);
  if (!rendered) return { page, plain: scorePage(page, ''), unseen: scorePage(page, '') };
  const plain = scorePage(page, textOf(mainContent(rendered)));
  const { chances, forum } = judgedPages[`${page.set}/${page.id}`] ?? { chances: [], forum: 0 };
  const judged = { leaves: leavesIn(rendered), chances: Float32Array.from(chances), forum };
  return { page, plain, unseen: scorePage(page, textOf(selectContent(rendered.blocks, judged, createStats()))) };
}

async function scoreOthers(page: DevelopmentPage): Promise<readonly PageScore[]> {
  if (peers.length === 0) return [];
  const html = decodeHtml(gunzipSync(readFileSync(page.path)));
  const scores: PageScore[] = [];
  for (const [, peer] of peers) {
    const text = await Promise.resolve()
      .then(() => peer({ html, url: page.url }))
      .catch(() => '');
    scores.push(scorePage(page, text));
  }
  return scores;
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
  const others = peers.map(([peer], index) => {
    const scores = rows.map((row) => row.others[index] as PageScore);
    return `  |  ${peer} ${told(scoreSet(metric, scores))}`;
  });
  console.log(
    `${name.padEnd(16)} ${count}  cross-validated ${told(unseen)}  |  plain ${told(plain)}${others.join('')}`,
  );
}
