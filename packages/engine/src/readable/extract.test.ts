import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { useReader } from '../testing/readable.ts';

const { read, text, markdown } = useReader();

const PAGE = `<nav><a href="/a">Home</a> <a href="/b">Offers</a></nav>
  <main><h1>Boilers</h1><p class="lead">A boiler heats water. It is found in the cellar of most houses in the country.</p>
  <div id="price"><p>From 1,200.00 €</p><p class="small">without fitting</p></div></main>
  <footer><p>Imprint</p></footer>`;

describe('selectors', () => {
  it('read only what is pointed at, whatever it is', async () => {
    expect(await text(PAGE, { only_selector: '#price' })).toBe('From 1,200.00 €\n\nwithout fitting\n');
    expect(await text(PAGE, { only_selector: 'nav' })).toMatch(/Home\s+Offers/);
  });

  it('read every match, in the order of the page', async () => {
    expect(await text(PAGE, { only_selector: 'footer, h1' })).toBe('Boilers\n\nImprint\n');
  });

  it('keep what the choice of content leaves out', async () => {
    expect(await text(PAGE)).not.toContain('Offers');
    const kept = await text(PAGE, { include_selectors: 'nav a:last-child' });
    expect(kept).toMatch(/^Offers$/m);
    expect(kept).not.toContain('Home');
    expect(await text(PAGE, { include_selectors: ['nav', 'footer'], content: 'main' })).toMatch(/Home[\s\S]*Imprint/);
  });

  it('leave out what is not wanted, also of what is kept', async () => {
    const read = await text(PAGE, { exclude_selectors: ['.small', 'footer'], content: 'full' });
    expect(read).toContain('1,200.00');
    expect(read).not.toMatch(/without fitting|Imprint/);
  });

  it.each([
    ['only_selector', { only_selector: '###' }, '/only_selector'],
    ['include_selectors', { include_selectors: ['p', 'p['] }, '/include_selectors/1'],
    ['exclude_selectors', { exclude_selectors: '::nothing(' }, '/exclude_selectors/0'],
  ])('that cannot be read are reported: %s', async (_name, given, pointer) => {
    const failure = await text(PAGE, given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineError);
    expect(failure).toMatchObject({ code: 'invalid_request', details: { pointer } });
  });

  it('that match nothing give an empty text', async () => {
    expect(await text(PAGE, { only_selector: '#missing' })).toBe('');
  });
});

describe('the mode', () => {
  it.each([
    ['html', 'auto', 'auto'],
    ['html', 'main', 'main'],
    ['html', 'full', 'full'],
    ['url', 'auto', 'main'],
  ] as const)('of %s with content %s is %s', async (inputKind, content, mode) => {
    expect((await read('text', PAGE, { inputKind, content })).mode).toBe(mode);
  });

  it('falls back when the main content would lose facts', async () => {
    const statement = `<nav><a href="/">Home</a></nav><main><article><h1>News</h1>${'<p>A long paragraph about the bank, with commas, and with sentences. It goes on for a while.</p>'.repeat(4)}</article></main>
      <div><p>Balance: 4,711.00 €</p></div>`;
    const kept = await text(statement, { inputKind: 'url' });
    expect(kept).toContain('4,711.00');
  });

  it('is reported for Markdown too', async () => {
    expect((await read('markdown', PAGE)).mode).toBe('auto');
    expect(await markdown(PAGE)).toMatch(/^# Boilers/m);
  });
});
