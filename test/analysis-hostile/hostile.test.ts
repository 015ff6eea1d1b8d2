import { readFileSync } from 'node:fs';
import { type AnalystRequest, createAnalyst } from '@platen/analysis';
import { describe, expect, it } from 'vitest';

/**
 * 300 made-up texts in which a naive reader is sure and wrong, with what a careful one knows. Who wrote them had read
 * docs/analysis.md and no parser. Values may be missing or unproven; none may be proven and wrong.
 */

type Value = string | number | boolean | null;
type Truth = Readonly<Record<string, unknown>>;

interface Case {
  readonly id: string;
  readonly text: string;
  readonly question?: string;
  readonly truth: Truth;
}

interface Verified {
  readonly fields: Readonly<Record<string, { readonly status: string }>>;
}

/** Known to be proven and wrong; whoever mends one takes it from the list. */
const OPEN: readonly string[] = ['l030 invoiceNumber', 'c066 answer'];

const analyst = createAnalyst();

function cases(name: string): Case[] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as Case[];
}

async function answerTo(kind: string, text: string, options?: object) {
  const { answer } = await analyst.run({ kind, text, ...(options ? { options } : {}) } as AnalystRequest);
  return answer as unknown as { readonly verification: Verified; readonly answer?: string } & Truth;
}

const plain = (text: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Names may be parts of each other; sums of credit notes may have either sign. */
function isSame(name: string, found: unknown, wanted: unknown): boolean {
  if (wanted === null) return found === null || found === undefined;
  if (typeof wanted === 'number')
    return typeof found === 'number' && Math.abs((name.endsWith('Abs') ? Math.abs(found) : found) - wanted) < 0.005;
  if (!/name|number|holder/i.test(name)) return found === wanted;
  const [one, other] = [plain(found), plain(wanted)];
  return one !== '' && (one.includes(other) || other.includes(one));
}

/** By the name in the truth: the name in the answer. */
const RECEIPT = {
  merchantName: 'merchant',
  date: 'date',
  currency: 'currency',
  subtotal: 'subtotal',
  tax: 'tax',
  tip: 'tip',
  total: 'total',
};
const INVOICE = {
  vendorName: 'vendor',
  customerName: 'customer',
  invoiceNumber: 'invoiceNumber',
  ownNumber: 'invoiceNumber',
  invoiceDate: 'date',
  documentDate: 'date',
  dueDate: 'dueDate',
  currency: 'currency',
  subtotal: 'subtotal',
  taxAmount: 'tax',
  total: 'total',
  subtotalAbs: 'subtotal',
  taxAbs: 'tax',
  totalAbs: 'total',
};
const ACCOUNT = {
  bankName: 'bankName',
  accountNumber: 'accountNumber',
  accountHolder: 'holder',
  currency: 'currency',
  openingBalance: 'openingBalance',
  closingBalance: 'closingBalance',
  periodStart: 'periodStart',
  periodEnd: 'periodEnd',
};

interface Read {
  readonly data: Readonly<Record<string, Value>>;
  readonly verification: Verified;
  readonly prefix?: string;
}

/** What is proven and is not what the text says. */
function wrong(
  { id, truth }: Case,
  names: Readonly<Record<string, string>>,
  { data, verification, prefix = '' }: Read,
) {
  return Object.entries(names).flatMap(([wanted, own]) => {
    const isVerified = verification.fields[`${prefix}${own}`]?.status === 'verified';
    return wanted in truth && isVerified && !isSame(wanted, data[own], truth[wanted]) ? [`${id} ${own}`] : [];
  });
}

const onlyNew = (found: readonly string[]) => found.filter((one) => !OPEN.includes(one));

describe('of texts that mislead, nothing is proven and wrong', () => {
  it('in receipts', async () => {
    const found: string[] = [];
    for (const one of cases('receipts')) {
      const { receiptData, verification } = await answerTo('receipt-scanner', one.text);
      found.push(...wrong(one, RECEIPT, { data: receiptData as Read['data'], verification }));
    }
    expect(onlyNew(found)).toEqual([]);
  });

  it.each(['invoices', 'lookalikes'])('in %s, and a paper that is no invoice proves no total', async (name) => {
    const found: string[] = [];
    for (const one of cases(name)) {
      const { invoiceData, verification } = await answerTo('invoice-extractor', one.text);
      found.push(...wrong(one, INVOICE, { data: invoiceData as Read['data'], verification }));
      const sure = ['total', 'invoiceNumber'].filter((field) => verification.fields[field]?.status === 'verified');
      if (one.truth.isInvoice === false) found.push(...sure.map((field) => `${one.id} ${field} of no invoice`));
    }
    expect(onlyNew(found)).toEqual([]);
  });

  it('in statements', async () => {
    const found: string[] = [];
    for (const one of cases('statements')) {
      const { accountInfo, transactions, verification } = await answerTo('bank-statement', one.text);
      const accounts = one.truth.accounts as { readonly transactions?: readonly Truth[] }[] | undefined;
      const info = (one.truth.accountInfo ?? accounts?.[0] ?? {}) as Truth;
      const data = accountInfo as Read['data'];
      found.push(...wrong({ ...one, truth: info }, ACCOUNT, { data, verification, prefix: 'accountInfo.' }));
      const wanted = (one.truth.transactions ??
        accounts?.flatMap((account) => account.transactions ?? []) ??
        []) as Truth[];
      const left = [...(transactions as Truth[])];
      for (const { date, amount, amountAbs } of wanted) {
        const at = left.findIndex((row) => {
          const size =
            amount === undefined
              ? Math.abs(Number(row.amount)) - Number(amountAbs)
              : Number(row.amount) - Number(amount);
          return (date === undefined || row.date === date) && Math.abs(size) < 0.005;
        });
        left.splice(at < 0 ? left.length : at, 1, ...(at < 0 ? [{ missing: true }] : []));
      }
      if (wanted.length > 0 && left.length > 0 && verification.fields.transactions?.status === 'verified')
        found.push(`${one.id} transactions`);
    }
    expect(onlyNew(found)).toEqual([]);
  });

  it('in answers to questions', async () => {
    const found: string[] = [];
    for (const { id, text, question, truth } of cases('chat')) {
      const { answer, verification } = await answerTo('chat', text, { question });
      if (verification.fields.answer?.status !== 'verified') continue;
      const held = ((truth.mustContain ?? []) as string[]).every((each) =>
        each.split('|').some((part) => plain(answer).includes(plain(part))),
      );
      if (truth.stated === false || truth.conflict === true || !held) found.push(`${id} answer`);
    }
    expect(onlyNew(found)).toEqual([]);
  });
});
