import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserChildren } from '../../packages/engine/src/chromium/processes.ts';
import { type TestEngine, useEngine } from '../../packages/engine/src/testing/engine.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';

/**
 * One organization that does its worst never keeps another from its turn, and never gets it an error: who holds what, and
 * who comes before whom. How long that takes is measured by `script/bench --fairness`. An engine for each test: what it
 * remembers of the groups that came before is part of what is tested.
 */
const SPIN = '<p>x<script>for(;;);</script>';
const WAITS = { source: { html: '<p>x' }, delay: 10_000 };
const LARGE = `<p>x<script>const a=[];for(let i=0;i<12;i++)a.push(new Uint8Array(5e7).fill(1));for(;;);</script>`;
const INVOICE = '<h1>Invoice</h1><p>12.00';
const ORDINARY = { source: { html: INVOICE } };

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/spin': SPIN, '/invoice': INVOICE });
});
afterAll(() => site.close());
beforeEach(() => {
  site.hits.length = 0;
});

/** Asks for all at once; the result ends what is left of them. */
function attack({ convert }: TestEngine, bodies: readonly Record<string, unknown>[]): () => Promise<unknown> {
  const leaving = new AbortController();
  const jobs = bodies.map((body) => convert(body, 'pdf', { group: 'attacker', signal: leaving.signal }));
  const ended = Promise.allSettled(jobs);
  return () => {
    leaving.abort();
    return ended;
  };
}

/** Waits for what will happen, however slow the machine is. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe('an organization that came before', () => {
  const test = useEngine(() => ({ concurrency: 2 }));

  it('finds a slot free, whatever another does', async () => {
    await test.convert(ORDINARY, 'pdf', { group: 'victim' });
    const end = attack(test, [...Array(3).fill({ source: { html: SPIN } }), ...Array(3).fill(WAITS)]);
    const { engine } = test;
    await until(() => engine.health().queued === 5);
    expect(engine.health().running).toBe(1);
    for (let round = 0; round < 4; round += 1) {
      expect((await test.convert(ORDINARY, 'pdf', { group: 'victim' })).pages).toBe(1);
    }
    await end();
  });
});

describe('an organization that comes for the first time', () => {
  const test = useEngine(() => ({ concurrency: 2, egressAllow: [site.host] }));

  it('comes before those that already waited', async () => {
    const end = attack(test, Array(8).fill({ source: { url: `${site.origin}/spin` } }));
    await until(() => test.engine.health().queued === 6);
    const { pages } = await test.convert({ source: { url: `${site.origin}/invoice` } }, 'pdf', { group: 'victim' });
    const order = [...site.hits];
    await end();
    expect(pages).toBe(1);
    // Two had the slots. One more may have got the other slot, and a page that ends at once is loaded for the next.
    expect(order.indexOf('GET /invoice')).toBeLessThan(6);
  });
});

describe('a core of the machine', () => {
  const test = useEngine(() => ({ concurrency: 2 }));
  /** As `nice` has it, of every renderer; the 19th field of proc(5). */
  const priorities = () =>
    new BrowserChildren(process.pid)
      .list()
      .filter(({ type }) => type === 'renderer')
      .map(({ pid }) => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      });

  it('is left to short pages by those that have computed for long', async () => {
    expect(priorities().filter((nice) => nice > 0)).toEqual([]);
    const end = attack(test, [{ source: { html: SPIN } }]);
    await until(() => priorities().includes(10));
    expect(priorities().filter((nice) => nice > 0)).toEqual([10]);
    await end();
  });
});

describe('the slot for large documents', () => {
  const test = useEngine(() => ({ concurrency: 2 }));

  it('is given to who waits', async () => {
    const end = attack(test, Array(3).fill({ source: { html: LARGE } }));
    // One was killed for its memory, and goes on in that slot; the third has taken its place, or all are that far.
    await until(() => {
      const { running, queued } = test.engine.health();
      return running === 3 || (running === 1 && queued === 2);
    });
    // Long enough to be large by itself.
    const html = `<p>kept<!--${'x'.repeat(5_000_000)}-->`;
    const { pages } = await test.convert({ source: { html } }, 'pdf', { group: 'victim' });
    await end();
    expect(pages).toBe(1);
  });
});
