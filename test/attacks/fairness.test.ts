import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { browserChildren } from '../../packages/engine/src/chromium/processes.ts';
import { useEngine } from '../../packages/engine/src/testing/engine.ts';

/**
 * One organization that does its worst never makes another wait for long, and never gets it an error. An engine for each
 * test: what it remembers of the groups that came before is part of what is tested.
 */
const SPIN = '<p>x<script>for(;;);</script>';
const WAITS = { source: { html: '<p>x' }, delay: 10_000 };
const LARGE = `<p>x<script>const a=[];for(let i=0;i<12;i++)a.push(new Uint8Array(5e7).fill(1));for(;;);</script>`;
const ORDINARY = { source: { html: '<h1>Invoice</h1><p>12.00' } };
/** Milliseconds for one slot to come free: a page without an end is noticed after five seconds. */
const WHAT_RUNS = 15_000;
const LONGEST = 60_000;

describe('an organization that came before', () => {
  const { convert } = useEngine(() => ({ concurrency: 2 }));

  it(
    'finds a slot free, whatever another does',
    async () => {
      const leaving = new AbortController();
      await convert(ORDINARY, 'pdf', { group: 'victim' });
      const bodies = [...Array(6).fill({ source: { html: SPIN } }), ...Array(6).fill(WAITS)];
      const attack = bodies.map((body) => convert(body, 'pdf', { group: 'attacker', signal: leaving.signal }));
      for (const one of attack) one.catch(() => {});
      const waits: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const { pages, timings } = await convert(ORDINARY, 'pdf', { group: 'victim' });
        expect(pages).toBe(1);
        waits.push(timings.queue);
      }
      leaving.abort();
      await Promise.allSettled(attack);
      // Nobody gave a slot back for it.
      expect(Math.max(...waits)).toBeLessThan(1_000);
    },
    LONGEST,
  );
});

describe('an organization that comes for the first time', () => {
  const { convert } = useEngine(() => ({ concurrency: 2 }));

  it(
    'gets the slot of a page that computes without an end',
    async () => {
      const leaving = new AbortController();
      const attack = Array.from({ length: 12 }, () =>
        convert({ source: { html: SPIN } }, 'pdf', { group: 'attacker', signal: leaving.signal }),
      );
      for (const one of attack) one.catch(() => {});
      const { pages, timings } = await convert(ORDINARY, 'pdf', { group: 'victim' });
      leaving.abort();
      await Promise.allSettled(attack);
      expect(pages).toBe(1);
      expect(timings.queue).toBeLessThan(WHAT_RUNS);
    },
    LONGEST,
  );
});

describe('a core of the machine', () => {
  const { convert } = useEngine(() => ({ concurrency: 2 }));
  /** As `nice` has it, of every renderer; the 19th field of proc(5). */
  const priorities = () =>
    browserChildren(process.pid)
      .filter(({ type }) => type === 'renderer')
      .map(({ pid }) => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      });

  it(
    'is left to short pages by those that have computed for long',
    async () => {
      const leaving = new AbortController();
      const attack = convert({ source: { html: SPIN } }, 'pdf', { group: 'attacker', signal: leaving.signal });
      attack.catch(() => {});
      expect(priorities().filter((nice) => nice > 0)).toEqual([]);
      for (let tries = 0; tries < 200 && !priorities().includes(10); tries += 1) await sleep(50);
      expect(priorities().filter((nice) => nice > 0)).toEqual([10]);
      leaving.abort();
      await attack.catch(() => {});
    },
    LONGEST,
  );
});

describe('the slot for large documents', () => {
  const { convert } = useEngine(() => ({ concurrency: 2 }));

  it(
    'is given to who waits',
    async () => {
      const leaving = new AbortController();
      const attack = Array.from({ length: 3 }, () =>
        convert({ source: { html: LARGE } }, 'pdf', { group: 'attacker', signal: leaving.signal }),
      );
      for (const one of attack) one.catch(() => {});
      // Long enough to be large by itself.
      const html = `<p>kept<!--${'x'.repeat(5_000_000)}-->`;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const { pages } = await convert({ source: { html } }, 'pdf', { group: 'victim' });
      leaving.abort();
      await Promise.allSettled(attack);
      expect(pages).toBe(1);
    },
    LONGEST,
  );
});
