import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { type Site, startSite } from '../testing/site.ts';

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>';
const MEDIA = [
  '/red.svg',
  '/large.svg',
  '/poster.svg',
  '/back.svg',
  '/mark.svg',
  '/film.mp4',
  '/sound.mp3',
  '/font.ttf',
];
const PAGE = `<!doctype html><title>Kept</title><link rel=stylesheet href=style.css><script src=script.js></script>
  <nav><a href=/elsewhere>Elsewhere</a></nav><main><h1>Heading</h1><p class=secret>Hidden by the style sheet</p>
  <p>A paragraph of prose that is long enough to be the content of a page, with commas, and a full stop.</p>
  <p id=late>Image</p><img src=red.svg alt="A red square" onload="late.textContent += ' loaded'" onerror="late.textContent += ' failed'">
  <img srcset="large.svg 2x, large.svg 1x" src=large.svg><input type=image src=mark.svg>
  <video src=film.mp4 poster=poster.svg preload=auto></video><audio src=sound.mp3 preload=auto></audio>
  <p id=written></p></main>`;
const STYLE = `@font-face{font-family:Own;src:url(font.ttf)} body{font-family:Own;background:url(back.svg)}
  .secret{display:none}`;
const SCRIPT = `addEventListener('DOMContentLoaded', () => { written.textContent = 'Written by script'; });`;

let site: Site;
let other: Site;
beforeAll(async () => {
  site = await startSite({
    '/': PAGE,
    '/style.css': STYLE,
    '/script.js': SCRIPT,
    '/red.svg': SQUARE,
    '/large.svg': SQUARE,
    '/poster.svg': SQUARE,
    '/back.svg': SQUARE,
    '/mark.svg': SQUARE,
    '/frame': '<p>In a frame</p><img src=/red.svg>',
    '/framed': `<h1>Outside</h1><iframe src=/frame></iframe>`,
    '/style-gone': '<link rel=stylesheet href=gone.css><p>Text</p>',
  });
  other = await startSite({ '/red.svg': SQUARE }, '127.0.77.2');
});
afterAll(() => {
  site.close();
  other.close();
});
beforeEach(() => {
  site.hits.length = 0;
  other.hits.length = 0;
});

const { convert, convertSeveral } = useSharedEngine();
const read = async (body: Record<string, unknown>, format: 'text' | 'markdown' = 'text') => {
  const result = await convert(body, format);
  return {
    ...result,
    text: Buffer.from(result.bytes).toString('utf8'),
    codes: result.warnings.map(({ code }) => code),
  };
};
/** The text and the Markdown of one page. */
const bothOf = async (body: Record<string, unknown>) => {
  const { outputs, warnings } = await convertSeveral({
    ...body,
    outputs: [{ format: 'text' }, { format: 'markdown' }],
  });
  return { texts: outputs.map(({ bytes }) => Buffer.from(bytes).toString('utf8')), warnings };
};
const mediaHits = () => site.hits.filter((hit) => MEDIA.some((path) => hit === `GET ${path}`));

