import { expect, it } from 'vitest';
import type { DrawnPage, Found } from '../../api/preview.ts';
import { together } from './together.ts';

const page = (number: number, png: string): DrawnPage => ({
  page: number,
  paper: { width: 210, height: 297 },
  width: 400,
  height: 566,
  png,
});
const found = (pages: number, drawn: readonly DrawnPage[]): Found => ({
  errors: [],
  preview: { pages, drawn, warnings: [], duration: 1 },
});
const shown = ({ preview }: Found) => preview?.drawn.map(({ page: number, png }) => `${number} ${png}`);

it('shows the pages that were drawn last, others as they were, and none that the document has no more', () => {
  const before = found(
    4,
    [1, 2, 3, 4].map((number) => page(number, 'old')),
  );
  const now = found(3, [page(2, 'new')]);
  expect(shown(together(now, before))).toEqual(['1 old', '2 new', '3 old']);
  expect(together(now, before).preview?.pages).toBe(3);
  expect(shown(together(now, undefined))).toEqual(['2 new']);
});

it('has no pages of a text with a problem', () => {
  const faulty: Found = { errors: [{ part: 'content', message: 'It is wrong.' }], preview: null };
  expect(together(faulty, found(1, [page(1, 'old')]))).toBe(faulty);
});
