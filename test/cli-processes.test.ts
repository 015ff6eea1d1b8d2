import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { convertHere } from '../packages/cli/src/convert/here.ts';
import { descendants } from '../packages/engine/src/isolation/descendants.ts';

/** Processes that fill templates: those at work, and those that wait. */
const fillers = (): ReadonlySet<number> =>
  new Set(descendants(process.pid).filter((pid) => commandLine(pid).includes('/template-child.')));

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

const converter = convertHere([], { error: process.stderr }, {});
afterAll(() => converter.close());

it('fills the templates of many documents in one process', async () => {
  const convert = async (name: string) => {
    const body = { source: { html: '<p>{{ name }}' }, data: { name } };
    await converter.convert({ body, files: [] }, ['text'], new AbortController().signal);
    return fillers();
  };
  const first = await convert('Ada');
  await convert('Grace');
  const third = await convert('Edsger');
  expect([...first].filter((pid) => third.has(pid))).not.toEqual([]);
});
