import { describe, expect, it } from 'vitest';
import { useRange } from './range.ts';

/** Conditions and scripts of a request run in the page, and end with it. */
const range = useRange();
const alive = process.pid;

describe('S71: what is waited for', () => {
  it.each([
    'while(1);',
    'isReady()',
    '()=>1',
    'a[0]',
    'a.b-c',
    "import('node:fs')",
    'a\n.b',
    'a..b',
    'a.',
    `${'a.'.repeat(100)}a`,
    '',
  ])('%j is no name of a function', async (name) => {
    const { code, pointer } = await range.attack({ source: { html: 'x' }, wait_for: name });
    expect([code, pointer]).toEqual(['invalid_request', '/wait_for']);
  });

  it('a name of this process is looked for in the page alone', async () => {
    for (const name of ['process.exit', 'constructor.constructor', 'alert']) {
      const { text } = await range.attack({ source: { html: '<p>survivor' }, wait_for: name, timeout: 1 });
      expect(text, name).toBe('survivor');
      expect(process.pid).toBe(alive);
    }
  });

  it('a function that never returns ends with the time of the request', async () => {
    const html = '<p>x<script>function isReady() { for (;;); }</script>';
    const { code } = await range.attack({ source: { html }, wait_for: 'isReady' }, { deadline: 2_000 });
    expect(code).toBe('render_timeout');
  });

  it.each(['*:has(*:has(*', 'a{b:url(http://127.0.0.1/)}', ':is('.repeat(60), '//p', '::-p-text(x)'])(
    '%j is no selector, and the field is told',
    async (selector) => {
      const { code, pointer } = await range.attack({ source: { html: '<p>x' }, wait_for_selector: selector });
      expect([code, pointer]).toEqual(['invalid_request', '/wait_for_selector']);
    },
  );

  it('selectors that are hard to match end with the time of the request', async () => {
    const selector = '*:has(* ~ * *) *:not(:has(* ~ *)) ~ #never';
    const html = `<p>survivor${'<div><i></i><b></b>'.repeat(2_000)}`;
    const { code, text } = await range.attack(
      { source: { html }, wait_for_selector: selector, timeout: 1 },
      { deadline: 15_000 },
    );
    expect(code ?? text).toMatch(/^survivor|render_timeout/);
  });

  it('the script of a request has no process to reach', async () => {
    const tries = ["require('node:fs')", "new Function('return process')().exit()"].map(
      (each) => `try{${each}}catch{}`,
    );
    const javascript = `${tries.join(';')};import('node:fs').catch(()=>{});process.exit(1)`;
    const { code, text } = await range.attack({ source: { html: '<p>survivor' }, javascript });
    expect([code, text]).toEqual([undefined, 'survivor']);
  });

  it('a script without an end ends with the time of the request', async () => {
    const { code } = await range.attack({ source: { html: '<p>x' }, javascript: 'for (;;);' }, { deadline: 2_000 });
    expect(code).toBe('render_timeout');
  });
});
