import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '@platen/engine';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { BrowserChildren } from '../../packages/engine/src/chromium/processes.ts';
import { type TestEngine, useEngine } from '../../packages/engine/src/testing/engine.ts';
import { never, type Site, startSite } from '../../packages/engine/src/testing/site.ts';

/**
 * One organization that does its worst never keeps another from its turn, and never gets it an error: who holds what, and
 * who comes before whom. How long that takes is measured by `script/bench --fairness`. The engine remembers the groups that
 * came before: the tests follow one another.
 */
const SPIN = '<p>x<script>for(;;);</script>';
/** Answers nobody, as a loop does, and leaves the processor to others. */
const BLOCKED = `const x=new XMLHttpRequest;x.open('GET','/never',false);x.send()`;
const LARGE = `<p>x<script>const a=[];for(let i=0;i<12;i++)a.push(new Uint8Array(5e7).fill(1));${BLOCKED}</script>`;
const INVOICE = '<h1>Invoice</h1><p>12.00';
const ORDINARY = { source: { html: INVOICE } };

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/spin': SPIN, '/large': LARGE, '/invoice': INVOICE, '/never': never });
});
afterAll(() => site.close());
beforeEach(() => {
  site.hits.length = 0;
});
const test = useEngine(() => ({ concurrency: 2, egressAllow: [site.host] }));
const from = (path: string) => ({ source: { url: site.origin + path } });

/** Asks for all at once; the result ends what is left of them, and tells how many had been ended for computing while others waited. */
function attack({ convert }: TestEngine, bodies: readonly Record<string, unknown>[]): () => Promise<number> {
  const leaving = new AbortController();
  const jobs = bodies.map((body) => convert(body, 'pdf', { group: 'attacker', signal: leaving.signal }));
  const ended = Promise.allSettled(jobs);
  // A test that fails leaves none of it to the next one, or to its own second try.
  onTestFinished(async () => {
    leaving.abort();
    await ended;
  });
  return async () => {
    leaving.abort();
    const reasons = (await ended).map((each) => (each.status === 'rejected' ? each.reason : undefined));
    return reasons.filter((reason) => reason instanceof EngineError && /others waited/.test(reason.message)).length;
  };
}

/** Waits for what will happen, however slow the machine is. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

/** As `nice` has it, of every renderer; the 19th field of proc(5). */
const priorities = () =>
  new BrowserChildren(process.pid)
    .list()
    .filter(({ type }) => type === 'renderer')
    .flatMap(({ pid }) => {
      const stat = readStat(pid);
      return stat === undefined ? [] : [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    });

/** @returns undefined for a process that has ended since it was listed */
function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The second where it ends while it is read.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

it('an organization that comes for the first time comes before those that already waited, and a core is left to it by what has computed for long', async () => {
  expect(priorities().filter((nice) => nice > 0)).toEqual([]);
  // One computes and one waits, without an end; the other six never come that far.
  const end = attack(test, [from('/spin'), ...Array(7).fill(from('/never'))]);
  await until(() => test.engine.health().queued === 6 && priorities().includes(10));
  expect(priorities().filter((nice) => nice > 0)).toEqual([10]);
  const { pages } = await test.convert(from('/invoice'), 'pdf', { group: 'victim' });
  const order = [...site.hits];
  expect(await end()).toBe(1);
  expect(pages).toBe(1);
  expect(order.slice(0, 2).sort()).toEqual(['GET /never', 'GET /spin']);
  expect(order.indexOf('GET /invoice')).toBe(2);
});

it('an organization that came before finds a slot free, whatever another does', async () => {
  await test.convert(ORDINARY, 'pdf', { group: 'victim' });
  const end = attack(test, [...Array(3).fill(from('/never')), ...Array(3).fill(from('/spin'))]);
  const { engine } = test;
  await until(() => engine.health().queued === 5);
  expect(engine.health().running).toBe(1);
  for (let round = 0; round < 4; round += 1) {
    expect((await test.convert(ORDINARY, 'pdf', { group: 'victim' })).pages).toBe(1);
  }
  await end();
});

it('the slot for large documents is given to who waits', async () => {
  const end = attack(test, Array(2).fill(from('/large')));
  // Each was killed for its memory; one has begun anew in that slot, and the other waits for it.
  await until(() => {
    const { running, queued } = test.engine.health();
    return site.hits.filter((hit) => hit === 'GET /large').length === 3 && running === 1 && queued === 1;
  });
  // Long enough to be large by itself.
  const html = `<p>kept<!--${'x'.repeat(5_000_000)}-->`;
  const { pages } = await test.convert({ source: { html } }, 'pdf', { group: 'victim' });
  expect(await end()).toBe(1);
  expect(pages).toBe(1);
});
