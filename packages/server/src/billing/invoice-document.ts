import { type Engine, validateRequest } from '@platen/engine';
import type { BillJson } from './invoice-schema.ts';

/** Liquid: what stands in names of organisations is text, and never HTML. */
const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ title }} {{ number }}</title>
<style>
  body { font: 10.5pt/1.5 system-ui, sans-serif; color: #1a1a1a; margin: 0 }
  header { display: flex; justify-content: space-between; margin-bottom: 12mm }
  h1 { font-size: 20pt; font-weight: 600; margin: 0 }
  dl { display: grid; grid-template-columns: auto auto; gap: 0 6mm; margin: 0 }
  dt { color: #555 } dd { margin: 0; text-align: right }
  .parties { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm; margin-bottom: 12mm }
  h2 { font-size: 10.5pt; font-weight: 400; color: #555; margin: 0 }
  address { font-style: normal; overflow-wrap: anywhere } address strong { font-weight: 600 }
  table { width: 100%; border-collapse: collapse }
  th { text-align: left; font-weight: 600; border-bottom: 1px solid #1a1a1a }
  td { border-bottom: 1px solid #ddd; vertical-align: top }
  th, td { padding: 2mm 0 } .n { text-align: right; font-variant-numeric: tabular-nums }
  tfoot th, tfoot td { border: 0; font-weight: 400 } tfoot tr:first-child > * { border-top: 1px solid #1a1a1a }
  tfoot tr:last-child > * { font-weight: 600 }
  p { color: #555 }
</style>
</head>
<body>
<header>
  <h1>{{ title }}</h1>
  <dl><dt>Number</dt><dd>{{ number }}</dd><dt>Date</dt><dd>{{ date }}</dd></dl>
</header>
<div class="parties">
  <section><h2>From</h2><address><strong>{{ issuer }}</strong>{% for line in from %}<br>{{ line }}{% endfor %}</address></section>
  <section><h2>To</h2><address><strong>{{ customer }}</strong>{% for line in to %}<br>{{ line }}{% endfor %}</address></section>
</div>
<table>
  <thead><tr><th scope="col">Item</th><th scope="col" class="n">Quantity</th><th scope="col" class="n">Price, USD</th><th scope="col" class="n">Amount, USD</th></tr></thead>
  <tbody>{% for line in lines %}
    <tr><td>{{ line.text }}</td><td class="n">{{ line.quantity }}</td><td class="n">{{ line.price }}</td><td class="n">{{ line.amount }}</td></tr>{% endfor %}
  </tbody>
  <tfoot>{% for sum in sums %}
    <tr><th scope="row" colspan="3">{{ sum.text }}</th><td class="n">{{ sum.amount }}</td></tr>{% endfor %}
  </tfoot>
</table>
{% if reverse_charge %}<p>Reverse charge: the customer accounts for the VAT (Directive 2006/112/EC, article 196).</p>
{% endif %}<p>{{ note }}</p>
</body>
</html>`;

const USD = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PRICE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const dollars = (cents: number): string => USD.format(cents / 100);

/** An invoice as a tagged PDF, made by our own engine. @throws EngineError while it cannot convert */
export async function invoicePdf(engine: Engine, invoice: BillJson, group: string): Promise<Buffer> {
  const { lines, number } = invoice;
  const items = lines.filter(({ kind }) => kind !== 'tax');
  const title = invoice.kind === 'credit_note' ? 'Credit note' : 'Invoice';
  const data = {
    title,
    number,
    date: invoice.issued_at.slice(0, 10),
    issuer: invoice.issuer,
    from: invoice.issuer_lines,
    customer: invoice.customer,
    to: invoice.customer_lines,
    lines: items.map((line) => ({
      text: line.text,
      quantity: line.quantity,
      price: PRICE.format(line.unit_price_micro_usd / 1_000_000),
      amount: dollars(line.amount_cents),
    })),
    sums: sumsOf(invoice),
    reverse_charge: invoice.tax?.reverse_charge ?? false,
    note: noteOf(invoice),
  };
  const request = validateRequest(
    {
      source: { html: TEMPLATE },
      data,
      format: 'A4',
      margin: '20mm',
      metadata: { title: `${title} ${number}` },
      deterministic: true,
    },
    'pdf',
  );
  const { bytes } = await engine.convert({ format: 'pdf', request }, { group });
  return Buffer.from(bytes);
}

/** The sum without tax, each tax, and the total; only that one where there is no tax. */
function sumsOf({ lines, tax, tax_cents: ofTax, total_cents: total }: BillJson) {
  const taxes = lines.filter(({ kind }) => kind === 'tax');
  const rows = taxes.map(({ text, amount_cents: cents }) => ({ text, amount: dollars(cents) }));
  const net = tax === null ? [] : [{ text: 'Sum without tax', amount: dollars(total - ofTax) }];
  return [...net, ...rows, { text: 'Total', amount: dollars(total) }];
}

function noteOf({ status, paid_at: paidAt, kind, total_cents: total, paid_cents: came }: BillJson): string {
  if (kind === 'credit_note')
    return status === 'issued' ? 'The amount was given back.' : 'The amount could not be given back.';
  if (status === 'paid' && paidAt !== null) {
    const paid = `Paid by card on ${paidAt.slice(0, 10)}.`;
    return came < total ? `${paid} Taken back by the bank of the card: ${dollars(total - came)} USD.` : paid;
  }
  return 'Not paid.';
}
