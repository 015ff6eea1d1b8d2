import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const INVOICE = [
  'Ferrum Hosting Oy',
  'Invoice FH-90211',
  'Invoice date 1 April 2025',
  'VPS large, April      50.00',
  'VAT 24 %              12.00',
  'Total EUR             62.00',
];
const SENT = [
  'From: Ferrum Hosting Oy <billing@ferrum.example>',
  'Date: Tue, 1 Apr 2025',
  'Subject: Your invoice',
  'To: <lena@quill.example>',
  '',
];
const passedOn = (subject: string, ...written: string[]) => [
  'From: Lena Petrov <lena@quill.example>',
  'To: Accounts <ap@quill.example>',
  `Subject: ${subject}`,
  '',
  ...written,
  '---------- Forwarded message ---------',
];

function statuses(...lines: string[]) {
  const { invoiceData, verification } = answerInvoice(readDocument(lines.join('\n')));
  const { vendor, invoiceNumber, date, total } = verification.fields;
  return [invoiceData.vendor, ...[vendor, invoiceNumber, date, total].map((field) => field?.status)];
}

const PROVEN = ['Ferrum Hosting Oy', 'verified', 'verified', 'verified', 'verified'];

describe('an invoice in the text of a mail', () => {
  it.each([
    ['as it was sent', SENT],
    ['passed on', [...passedOn('Fwd: Your invoice'), ...SENT]],
  ])('is proven %s', (_, head) => {
    expect(statuses(...head, ...INVOICE)).toEqual(PROVEN);
  });

  it.each([
    ['somebody wrote about it', [...passedOn('Fwd: Your invoice', 'Only pay half of this.'), ...SENT, ...INVOICE]],
    ['it is a draft', [...SENT.map((line) => line.replace('Your invoice', 'draft')), ...INVOICE]],
    ['it is void', [...passedOn('Fwd: VOID - your invoice'), ...SENT, ...INVOICE]],
    ['another took its place', [...passedOn('Fwd: superseded invoice'), ...SENT, ...INVOICE]],
    ['it is answered', [...passedOn('Re: Your invoice', 'Thanks.'), ...SENT, ...INVOICE]],
    ['it is quoted', [...passedOn('Your invoice', 'See below.'), ...INVOICE.map((line) => `> ${line}`)]],
  ])('is not where %s', (_, lines) => {
    expect(statuses(...lines)).not.toContain('verified');
  });
});
