import { expect, it } from 'vitest';
import { bankPagesOf } from './bank-pages.ts';

it.each([
  ['one line', 'Balance 1.00', 1],
  ['pages of pdftotext, which ends each with a form feed', 'one\ftwo\fthree\f', 3],
  ['empty pages', 'one\f \n\ftwo\f\f', 2],
  ['exactly a page', 'x'.repeat(3_000), 1],
  ['one character more', 'x'.repeat(3_001), 2],
  ['a page that is longer than paper', `Balance 1.00\f${'x'.repeat(1_500_000)}`, 101],
  ['a form feed that separates nothing', `\f${'x'.repeat(9_001)}`, 4],
])('%s', (_name, text, pages) => {
  expect(bankPagesOf(text)).toBe(pages);
});
