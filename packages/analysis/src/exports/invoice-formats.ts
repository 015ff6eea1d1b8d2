import { table } from './csv.ts';
import { type Exported, exportedAs, missingOf } from './exported.ts';
import { element } from './xml.ts';

/** Invoices as comma-separated lines, and as UBL 2.1. */

interface InvoiceSource {
  readonly vendor: string | null;
  readonly customer: string | null;
  readonly invoiceNumber: string | null;
  readonly date: string | null;
  readonly dueDate: string | null;
  readonly subtotal: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  readonly currency: string | null;
  readonly purchaseOrder: string | null;
  readonly taxes: readonly {
    readonly rate: number | null;
    readonly base: number | null;
    readonly amount: number | null;
  }[];
  readonly lineItems: readonly {
    readonly description: string | null;
    readonly quantity: number | null;
    readonly unitPrice: number | null;
    readonly amount: number | null;
    readonly productCode: string | null;
    readonly unit: string | null;
    readonly taxRate: number | null;
  }[];
}

export const INVOICE_FORMATS = ['csv', 'ubl'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];

/** An answer with what was read in a format; as it is where none is asked for. */
export function withInvoice<Answer extends { readonly invoiceData: InvoiceSource }>(
  answer: Answer,
  format: InvoiceFormat | undefined,
) {
  if (format === undefined) return answer;
  const { invoiceData } = answer;
  return { ...answer, exported: format === 'ubl' ? ubl(invoiceData) : invoiceCsv(invoiceData) };
}

/** One line of the invoice a row. */
function invoiceCsv(invoice: InvoiceSource): Exported {
  const head = [
    'invoiceNumber',
    'date',
    'vendor',
    'productCode',
    'description',
    'quantity',
    'unit',
    'unitPrice',
    'amount',
    'taxRate',
    'currency',
  ];
  const rows = invoice.lineItems.map((line) => [
    invoice.invoiceNumber,
    invoice.date,
    invoice.vendor,
    line.productCode,
    line.description,
    line.quantity,
    line.unit,
    line.unitPrice,
    line.amount,
    line.taxRate,
    invoice.currency,
  ]);
  return exportedAs('csv', 'text/csv; charset=utf-8', { missing: [], write: () => table([head, ...rows]) });
}

const ROOT = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** UNTDID 1001. */
const INVOICE = '380';
/** UN/ECE Recommendation 20: one piece, whatever it is. */
const PIECE = 'C62';

/** UBL 2.1 (ISO/IEC 19845): what the document states, so not what a country asks for on top of it. */
function ubl(invoice: InvoiceSource): Exported {
  const { invoiceNumber, date, vendor, customer, currency, total } = invoice;
  const missing = [
    ...missingOf({ invoiceNumber, date, vendor, customer, currency, total }),
    ...(invoice.lineItems.length === 0 ? ['lineItems'] : []),
    ...invoice.lineItems.flatMap(({ amount, description }, at) =>
      missingOf({ [`lineItems.${at}.amount`]: amount, [`lineItems.${at}.description`]: description }),
    ),
  ];
  const write = () => `<?xml version="1.0" encoding="UTF-8"?>\n${element('Invoice', body(invoice), ROOT)}`;
  return exportedAs('ubl', 'application/xml', { missing, write });
}

const cbc = (name: string, inner: string | number, attributes?: Record<string, string>) =>
  element(`cbc:${name}`, inner, attributes);
const cac = (name: string, inner: readonly (string | null)[]) => element(`cac:${name}`, inner);

function body(invoice: InvoiceSource): (string | null)[] {
  const currency = invoice.currency ?? '';
  const money = (name: string, value: number) => cbc(name, value.toFixed(2), { currencyID: currency });
  const net = invoice.subtotal ?? (invoice.total ?? 0) - (invoice.tax ?? 0);
  const lines = invoice.lineItems.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const party = (name: string | null) => cac('Party', [cac('PartyName', [cbc('Name', name ?? '')])]);
  return [
    cbc('UBLVersionID', '2.1'),
    cbc('ID', invoice.invoiceNumber ?? ''),
    cbc('IssueDate', invoice.date ?? ''),
    invoice.dueDate ? cbc('DueDate', invoice.dueDate) : null,
    cbc('InvoiceTypeCode', INVOICE),
    cbc('DocumentCurrencyCode', currency),
    invoice.purchaseOrder ? cac('OrderReference', [cbc('ID', invoice.purchaseOrder)]) : null,
    cac('AccountingSupplierParty', [party(invoice.vendor)]),
    cac('AccountingCustomerParty', [party(invoice.customer)]),
    invoice.tax === null ? null : cac('TaxTotal', [money('TaxAmount', invoice.tax), ...subtotals(invoice, money)]),
    cac('LegalMonetaryTotal', [
      money('LineExtensionAmount', lines),
      money('TaxExclusiveAmount', net),
      money('TaxInclusiveAmount', invoice.total ?? 0),
      money('PayableAmount', invoice.total ?? 0),
    ]),
    ...invoice.lineItems.map((line, at) =>
      cac('InvoiceLine', [
        cbc('ID', at + 1),
        line.quantity === null ? null : cbc('InvoicedQuantity', line.quantity, { unitCode: PIECE }),
        money('LineExtensionAmount', line.amount ?? 0),
        cac('Item', [
          cbc('Name', line.description ?? ''),
          line.productCode ? cac('SellersItemIdentification', [cbc('ID', line.productCode)]) : null,
        ]),
        line.unitPrice === null ? null : cac('Price', [money('PriceAmount', line.unitPrice)]),
      ]),
    ),
  ];
}

function subtotals(invoice: InvoiceSource, money: (name: string, value: number) => string): string[] {
  return invoice.taxes.flatMap(({ rate, base, amount }) => {
    if (rate === null || base === null || amount === null) return [];
    const scheme = cac('TaxScheme', [cbc('ID', 'VAT')]);
    const category = cac('TaxCategory', [cbc('ID', rate === 0 ? 'Z' : 'S'), cbc('Percent', rate), scheme]);
    return [cac('TaxSubtotal', [money('TaxableAmount', base), money('TaxAmount', amount), category])];
  });
}
