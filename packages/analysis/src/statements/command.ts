import type { KindCommand } from '../kind/kind.ts';

export const statement: KindCommand = {
  kind: 'bank-statement',
  name: 'statement',
  gives: 'transactions and balances of a bank statement',
  options: {
    bank: { member: 'bankName', placeholder: 'NAME', help: 'the bank, if it is known' },
    export: { member: 'export', placeholder: 'FORMAT', help: 'csv, ofx, camt053 or mt940, as `exported.text`' },
  },
};
