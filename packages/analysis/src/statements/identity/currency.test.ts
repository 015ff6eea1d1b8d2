import { describe, expect, it } from 'vitest';
import { answerStatement } from '../answer.ts';

const currency = (text: string) => answerStatement(text).accountInfo.currency;

describe('the currency of an account', () => {
  it.each([
    ['the head of the table', 'Datum   Text          Betrag EUR\n', 'EUR'],
    ['the balances', 'Opening balance (GBP)   10.00\n', 'GBP'],
    ['the name of the account', 'Privatkonto CHF\n', 'CHF'],
    ['an Australian address', 'BRUNSWICK VIC 3056\nOpening balance   $10.00\n', 'AUD'],
    ['a Canadian address', 'TORONTO ON M5V 2T6\nOpening balance   $10.00\n', 'CAD'],
    ['nothing else', 'Opening balance   $10.00\n', 'USD'],
  ])('is told by %s', (_name, head, wanted) => {
    const rows = ['01.03.2024   Kauf JPY 1200   5.00', '02.03.2024   Kauf JPY 1300   6.00'];
    expect(currency(`${head}\n${rows.join('\n')}\n`)).toBe(wanted);
  });

  it('is not that of a payment abroad', () => {
    const rows = ['01/03/2024   Shop EUR 66.55 @ 1.1588   5.00', '02/03/2024   Rent   6.00', '03/03/2024   Tea   7.00'];
    expect(currency(`Date   Description   Amount\n${rows.join('\n')}\n`)).toBeNull();
  });
});
