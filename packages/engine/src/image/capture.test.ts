import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { readPng } from '../testing/judge.ts';

const { convert } = useSharedEngine();
const shot = async (html: string, options: Record<string, unknown> = {}) =>
  readPng((await convert({ source: { html }, ...options }, 'png')).bytes);
const FLUSH = '<style>body{margin:0}</style>';
const TALL = `${FLUSH}<div style="height:3000px;background:#00f"></div><div style="height:20px;background:#0f0"></div>`;

describe('size', () => {
  it('is that of the window', async () => {
    expect(await shot(TALL)).toMatchObject({ width: 1280, height: 1024 });
    expect(await shot(TALL, { viewport: { width: 300, height: 200 } })).toMatchObject({ width: 300, height: 200 });
    expect(await shot(TALL, { viewport: '320x240', dpi: 2 })).toMatchObject({ width: 640, height: 480 });
  });

  it('is that of the whole page, to its last pixel', async () => {
    const image = await shot(TALL, { viewport: '200x100', fullpage: true });
    expect(image).toMatchObject({ width: 200, height: 3020 });
    expect(image.at(100, 3010)).toEqual([0, 255, 0, 255]);
  });

  it('is that of an element or of a part', async () => {
    const html = `${FLUSH}<p style="margin:0;height:50px"></p><b id=b style="display:block;width:40px;height:30px;background:#0f0"></b>`;
    const element = await shot(html, { css_selector: '#b' });
    expect(element).toMatchObject({ width: 40, height: 30 });
    expect(element.count([0, 255, 0])).toBe(1200);
    expect((await shot(html, { clip: { x: 10, y: 60, width: 50, height: 40 } })).count([0, 255, 0])).toBe(30 * 20);
  });

  it('is that of content which is laid out once it is seen, and what follows it is where it is then', async () => {
    const style =
      'section{content-visibility:auto;contain-intrinsic-size:700px}div{height:100px}b{display:block;height:50px;background:lime}';
    const html = `${FLUSH}<style>${style}</style>${'<section><div></div></section>'.repeat(13)}<b></b>`;
    const page = await shot(html, { fullpage: true });
    expect(page.height).toBe(1_350);
    expect(page.at(5, 1_345)).toEqual([0, 255, 0, 255]);
    expect((await shot(html, { css_selector: 'b' })).count([0, 255, 0])).toBe(50 * 1_280);
  });

  it('is refused beyond the limits of the format', async () => {
    const html = `${FLUSH}<div style="height:17000px">`;
    const tooTall = convert({ source: { html }, fullpage: true, viewport: '100x100' }, 'webp');
    await expect(tooTall).rejects.toMatchObject({ code: 'image_too_large' });
    const tooMany = convert({ source: { html: '<p>x' }, viewport: '16384x16384' }, 'png');
    await expect(tooMany).rejects.toMatchObject({ code: 'image_too_large' });
  });

  it('names a selector that is wrong or finds nothing', async () => {
    const request = (css_selector: string) => convert({ source: { html: '<p>x' }, css_selector }, 'png');
    await expect(request('p:::')).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/css_selector' },
    });
    await expect(request('#gone')).rejects.toMatchObject({
      code: 'wait_condition_unmet',
      details: { pointer: '/css_selector' },
    });
  });
});

describe('motion', () => {
  // To draw what is beyond the window Chromium lays the page out in one of no size first.
  const NARROW = '@media (max-width: 600px) { #box { left: 0; display: var(--narrow, block) } }';
  const box = (rules: string) =>
    `${FLUSH}<style>#box{position:absolute;left:200px;top:0;width:50px;height:3000px;background:#0f0;${rules}}${NARROW}` +
    '@keyframes in{from{opacity:0;transform:translateX(-200px)}}@keyframes turn{to{rotate:1turn}}</style><div id=box></div><script></script>';

  it.each([
    ['a transition', box('transition:left .3s')],
    ['an animation', box('--narrow:none;animation:in 1s 1s both')],
    [
      'a transition in a shadow tree',
      `<div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML=\`${box('transition:left .3s').replace('<script></script>', '')}\`</script>`,
    ],
    ['beside what moves without an end', `<b style="animation:turn 1s infinite">x</b>${box('transition:left .3s')}`],
  ])('is at its end: %s', async (_, html) => {
    for (const fullpage of [false, true]) {
      const image = await shot(html, { viewport: '800x600', fullpage });
      expect(image.at(225, 300)).toEqual([0, 255, 0, 255]);
      expect(image.at(25, 300)).toEqual([255, 255, 255, 255]);
    }
  });
});

describe('format', () => {
  const start = async (format: 'png' | 'jpeg' | 'webp', options = {}) => {
    const { bytes, contentType } = await convert(
      { source: { html: '<h1>x' }, viewport: '300x200', ...options },
      format,
    );
    return { contentType, bytes, magic: Buffer.from(bytes.subarray(0, 4)).toString('latin1') };
  };

  it('is what was asked for', async () => {
    expect(await start('png')).toMatchObject({ contentType: 'image/png', magic: '\x89PNG' });
    expect(await start('jpeg')).toMatchObject({
      contentType: 'image/jpeg',
      magic: expect.stringMatching(/^\xff\xd8\xff/),
    });
    expect(await start('webp')).toMatchObject({ contentType: 'image/webp', magic: 'RIFF' });
  });

  it('follows the quality', async () => {
    const noise =
      '<div style="height:200px;background:repeating-radial-gradient(#f00 0 3px,#00f 3px 7px,#0f0 7px 9px)">';
    const size = async (quality: number) => (await convert({ source: { html: noise }, quality }, 'jpeg')).bytes.length;
    expect(await size(20)).toBeLessThan((await size(95)) / 2);
  });

  it('keeps a missing background transparent when asked', async () => {
    expect((await shot('<p>x', { viewport: '50x50' })).at(49, 49)).toEqual([255, 255, 255, 255]);
    expect((await shot('<p>x', { viewport: '50x50', transparent: true })).at(49, 49)).toEqual([0, 0, 0, 0]);
    expect((await shot('<p>x', { viewport: '50x50', omit_background: true })).at(49, 49)).toEqual([0, 0, 0, 0]);
  });

  it('warns of options that belong to PDF', async () => {
    const { warnings } = await convert({ source: { html: '<p>x' }, format: 'A4' }, 'png');
    expect(warnings).toEqual([expect.objectContaining({ code: 'option_ignored', detail: { option: 'format' } })]);
  });
});
