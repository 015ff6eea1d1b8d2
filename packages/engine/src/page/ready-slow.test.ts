import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

/** What a page waits for many seconds for, whatever else the machine does. All of it waits at the same time. */

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>';
let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/first.svg': SQUARE,
    '/never': never,
    '/slow.svg': (_, response) => {
      const send = () =>
        response.writeHead(200, { 'content-type': 'image/svg+xml', 'access-control-allow-origin': '*' }).end(SQUARE);
      setTimeout(send, 6_000);
    },
  });
});
afterAll(() => site.close());
const { convert } = useEngine(() => ({ egressAllow: [site.host], concurrency: 5 }));

describe.concurrent('what is slow', () => {
  // Node's servers say that they keep a connection for five seconds: its time begins anew when it is used again.
  it.each([
    ['a picture', 'document.body.innerHTML="<img style=display:block src=SLOW>"'],
    [
      'data that the page draws',
      'fetch("SLOW").then((r) => r.text()).then((t) => document.body.innerHTML=t.replace("<svg", "<svg style=display:block"))',
    ],
  ])('is waited for on a connection that is used again: %s', async (_, script) => {
    const load = `const i=new Image();i.onload=()=>{${script.replace('SLOW', `${site.origin}/slow.svg`)}};i.src="${site.origin}/first.svg"`;
    const html = `<style>body{margin:0}</style><body><script>${load}</script>`;
    const { bytes } = await convert({ source: { html }, viewport: '300x300' }, 'png');
    expect(readPng(bytes).count([255, 0, 0])).toBe(10_000);
  });
});

describe.concurrent('time that is up', () => {
  // The browser drew no frame of them, and nobody got a picture.
  it('finds pages that can be drawn, also several at once', async () => {
    const html = `<style>body{margin:0}</style><div style="height:50px;background:red"></div><img src="${site.origin}/never">`;
    const options = { viewport: '100x100', timeout: 1 };
    const shown = await Promise.all(Array.from({ length: 4 }, () => convert({ source: { html }, ...options }, 'png')));
    for (const { bytes, warnings } of shown) {
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'ready_timeout' }));
      expect(readPng(bytes).count([255, 0, 0])).toBe(5_000);
    }
  });

  it('finds a page in its own window, whatever it was shown in', async () => {
    // It has more to do than there is time for, as soon as its window is as tall as it.
    const work =
      'setInterval(() => { s.dataset.n = performance.now(); for (let n = 0, sum = 0; n < 5e6; n += 1) sum += Math.sqrt(n); }, 1)';
    const script =
      'new IntersectionObserver(([seen]) => { s.className = seen.isIntersecting ? "seen" : ""; }).observe(s);' +
      `addEventListener("resize", () => { if (innerHeight > 1000 && !window.on) { window.on = 1; ${work}; } });`;
    const html = `<style>body{margin:0}div{min-height:100vh}p{height:1900px}</style><div><p>x</p><section id=s>end</section></div><script>${script}</script>`;
    const shown = await convert({ source: { html }, fullpage: true, viewport: '300x400', timeout: 2 }, 'png');
    expect(shown.warnings).toContainEqual(expect.objectContaining({ code: 'ready_timeout' }));
    // The document is as tall as it is in the window that was asked for.
    expect(readPng(shown.bytes).height).toBeLessThan(2500);
  });
});

describe.concurrent('conditions', () => {
  it.each([
    ['a function', { wait_for: 'isReady' }],
    ['an element', { wait_for_selector: '#x' }],
  ])('wait for %s', async (_, condition) => {
    const html =
      '<p>wait</p><script>setTimeout(()=>{window.isReady=()=>true;document.body.insertAdjacentHTML("beforeend","<b id=x>now</b>")},1500)</script>';
    const { bytes } = await convert({ source: { html }, ...condition, virtual_time: false });
    expect(pdfText(bytes)).toContain('now');
  });

  // Half a minute.
  it('fail the conversion when they are not met in time', async () => {
    const unmet = convert({ source: { html: '<p>x' }, wait_for: 'isReady' });
    await expect(unmet).rejects.toMatchObject({
      code: 'wait_condition_unmet',
      details: { pointer: '/wait_for' },
    });
  });
});
