import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';
import type { Block, Heading, TextBlock } from './blocks.ts';
import { leavesOf } from './leaf-context.ts';
import { selectContent } from './main-content.ts';
import { createStats } from './stats.ts';

const { text } = useReader();

const SENTENCES = [
  'The boiler in the cellar heats water for the whole house, and it does so for thirty years when it is looked after.',
  'Its burner should be cleaned once a year, before the cold season begins, by someone who has learned how to do it.',
  'Most faults come from the pump, which is the only part that moves all day, and which is cheap to replace.',
  'A pressure below one bar means that water is missing; it is filled up by hand, slowly, until the needle rises.',
];
const ARTICLE = `<main><article class="post"><h1>How boilers grow old</h1><div class="entry-content">
  ${SENTENCES.map((sentence) => `<p>${sentence}</p>`).join('')}<h2>What to check</h2>
  <ul><li>The pressure of the water</li><li>The colour of the flame</li></ul>
  ${SENTENCES.map((sentence) => `<p>Then again: ${sentence}</p>`).join('')}</div></article></main>`;
const FRAME = {
  navigation:
    '<nav class="main-menu"><ul><li><a href="/a">Heating</a></li><li><a href="/b">Cooling</a></li></ul></nav>',
  sidebar: `<aside class="sidebar"><h3>Most read</h3><ul>${[1, 2, 3, 4].map((index) => `<li><a href="/${index}">Another story ${index}</a></li>`).join('')}</ul></aside>`,
  footer: '<footer class="site-footer"><p>© 2026 Boiler Weekly. All rights reserved.</p></footer>',
};

describe('the main content', () => {
  it('is the article without the frame of the site', async () => {
    const page = `<title>How boilers grow old</title>${FRAME.navigation}${ARTICLE}${FRAME.sidebar}${FRAME.footer}`;
    const main = await text(page, { content: 'main' });
    for (const sentence of SENTENCES) expect(main).toContain(sentence);
    expect(main).toContain('What to check');
    expect(main).toContain('The colour of the flame');
    expect(main).not.toMatch(/Heating|Another story|All rights reserved/);
  });

  it('is everything in a letter, which has no frame', async () => {
    const letter = `<header><p>Boiler Works Ltd</p><p>1 Mill Road</p></header><p>Dear Ms Doe,</p><p>${SENTENCES[0]}</p>
      <footer><p>IBAN DE89 3704 0044 0532 0130 00</p></footer>`;
    expect(await text(letter, { content: 'main' })).toMatch(/Mill Road[\s\S]*Dear[\s\S]*IBAN/);
  });
});

describe('the selection', () => {
  const words = (value: string) => [{ kind: 'text', text: value, marks: 0 }] as const;
  const paragraph = (value: string): TextBlock => ({ kind: 'text', tag: 'p', runs: words(value) });
  const heading = (value: string): Heading => ({ kind: 'heading', tag: 'h2', level: 2, runs: words(value) });
  const selected = (blocks: readonly Block[], chances: readonly number[], forum = 0): readonly Block[] => {
    const statsOf = createStats();
    const page = statsOf({ kind: 'group', tag: 'html', children: blocks });
    return selectContent(
      blocks,
      { leaves: leavesOf(blocks, statsOf, page), chances: Float32Array.from(chances), forum },
      statsOf,
    );
  };
  const [long = '', other = ''] = SENTENCES;

  it('keeps what is likely, and a heading with what it heads', () => {
    const blocks = [heading('One'), paragraph(long), paragraph(other)];
    expect(selected(blocks, [0.4, 0.9, 0.05])).toEqual(blocks.slice(0, 2));
  });

  it('leaves out a heading over nothing', () => {
    const blocks = [paragraph(long), heading('Related'), paragraph(other)];
    expect(selected(blocks, [0.95, 0.56, 0.02])).toEqual(blocks.slice(0, 1));
  });

  it('leaves out what readers say below, unless the page is of a forum', () => {
    const replies: Block = { kind: 'group', tag: 'div', hints: 'comments', children: [paragraph(other)] };
    const blocks = [paragraph(`${long} ${other} ${long}`), replies];
    expect(selected(blocks, [0.9, 0.7])).toEqual(blocks.slice(0, 1));
    expect(selected(blocks, [0.9, 0.7], 0.8)).toEqual(blocks);
  });

  it('keeps comments where there is nothing else', () => {
    const replies: Block = { kind: 'group', tag: 'div', hints: 'comments', children: [paragraph(other)] };
    const blocks = [paragraph('Guest book'), replies];
    expect(selected(blocks, [0.9, 0.7])).toEqual(blocks);
  });

  it('keeps more where nothing is sure', () => {
    const blocks = [paragraph(long), paragraph(other)];
    expect(selected(blocks, [0.4, 0.35])).toEqual(blocks);
    expect(selected(blocks, [0.98, 0.35])).toEqual(blocks.slice(0, 1));
  });
});
