import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';
import { lastTurn, scriptedAnalyst } from '../testing/scripted-analyst.ts';
import type { ProviderRequest, ScriptedAnswer } from '../testing/scripted-provider.ts';

/** A statement of some rows with a running balance. */
function statement(rows: number, change: (line: string, row: number) => string = (line) => line): string {
  let balance = 100_000;
  const money = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  const lines = Array.from({ length: rows }, (_, row) => {
    const amount = row % 3 === 0 ? 2_000 + row : -(1_000 + row);
    balance += amount;
    const day = String((row % 28) + 1).padStart(2, '0');
    const details = `Payment number ${String(row).padStart(4, '0')}`;
    return change(`${day}/01/2024  ${details}    ${money(amount).padStart(10)}  ${money(balance).padStart(10)}`, row);
  });
  return [
    'First Bank',
    'Account number 12345678',
    'Statement period 01/01/2024 to 31/01/2024',
    'Opening balance 1000.00',
    'Date  Details  Amount  Balance',
    ...lines,
    `Closing balance ${money(balance)}`,
  ].join('\n');
}

/** Reads the numbered lines that a prompt shows, as an honest model would. */
function readNumbered(
  request: ProviderRequest,
  change: (row: Record<string, unknown>, line: string) => Record<string, unknown> | null = (row) => row,
): ScriptedAnswer {
  const prompt = lastTurn(request);
  const part = prompt.includes('The part to read:') ? prompt.slice(prompt.indexOf('The part to read:')) : prompt;
  const transactions = [
    ...part.matchAll(/^(\d+)\| (\d\d\/\d\d\/\d{4}) {2}(Payment number \d+) +(-?[\d.]+) +(-?[\d.]+)$/gm),
  ].map(([line, number, date, description, amount, balance]) =>
    change(
      {
        line: Number(number),
        date,
        description,
        amount,
        balance,
        direction: amount?.startsWith('-') ? 'debit' : 'credit',
      },
      line ?? '',
    ),
  );
  return { content: { transactions: transactions.filter((row) => row !== null) } };
}

describe('statements', () => {
  it('go in chunks of at most 120 lines and come back as one list', async () => {
    const { analyst, provider } = await scriptedAnalyst((request) => readNumbered(request));
    const { answer, engine, tokens } = await analyst.run({ kind: 'bank-statement', text: statement(300) });
    expect(provider.requests.length).toBeGreaterThanOrEqual(3);
    for (const request of provider.requests) {
      const part = lastTurn(request).split('The part to read:').at(-1) ?? '';
      expect(part.match(/^\d+\| /gm)?.length).toBeLessThanOrEqual(120);
    }
    expect(answer.transactionCount).toBe(300);
    expect(answer.verification.checks).toContainEqual({
      name: 'model_transactions',
      ok: true,
      expected: 300,
      actual: 300,
    });
    expect([answer.verification.fields.transactions?.status, engine]).toEqual(['verified', 'model+rules']);
    expect(tokens.total).toBe(provider.requests.length * 15);
  });

  it.each([
    ['drops a row', (row: Record<string, unknown>, line: string) => (line.includes('number 0007') ? null : row)],
    [
      'turns signs',
      (row: Record<string, unknown>) => ({
        ...row,
        amount: `${row.amount}`.replace('-', ''),
        direction: row.direction === 'debit' ? 'credit' : 'debit',
      }),
    ],
    ['invents amounts', (row: Record<string, unknown>) => ({ ...row, amount: '99999.99' })],
  ])('stay as the balances prove them when the model %s', async (_, change) => {
    const { analyst } = await scriptedAnalyst((request) => readNumbered(request, change));
    const { answer } = await analyst.run({ kind: 'bank-statement', text: statement(40) });
    const { answer: rules } = await createAnalyst().run({ kind: 'bank-statement', text: statement(40) });
    expect(answer.transactions).toEqual(rules.transactions);
    expect(answer.verification.fields.transactions?.status).toBe('verified');
  });

  it('with one changed digit are failed, and the row is named', async () => {
    const text = statement(40, (line, row) => (row === 10 ? line.replace('10.10', '10.70') : line));
    const { analyst } = await scriptedAnalyst((request) => readNumbered(request));
    const { answer } = await analyst.run({ kind: 'bank-statement', text });
    expect(answer.verification.status).toBe('failed');
    expect(
      answer.verification.checks
        .filter((check) => !check.ok)
        .map((check) => check.name)
        .join(),
    ).toContain('transactions.10.');
  });

  it('come from the model where the rules find no rows and the balances prove the model\u2019s', async () => {
    const text = [
      'First Bank',
      'Opening balance 100.00',
      'Movements of 2024-01-05:',
      'ACME groceries took 12.34',
      'Bob gave back 50.00',
      'Movements of 2024-01-28:',
      'Rent took 40.00',
      'Closing balance 97.66',
    ].join('\n');
    const transactions = [
      { line: 4, date: '2024-01-05', description: 'ACME groceries', amount: '12.34', direction: 'debit' },
      { line: 5, date: '2024-01-05', description: 'Bob', amount: '50.00', direction: 'credit' },
      { line: 7, date: '2024-01-28', description: 'Rent', amount: '40.00', direction: 'debit' },
    ];
    const { analyst } = await scriptedAnalyst({ content: { transactions } });
    const { answer, engine } = await analyst.run({ kind: 'bank-statement', text, includeEvidence: true });
    expect(answer.transactions).toMatchObject([
      { date: '2024-01-05', amount: -12.34, balance: 87.66, balanceSource: 'computed', type: 'debit' },
      { date: '2024-01-05', amount: 50, balance: 137.66, description: 'Bob' },
      { date: '2024-01-28', amount: -40, balance: 97.66 },
    ]);
    expect([answer.verification.fields.transactions?.status, engine]).toEqual(['verified', 'model']);
    const { start, end } = answer.evidence?.['transactions.1.amount'] ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('50.00');
    const wrong = await scriptedAnalyst({ content: { transactions: transactions.slice(1) } });
    expect((await wrong.analyst.run({ kind: 'bank-statement', text })).answer.verification.status).toBe('failed');
  });

  it('take the years of their dates from a period that only the model finds', async () => {
    const text = [
      'First Bank',
      'What happened between 1 January 2024 and 31 January 2024',
      'Opening balance 100.00',
      'On 05/01 ACME groceries took 12.34',
      'Closing balance 87.66',
    ].join('\n');
    const transactions = [
      { line: 4, date: '05/01', description: 'ACME groceries', amount: '12.34', direction: 'debit' },
    ];
    const statementPeriod = '1 January 2024 and 31 January 2024';
    const { analyst } = await scriptedAnalyst({ content: { transactions, statementPeriod } });
    const { answer } = await analyst.run({ kind: 'bank-statement', text });
    expect(answer.accountInfo).toMatchObject({ periodStart: '2024-01-01', periodEnd: '2024-01-31' });
    expect(answer.transactions).toMatchObject([{ date: '2024-01-05', amount: -12.34 }]);
  });

  it('are read again in halves where an answer was cut off', async () => {
    let cut = 0;
    const { analyst } = await scriptedAnalyst((request) => {
      const lines = (lastTurn(request).match(/^\d+\| /gm) ?? []).length;
      cut += lines > 70 ? 1 : 0;
      return lines > 70 ? { content: '{"transactions": [', finish: 'length' } : readNumbered(request);
    });
    const { answer } = await analyst.run({ kind: 'bank-statement', text: statement(90) });
    expect(cut).toBeGreaterThan(0);
    expect(answer.transactionCount).toBe(90);
    expect(answer.verification.engine).toBe('model+rules');
  });
});
