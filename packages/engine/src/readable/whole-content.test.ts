import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';
import type { Block, Group, Heading, TextBlock } from './blocks.ts';
import { leavesOf } from './leaf-context.ts';
import { createStats } from './stats.ts';
import { addWhatBelongs } from './whole-content.ts';

const PROSE =
  'Twenty springs of counting buds have shown that frost after bloom costs more than half of the fruit on low ground.';

describe('what belongs to the main content', () => {
  const words = (text: string, link?: string) => ({
    kind: 'text' as const,
    text,
    marks: 0,
    ...(link === undefined ? {} : { link }),
  });
  const text = (value: string, link?: string, hints = ''): TextBlock => ({
    kind: 'text',
    tag: 'div',
    hints,
    runs: [words(value, link)],
  });
  const heading = (value: string, level = 2): Heading => ({
    kind: 'heading',
    tag: `h${level}`,
    level,
    runs: [words(value)],
  });
  const group = (hints: string, ...children: Block[]): Group => ({ kind: 'group', tag: 'div', hints, children });
  const body = text(PROSE.repeat(3));
  const LINK = 'https://example.org/other';

  /** What is added, by the chance of each block; what has a chance of 0.9 is kept already. */
  const added = (blocks: readonly Block[], chances: readonly number[], title = ''): string[] => {
    const statsOf = createStats();
    const leaves = leavesOf(blocks, statsOf, statsOf({ kind: 'group', tag: 'html', children: blocks }));
    const before = new Set(leaves.filter((_, index) => chances[index] === 0.9).map(({ block }) => block));
    const kept = new Set(before);
    addWhatBelongs({ leaves, chances: Float32Array.from(chances), forum: 0 }, kept, title, statsOf);
    const wordsOf = (block: Block): string =>
      'runs' in block ? block.runs.map((run) => ('text' in run ? run.text : '')).join('') : block.kind;
    return leaves.filter(({ block }) => kept.has(block) && !before.has(block)).map(({ block }) => wordsOf(block));
  };

  it('is the heading that the title of the document repeats, however unlikely', () => {
    const blocks = [heading('Orchard News', 1), heading('Late frost and apricots', 1), body];
    expect(added(blocks, [0.01, 0.01, 0.9], 'Late frost and apricots | Orchard News')).toEqual([
      'Late frost and apricots',
    ]);
  });

  it('is not the name of the site, which leads to its first page, though of the first level', () => {
    const site: Heading = { ...heading('Orchard News', 1), runs: [words('Orchard News', LINK)] };
    expect(
      added(
        [site, heading('Late frost and apricots'), body],
        [0.01, 0.01, 0.9],
        'Late frost and apricots | Orchard News',
      ),
    ).toEqual(['Late frost and apricots']);
  });

  it('is the title also where nothing of what stands under it is kept', () => {
    const blocks = [heading('Late frost'), text('View as PDF', LINK), heading('Losses'), body];
    expect(added(blocks, [0.4, 0.4, 0.9, 0.9], 'Late frost')).toEqual(['Late frost']);
  });

  it('is the only heading of the first level where the document has no title', () => {
    expect(added([heading('Noor Haddad', 1), text('Menu', LINK), body], [0.01, 0.01, 0.9])).toEqual(['Noor Haddad']);
  });

  it('is a label or a value in doubt, but not what is hopeless', () => {
    const blocks = [text('Where'), text('Six bakeries'), body, text('Entrance'), text('All rights reserved')];
    expect(added(blocks, [0.3, 0.4, 0.9, 0.3, 0.05])).toEqual(['Where', 'Six bakeries', 'Entrance']);
  });

  it('is not what stands in the frame of the site, unless most of the content is of that kind', () => {
    const sidebar = group('sidebar', text('Assignees'), text('No one assigned'));
    expect(added([body, sidebar], [0.9, 0.4, 0.4])).toEqual([]);
    expect(added([group('sidebar', body, text('Assignees'))], [0.9, 0.4])).toEqual(['Assignees']);
  });

  it('is a line that is only styled like a part of the frame', () => {
    expect(added([text('22 users', undefined, 'text-secondary'), body], [0.4, 0.9])).toEqual(['22 users']);
  });

  it('is no link to another page, but an address that shows itself, a telephone and who wrote what when', () => {
    const blocks = [
      body,
      text('View as PDF', LINK),
      text('noor@example.org', 'mailto:noor@example.org'),
      text('example.org/other', LINK),
      text('answered 3 February 2021'),
      text('Odile R.', LINK),
      text('Terms of use', LINK),
    ];
    expect(added(blocks, [0.9, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4])).toEqual([
      'noor@example.org',
      'example.org/other',
      'answered 3 February 2021',
      'Odile R.',
    ]);
  });

  it('is no picture that leads to another page, but one that is shown larger', () => {
    const picture = (link: string): TextBlock => ({
      kind: 'text',
      tag: 'div',
      runs: [{ kind: 'image', source: `${LINK}.png`, alt: link.slice(LINK.length), link }],
    });
    const blocks = [body, picture(`${LINK}/1`), picture(`${LINK}/2.jpg`)];
    const kept = added(blocks, [0.9, 0.4, 0.4]);
    expect(kept).toHaveLength(1);
  });

  it('is the head of each post that is kept', () => {
    const post = (name: string): Block => group('post', text(name, LINK), body);
    const posts = group('stream', ...['Marta', 'Ruben', 'Hollis'].map(post));
    expect(added([posts], [0.3, 0.9, 0.3, 0.9, 0.3, 0.9])).toEqual(['Marta', 'Ruben', 'Hollis']);
  });

  it('is no heading over what is left out', () => {
    const blocks = [body, heading('Access'), text('View as PDF', LINK), heading('Contact'), text('Room 12')];
    expect(added(blocks, [0.9, 0.4, 0.4, 0.4, 0.4])).toEqual(['Contact', 'Room 12']);
  });

  it('is nothing where nothing is kept', () => {
    expect(added([heading('Late frost', 1)], [0.1], 'Late frost')).toEqual([]);
  });
});

