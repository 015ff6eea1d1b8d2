import { describe, expect, it } from 'vitest';
import { printDate } from './calendar.ts';
import { sum } from './money.ts';
import { occurrences, printedAmount, spaced } from './reading.ts';
import { generateStatement, STATEMENT_LAYOUTS, type Statement, type TrueAccount } from './statement.ts';

const SEEDS = Array.from({ length: 16 }, (_, seed) => seed);

/** Layouts whose dates do not stand in the same line as the amount, or not at each row. */
const APART = ['ocr-one-box-per-line', 'gb-paid-out-paid-in', 'au-cr-dr-balances'];

function statements(layout: string): Statement[] {
  return SEEDS.map((seed) => generateStatement({ seed, layout }));
}

function accounts(statement: Statement): TrueAccount[] {
  return statement.truth.accounts ?? [statement.truth];
}

describe('generateStatement', () => {
  it('knows at least 16 layouts by distinct names', () => {
    expect(new Set(STATEMENT_LAYOUTS).size).toBe(STATEMENT_LAYOUTS.length);
    expect(STATEMENT_LAYOUTS.length).toBeGreaterThanOrEqual(16);
  });

  it('goes round the layouts when none is asked for, and knows no others', () => {
    const drawn = STATEMENT_LAYOUTS.map((_, seed) => generateStatement({ seed }).layout);
    expect(new Set(drawn)).toEqual(new Set(STATEMENT_LAYOUTS));
    expect(() => generateStatement({ seed: 1, layout: 'none-such' })).toThrow('none-such');
  });
});

describe.each(STATEMENT_LAYOUTS)('the layout %s', (layout) => {
  const all = statements(layout);

  it('gives the same document for a seed, and others for other seeds', () => {
    for (const seed of [0, 7]) expect(generateStatement({ seed, layout })).toEqual(generateStatement({ seed, layout }));
    expect(new Set(all.map(({ text }) => text)).size).toBe(SEEDS.length);
  });

  it('adds up: opening balance, amounts, printed balances, closing balance', () => {
    for (const account of all.flatMap(accounts)) {
      let running = account.accountInfo.openingBalance;
      for (const { amount, balance } of account.transactions) {
        expect(Number.isInteger(amount) && amount !== 0).toBe(true);
        running += amount;
        if (balance !== null) expect(balance).toBe(running);
      }
      expect(running).toBe(account.accountInfo.closingBalance);
    }
  });

  it('books within the period, in the order of time', () => {
    for (const { accountInfo, transactions } of all.flatMap(accounts)) {
      const dates = transactions.map(({ date }) => date);
      expect([accountInfo.periodStart, ...dates, accountInfo.periodEnd]).toEqual(
        [accountInfo.periodStart, ...dates, accountInfo.periodEnd].toSorted(),
      );
    }
  });

  it('prints who, which account, and both balances', () => {
    for (const statement of all) {
      const text = spaced(statement.text);
      for (const { accountInfo } of accounts(statement)) {
        expect(text).toContain(accountInfo.bankName);
        expect(text).toContain(accountInfo.accountNumber);
        expect(text).toContain(printedAmount(accountInfo.openingBalance, layout));
        expect(text).toContain(printedAmount(accountInfo.closingBalance, layout));
      }
    }
  });

  it('prints each amount and each balance as often as it is true', () => {
    for (const statement of all) {
      const { transactions } = statement.truth;
      const figures = transactions.flatMap(({ amount, balance }) => (balance === null ? [amount] : [amount, balance]));
      // An Australian balance of zero is the word Nil.
      const printed = figures.filter((minor) => minor !== 0).map((minor) => printedAmount(minor, layout));
      for (const figure of new Set(printed)) {
        const wanted = printed.filter((each) => each === figure).length;
        expect(occurrences(statement.text, figure), `${figure} in seed ${statement.seed}`).toBeGreaterThanOrEqual(
          wanted,
        );
      }
    }
  });

  it('prints each row with its date, its amount and all words of its description', () => {
    for (const statement of all) {
      const lines = spaced(statement.text).split('\n');
      const words = new Set(spaced(statement.text).split(/\s+/));
      const { pattern, language } = statement.style.dates;
      for (const { date, amount, description } of statement.truth.transactions) {
        const day = printDate(date, pattern, language);
        const figure = printedAmount(amount, layout);
        const found = lines.some((text) => text.includes(day) && (APART.includes(layout) || text.includes(figure)));
        expect(found, `${day} ${figure} in seed ${statement.seed}`).toBe(true);
        for (const word of description.split(/\s+/)) expect(words.has(word), word).toBe(true);
      }
    }
  });

  it('prints the two days of the period with a year', () => {
    for (const { text, truth } of all) {
      for (const date of [truth.accountInfo.periodStart, truth.accountInfo.periodEnd]) {
        const [year = '', , dayOfMonth = ''] = date.split('-');
        const near = text
          .split('\n')
          .some((each) => each.includes(year.slice(2)) && each.includes(String(Number(dayOfMonth))));
        expect(near).toBe(true);
      }
    }
  });
});

describe('the statements together', () => {
  const all = STATEMENT_LAYOUTS.flatMap(statements);

  it('break pages, and repeat what heads a page', () => {
    const long = all.filter(({ text }) => text.includes('\f'));
    expect(new Set(long.map(({ layout }) => layout)).size).toBeGreaterThanOrEqual(16);
  });

  it('carry balances over pages that equal the sum of the rows up to there', () => {
    const carried = generateStatement({ seed: longSeed('de-soll-haben-marks'), layout: 'de-soll-haben-marks' });
    const out = /Übertrag auf Blatt 2 +([\d.,]+) ([SH])/.exec(carried.text);
    const into = /Übertrag von Blatt 1 +([\d.,]+) ([SH])/.exec(carried.text);
    expect(out?.slice(1)).toEqual(into?.slice(1));
    const shown = carried.text.split('Übertrag auf Blatt 2')[0] ?? '';
    const rows = shown.split('\n').filter((text) => /^\d\d\.\d\d\. \d\d\.\d\d\. /.test(text)).length;
    const running =
      carried.truth.accountInfo.openingBalance +
      sum(carried.truth.transactions.slice(0, rows).map(({ amount }) => amount));
    expect(out?.[1]).toBe(printedAmount(running, 'de-soll-haben-marks'));
  });

  it('hold overdrafts, turns of the year, several accounts and an account without transactions', () => {
    const balances = all.flatMap(({ truth }) => truth.transactions.map(({ balance }) => balance ?? 0));
    expect(balances.some((balance) => balance < 0)).toBe(true);
    const turns = all.filter(
      ({ truth }) => truth.accountInfo.periodStart.slice(0, 4) !== truth.accountInfo.periodEnd.slice(0, 4),
    );
    expect(turns.length).toBeGreaterThan(all.length / 5);
    expect(all.some(({ truth }) => (truth.accounts?.length ?? 1) === 3)).toBe(true);
    expect(all.some(({ truth }) => truth.transactions.length === 0)).toBe(true);
  });

  it('tell what is owed on a card as a negative balance, and purchases as negative amounts', () => {
    const cards = all.filter(({ truth }) => truth.accountInfo.accountType === 'card');
    expect(new Set(cards.map(({ layout }) => layout)).size).toBe(2);
    for (const { truth } of cards) expect(truth.accountInfo.openingBalance).toBeLessThan(0);
  });

  function longSeed(layout: string): number {
    const found = SEEDS.find((seed) => generateStatement({ seed, layout }).text.includes('\f'));
    if (found === undefined) throw new Error(`no long statement in ${layout}`);
    return found;
  }
});
