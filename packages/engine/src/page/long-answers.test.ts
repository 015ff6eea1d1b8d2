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

it.each([
  ['an error', 'throw new Error("x".repeat(5e6))', 'Error: xxx'],
  ['a rejection', 'Promise.reject(new Error("x".repeat(5e6)))', 'Error: xxx'],
  ['a text', 'throw "x".repeat(5e6)', 'Uncaught'],
])('%s of a script that nothing caught is told of, and not kept whole', async (_, script, told) => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const { warnings } = await convert({ source: { html: `<p>content<script>${script}</script>` } }, 'text');
    const message = expect.stringMatching(`^${told}`);
    expect(warnings).toMatchObject([{ code: 'script_error', detail: { count: 1, items: [{ message, line: 1 }] } }]);
    expect(parse.mock.calls.length).toBeGreaterThan(10);
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(3e6);
  } finally {
    parse.mockRestore();
  }
});
