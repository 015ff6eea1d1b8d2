import { describe, expect, it } from 'vitest';
import { cellsOf, overlaps } from './cells.ts';

describe('cells', () => {
  it('are set apart by two spaces or a tab', () => {
    const cells = cellsOf({ text: '  Green tea   2\t3.50  7.00 ' });
    expect(cells.map((cell) => cell.text)).toEqual(['Green tea', '2', '3.50', '7.00']);
    expect(cells[0]).toMatchObject({ start: 2, end: 11 });
  });

  it('are none in an empty line', () => {
    expect(cellsOf({ text: ' \t ' })).toEqual([]);
  });

  it('overlap when they share a column', () => {
    expect(overlaps({ start: 0, end: 4 }, { start: 3, end: 9 })).toBe(true);
    expect(overlaps({ start: 0, end: 4 }, { start: 4, end: 9 })).toBe(false);
  });
});
