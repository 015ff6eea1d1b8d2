import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConversionResult } from '../packages/engine/src/result.ts';
import { pdfPlain } from '../packages/engine/src/testing/judge.ts';

/** Lines of the two files that are told. */
const TOLD = 20;
const LONGEST_LINE = 160;

/**
 * Says in what two results differ that were to be equal, and keeps their files: what depends on the time shows once in hundreds of renders, and is not there when
 * it is looked for.
 */
export function differenceOf(name: string, one: ConversionResult, other: ConversionResult): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-different-'));
  const lines = [one, other].map(({ bytes }, index) => {
    writeFileSync(path.join(folder, `${name}-${index + 1}.pdf`), bytes);
    return pdfPlain(bytes).split('\n');
  });
  const [first = [], second = []] = lines;
  const different = first.flatMap((line, index) => {
    const there = second[index] ?? '';
    return line === there ? [] : [`${index + 1}: ${line.slice(0, LONGEST_LINE)} | ${there.slice(0, LONGEST_LINE)}`];
  });
  const about = [one, other].map(({ bytes, warnings, timings }) =>
    JSON.stringify({ bytes: bytes.length, warnings, timings }),
  );
  return [
    `${name} differs in ${different.length} of ${first.length} and ${second.length} lines; the files are in ${folder}`,
    ...about,
    ...different.slice(0, TOLD),
  ].join('\n');
}
