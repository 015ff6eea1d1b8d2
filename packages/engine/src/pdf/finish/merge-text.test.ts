import { describe, expect, it } from 'vitest';
import { movedText, TextMemory } from './merge-text.ts';

const memory = new TextMemory();
const moved = (text: string) =>
  movedText(Buffer.from(text, 'latin1'), 0, { numberOf: (old) => (old === 9 ? 0 : old + 1000), memory })?.toString();

describe('text of an object that moves to another file', () => {
  it('has the new numbers of what it refers to, and null for what is not there', () => {
    expect(moved('<</K[1 0 R 2 0 R]/P 12 0 R/Pg 9 0 R/MCID 5>> 3 0 R')).toBe(
      '<</K[1001 0 R 1002 0 R]/P 1012 0 R/Pg null/MCID 5>>',
    );
    expect(moved('[ 0 1 0 R\n%c 1 0 R\n3 0\n R]')).toBe('[ 0 1001 0 R\n%c 1 0 R\n1003 0 R]');
  });

  it('keeps what only looks like a reference', () => {
    const text = '<</T(1 0 R \\) [ 2 0 R)/X<31203020>/R[1 0 /R 1.0 0 R 0 0 Rx]>>';
    expect(moved(text)).toBe(text);
  });

  it('is not given of objects whose values are marked, or that are neither arrays nor dictionaries', () => {
    for (const key of ['StructParents 1', 'StructParent 1', 'Dest(a)', 'D(a)', 'ID(a)', 'Headers[(a)]'])
      expect(moved(`<</A<</${key}>>>>`)).toBeUndefined();
    for (const text of ['5', '5 0 R', '/Name', '(text)', '<31>']) expect(moved(text)).toBeUndefined();
    expect(moved('<</Width 1/IDs 2/Destination 3>>')).toBeDefined();
  });

  it('has to end, in the way that Chromium writes it', () => {
    for (const text of ['<</A 1', '[(', '<</A>', '[1 0 R', '{'])
      expect(() => moved(text)).toThrow(/does not end|unknown token/);
    expect(() => moved('[1 1 R]')).toThrow('a generation');
    expect(() => moved('['.repeat(65))).toThrow('too deeply');
  });
});