describe('a page by its address', () => {
  const { text } = useReader();
  const paragraphs = Array.from({ length: 6 }, (_, index) => `<p>${index + 1}. ${PROSE}</p>`).join('');
  const NAVIGATION =
    '<nav><ul><li><a href="/a">Archive</a></li><li><a href="/b">Submissions</a></li><li><a href="/c">About</a></li></ul></nav>';
  const page = `<title>Late frost and the apricots of Wachau | Annals of Orchard Science</title>${NAVIGATION}
    <main><article><header><h1>Late frost and the apricots of Wachau</h1><p class="byline">Elif Kern, 30 June 2026</p></header>
    <div class="content">${paragraphs}</div></article></main>
    <aside class="sidebar"><h3>Most read</h3><a href="/1">Grafting plums</a></aside><footer><p>© Krems</p></footer>`;

  it('keeps its title and who wrote it', async () => {
    const whole = await text(page, { inputKind: 'url' });
    expect(whole).toMatch(/^Late frost and the apricots of Wachau\n\n.*Elif Kern, 30 June 2026[\s\S]*6\. Twenty/);
    expect(whole).not.toMatch(/Archive|Most read|Krems/);
  });

  it('gets an amount back that was left out, with its label, and not the whole page', async () => {
    const priced = page.replace(
      '</main>',
      `</main><div class="box"><div>Printed volume</div><div>€ 48.00</div></div><div><a href="/x">Where to buy elsewhere</a></div>`,
    );
    const whole = await text(priced, { inputKind: 'url' });
    expect(whole).toMatch(/Printed volume\s+€ 48\.00/);
    expect(whole).not.toMatch(/elsewhere|Most read/);
  });

  it('gives no amount back without its label, of many side by side', async () => {
    const names = ['Student', 'Adult', 'Society', 'Family', 'Guest', 'Senior', 'Donor'];
    const cells = names.map((name, index) => `<div>${name}</div><div>€ ${index + 2}0.00</div>`).join('');
    const grid = `<div class="box"><div style="display:grid;grid-template-columns:1fr 1fr">${cells}</div></div>`;
    const whole = await text(page.replace('</main>', `</main>${grid}`), { inputKind: 'url' });
    for (const [index, name] of names.entries()) expect(whole).toMatch(new RegExp(`${name}\\s+€ ${index + 2}0\\.00`));
    expect(whole).not.toContain('Most read');
  });
});
