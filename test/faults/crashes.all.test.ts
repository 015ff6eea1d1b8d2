import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../packages/engine/src/errors.ts';
import { useEngine } from '../../packages/engine/src/testing/engine.ts';
import { BENIGN, busyFor } from './pages.ts';
import { browsersBelow, killBusyRenderers, processesBelow, zombiesBelow } from './process-tree.ts';
import { until } from './until.ts';

const SELF = process.pid;

describe('200 crashing pages (F18)', () => {
  const starts: number[] = [];
  const { convert } = useEngine(() => ({
    concurrency: 4,
    queueLength: 200,
    queueTimeout: 240_000,
    onEvent: ({ name }) => name.startsWith('browser_start') && starts.push(performance.now()),
  }));
  const outcome = (html: string) =>
    convert({ source: { html } }, 'pdf', { deadline: 240_000 }).then(
      () => 'ok',
      (error) => (error instanceof EngineError ? error.code : String(error)),
    );

  it('cost their own jobs, and leave no process and no memory behind', async () => {
    expect(await outcome(BENIGN)).toBe('ok');
    await sleep(1_000);
    const before = { processes: processesBelow(SELF).length, memory: process.memoryUsage.rss() };
    let done = false;
    const jobs = Promise.all(Array.from({ length: 200 }, () => outcome(busyFor(120_000)))).finally(() => {
      done = true;
    });
    while (!done) await killBusyRenderers(SELF);
    const outcomes = await jobs;
    expect(outcomes.filter((code) => code !== 'render_crashed' && code !== 'capacity')).toEqual([]);
    expect(outcomes.filter((code) => code === 'render_crashed').length).toBeGreaterThan(150);
    await until('the browser is back', () => browsersBelow(SELF).length === 1);
    expect(await outcome(BENIGN)).toBe('ok');
    const pauses = starts.slice(1).map((at, index) => at - (starts[index] as number));
    for (const pause of pauses) expect(pause).toBeGreaterThan(1_900);
    await until('no zombie is left', () => zombiesBelow(SELF).length === 0);
    await until('no process is left over', () => processesBelow(SELF).length <= before.processes + 2);
    expect(process.memoryUsage.rss() - before.memory).toBeLessThan(100 * 1024 ** 2);
  }, 280_000);
});
