import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';
import { cookieBannerSelectors } from './cookie-banner-rules.ts';

const ARTICLE = '<main><h1>ARTICLE</h1><p>Some text.</p><div style="height:1500px"></div><p>END</p></main>';
const FIXED = 'position:fixed;left:0;right:0;bottom:0;height:200px;background:red;z-index:99';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/consent/frame.html': '<body style="background:red">We use cookies <button>Accept</button>',
    '/never': never,
  });
});
afterAll(() => site.close());

const { convert, convertSeveral } = useEngine(() => ({ egressAllow: [site.host] }));
const text = async (html: string, options: object = {}) =>
  Buffer.from(
    (await convert({ source: { html }, block_cookie_banners: true, content: 'full', ...options }, 'text')).bytes,
  ).toString();
/** Its picture and its text, of one page. */
const shown = async (html: string) => {
  const page = { source: { html }, block_cookie_banners: true };
  const { outputs, warnings } = await convertSeveral({
    ...page,
    outputs: [
      { format: 'png', options: { viewport: '800x600', fullpage: true } },
      { format: 'text', options: { content: 'full' } },
    ],
  });
  const [png, words] = outputs.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array];
  return {
    red: readPng(png).count([255, 0, 0]),
    text: Buffer.from(words).toString(),
    codes: warnings.map(({ code }) => code),
  };
};
const picture = async (html: string, options: object = {}) => {
  const { bytes, warnings } = await convert(
    { source: { html }, block_cookie_banners: true, viewport: '800x600', fullpage: true, ...options },
    'png',
  );
  const pixels = readPng(bytes);
  return { red: pixels.count([255, 0, 0]), height: pixels.height, codes: warnings.map(({ code }) => code) };
};

/** A banner of each platform, as its script puts it into the page. */
const PLATFORMS: Readonly<Record<string, string>> = {
  OneTrust: `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter" style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div><div id="onetrust-banner-sdk" style="${FIXED}">BANNER<button id="onetrust-accept-btn-handler">Accept All Cookies</button></div></div>`,
  Cookiebot: `<div id="CybotCookiebotDialog" style="${FIXED}">BANNER Diese Webseite verwendet Cookies <a id="CybotCookiebotDialogBodyButtonAccept">OK</a></div>`,
  Didomi: `<div id="didomi-host"><div id="didomi-popup" style="${FIXED}">BANNER</div></div>`,
  Quantcast: `<div id="qc-cmp2-container"><div id="qc-cmp2-main" style="${FIXED}">BANNER</div></div>`,
  TrustArc: `<div id="truste-consent-track" style="${FIXED}">BANNER</div>`,
  Sourcepoint: `<div id="sp_message_container_123" style="${FIXED}"><iframe srcdoc="BANNER" style="width:100%"></iframe></div>`,
  CookieYes: `<div class="cky-overlay" style="position:fixed;inset:0;background:rgba(0,0,0,.4)"></div><div class="cky-consent-container" style="${FIXED}">BANNER</div>`,
  Klaro: `<div id="klaro"><div class="klaro"><div class="cookie-notice" style="${FIXED}">BANNER</div></div></div>`,
  Osano: `<div class="osano-cm-window"><div class="osano-cm-dialog" style="${FIXED}">BANNER</div></div>`,
  Complianz: `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner" style="${FIXED}">BANNER</div></div>`,
  Borlabs: `<div id="BorlabsCookieBox" style="${FIXED}">BANNER</div>`,
  Iubenda: `<div id="iubenda-cs-banner" style="${FIXED}">BANNER</div>`,
  Consentmanager: `<div id="cmpbox" style="${FIXED}">BANNER</div>`,
  Usercentrics: `<div id="usercentrics-root"></div><script>
    document.querySelector('#usercentrics-root').attachShadow({mode:'closed'}).innerHTML='<div style="${FIXED}">BANNER</div>'</script>`,
};

