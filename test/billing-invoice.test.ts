import { createEngine, type Engine } from '@platen/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfInfo, pdfText } from '../packages/engine/src/testing/judge.ts';
import { agreementPdf } from '../packages/server/src/billing/agreement-document.ts';
import { agreementText } from '../packages/server/src/billing/agreement-text.ts';
import { invoicePdf } from '../packages/server/src/billing/invoice-document.ts';
import type { BillJson } from '../packages/server/src/billing/invoice-schema.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ allowNoSandbox: true, readyPages: 1 });
});
afterAll(() => engine.close());

const INVOICE: BillJson = {
  id: 'bil_00000000000000000000000000',
  number: '2030-000042',
  kind: 'invoice',
  status: 'paid',
  corrects: null,
  currency: 'usd',
  issuer: 'Seller GmbH',
  issuer_lines: ['Allee 1', '10115 Berlin', 'Germany', 'Tax number: DE136695976'],
  customer: '<script>document.title = "x"</script>{{ number }}',
  customer_lines: ['<b>Rue</b> 3', '75001 Paris', 'France'],
  customer_country: 'FR',
  customer_tax_id: null,
  issued_at: '2030-02-28T12:00:00.000Z',
  paid_at: '2030-02-28T12:00:00.000Z',
  lines: [
    {
      kind: 'overage',
      text: 'Credits beyond the plan',
      quantity: 1_010,
      unit_price_micro_usd: 1_000,
      amount_cents: 101,
    },
    { kind: 'plan', text: 'Scale 1M, a month', quantity: 1, unit_price_micro_usd: 999_000_000, amount_cents: 99_900 },
    { kind: 'tax', text: 'TVA, 20 %', quantity: 1, unit_price_micro_usd: 200_000_000, amount_cents: 20_000 },
  ],
  tax: { name: 'TVA', percent: 20, reverse_charge: false },
  tax_cents: 20_000,
  total_cents: 120_001,
  paid_cents: 120_001,
};

it('an invoice is a tagged PDF of one page, the same each time, and a name in it is text', async () => {
  const bytes = await invoicePdf(engine, INVOICE, 'test');
  expect(pdfInfo(bytes)).toMatchObject({ Title: 'Invoice 2030-000042', Tagged: 'yes', Pages: '1' });
  const text = pdfText(bytes, '-layout');
  const words = pdfText(bytes).replace(/\s+/g, ' ');
  expect(words).toContain('<script>document.title = "x"</script>{{ number }} <b>Rue</b> 3 75001 Paris France');
  expect(words).toContain('Seller GmbH Allee 1 10115 Berlin Germany Tax number: DE136695976');
  expect(text).toMatch(/Credits beyond the plan\s+1010\s+0\.001\s+1\.01/);
  expect(text).toMatch(/Sum without tax\s+1,000\.01\s+TVA, 20 %\s+200\.00\s+Total\s+1,200\.01/);
  expect(text).not.toContain('Reverse charge');
  expect(await invoicePdf(engine, INVOICE, 'test')).toEqual(bytes);
});

it('an invoice says who accounts for a tax, and has no row for one where there is none', async () => {
  const lines = INVOICE.lines.filter(({ kind }) => kind !== 'tax');
  const untaxed = { ...INVOICE, lines, tax_cents: 0, total_cents: 100_001, paid_cents: 100_001 };
  const reverse = { name: 'VAT', percent: 0, reverse_charge: true };
  const text = pdfText(await invoicePdf(engine, { ...untaxed, tax: reverse }, 'test'), '-layout');
  expect(text).toMatch(/Reverse charge: the customer accounts for the VAT/);
  const plain = pdfText(await invoicePdf(engine, { ...untaxed, tax: null }, 'test'), '-layout');
  expect(plain).toMatch(/Total\s+1,000\.01/);
  expect(plain).not.toMatch(/tax\s+\d|Reverse charge/);
});

it('an agreement is a tagged PDF with its text and who accepted it', async () => {
  const text = agreementText('Example Ltd');
  const bytes = await agreementPdf(engine, {
    version: '2026-11',
    text,
    sha256: 'a'.repeat(64),
    at: new Date('2030-01-31T12:00:00Z'),
    organisation: 'Clinic <b>',
    organisationId: 'org_1',
    by: 'Ada',
    email: 'ada@example.com',
    audit: 'aud_1',
  });
  expect(pdfInfo(bytes)).toMatchObject({ Title: text.split('\n')[0], Tagged: 'yes' });
  const words = pdfText(bytes).replace(/\s+/g, ' ');
  // Every word of what was accepted.
  for (const paragraph of text.trim().split('\n\n')) expect(words).toContain(paragraph);
  for (const fact of [
    'Ada <ada@example.com>, owner',
    'Clinic <b> (org_1)',
    '2030-01-31T12:00:00.000Z',
    'a'.repeat(64),
  ]) {
    expect(words.replace(/ /g, '')).toContain(fact.replace(/ /g, ''));
  }
});
