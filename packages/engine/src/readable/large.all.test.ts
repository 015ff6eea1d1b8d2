import { describe, expect, it } from 'vitest';
import { longWords, many, manyElements } from '../testing/large-documents.ts';
import { useReader } from '../testing/readable.ts';

const { markdown, blocks, text, twoWays } = useReader();

/** More of what bad-input.test.ts has: documents that take seconds to read. */
describe('a reading', () => {
  it('survives lists nested ten thousand deep', async () => {
    const result = await markdown(`<p>before</p>${'<ul><li>x'.repeat(10_000)}`, { content: 'full' });
    expect(result).toMatch(/^before\n\n- x\n/);
    expect(result.match(/x/g)).toHaveLength(10_000);
  });

  it('survives a table of a hundred thousand cells', async () => {
    const row = `<tr>${'<td>12</td>'.repeat(20)}</tr>`;
    const [body] = await blocks(`<table>${row.repeat(5_000)}</table>`);
    expect(JSON.stringify(body).split('"12"').length - 1).toBe(100_000);
  });

  it('survives a description of more paragraphs than a call takes arguments', async () => {
    const html = `<dl><dt>t<dd>${'core<br><br>'.repeat(130_000)}</dl>`;
    for (const read of await twoWays(html)) expect(read.split('core')).toHaveLength(130_001);
  });

  it.each(longWords(1_000_000))('survives a word of a megabyte in a %s', async (_, html, word) => {
    for (const read of await twoWays(html)) expect(read).toContain(word);
  });

  it.each(manyElements(1))('survives very many %s', async (_, html, times) => {
    for (const read of await twoWays(html, { images: 'none' })) expect(read.split('core')).toHaveLength(times + 1);
  });

  it('survives five megabytes of text', async () => {
    const lines = many(180_000, 'a line of text that is here \n');
    expect((await text(`<pre>${lines}</pre>`)).split('\n')).toHaveLength(180_001);
  });
});
