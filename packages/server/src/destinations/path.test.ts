import { describe, expect, it } from 'vitest';
import { cleanPath, distinct, numbered, temporaryName } from './path.ts';

describe('a path', () => {
  it.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/absolute/x.pdf', 'absolute/x.pdf'],
    ['a//./b/../c.pdf', 'a/b/c.pdf'],
    ['..\\..\\windows.pdf', '.._.._windows.pdf'],
    ['in\r\nX-Header: 1/x\u0000.pdf', 'inX-Header_ 1/x.pdf'],
    ['c:/x|y?.pdf', 'c_/x_y_.pdf'],
    ['gpj\u202e.pdf', 'gpj.pdf'],
    ['...', undefined],
    [' / ', undefined],
    ['a\u0308.pdf', 'ä.pdf'],
  ])('%j is cleaned', (text, expected) => {
    expect(cleanPath(text)).toBe(expected);
  });

  it('is no longer than file systems take, and keeps its extension', () => {
    const long = cleanPath(`${'ä'.repeat(300)}.pdf`) ?? '';
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
    expect(long.endsWith('.pdf')).toBe(true);
    const deep = cleanPath(`${'folder/'.repeat(400)}x.pdf`) ?? '';
    expect(Buffer.byteLength(deep)).toBeLessThanOrEqual(900);
    expect(deep.endsWith('/x.pdf')).toBe(true);
    const file = { path: `a/${'x'.repeat(190)}.pdf`, temporary: 'abc' };
    expect(Buffer.byteLength(temporaryName(file))).toBeLessThan(200);
  });

  it('of each result is one of its own', () => {
    expect(distinct(['a/x.pdf', 'a/X.pdf', 'b/x.pdf'])).toEqual(['a/x.pdf', 'a/X (2).pdf', 'b/x.pdf']);
    expect(numbered('a.b/name', 3)).toBe('a.b/name (3)');
  });
});
