import { expect, it, vi } from 'vitest';
import { CdpConnection } from '../cdp/connection.ts';
import { useSharedEngine } from '../testing/engine.ts';

/** Values of scripts stay in the page: what it answers is held by this process, for which a page may not choose a size. */
const { convert } = useSharedEngine();

const LONG = '"x".repeat(3e6)';
const WORK = 'globalThis[Symbol.for("platen.work")]';

it.each([
  ['a number of what is due that is a text', `${WORK}.due = ${LONG}`, {}],
  ['a reading of what is due that throws', `Object.defineProperty(${WORK}, "due", { get() { throw ${LONG} } })`, {}],
  ['a release that throws', `${WORK}.release = () => { throw ${LONG} }`, {}],
  ['a condition that is a text', `done = ${LONG}`, { wait_for: 'done' }],
  ['a condition that promises a text', `done = async () => ${LONG}`, { wait_for: 'done' }],
  [
    'a condition that throws',
    `var n = 0; done = () => { if (n++ < 1) throw ${LONG}; return true }`,
    { wait_for: 'done' },
  ],
])('%s is not sent out of the page', async (_, script, options) => {
  const send = vi.spyOn(CdpConnection.prototype, 'send');
  try {
    const html = `<p>content<script>${script};setTimeout(() => { document.title = 'later' }, 30)</script>`;
    const { bytes } = await convert({ source: { html }, ...options }, 'text');
    expect(Buffer.from(bytes).toString()).toContain('content');
    const answers = await Promise.allSettled(send.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(answers.length).toBeGreaterThan(10);
    expect(Math.max(...answers.map((answer) => JSON.stringify(answer).length))).toBeLessThan(1e6);
  } finally {
    send.mockRestore();
  }
});
