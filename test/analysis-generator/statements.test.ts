import { describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { changeAmountDigit, changeBalanceDigit, dropRow, type Mutation, swapAmounts } from './mutation.ts';
import { seeds } from './seeds.ts';
import { generateStatement, STATEMENT_LAYOUTS, type Statement, type TrueTransaction } from './statement.ts';

const SEEDS = seeds(1000, { daily: 3, all: 8 });
const MUTATED_SEEDS = SEEDS.slice(0, 3);

type Answer = Awaited<ReturnType<typeof read>>;

function read(text: string) {
  return answerOf('bank-statement', text);
}

function minor(amount: number | null | undefined): number | null {
  return typeof amount === 'number' ? Math.round(amount * 100) : null;
}

/** Rows as text, in an order of their own: documents do not all print them in the order of time. */
function rows(list: readonly { date: string | null; amount: number | null }[]): string[] {
  return list.map(({ date, amount }) => `${date} ${amount}`).toSorted();
}

const CURRENCY_MARKS: Readonly<Record<string, RegExp>> = {
  USD: /\$|USD/,
  AUD: /\$|AUD/,
  BRL: /R\$|BRL/,
  GBP: /£|GBP/,
  EUR: /€|EUR|euro/i,
};

/** Whether the text says what its money is; where it does not, no currency may be made up. */
function prints(text: string, currency: string): boolean {
  return (CURRENCY_MARKS[currency] ?? new RegExp(currency)).test(text);
}

function lettersAndDigits(text: string | null): string {
  return (text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
}

describe.each(STATEMENT_LAYOUTS)('statements in the layout %s', (layout) => {
  it.each(SEEDS)('are read and reconciled (seed %i)', async (seed) => {
    const { text, truth } = generateStatement({ seed, layout });
    const answer = await read(text);
    const found = answer.transactions.map(({ date, amount }) => ({ date, amount: minor(amount) }));
    expect(rows(found)).toEqual(rows(truth.transactions));
    expect(answer.transactionCount).toBe(truth.transactions.length);
    const { fields } = answer.verification;
    expect((fields.transactions ?? fields['accountInfo.closingBalance'])?.status).toBe('verified');
  });

  it.each(SEEDS)('have the type of each row, its balance and its words (seed %i)', async (seed) => {
    const { text, truth } = generateStatement({ seed, layout });
    const { transactions } = await read(text);
    for (const { amount, type } of transactions) expect(type).toBe(amount < 0 ? 'debit' : 'credit');
    for (const wanted of truth.transactions) {
      const same = transactions.filter((each) => each.date === wanted.date && minor(each.amount) === wanted.amount);
      expect(
        same.some((each) => agrees(each, wanted)),
        JSON.stringify({ wanted, same }),
      ).toBe(true);
    }
  });

  it.each(SEEDS)('have the right account (seed %i)', async (seed) => {
    const { text, truth } = generateStatement({ seed, layout });
    const { accountInfo } = await read(text);
    const wanted = truth.accountInfo;
    expect(lettersAndDigits(accountInfo.accountNumber)).toContain(lettersAndDigits(wanted.accountNumber).slice(-4));
    expect(accountInfo.statementPeriod).not.toBeNull();
    expect([accountInfo.periodStart, accountInfo.periodEnd]).toEqual([wanted.periodStart, wanted.periodEnd]);
    expect(accountInfo.currency).toBe(prints(text, wanted.currency) ? wanted.currency : null);
    // What a card owes is printed without a sign, so either sign is an answer from the text.
    const sizeOnly = wanted.accountType === 'card';
    const size = (value: number | null) => (sizeOnly && value !== null ? Math.abs(value) : value);
    expect(size(minor(accountInfo.openingBalance))).toBe(size(wanted.openingBalance));
    expect(size(minor(accountInfo.closingBalance))).toBe(size(wanted.closingBalance));
  });
});

/** Balances that are not printed may be null or computed; printed ones must be right. */
function agrees(found: Answer['transactions'][number], wanted: TrueTransaction): boolean {
  const [firstWord = ''] = wanted.description.split(' ');
  const sameBalance = wanted.balance === null || minor(found.balance) === wanted.balance;
  return sameBalance && found.description.includes(firstWord);
}

const MUTATIONS = { changeAmountDigit, changeBalanceDigit, dropRow, swapAmounts };

describe.each(Object.entries(MUTATIONS))('after %s', (_, mutate) => {
  it.each(STATEMENT_LAYOUTS)('a statement in the layout %s fails', async (layout) => {
    for (const seed of MUTATED_SEEDS) {
      const statement = generateStatement({ seed, layout });
      const mutation = mutate(statement, seed);
      if (!mutation) continue;
      const answer = await read(mutation.text);
      expect(answer.verification.status, `seed ${seed}, ${mutation.kind} in row ${mutation.row}`).toBe('failed');
      if (mutation.locatable) expectNamed(answer, statement, mutation);
    }
  });
});

/** One of the failed checks names the row: by its number, counted from 0 or 1, or by its date. */
function expectNamed(answer: Answer, statement: Statement, mutation: Mutation): void {
  const { transactions } = statement.truth;
  const date = transactions[mutation.row]?.date;
  const following = transactions[mutation.row + 1]?.date;
  const positions = answer.transactions.flatMap((each, index) => (each.date === date ? [index] : []));
  // A wrong balance is seen beside its own row and beside the next one.
  const numbers = positions.flatMap((index) => [index, index + 1, index + 2]).map(String);
  const failed = (answer.verification.checks ?? []).filter(({ ok }) => !ok);
  const named = failed.some(({ name }) => {
    if ([date, following].some((each) => each !== undefined && name.includes(each))) return true;
    return (name.match(/\d+/g) ?? []).some((number) => numbers.includes(number));
  });
  expect(named, JSON.stringify({ mutation: { ...mutation, text: '' }, failed })).toBe(true);
}
