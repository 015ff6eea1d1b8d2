import { describe, expect, it } from 'vitest';
import { changeAmountDigit, changeBalanceDigit, dropRow, type Mutation, swapAmounts } from './mutation.ts';
import { printedAmount, spaced } from './reading.ts';
import { generateStatement, STATEMENT_LAYOUTS, type Statement } from './statement.ts';

const SEEDS = Array.from({ length: 8 }, (_, seed) => seed);

function mutations(layout: string, mutate: (statement: Statement, seed: number) => Mutation | null) {
  return SEEDS.flatMap((seed) => {
    const statement = generateStatement({ seed, layout });
    const mutation = mutate(statement, seed);
    return mutation ? [{ statement, mutation }] : [];
  });
}

function changedLines(before: string, after: string): { before: string; after: string }[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  expect(fresh.length).toBe(old.length);
  return old.flatMap((text, at) => (text === fresh[at] ? [] : [{ before: text, after: fresh[at] ?? '' }]));
}

function differingCharacters(before: string, after: string): number {
  return [...before].filter((char, at) => char !== after[at]).length;
}

const WITH_ROWS = STATEMENT_LAYOUTS.filter((layout) => layout !== 'us-no-transactions');

describe.each(WITH_ROWS)('in %s', (layout) => {
  it('one changed digit of an amount changes one character of one line', () => {
    const all = mutations(layout, changeAmountDigit);
    expect(all.length).toBe(SEEDS.length);
    for (const { statement, mutation } of all) {
      const [changed, ...others] = changedLines(statement.text, mutation.text);
      expect(others).toEqual([]);
      expect(changed?.before.length).toBe(changed?.after.length);
      expect(differingCharacters(changed?.before ?? '', changed?.after ?? '')).toBe(1);
      expect(spaced(changed?.before ?? '')).toContain(printedAmount(mutation.before, layout));
      expect(spaced(changed?.after ?? '')).toContain(printedAmount(mutation.after ?? 0, layout));
      expect(statement.truth.transactions[mutation.row]?.amount).toBe(mutation.before);
    }
  });

  it('one changed digit of a balance changes one character of one line, where rows have balances', () => {
    const all = mutations(layout, changeBalanceDigit);
    const hasBalances = generateStatement({ seed: 0, layout }).truth.transactions.some(
      ({ balance }) => balance !== null,
    );
    expect(all.length > 0).toBe(hasBalances);
    for (const { statement, mutation } of all) {
      const [changed, ...others] = changedLines(statement.text, mutation.text);
      expect(others).toEqual([]);
      expect(differingCharacters(changed?.before ?? '', changed?.after ?? '')).toBe(1);
      expect(statement.truth.transactions[mutation.row]?.balance).toBe(mutation.before);
    }
  });

  it('a dropped row takes its amount out of the text, and the sums stay', () => {
    for (const { statement, mutation } of mutations(layout, dropRow)) {
      const figure = printedAmount(mutation.before, layout);
      const count = (text: string) => spaced(text).split(figure).length;
      expect(count(mutation.text)).toBeLessThan(count(statement.text));
      const { accountInfo } = statement.truth;
      expect(spaced(mutation.text)).toContain(printedAmount(accountInfo.closingBalance, layout));
    }
  });

  it('a swap exchanges two amounts that go the same way, with a balance in between', () => {
    for (const { statement, mutation } of mutations(layout, swapAmounts)) {
      const first = statement.truth.transactions[mutation.row];
      const second = statement.truth.transactions[mutation.otherRow ?? -1];
      expect([first?.amount, second?.amount]).toEqual([mutation.before, mutation.after]);
      expect(Math.sign(mutation.before)).toBe(Math.sign(mutation.after ?? 0));
      const between = statement.truth.transactions.slice(mutation.row, mutation.otherRow);
      expect(between.some(({ balance }) => balance !== null)).toBe(true);
      const changed = changedLines(statement.text, mutation.text);
      // The first amount of an American list has a dollar sign, but lists there have no balances to swap around.
      expect(changed.length).toBe(2);
    }
  });
});

describe('mutations', () => {
  it('are the same for the same seed', () => {
    const statement = generateStatement({ seed: 3, layout: 'es-importe-saldo' });
    expect(changeAmountDigit(statement, 9)).toEqual(changeAmountDigit(statement, 9));
    expect(changeAmountDigit(statement, 9)).not.toEqual(changeAmountDigit(statement, 10));
  });

  it('are null where there is nothing to change', () => {
    const statement = generateStatement({ seed: 3, layout: 'us-no-transactions' });
    for (const mutate of [changeAmountDigit, changeBalanceDigit, dropRow, swapAmounts]) {
      expect(mutate(statement, 1)).toBeNull();
    }
  });
});
