import { describe, expect, it } from 'vitest';
import { answerQuestion } from './chat/chat.ts';
import { answerExtraction } from './extraction/answer.ts';
import { answerInvoice } from './invoices/answer.ts';
import { answerReceipt } from './receipts/answer.ts';
import { answerStatement } from './statements/answer.ts';
import { summarize } from './summary/summary.ts';
import { readDocument } from './values/document.ts';
import type { Evidence, Verification } from './verification/verification.ts';

/** What the service assigns is printed nowhere, and counts and labels are not read as values. */
const ASSIGNED = /(?:^|\.)(?:type|category|balanceSource|balanceMeaning|documentType|label|title|headers|account)$/;

/** The paths of all values of an answer. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object' || /(?:rows|headers)$/.test(path)) return ASSIGNED.test(path) ? [] : [path];
  return Object.entries(value).flatMap(([key, one]) => pathsOf(one, path === '' ? key : `${path}.${key}`));
}

function expectEvery(data: object, { verification, evidence }: { verification: Verification; evidence: Evidence }) {
  const told = [...Object.keys(evidence), ...verification.ungrounded].filter((path) => !ASSIGNED.test(path));
  expect(told.toSorted()).toEqual(
    pathsOf(data)
      .filter((path) => !ASSIGNED.test(path))
      .toSorted(),
  );
}

const INVOICE = [
  'Mill & Sons Ltd',
  'Invoice No. 2030-17',
  'Date: 2030-01-12',
  'Pos  Article   Description                 Qty        Price    VAT      Amount',
  '1    AB-1200   Oak boards                  4 pcs      25.00    20 %     100.00',
  '               planed on both sides',
  'Subtotal                                                                100.00',
  'VAT 20 % of 100.00                                                       20.00',
  'Total EUR                                                               120.00',
].join('\n');
const RECEIPT =
  'Corner Shop\n2030-03-04 10:15\nTea\t2.50\n2 Oak  soap 1.25\t2.50\nTotal EUR\t5.00\nVisa ****1234\t5.00\n';
const STATEMENT = [
  'Harbour Bank',
  'Statement period 01.02.2030 - 28.02.2030   Currency: EUR',
  'Date        Details                         Amount',
  'Opening balance                             100.00',
  '02.02.2030  Direct debit Mill & Sons        -20.00',
  '            for oak boards',
  '05.02.2030  Salary                          +50.00',
  'Closing balance                             130.00',
].join('\n');

describe('evidence', () => {
  it('is there for every value of an invoice, or it is ungrounded', () => {
    const answer = answerInvoice(readDocument(INVOICE));
    const at = (path: string) => INVOICE.slice(answer.evidence[path]?.start, answer.evidence[path]?.end);
    expectEvery(answer.invoiceData, answer);
    expect([at('currency'), at('lineItems.0.unit'), at('lineItems.0.productCode')]).toEqual(['EUR', 'pcs', 'AB-1200']);
    expect(at('lineItems.0.taxRate')).toBe('20 %');
    // Several lines: from the first to the last.
    expect(at('lineItems.0.description')).toMatch(/^Oak boards {2,}[\s\S]{1,200}planed on both sides$/);
  });

  it('is there for every value of a receipt, and the words of an item alone are its description', () => {
    const answer = answerReceipt(readDocument(RECEIPT));
    const at = (path: string) => RECEIPT.slice(answer.evidence[path]?.start, answer.evidence[path]?.end);
    expectEvery(answer.receiptData, answer);
    expect([at('items.0.description'), at('items.1.description')]).toEqual(['Tea', 'Oak  soap']);
    expect(at('paymentMethod')).toMatch(/^Visa/);
    expect(at('currency')).toBe('EUR');
  });

  it('is there for every value of a statement; what follows or was told is ungrounded', () => {
    const options = { includeEvidence: true, accountType: ' business ' };
    const { verification, evidence = {}, ...data } = answerStatement(STATEMENT, options);
    const at = (path: string) => STATEMENT.slice(evidence[path]?.start, evidence[path]?.end);
    const { transactionCount, ...values } = data;
    expect(transactionCount).toBe(2);
    expectEvery(values, { verification, evidence });
    expect(verification.ungrounded).toEqual([
      'transactions.0.balance',
      'transactions.1.balance',
      'accountInfo.accountType',
    ]);
    expect(data.transactions[0]?.description).toBe('Direct debit Mill & Sons for oak boards');
    expect(at('transactions.0.description')).toMatch(/^Direct debit Mill & Sons {2,}-20.00\n {2,}for oak boards$/);
    expect(at('accountInfo.currency')).toBe('EUR');
  });

  it('of several accounts is there for each, the first under both of its paths', () => {
    const two = `${STATEMENT}\n\n${STATEMENT.replace('Harbour Bank', 'Account 2').replaceAll('100.00', '700.00').replace('130.00', '730.00')}`;
    const { verification, evidence = {}, transactionCount, ...data } = answerStatement(two, { includeEvidence: true });
    expect([data.accounts?.length, transactionCount]).toEqual([2, 4]);
    expectEvery(data, { verification, evidence });
  });

  it.each([INVOICE, RECEIPT, STATEMENT])('is there for everything that general extraction finds', (text) => {
    const { extractedData, ...answer } = answerExtraction(readDocument(text));
    expectEvery(extractedData, answer);
  });

  it('of sentences and passages begins and ends with their words', () => {
    const text = 'The oak is dry. A second sentence says more.  The gate of the harbour opens at nine in the morning. ';
    const summary = summarize(readDocument(text), 'detailed');
    const spans = Object.values(summary.evidence).map(({ start, end }) => text.slice(start, end));
    expect(spans).toEqual([
      'The oak is dry.',
      'A second sentence says more.',
      'The gate of the harbour opens at nine in the morning.',
    ]);
    const { evidence } = answerQuestion(readDocument(text), 'What does the harbour gate do in the morning?');
    const passage = text.slice(evidence.answer?.start, evidence.answer?.end);
    expect([passage, passage.trim()]).toEqual([spans[2], spans[2]]);
  });
});
