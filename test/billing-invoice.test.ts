import { createEngine, type Engine } from '@platen/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfInfo, pdfText } from '../packages/engine/src/testing/judge.ts';
import { invoicePdf } from '../packages/server/src/billing/invoice-document.ts';
import type { BillJson } from '../packages/server/src/billing/invoice-schema.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ allowNoSandbox: true });
}, 60_000);
afterAll(() => engine.close());

const INVOICE: BillJson = {
  id: 'bil_00000000000000000000000000',
  number: '2030-000042',
  kind: 'invoice',
  status: 'paid',
  corrects: null,
  currency: 'usd',
  issuer: 'Platen',
  customer: '<script>document.title = "x"</script>{{ number }}',
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
  ],
  total_cents: 100_001,
  paid_cents: 100_001,
};

it('an invoice is a tagged PDF of one page, the same each time, and a name in it is text', async () => {
  const bytes = await invoicePdf(engine, INVOICE, 'test');
  expect(pdfInfo(bytes)).toMatchObject({ Title: 'Invoice 2030-000042', Tagged: 'yes', Pages: '1' });
  const text = pdfText(bytes, '-layout');
  expect(text).toContain('<script>document.title = "x"</script>{{ number }}');
  expect(text).toMatch(/Credits beyond the plan\s+1010\s+0\.001\s+1\.01/);
  expect(text).toMatch(/Total\s+1,000\.01/);
  expect(await invoicePdf(engine, INVOICE, 'test')).toEqual(bytes);
}, 60_000);
