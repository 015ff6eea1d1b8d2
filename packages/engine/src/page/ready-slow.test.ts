import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

/** What a page waits for many seconds for, whatever else the machine does. All of it waits at the same time. */

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>';
let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/first.svg': SQUARE,
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
