import type { Language } from './calendar.ts';
import { composeInvoice, type Invoice } from './invoices/compose.ts';
import type { InvoiceLayout } from './invoices/layout.ts';
import { INVOICE_LAYOUT_LIST } from './invoices/layouts.ts';
import type { AmountStyle } from './money.ts';
import { randomFrom } from './random.ts';

/** The names of all layouts of invoices. */
export const INVOICE_LAYOUTS: readonly string[] = INVOICE_LAYOUT_LIST.map((layout) => layout.name);

export interface GeneratedInvoice {
  text: string;
  truth: Invoice;
  layout: string;
  seed: number;
  /** How amounts and dates are written. */
  style: { amounts: AmountStyle; dates: { pattern: string; language: Language } };
}

/** Makes an invoice; without a layout, seeds go round all of them. The same seed gives the same invoice. */
export function generateInvoice({ seed, layout }: { seed: number; layout?: string }): GeneratedInvoice {
  const chosen = layoutOf(seed, layout);
  const random = randomFrom('invoice', chosen.name, seed);
  const { trade, currency, language, rates } = chosen;
  const invoice = composeInvoice(random, { trade, currency, language, rates, number: chosen.number(random) });
  return {
    text: chosen.print(invoice, chosen),
    truth: invoice.truth,
    layout: chosen.name,
    seed,
    style: { amounts: chosen.amounts, dates: { pattern: chosen.datePattern, language } },
  };
}

function layoutOf(seed: number, name?: string): InvoiceLayout {
  const list = INVOICE_LAYOUT_LIST;
  const layout = name === undefined ? list[seed % list.length] : list.find((each) => each.name === name);
  if (!layout) throw new Error(`no layout of invoices is named ${name}`);
  return layout;
}