it('the banners of platforms are hidden', async () => {
  const banners = Object.entries(PLATFORMS).map(([name, banner]) => banner.replace('BANNER', `BANNER ${name} `));
  const read = await shown(`<body style="overflow:hidden;height:100vh;margin:0">${ARTICLE}${banners.join('')}`);
  expect(read).toMatchObject({ red: 0, codes: ['cookie_banner_hidden'] });
  expect(read.text).toMatch(/ARTICLE[\s\S]*END/);
  expect(read.text).not.toContain('BANNER');
});

describe('a banner that nobody knows', () => {
  it('is hidden in its language', async () => {
    const banners = [
      ['We value your privacy. We use cookies and similar technologies.', 'Accept all'],
      ['Wir verwenden Cookies, um Inhalte zu personalisieren.', 'Alle akzeptieren'],
      ['Nous utilisons des cookies pour améliorer votre visite.', 'Tout refuser'],
      ['Utilizamos cookies propias y de terceros.', 'Rechazar todas'],
      ['Questo sito utilizza cookie tecnici.', 'Accetta'],
      ['Wij gebruiken cookies.', 'Accepteer alles'],
      ['Używamy plików cookie.', 'Akceptuję wszystkie'],
      ['Vi använder kakor på webbplatsen.', 'Godkänn alla'],
      ['Мы используем файлы cookie.', 'Принять'],
      ['当サイトはクッキーを使用しています。', '同意する'],
      ['我们使用 Cookie 改善体验。', '接受全部'],
      ['نستخدم ملفات تعريف الارتباط', 'قبول الكل'],
    ].map(([words, button]) => `<div style="${FIXED}"><p>BANNER ${words}</p><button>${button}</button></div>`);
    // Longer than all of them: what is more than its page is none.
    const article = ARTICLE.replace('Some text.', 'Some text. '.repeat(200));
    const read = await shown(`<body style="margin:0">${article}${banners.join('')}`);
    // What is left names its language.
    expect(read.text.match(/BANNER.*/g)).toBe(null);
    expect(read).toMatchObject({ red: 0, codes: ['cookie_banner_hidden'] });
    expect(read.text).toMatch(/ARTICLE[\s\S]*END/);
  });

  it('leaves no backdrop, lock of scrolling or blur', async () => {
    const html = `<html style="overflow:hidden"><body style="margin:0;overflow:hidden;position:fixed;height:100%">
      <div style="filter:blur(8px)">${ARTICLE}<div style="width:50px;height:50px;background:lime"></div></div>
      <div class="x7" style="position:fixed;inset:0;background:rgba(255,0,0,.9)"></div>
      <div class="x8" role="dialog" style="position:fixed;top:100px;left:100px;width:400px;background:white">
        <h2>Your privacy</h2><p>We use cookies.</p><button>Reject all</button><button>Accept all</button></div>`;
    const { bytes } = await convert(
      { source: { html }, block_cookie_banners: true, viewport: '800x600', fullpage: true },
      'png',
    );
    const pixels = readPng(bytes);
    expect(pixels.height).toBeGreaterThan(1_500);
    expect(pixels.count([0, 255, 0], 0)).toBe(2_500);
    expect(pixels.at(700, 300).slice(0, 3)).toEqual([255, 255, 255]);
  });

  it.each([
    ['by a timer', '', 'setTimeout(show, 1000)'],
    ['by a timer of a page that a request keeps busy', 'fetch("/never").catch(() => {});', 'setTimeout(show, 400)'],
    ['on scrolling', '', "addEventListener('scroll', show, { once: true })"],
    [
      'by an animation',
      '',
      "setTimeout(() => { show(); document.querySelector('#late').animate([{transform:'translateY(100%)'},{transform:'none'}], 800) }, 500)",
    ],
  ])('is hidden when it comes late: %s', async (_, before, when) => {
    const html = `<body style="margin:0">${ARTICLE}<script>${before}
      const show = () => { document.body.style.overflow = 'hidden';
        document.body.insertAdjacentHTML('beforeend', '<div id=late style="${FIXED}">BANNER We use cookies <button>Accept</button></div>') };
      ${when}</script>`;
    const source = { html, base_url: `${site.origin}/` };
    const { bytes, warnings } = await convert(
      { source, block_cookie_banners: true, viewport: '800x600', fullpage: true, timeout: 5 },
      'png',
    );
    const pixels = readPng(bytes);
    expect(pixels.count([255, 0, 0])).toBe(0);
    expect(pixels.height).toBeGreaterThan(1_500);
    expect(warnings.map(({ code }) => code)).toContain('cookie_banner_hidden');
  });

  it.each([
    [
      'in an open shadow root',
      `<x-consent></x-consent><script>document.querySelector('x-consent').attachShadow({mode:'open'}).innerHTML='<style>div{${FIXED}}</style><div>BANNER We use cookies <button>Accept</button></div>'</script>`,
    ],
    [
      'in a frame',
      () =>
        `<div style="${FIXED}"><iframe src="${site.origin}/consent/frame.html" style="width:100%;height:100%"></iframe></div>`,
    ],
    [
      'as an open dialog',
      `<dialog id=d style="background:red">BANNER We use cookies <button>Reject</button></dialog><script>d.showModal()</script>`,
    ],
    [
      'in the flow, above the page',
      `<div class="cookie-banner" style="background:red">BANNER We use cookies <button>Accept</button></div>`,
    ],
    [
      'within the root of an application',
      `<div id=app><canvas width=50 height=50></canvas><div style="${FIXED}">BANNER We use cookies <button>Accept</button></div></div>`,
    ],
  ])('is hidden %s', async (_, banner) => {
    const html = `<body style="margin:0">${typeof banner === 'string' ? banner : banner()}${ARTICLE}`;
    const read = await shown(html);
    expect(read).toMatchObject({ red: 0, codes: ['cookie_banner_hidden'] });
    expect(read.text).toMatch(/ARTICLE[\s\S]*END/);
  });

  it('is hidden without script, and stays when nobody asks', async () => {
    const html = `<body style="margin:0">${ARTICLE}<div style="${FIXED}">BANNER We use cookies <button>Accept</button></div>`;
    expect((await picture(html, { disable_javascript: true })).red).toBe(0);
    const left = await picture(html, { block_cookie_banners: false });
    expect(left.red).toBeGreaterThan(10_000);
    expect(left.codes).not.toContain('cookie_banner_hidden');
  });

  it('is hidden on a page that is taken as it is when its time is over', async () => {
    const html = `<body style="margin:0">${ARTICLE}<img src="${site.origin}/never">
      <div style="${FIXED}">BANNER We use cookies <button>Accept</button></div>`;
    const shot = await picture(html, { timeout: 1 });
    expect(shot.red).toBe(0);
    expect(shot.codes).toEqual(expect.arrayContaining(['ready_timeout', 'cookie_banner_hidden']));
  });

  it('is not answered: nothing of it is clicked', async () => {
    const html = `${ARTICLE}<p id=state>UNDECIDED</p><div style="${FIXED}">We use cookies
      <button onclick="state.textContent='ACCEPTED'">Accept</button><button onclick="state.textContent='REJECTED'">Reject</button></div>`;
    expect(await text(html)).toContain('UNDECIDED');
  });

  it('is hidden on all results of one page, in their own windows', async () => {
    const html = `<body style="margin:0">${ARTICLE}<script>const show = () => document.body.insertAdjacentHTML('beforeend',
      '<div style="${FIXED}">BANNER We use cookies <button>Accept</button></div>'); show();
      let shown = false;
      addEventListener('resize', () => { if (innerWidth === 500 && !shown) { shown = true; show(); } })</script>`;
    const { outputs } = await convertSeveral({
      source: { html },
      block_cookie_banners: true,
      outputs: [{ format: 'pdf' }, { format: 'markdown' }, { format: 'png', options: { viewport: '500x400' } }],
    });
    expect(pdfText(outputs[0]!.bytes)).toMatch(/ARTICLE[\s\S]*END/);
    expect(pdfText(outputs[0]!.bytes)).not.toContain('BANNER');
    expect(Buffer.from(outputs[1]!.bytes).toString()).not.toContain('BANNER');
    expect(readPng(outputs[2]!.bytes).count([255, 0, 0])).toBe(0);
  });
});

