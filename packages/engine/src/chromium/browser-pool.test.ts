import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { descendants } from '../isolation/descendants.ts';
import { useEngine } from '../testing/engine.ts';

const test = useEngine();

/** Process ids of the browsers' main processes below this one. */
const browsers = () =>
  descendants(process.pid).filter((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return /^[^\0]*chrom/.test(command) && !command.includes('--type=');
  });

describe('the deadline and the caller', () => {
  it('end a conversion that waits for a page of a browser that stands still', async () => {
    const stopped = browsers();
    expect(stopped.length).toBeGreaterThan(0);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        test.convert({ source: { html: '<p>x' } }, 'pdf', { deadline: 500 }).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    // All before the ping, five seconds later, could have found out that the browser hangs.
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    expect(answers).toEqual(Array(8).fill('render_timeout'));
    expect((await test.convert({ source: { html: '<p>x' } })).pages).toBe(1);
  });

  it('ends when the caller leaves', async () => {
    const leaving = new AbortController();
    const conversion = test.convert({ source: { html: '<script>while(true);</script>' } }, 'pdf', {
      signal: leaving.signal,
    });
    setTimeout(() => leaving.abort(), 300);
    await expect(conversion).rejects.toMatchObject({ code: 'canceled' });
  });
});
