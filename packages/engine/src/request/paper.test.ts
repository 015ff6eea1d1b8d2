import { describe, expect, it } from 'vitest';
import { type Paper, parsePageSize, parsePaper } from './paper.ts';

const A4 = parsePaper('A4') as Paper;
const turned = ({ width, height }: Paper) => ({ width: height, height: width });

describe('the size of an @page rule', () => {
  it.each<[string, unknown]>([
    ['A4', A4],
    ['a4 landscape', turned(A4)],
    ['landscape A4', turned(A4)],
    ['portrait', A4],
    ['landscape', turned(A4)],
    ['letter', { width: 816, height: 1056 }],
    ['letter landscape', { width: 1056, height: 816 }],
    ['ledger portrait', { width: 1056, height: 1632 }],
    ['300px 200px', { width: 300, height: 200 }],
    ['B5 landscape', { width: parsePaper('250mmx176mm')?.width, height: parsePaper('250mmx176mm')?.height }],
    ['8.5in', { width: 816, height: 816 }],
  ])('%s is read', (size, paper) => {
    expect(parsePageSize(size, A4)).toEqual(paper);
  });

  it.each(['jis-b7', '10em 20em', '1px 2px 3px', 'a4 300px', 'toString', '300x200'])('%s is not known', (size) => {
    expect(parsePageSize(size, A4)).toBeUndefined();
  });
});
