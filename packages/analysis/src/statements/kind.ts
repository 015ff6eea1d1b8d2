import { z } from 'zod';
import { exported } from '../exports/exported.ts';
import { STATEMENT_FORMATS } from '../exports/statement-formats.ts';
import { defineKind } from '../kind/kind.ts';
import { count, date, documentText, name, number, oneOf, words } from '../kind/members.ts';
import { CURRENCY_PROOFS, NUMBER_PROOF } from '../kind/proofs.ts';
import { statement } from './command.ts';

const account = z
  .object({
    accountNumber: words('Account, card or IBAN number, as printed.'),
    statementPeriod: words('As printed.'),
    bankName: words(''),
    holder: words(''),
    accountType: words(''),
    currency: words('ISO 4217.'),
    openingBalance: number(''),
    closingBalance: number(''),
    balanceMeaning: oneOf(
      ['owned', 'owed'],
      'Whether a positive balance is money or a debt; null if nothing was read.',
    ),
    periodStart: date(''),
    periodEnd: date(''),
  })
  .meta({ id: 'StatementAccount' });

const transaction = z
  .object({
    date: date('null if the text does not tell the year.'),
    description: z.string(),
    amount: z.number().describe('Signed: a debit is negative.'),
    balance: number('After this transaction.'),
    type: z.enum(['debit', 'credit']).describe('Agrees with the sign of `amount`.'),
    balanceSource: oneOf(['printed', 'computed'], 'Whether the balance is printed or follows from it.'),
    valueDate: date(''),
    category: words(''),
    account: count.optional().describe('Position in `accounts`, if there are several.'),
  })
  .meta({ id: 'StatementTransaction' });

export const bankStatement = defineKind({
  name: 'bank-statement',
  title: 'Read a bank statement',
  description: 'Amounts and balances are checked against each other, row by row where balances are printed.',
  operation: 'read_bank_statement',
  textMember: 'documentText',
  request: z.object({
    documentText,
    bankName: name().optional().describe('The bank, if it is known. Default: looked for.'),
    accountType: name().optional().describe('The kind of account, if it is known.'),
    export: z.enum(STATEMENT_FORMATS).optional().describe('Adds `exported`, the statement in this format.'),
  }),
  answer: {
    transactions: z.array(transaction),
    accountInfo: account,
    accounts: z.array(account).optional().describe('All of them, if there are several.'),
    transactionCount: count,
    exported,
  },
  addsUp: true,
  checks: [
    { name: 'running_balance', holds: 'all balances printed beside transactions follow from those before' },
    {
      name: 'transactions.N.balance',
      holds:
        'the balance printed beside transaction N, or below it, follows; those beside are named only if they do not',
    },
    { name: 'balance', holds: 'a balance printed between transactions follows' },
    { name: 'closing_balance', holds: 'the closing balance follows, and two prints of it say the same' },
    { name: 'opening_balance', holds: 'two prints of the opening balance say the same; there if they do not' },
    { name: 'opening_plus_amounts', holds: 'opening balance and all amounts give the closing balance' },
    { name: 'total_debits', holds: 'the amounts give the printed total of debits' },
    { name: 'total_credits', holds: 'the amounts give the printed total of credits' },
    { name: 'daily_balance.MM-DD', holds: 'the balance of a day follows' },
    { name: 'lines_read', holds: 'the whole text was read; there if it was not' },
    { name: 'rows_in_period', holds: 'the days of all transactions lie in the period' },
    { name: 'iban_checksum', holds: 'the account number is an IBAN with valid check digits' },
    { name: 'name_in_heading', holds: 'the name stands in the heading' },
    { name: 'name_beside_label', holds: 'a label names the holder' },
    { name: 'given_by_caller', holds: 'the request says it' },
    NUMBER_PROOF,
    ...CURRENCY_PROOFS,
    { name: 'model_transactions', holds: 'a model reads the same transactions' },
  ],
  examples: [
    {
      name: 'statement',
      summary: 'Two transactions',
      value: {
        documentText:
          'Account number 1234567\nOpening balance  10.00\n2030-01-02  Rent  -4.00  6.00\n2030-01-03  Wages  20.00  26.00\nClosing balance  26.00',
        bankName: 'Harbour Bank',
      },
    },
  ],
  command: statement,
  load: () => import('./work.ts'),
});