describe('text and Markdown', () => {
  it.each([
    ['text', 'text/plain; charset=utf-8', 'Heading\n\nSome words'],
    ['markdown', 'text/markdown; charset=utf-8; variant=GFM', '# Heading\n\nSome **words**'],
  ] as const)('%s of HTML, in UTF-8', async (format, contentType, text) => {
    const result = await read({ source: { html: '<h1>Heading</h1><p>Some <b>words</b> – äöü 文字 🙂' } }, format);
    expect(result).toMatchObject({ format, contentType, contentMode: 'auto', warnings: [] });
    expect(result.text).toBe(`${text} – äöü 文字 🙂\n`);
    expect(result).not.toHaveProperty('pages');
    expect(result).not.toHaveProperty('sourceStatus');
  });

  it('of a template with data, which is escaped', async () => {
    const request = {
      source: { html: '<h1>Bill {{ number }}</h1><p>{{ note | escape }}' },
      data: { number: 7, note: '<i>*x*' },
    };
    expect((await read(request)).text).toBe('Bill 7\n\n<i>*x*\n');
    expect((await read(request, 'markdown')).text).toBe('# Bill 7\n\n\\<i>\\*x\\*\n');
  });

  it('of an address, as its script and style sheets leave it', async () => {
    const result = await read({ source: { url: `${site.origin}/` } }, 'markdown');
    expect(result).toMatchObject({ contentMode: 'main', sourceStatus: 200 });
    expect(result.text).toContain('# Heading');
    expect(result.text).toContain('Written by script');
    expect(result.text).toContain(`](${site.origin}/red.svg)`);
    expect(result.text).not.toContain('Hidden by');
    expect(result.text).not.toContain('Elsewhere');
  });

  it.each([
    ['auto', 'auto', false],
    ['main', 'main', false],
    ['full', 'full', true],
  ])('content %s is reported as %s', async (content, contentMode, navigation) => {
    const html = PAGE.replace(/<(?:link|script src).*?>/g, '');
    const result = await read({ source: { html }, content });
    expect(result.contentMode).toBe(contentMode);
    expect(result.text.includes('Elsewhere')).toBe(navigation);
    expect(result.text).toContain('A paragraph of prose');
  });

  it('of a part only', async () => {
    const html = '<p>One</p><div id=d><p>Two</p><p class=x>Three</p></div>';
    const result = await read({ source: { html }, only_selector: '#d', exclude_selectors: '.x' });
    expect(result).toMatchObject({ text: 'Two\n', contentMode: 'full' });
    await expect(read({ source: { html }, exclude_selectors: ['p', 'p:::'] })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/exclude_selectors/1' },
    });
  });
});

describe('a page without text', () => {
  it.each(['<p hidden>secret', '<img src="data:,">', ' ', '<script>1</script>'])(
    '%j is empty, and reported',
    async (html) => {
      const { texts, warnings } = await bothOf({ source: { html }, images: 'none' });
      expect(texts).toEqual(['', '']);
      const told = warnings.filter(({ code }) => code === 'empty_output').map(({ message }) => message);
      expect(told).toEqual([expect.stringContaining('text'), expect.stringContaining('markdown')]);
    },
  );

  it('is reported once for each output that is empty', async () => {
    const { outputs, warnings } = await convertSeveral({
      source: { html: '<p hidden>x' },
      outputs: [{ format: 'text' }, { format: 'pdf' }, { format: 'markdown' }],
    });
    expect(outputs.map(({ bytes }) => bytes.length > 0)).toEqual([false, true, false]);
    expect(warnings.map(({ code }) => code)).toEqual(['empty_output', 'empty_output']);
  });

  it('is no part that is missing: strict leaves it', async () => {
    expect((await read({ source: { html: '<p hidden>x' }, strict: true })).codes).toEqual(['empty_output']);
  });
});

