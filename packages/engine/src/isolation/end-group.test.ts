import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { startProcess, TEMPLATE_SOURCES } from '../input/template-process.ts';
import { READING } from '../pdf-text/read.ts';
import { takePdfChild } from '../pdf-text/spare-child.ts';
import { orphansOf } from '../testing/orphans.ts';
import { descendants } from './descendants.ts';
import { endGroup } from './end-group.ts';
import { childFiles } from './plain-copies.ts';

/**
 * Runs alone: what other tests end by force while it starts stays behind, and cannot be told from what this one leaves.
 */
const ENTRIES = [TEMPLATE_SOURCES, READING.sources].map((sources) => childFiles(sources)[0] ?? '');
/** Children of each kind, each ended two milliseconds later in its start than the one before. */
const STARTS = 16;

let before: Set<string>;
const orphans = () => ENTRIES.flatMap((entry) => [...orphansOf(entry)]).filter((pid) => !before.has(pid));

beforeEach(() => {
  before = new Set();
  before = new Set(orphans());
});

describe('a child that is ended while it starts', () => {
  it.each([
    ['templates', () => startProcess().child],
    ['PDF files', () => takePdfChild(READING)],
  ])('leaves nothing of itself: one for %s', async (_, start) => {
    for (let number = 0; number < STARTS; number += 1) {
      const child = start();
      const gone = once(child, 'exit');
      await sleep(number * 2);
      endGroup(child);
      await gone;
    }
    await expect.poll(orphans).toEqual([]);
  });

  it('does not live as long as this process, if something else has ended what it was started with', async () => {
    for (let number = 0; number < STARTS; number += 1) {
      const { child } = startProcess();
      const gone = once(child, 'exit');
      await sleep(10 + number * 2);
      child.kill('SIGKILL');
      await gone;
    }
    // Bubblewrap that was ended before it let its own child go on leaves that one, which waits and has started nothing.
    const living = () => orphans().filter((pid) => descendants(Number(pid)).length > 0);
    await expect.poll(living).toEqual([]);
  });
});
