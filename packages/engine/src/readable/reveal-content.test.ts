import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { text } = useReader();

const PROSE =
  '<p>A paragraph of the article, long enough to be read, with words that say something about boilers.</p>'.repeat(10);

describe('a page whose scripts never came', () => {
  it('shows what waits, transparent, to be moved in', async () => {
    const page = `<nav><a href="/">Home</a></nav><main style="opacity:0;transform:translateY(40px)">${PROSE}</main>`;
    expect(await text(page)).toContain('about boilers');
  });

  it('shows what does not show until an element is defined', async () => {
    const page = `<style>x-text:not(:defined){visibility:hidden}</style><p>Boilers</p><x-text>${PROSE}</x-text>`;
    expect(await text(page)).toContain('about boilers');
  });

  it.each(['opacity:0', 'visibility:hidden', 'display:none'])(
    'keeps hidden by %s whatever there is beside a sentence that shows',
    async (style) => {
      const words = 'Hidden words for machines. '.repeat(100);
      const page = `<p>A sentence that a person reads.</p><div style="${style}"><p>${words}</p></div>`;
      expect(await text(page)).toBe('A sentence that a person reads.\n');
    },
  );

  it('keeps hidden what is little beside what shows', async () => {
    const page = `${PROSE}${PROSE}<div style="opacity:0">${'Hidden words for machines. '.repeat(30)}</div>`;
    expect(await text(page)).not.toContain('Hidden');
  });

  it('keeps menus and dialogs hidden', async () => {
    const menu = `<nav style="opacity:0">${'<a href="/a">An entry of the menu</a> '.repeat(80)}</nav>`;
    expect(await text(`${menu}<p>A short page about boilers, with a sentence or two.</p>`)).not.toContain('entry');
  });
});

describe('a page whose scripts took away its content', () => {
  const EMPTIED = '<script>document.body.replaceChildren()</script>';

  it('is read as it was sent', async () => {
    expect(await text(`<main>${PROSE}</main>${EMPTIED}`)).toContain('about boilers');
  });

  it('is read with what it holds for readers without script', async () => {
    expect(await text(`<div id="app"></div><noscript>${PROSE}</noscript>`)).toContain('about boilers');
  });

  it('is read without that when a person sees something else', async () => {
    const page = `<main>${PROSE.slice(0, PROSE.length / 2)}</main><noscript><p>${'For machines only. '.repeat(200)}</p></noscript>`;
    expect(await text(page)).not.toContain('machines');
  });

  it.each([
    ['taken away', 'SECRET.remove()'],
    ['hidden', 'SECRET.hidden = true'],
    ['hidden by a class', "SECRET.className = 'none'"],
    [
      'hidden by a style sheet',
      "document.head.append(Object.assign(document.createElement('style'), { textContent: '#SECRET { opacity: 0 }' }))",
    ],
    ['emptied', 'SECRET.replaceChildren()'],
    ['replaced', "document.body.innerHTML = '<p>A sentence that a person reads.</p>'"],
    ['taken away before an error', "SECRET.remove(); throw new Error('failed')"],
  ])('keeps from the reader what is %s where anything shows', async (_, script) => {
    const words = 'Secret words for machines. '.repeat(100);
    const page = `<style>.none { display: none }</style><p>A sentence that a person reads.</p><div id=SECRET>${words}</div><script>${script}</script>`;
    expect(await text(page)).toBe('A sentence that a person reads.\n');
  });

  it.each([
    [
      'in an image',
      '<img width=600 height=400 src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
    ],
    ['in a drawing', '<svg width=600 height=400><rect width=600 height=400 /></svg>'],
    ['in a background', '<div style="height:400px;background:url(data:image/png,)"></div>'],
    ['on a canvas', '<canvas width=600 height=400></canvas>'],
  ])('keeps it from the reader of a page that shows something %s', async (_, picture) => {
    const words = `<p>${'Secret words for machines. '.repeat(100)}</p>`;
    const removed = `${picture}<div id=SECRET>${words}</div><script>SECRET.remove()</script>`;
    for (const page of [
      removed,
      `${picture}<noscript>${words}</noscript>`,
      `${picture}<div style="opacity:0">${words}</div>`,
    ]) {
      expect(await text(page)).not.toContain('Secret');
    }
  });

  it('keeps hidden what its style sheet hid when it was sent', async () => {
    const page = `<main>${PROSE}<p style="display:none">Secret</p><p class=x>Secret</p></main><style>.x { opacity: 0 }</style>${EMPTIED}`;
    const read = await text(page);
    expect(read).toContain('about boilers');
    expect(read).not.toContain('Secret');
  });

  it('does not run its scripts again', async () => {
    const counting = `<script>document.documentElement.append('ran ');</script>`;
    expect(await text(`<main>${PROSE}</main>${EMPTIED}${counting}`)).not.toContain('ran');
  });

  it('is read as it was sent under a strict policy too', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'">`;
    expect(await text(`${policy}<main>${PROSE}</main>${EMPTIED}`)).toContain('about boilers');
  });

  it('is read as it is where its policy lets nobody parse', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types 'none'">`;
    const emptied = `<script>document.querySelector('main').remove()</script>`;
    expect(await text(`${policy}<p>Boilers.</p><main>${PROSE}</main>${emptied}`)).toBe('Boilers.\n');
  });

  it('is read as it is when it shows enough', async () => {
    const replaced = `<script>document.body.innerHTML = '<p>' + 'Loaded words of the page. '.repeat(30) + '</p>'</script>`;
    expect(await text(`<p>Loading the page, please wait for a moment.</p>${replaced}`)).toMatch(/^Loaded words/);
  });
});

describe('a page whose own script did not load', () => {
  const lost = '<script src="https://files.example/app.js"></script>';
  const words = `<h1>Story</h1><p>${'Words of the story that was sent. '.repeat(40)}</p>`;
  const excuse = `<script>document.body.innerHTML = '<p>This page is not available right now. Try again later.</p>'</script>`;

  it('is read as it was sent when it shows an excuse', async () => {
    expect(await text(`${words}${lost}${excuse}`)).toContain('Words of the story');
    expect(await text(`${words}${excuse}`)).not.toContain('Words of the story');
  });

  it('is shown although something says that it is loading', async () => {
    const held = `<p>Loading the page, please wait.</p><div style="opacity:0"><main>${words}</main></div>`;
    expect(await text(`${held}${lost}`)).toContain('Words of the story');
    expect(await text(held)).not.toContain('Words of the story');
  });

  it('keeps hidden what is no more than it shows', async () => {
    const shown = `<p>${'What everybody sees on this page. '.repeat(20)}</p>`;
    expect(
      await text(`${shown}<div style="opacity:0"><p>${'Words for a model. '.repeat(60)}</p></div>${lost}`),
    ).not.toContain('model');
    const removed = `<p id="gone">${'Words for a model. '.repeat(40)}</p><script>gone.remove()</script>`;
    expect(await text(`${shown}${removed}${lost}`)).not.toContain('model');
  });
});