describe('chunks', () => {
  const html = `<h1>Guide</h1><p>${'A sentence of some words stands here. '.repeat(20)}</p><h2>Next</h2><p>Short.</p>`;

  it.each(['text', 'markdown'] as const)('of %s are beside the whole, with chunking', async (format) => {
    const { details, text, warnings } = await read({ source: { html }, chunking: 'headings', max_tokens: 64 }, format);
    const { chunks = [] } = details ?? {};
    expect(chunks.length).toBeGreaterThan(3);
    for (const { tokens, content, start, end } of chunks) {
      expect(tokens).toBeLessThanOrEqual(64);
      expect(text.slice(start, end)).toBe(content);
    }
    expect(chunks.at(-1)).toMatchObject({ heading_path: ['Guide', 'Next'] });
    expect(warnings).toEqual([]);
  });

  it('are not there without it', async () => {
    expect((await read({ source: { html } })).details).not.toHaveProperty('chunks');
    expect((await read({ source: { html } })).details).toHaveProperty('metadata');
  });

  it.each(['text', 'markdown'] as const)(
    'are no need to get the beginning of %s, with max_tokens alone',
    async (format) => {
      const { text, codes } = await read({ source: { html }, max_tokens: 64 }, format);
      expect(text).toMatch(/^(?:# )?Guide\n\nA sentence [\s\S]* stands here\.\n$/);
      expect(text.length).toBeLessThan(html.length / 2);
      expect(codes).toEqual(['content_truncated']);
      expect((await read({ source: { html }, max_tokens: 10_000 }, format)).codes).toEqual([]);
      await expect(
        read({ source: { html }, max_tokens: 64, fail_on: ['content_truncated'] }, format),
      ).rejects.toMatchObject({
        code: 'warning_refused',
      });
    },
  );

  it('tell what of the HTML beside them was left out, which strict refuses', async () => {
    const source = { html: `<p>${'x'.repeat(5_100_000)}` };
    const { warnings } = await read({ source, include: ['page_html'], max_tokens: 64 });
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'details_left_out',
        detail: { name: 'page_html', characters: expect.any(Number) },
      }),
    );
    await expect(read({ source, include: ['page_html'], strict: true })).rejects.toMatchObject({
      code: 'warning_refused',
    });
  });

  it('are chosen for each of several outputs', async () => {
    const { outputs } = await convertSeveral({
      source: { html },
      outputs: [{ format: 'text' }, { format: 'markdown', options: { chunking: 'headings', include: ['links'] } }],
    });
    expect(outputs.map(({ details }) => Object.keys(details ?? {}))).toEqual([
      ['metadata'],
      ['metadata', 'links', 'chunks'],
    ]);
  });
});

describe('what nobody sees in text', () => {
  it('is not asked for, while scripts and style sheets are', async () => {
    const { texts, warnings } = await bothOf({ source: { url: `${site.origin}/` }, content: 'full' });
    expect(mediaHits()).toEqual([]);
    expect(site.hits.sort()).toEqual(['GET /', 'GET /script.js', 'GET /style.css']);
    expect(warnings).toEqual([]);
    for (const text of texts) expect(text).toContain('Image loaded');
  });

  it('is no fault under strict', async () => {
    await expect(read({ source: { url: `${site.origin}/` }, strict: true })).resolves.toMatchObject({ warnings: [] });
  });

  it('is not asked for by HTML with and without a base, nor in frames', async () => {
    const html = `<base href="${site.origin}/">${PAGE}`;
    const direct = await read({ source: { html } });
    const based = await read({ source: { html: PAGE, base_url: `${site.origin}/x` } });
    const framed = await read({ source: { url: `${site.origin}/framed` }, content: 'full' });
    expect(mediaHits()).toEqual([]);
    expect([direct.codes, based.codes, framed.codes]).toEqual([[], [], []]);
    for (const { text } of [direct, based]) expect(text).toContain('Written by script');
  });

  it('is no fault either when another origin would have to allow it', async () => {
    const image = (mode: string) =>
      `<img crossorigin=${mode} src=${other.origin}/red.svg onload="p.append(' ${mode}')">`;
    const result = await read({
      source: { html: `<p id=p>Loaded:</p>${image('anonymous')}${image('use-credentials')}` },
    });
    expect(result.codes).toEqual([]);
    expect(result.text).toContain('anonymous');
    expect(result.text).toContain('use-credentials');
    expect(other.hits).toEqual([]);
  });

  it('does not keep script from going on', async () => {
    const html = `<p id=p>Start</p><script>
      const image = new Image(); image.src = '${site.origin}/red.svg';
      image.decode().then(() => p.append(' decoded'), () => p.append(' broken'));
      document.fonts.load('12px Own').then(() => p.append(' fonts'), () => p.append(' no fonts'));
    </script>`;
    const { text } = await read({ source: { html } });
    expect(text).toContain('decoded');
    expect(text).toContain('fonts');
    expect(mediaHits()).toEqual([]);
  });

  it.each([['pdf'], ['png']])('is asked for when a %s is made too', async (format) => {
    const { outputs, warnings } = await convertSeveral({
      source: { url: `${site.origin}/` },
      outputs: [{ format: 'text' }, { format }, { format: 'markdown' }],
      content: 'full',
    });
    expect(mediaHits()).toEqual(expect.arrayContaining(['GET /red.svg', 'GET /back.svg', 'GET /font.ttf']));
    expect(Buffer.from(outputs[0]!.bytes).toString()).toContain('Image loaded');
    // The font and the sounds are not there.
    expect(warnings.map(({ code }) => code)).toContain('resource_failed');
  });

  it('does not hide what else is missing', async () => {
    expect((await read({ source: { url: `${site.origin}/style-gone` } })).codes).toContain('resource_failed');
  });
});