describe('what is no banner stays', () => {
  it.each([
    [
      'an article about cookies',
      `<article><h1>KEPT</h1><p>How we use cookies: accept or reject them.</p><button>Accept</button></article>`,
    ],
    [
      'a policy page',
      `<main class="cookie-policy"><h1>KEPT</h1><p>This site uses cookies.</p><p>Cookie settings</p></main>`,
    ],
    [
      'an example of a banner in an article',
      `<article><div class="cookie-banner">KEPT We use cookies <button>Accept</button></div></article>`,
    ],
    [
      'a page about cookies without landmarks',
      `<div id="cookie-policy"><h1>KEPT</h1><p>We use cookies. <a href="#">Accept</a></p></div>`,
    ],
    [
      'a section that is called as one',
      `<div id="cookie-consent"><h2>KEPT</h2><p>What the law says about cookies. <a href="#">Accept</a></p></div>`,
    ],
    [
      'a recipe beside the page',
      `<aside style="position:sticky;top:0">KEPT Cookies: flour, butter, sugar. <button>Print</button></aside>`,
    ],
    [
      'a fixed header of a bakery',
      `<header style="position:fixed;top:0"><nav>KEPT Cookies <a href="#">Accept orders</a></nav></header>`,
    ],
    [
      'a fixed header with a link',
      `<div style="position:fixed;top:0">KEPT <a href="#">Home</a> <a href="#">Cookie settings</a></div>`,
    ],
    ['a newsletter', `<div style="position:fixed;bottom:0">KEPT Get our letter <button>OK</button></div>`],
    [
      'an application that is fixed',
      `<div style="position:fixed;inset:0;overflow:auto"><main>KEPT We use cookies <button>Accept</button></main></div>`,
    ],
  ])('%s', async (_, html) => {
    const page = `<body>${html}`;
    const { bytes, warnings } = await convert({ source: { html: page }, block_cookie_banners: true });
    expect(pdfText(bytes)).toContain('KEPT');
    expect(warnings.map(({ code }) => code)).not.toContain('cookie_banner_hidden');
  });

  it('a drawing of boxes beside the banner', async () => {
    const html = `<body style="margin:0"><div id=app><div style="height:100px;width:100px;background:lime"></div>
      <div style="${FIXED}">BANNER We use cookies <button>Accept</button></div></div>`;
    const { bytes } = await convert({ source: { html }, block_cookie_banners: true }, 'png');
    expect(readPng(bytes).count([0, 255, 0])).toBe(10_000);
    expect(readPng(bytes).count([255, 0, 0])).toBe(0);
  });

  it('an application around the banner', async () => {
    const html = `<div id=root style="position:fixed;inset:0;overflow:auto"><main>KEPT</main>
      <div style="${FIXED}">BANNER We use cookies <button>Accept</button></div></div>`;
    const read = await text(html);
    expect(read).toContain('KEPT');
    expect(read).not.toContain('BANNER');
  });

  it('the lock of scrolling of a page without a banner', async () => {
    const html = `<html style="overflow:hidden;height:100%"><body style="margin:0;height:100%;overflow:hidden">${ARTICLE}`;
    expect((await picture(html)).codes).toEqual([]);
  });
});

describe('the selectors', () => {
  it('are those of platforms, and those of a site only on it', () => {
    const everywhere = cookieBannerSelectors();
    expect(everywhere.length).toBeGreaterThan(150);
    expect(everywhere).not.toContain('adc-cookie-banner');
    expect(cookieBannerSelectors('https://www.aa.com/home')).toContain('adc-cookie-banner');
  });
});
