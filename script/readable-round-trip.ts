/**
 * Whether Markdown keeps what matters: writes the development pages as Markdown, has it read by a parser of others,
 * and compares cells of tables, characters of code and targets of links with what the walk found.
 *
 *     node script/readable-round-trip.ts --data PAGES --cache FOLDER [--sets aeb,wcxb-dev,traf] [--every 1] [--worst 10]
 *
 * FOLDER is filled by `readable-collect.ts`. Pages that could not be read are left out; of every so many pages one is
 * taken.
 */
import { parseArgs } from 'node:util';
import { arrange } from '../packages/engine/src/readable/arrange.ts';
import { printMarkdown } from '../packages/engine/src/readable/print-markdown.ts';
import { factsOf, found, readBack } from '../packages/engine/src/readable/read-back.ts';
import { readPages, readRendered } from './readable/pages.ts';

const OPTIONS = {
  heading_style: 'atx',
  bullet: '-',
  link_style: 'inline',
  tables: 'gfm',
  front_matter: false,
  images: 'link',
} as const;
const KINDS = ['cells', 'code', 'links'] as const;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf' },
    every: { type: 'string', default: '1' },
    worst: { type: 'string', default: '0' },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

const total = { cells: 0, code: 0, links: 0 };
const kept = { cells: 0, code: 0, links: 0 };
const lost: { readonly page: string; readonly kind: string; readonly text: string }[] = [];
const all = values.sets.split(',').flatMap((set) => readPages(data, set));
let pages = 0;
for (const page of all.filter((_, index) => index % Number(values.every) === 0)) {
  const rendered = readRendered(cache, page);
  if (!rendered) continue;
  pages += 1;
  // Everything that the walk found, as main content leaves tables out.
  const blocks = arrange(rendered.blocks);
  const wanted = factsOf(blocks);
  const there = readBack(printMarkdown(blocks, rendered.meta, OPTIONS));
  for (const kind of KINDS) {
    const missing: string[] = [];
    const filled = wanted[kind].filter((text) => text !== '');
    const count = found(filled, there[kind], missing);
    // Code counts by characters, the others by number.
    const size = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
    total[kind] += kind === 'code' ? size(filled) : filled.length;
    kept[kind] += kind === 'code' ? size(filled) - size(missing) : count;
    for (const text of missing) lost.push({ page: `${page.set}/${page.id}`, kind, text });
  }
}

console.log(`${pages} pages`);
for (const kind of KINDS) {
  const share = total[kind] === 0 ? 1 : kept[kind] / total[kind];
  console.log(`${kind.padEnd(6)} ${(100 * share).toFixed(3)} % of ${total[kind]}`);
}
for (const { page, kind, text } of lost.slice(0, Number(values.worst))) {
  console.log(`${page} ${kind} ${JSON.stringify(text.slice(0, 160))}`);
}