describe('what is there, though not in sight', () => {
  it('is read in closed shadow roots', async () => {
    const html = `<h1>Card</h1><x-late></x-late><p id=p></p><script>
      customElements.define('x-late', class extends HTMLElement { connectedCallback() {
        const root = this.attachShadow({ mode: 'closed' });
        setTimeout(() => { root.innerHTML = '<p>Late total 42.00</p>'; p.textContent = 'open: ' + this.shadowRoot + ' ' + root.mode }, 300) } })</script>`;
    const { text } = await read({ source: { html } });
    for (const words of ['Late total 42.00', 'open: null closed']) expect(text).toContain(words);
  });

  it('is read where it is collapsed, when it is asked for', async () => {
    const html = `<h1>Questions</h1><details><summary>How long?</summary><p>Three days.</p></details>
      <div class=acc><button aria-expanded=false aria-controls=p1>Warranty?</button><div id=p1 hidden><p>Two years.</p></div></div>
      <div id=low style="height:0;overflow:hidden"><p>Returns are free.</p></div>`;
    const answers = ['Three days.', 'Two years.', 'Returns are free.'];
    const plain = await read({ source: { html } });
    for (const answer of answers) expect(plain.text).not.toContain(answer);
    const asked = await read({ source: { html }, include_selectors: ['details', '.acc', '#low'] });
    for (const answer of answers) expect(asked.text).toContain(answer);
    const only = await read({ source: { html }, only_selector: 'details' });
    expect(only.text).toContain('Three days.');
    expect(only.text).not.toContain('Two years.');
  });

  it('is read wherever it is collapsed with all the rest, but not what nobody can open, nor menus', async () => {
    const html = `<h1>Questions</h1><details><summary>How long?</summary><p>Three days.</p><details><summary>By air?</summary><p>One day.</p></details></details>
      <button aria-expanded=false aria-controls=p1>Warranty?</button><div id=p1 style="display:none"><p>Two years.</p></div>
      <div role=tablist><button role=tab aria-controls=t2 aria-selected=false>Size</button></div><div id=t2 role=tabpanel hidden><p>Two by three.</p></div>
      <p hidden=until-found>Found by search.</p><x-q><template shadowrootmode=open><details><summary>In a shadow?</summary><p>There too.</p></details></template></x-q>
      <button aria-haspopup=menu aria-expanded=false aria-controls=m1>More</button><div id=m1 hidden>Menu entry</div>
      <button style="opacity:0" aria-expanded=false aria-controls=s1>x</button><div id=s1 hidden>Words for machines</div><div hidden>Hidden for good</div>`;
    const { texts } = await bothOf({ source: { html }, content: 'full' });
    for (const text of texts) {
      for (const answer of [
        'Three days.',
        'One day.',
        'Two years.',
        'Two by three.',
        'Found by search.',
        'There too.',
      ]) {
        expect(text).toContain(answer);
      }
      for (const other of ['Menu entry', 'machines', 'for good']) expect(text).not.toContain(other);
    }
  });
});
