import { describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { BANK_LAYOUTS } from './banks/layouts.ts';
import { changeAmountDigit, changeBalanceDigit, dropRow, swapAmounts } from './mutation.ts';
import { seeds } from './seeds.ts';
import { generateStatement, type TrueTransaction } from './statement.ts';

/** Statements in the layouts of `banks/`, which were written from what banks print, without the parser at hand. */

const SEEDS = seeds(1, { daily: 3, all: 6 });
const LAYOUTS = BANK_LAYOUTS.map(({ name }) => name);

const minor = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
const rows = (list: readonly { date: string | null; amount: number }[]) =>
  list.map(({ date, amount }) => `${date} ${amount}`).toSorted();
const lettersAndDigits = (text: string | null) => (text ?? '').replace(/[^\p{L}\p{N}]/gu, '');

/** Other ways to print the same. */
const PRINTS: Readonly<Record<string, (text: string) => string>> = {
  'with a margin': (text) => text.replace(/^(?=[^\n\f])/gm, '      '),
  'with blank lines between': (text) => text.replaceAll('\n', '\n\n'),
  'with carriage returns': (text) => text.replaceAll('\n', '\r\n'),
  'with no-break spaces between columns': (text) => text.replaceAll('  ', '\u00a0\u00a0'),
};

/** A code of the bank or a party may stand before the first word, and a check is a number alone. */
function namesIt(description: string, { description: wanted }: TrueTransaction): boolean {
  return wanted.split(/[ |]/).some((word) => word.length > 2 && description.includes(word));
}

describe.each(LAYOUTS)('statements in the layout %s', (layout) => {
  it.each(SEEDS)('are read and reconciled, with their account (seed %i)', async (seed) => {
    const { text, truth } = generateStatement({ seed, layout });
    const { transactions, accountInfo, verification } = await answerOf('bank-statement', text);
    const found = transactions.map((each) => ({ ...each, amount: minor(each.amount) ?? 0 }));
    expect(rows(found)).toEqual(rows(truth.transactions));
    expect(verification.fields.transactions?.status).toBe('verified');
    for (const wanted of truth.transactions) {
      const same = found.filter(({ date, amount }) => date === wanted.date && amount === wanted.amount);
      const right = same.some(
        ({ balance, description }) =>
          (wanted.balance === null || minor(balance) === wanted.balance) && namesIt(description, wanted),
      );
      expect(right, JSON.stringify({ wanted, same })).toBe(true);
    }
    const { accountInfo: wanted } = truth;
    // What a card owes is printed without a sign, so either sign is an answer from the text.
    const size = (value: number | null) => (wanted.accountType === 'card' ? Math.abs(value ?? Number.NaN) : value);
    expect({
      currency: accountInfo.currency,
      period: [accountInfo.periodStart, accountInfo.periodEnd],
      balances: [accountInfo.openingBalance, accountInfo.closingBalance].map((value) => size(minor(value))),
    }).toEqual({
      currency: wanted.currency,
      period: [wanted.periodStart, wanted.periodEnd],
      balances: [wanted.openingBalance, wanted.closingBalance].map(size),
    });
    expect(lettersAndDigits(accountInfo.accountNumber)).toContain(lettersAndDigits(wanted.accountNumber).slice(-4));
    // No bank rather than a wrong one.
    expect([wanted.bankName, null]).toContain(accountInfo.bankName);
  });

  it.each(Object.keys(PRINTS))('are read the same way %s', async (print) => {
    const { text } = generateStatement({ seed: 7, layout });
    const printed = await answerOf('bank-statement', PRINTS[print]?.(text) ?? '');
    const plain = await answerOf('bank-statement', text);
    const facts = ({ transactions, verification }: typeof plain) => ({
      rows: transactions.map(({ date, amount, balance }) => ({ date, amount, balance })),
      status: verification.fields.transactions?.status,
    });
    expect(facts(printed)).toEqual(facts(plain));
  });

  it('are never verified with a wrong row when their columns are lost', async () => {
    for (const seed of [8, 9]) {
      const { text, truth } = generateStatement({ seed, layout });
      for (const gap of [' ', '\t']) {
        const lines = text.split('\n').map((line) => line.trim().replace(/ {2,}/g, gap));
        const { transactions, verification } = await answerOf('bank-statement', lines.join('\n'));
        const found = transactions.map((each) => ({ ...each, amount: minor(each.amount) ?? 0 }));
        if (verification.fields.transactions?.status === 'verified')
          expect(rows(found)).toEqual(rows(truth.transactions));
      }
    }
  });

  it('are never verified after a change', async () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const statement = generateStatement({ seed, layout });
      for (const mutate of [changeAmountDigit, changeBalanceDigit, dropRow, swapAmounts]) {
        const mutation = mutate(statement, seed);
        // A row of nothing changes nothing.
        if (!mutation || mutation.before === mutation.after || mutation.before === 0) continue;
        const { fields } = (await answerOf('bank-statement', mutation.text)).verification;
        const status = fields.transactions?.status;
        expect(status, `seed ${seed}, ${mutation.kind} in row ${mutation.row}`).not.toBe('verified');
      }
    }
  });
});
