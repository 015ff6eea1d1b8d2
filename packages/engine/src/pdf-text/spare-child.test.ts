import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { descendants } from '../isolation/descendants.ts';
import { endGroup } from '../isolation/end-group.ts';
import { printed, smallPdf } from '../testing/small-pdf.ts';
import { READING, readPdf } from './read.ts';
import { endSparePdfChildren, keepSparePdfChild, takePdfChild } from './spare-child.ts';

const before = new Set(descendants(process.pid));
const started = () => descendants(process.pid).filter((pid) => !before.has(pid));
const gone = () => expect.poll(started).toEqual([]);
const PDF = smallPdf([{ content: printed([50, 800, 'Read']) }]);

afterEach(endSparePdfChildren);

it('gives the spare child to one file only, and ends the one that waits', async () => {
  keepSparePdfChild(READING);
  const [waiting] = started();
  keepSparePdfChild(READING);
  const taken = [takePdfChild(READING), takePdfChild(READING)];
  expect(taken[0]?.pid).toBe(waiting);
  expect(taken[1]?.pid).not.toBe(waiting);
  for (const child of taken) endGroup(child);
  keepSparePdfChild(READING);
  endSparePdfChildren();
  await gone();
});

it('reads by the spare child, which ends with its file', async () => {
  keepSparePdfChild(READING);
  expect((await readPdf(PDF)).text).toContain('Read');
  await gone();
});

it('gives no child that has ended while it waited', async () => {
  // What that module declares does nothing.
  const empty = fileURLToPath(new URL('./protocol.ts', import.meta.url));
  const ending = { name: 'ending', sources: [empty, ...READING.sources] };
  keepSparePdfChild(ending);
  expect(started()).not.toEqual([]);
  await gone();
  const next = takePdfChild(ending);
  expect(next.exitCode).toBeNull();
  await once(next, 'exit');
});
