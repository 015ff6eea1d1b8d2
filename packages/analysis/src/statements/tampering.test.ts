import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';
import { CARD_LAYOUTS } from './testing/card-layouts.ts';
import { invent, LAYOUTS } from './testing/layouts.ts';
import type { Layout } from './testing/printing.ts';

/** A statement with one digit of money changed does not add up any more, and must never be called verified. */

interface Tampered {
  readonly text: string;
  /** The path of the value that was changed. */
  readonly path: string;
}

const plans = fc.record({
  layout: fc.constantFrom(...LAYOUTS, ...CARD_LAYOUTS),
  seed: fc.integer({ min: 1, max: 50_000 }),
  count: fc.integer({ min: 2, max: 14 }),
  place: fc.nat(),
  digit: fc.nat(),
  step: fc.integer({ min: 1, max: 9 }),
});

function tamper(text: string, { place, digit, step }: { place: number; digit: number; step: number }): Tampered | null {
  const { evidence = {}, verification } = answerStatement(text, { includeEvidence: true });
  const places = Object.entries(evidence).filter(([path]) => /amount|alance/.test(path));
  const [path, span] = places[place % Math.max(1, places.length)] ?? [];
  if (verification.fields.transactions?.status !== 'verified' || !path || !span) return null;
  const digits = [...text.slice(span.start, span.end).matchAll(/\d/g)].map(({ index }) => span.start + index);
  const at = digits[digit % digits.length] ?? 0;
  return { text: `${text.slice(0, at)}${(Number(text[at]) + step) % 10}${text.slice(at + 1)}`, path };
}

/** The first entry of a list without an opening balance stands before all balances: nothing can confirm it. */
const isUnconfirmed = (layout: Layout, path: string) =>
  layout.name.includes('newest') && path.includes('openingBalance');

describe('a changed digit', () => {
  it('is never verified', () => {
    fc.assert(
      fc.property(plans, ({ layout, seed, count, ...change }) => {
        const { text } = invent(layout, seed, count);
        const changed = tamper(text, change);
        fc.pre(changed !== null && !isUnconfirmed(layout, changed.path));
        expect(answerStatement(changed?.text ?? '').verification.fields.transactions?.status, changed?.path).not.toBe(
          'verified',
        );
      }),
      { numRuns: 300, seed: 20_241_128 },
    );
  });

  it('is named with its row where rows print balances', () => {
    const layout = LAYOUTS.find(({ name }) => name.startsWith('es'))!;
    const { text, book } = invent(layout, 41, 12);
    const changedRow = 6;
    const { evidence } = answerStatement(text, { includeEvidence: true });
    const { start, end } = evidence?.[`transactions.${changedRow}.amount`] ?? { start: 0, end: 0 };
    const digit = Number(text[end - 1]);
    const changed = `${text.slice(0, end - 1)}${(digit + 1) % 10}${text.slice(end)}`;
    const { verification, transactions } = answerStatement(changed);
    expect(verification.status).toBe('failed');
    const rows = verification.checks.filter(({ ok, name }) => !ok && name.startsWith('transactions'));
    expect(rows.map(({ name }) => name)).toEqual([`transactions.${changedRow}.balance`]);
    expect(rows[0]?.actual).toBe((book.entries[changedRow]?.balance ?? 0) / 100);
    expect(transactions[changedRow]?.amount).not.toBe((book.entries[changedRow]?.amount ?? 0) / 100);
    expect(changed.slice(start, end)).not.toBe(text.slice(start, end));
  });

  it('fails the whole where only opening and closing balance are printed', () => {
    const layout = LAYOUTS.find(({ name }) => name.startsWith('fr'))!;
    const { text, book } = invent(layout, 8, 10);
    const { evidence } = answerStatement(text, { includeEvidence: true });
    const end = evidence?.['transactions.4.amount']?.end ?? 0;
    const changed = `${text.slice(0, end - 1)}${(Number(text[end - 1]) + 3) % 10}${text.slice(end)}`;
    const { verification } = answerStatement(changed);
    expect(verification.status).toBe('failed');
    expect(verification.checks.find(({ name }) => name === 'closing_balance')).toMatchObject({
      ok: false,
      actual: book.closing / 100,
    });
  });

  it('in a balance carried to the next page is found', () => {
    const { text } = invent(LAYOUTS[0]!, 33, 30);
    const at = text.indexOf('Balance carried forward');
    const line = text.slice(at, text.indexOf('\n', at));
    const changed = text.replace(
      line,
      line.replace(/\d(?=\.\d\d$)/, (digit) => String((Number(digit) + 1) % 10)),
    );
    expect(answerStatement(text).verification.fields.transactions?.status).toBe('verified');
    expect(answerStatement(changed).verification.status).toBe('failed');
  });

  it('in a summary that says something else than the table is found', () => {
    const statement = (opening: string, closing: string) =>
      [
        `Opening balance 100.00\nClosing balance ${closing}`,
        'Date Description Amount Balance',
        `2024-05-01 Opening balance ${opening}`,
        '2024-05-02 Salary 50.00 150.00\n2024-05-03 Rent -30.00 120.00',
        '2024-05-31 Closing balance 120.00',
      ].join('\n');
    const statusOf = (text: string) => answerStatement(text).verification.fields.transactions?.status ?? 'none';
    expect(statusOf(statement('100.00', '120.00'))).toBe('verified');
    expect(statusOf(statement('100.00', '125.00'))).toBe('failed');
    expect(statusOf(statement('101.00', '120.00'))).toBe('failed');
  });
});
