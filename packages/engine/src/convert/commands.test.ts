import { afterEach, describe, expect, it, vi } from 'vitest';
import { CdpConnection } from '../cdp/connection.ts';
import { useEngine } from '../testing/engine.ts';
import { pdfText } from '../testing/judge.ts';

const test = useEngine(() => ({ reusePages: true }));
afterEach(() => void vi.restoreAllMocks());

/** Words of scripts by which commands are told apart. */
const SCRIPTS = { write: 'document.write(html)', refused: 'isRefused' };

let groups = 0;

/** The commands that the page of a document gets until it is printed, which has shown another of its group before. */
async function commandsFor(before: string, html: string, left = 10) {
  const group = `commands-${++groups}`;
  const body = (text: string) => ({ source: { html: text }, tagged: false, outline: false });
  for (const text of [before, before]) await test.convert(body(text), 'pdf', { group });
  const reused = test.engine.health().reusedPages;
  const sent = vi.spyOn(CdpConnection.prototype, 'send');
  const { bytes } = await test.convert(body(html), 'pdf', { group });
  if (test.engine.health().reusedPages === reused && left > 0) {
    // Its pages were still being made empty.
    sent.mockRestore();
    return await commandsFor(before, html, left - 1);
  }
  const calls = sent.mock.calls.map(([method, params, session]) => ({
    name: Object.entries(SCRIPTS).find(([, word]) => JSON.stringify(params ?? {}).includes(word))?.[0] ?? method,
    session,
  }));
  const { session } = calls.find(({ name }) => name === 'write') ?? {};
  const own = calls.filter((call) => call.session === session).map(({ name }) => name);
  // Behind those by which the page was made empty, if that was still to be done.
  const begins = own.lastIndexOf('Emulation.setScriptExecutionDisabled') + 1;
  return { commands: own.slice(begins, own.indexOf('Page.printToPDF')), text: pdfText(bytes) };
}

const BILL = '<!doctype html><html lang=en><title>Bill</title><h1>Bill</h1><table><tr><td>a<td>12.00</table>';
const NARROW = `${BILL}<style>@page{size:A4;margin:3cm}h1{break-before:never}</style>`;

describe('a short document', () => {
  it.each([
    ['plain', BILL],
    ['with margins and style of its own', NARROW],
  ])('that is like the one before gets no window, and asks of no style, anew: %s', async (_, html) => {
    const { commands, text } = await commandsFor(html, html);
    expect(commands).toContain('write');
    expect(commands).not.toContain('refused');
    expect(commands).not.toContain('Emulation.setDeviceMetricsOverride');
    expect(text).toContain('12.00');
  });

  it.each([
    ['wider', NARROW, BILL, false],
    ['narrower', BILL, NARROW, true],
  ])('that is not gets its own, before it is written: %s', async (_, before, html, isAsked) => {
    const { commands, text } = await commandsFor(before, html);
    expect(commands.indexOf('Emulation.setDeviceMetricsOverride')).toBeGreaterThanOrEqual(0);
    expect(commands.indexOf('Emulation.setDeviceMetricsOverride')).toBeLessThan(commands.indexOf('write'));
    expect(commands.includes('refused')).toBe(isAsked);
    expect(text).toContain('12.00');
  });
});
