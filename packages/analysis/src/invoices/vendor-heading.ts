import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { isCompany, nameFrom, OFFICE, says } from './names.ts';

/** Whether the name of a vendor heads its invoice, as on the paper of a company, and nobody else's does. */

const HEADING = 3;
/** So many lines below the name may have its registers. */
const BELOW = 3;
const LINES = 30;
/** A name that is printed again only so far below is not a part of the heading. */
const APART = 5;
const TITLE =
  /(?<!\p{L})(?:\p{L}{0,24}(?:invoice|rechnung|gutschrift|facture|factura|fattura|factuur|faktura|fatura|lasku|фактура|rēķins|faktūra|račun|рачун|рахунок|счет|arve|reikningur|számla|faktur)|credit (?:note|memo)|avoir|abono|bill (?:no|number|date))(?!\p{L})/iu;
const TITLE_WIDE = /i ?n ?v ?o ?i ?c ?e|r ?e ?c ?h ?n ?u ?n ?g/i;
const BUYER =
  /(?<!\p{L})(?:bill(?:ed)? to|sold to|ship(?:ped)? to|invoice to|to|for|customer|client|buyer|kunde|an|empfänger|rechnungsempfänger|käufer|auftraggeber|cliente|destinatario|destinataire|acheteur|spett\.? ?le|klant|aan|koper|nabywca|kund|köpare|køber|adquirente|dla|till|til|doit|señor(?:\(?es\)?)?|saņēmējs|pircējs|pirkėjas|ostja|kaupandi|kupac|kupec|naručitelj|naročnik|купац|купувач|получател|покупатель|заказчик|покупець|замовник|vevő|odběratel|kepada(?: yth\.?)?|pembeli|người mua|đơn vị mua hàng|khách hàng|공급받는자|買受人|买方|ลูกค้า|خریدار|مشتری|לכבוד|לקוח)\s{0,3}[:.：]|^\s{0,40}(?:bill(?:ed)? to|sold to|spett\.? ?le|to:|an:)|\b[A-Z]{2}[- ]?\d{2}[ -]?\d{4}[ -]\d{4}/iu;
/** The label of the customer alone in its cell. */
const LABEL =
  /^(?:bill(?:ed)? to|sold to|invoice(?:d)? to|customer|client|buyer|kunde|rechnungsempfänger|facturé à|client|facturar a|cliente|spett\.? ?le|klant|factuur aan|nabywca|kund|kunde|adquirente)\s{0,2}:?$/iu;
/** Where the goods go to: no label of who sends the invoice. */
const SHIPPED = /ship|deliver|liefer|livr|env[ií]o|entrega|consegna|destin|aflever|leverans|leverings|dostaw/i;
/** `(ORIGINAL FOR RECIPIENT)`, `DUPLICATE - NOT FOR PAYMENT IF ORIGINAL WAS PAID` */
const COPY =
  /^\W{0,3}(?:original|duplicate|triplicate|copy|duplikat|kopie|zweitschrift|duplicata|copie|duplicado|copia|kopia|oryginał)(?!\p{L})/iu;
/** So many lines have the name, the address and the register of a customer. */
const CUSTOMER = 5;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

export function headsInvoice(document: Document, vendor: Found<string>, customer: Found<string> | null): boolean {
  const lines = document.source.lines.printed(LINES);
  const at = lines.findIndex(
    ({ start, text }) => start <= vendor.span.start && vendor.span.start <= start + text.length,
  );
  const line = lines[at];
  if (!line || at >= HEADING + copies(lines) || BUYER.test(line.text)) return false;
  const plain = condensed(vendor.value);
  if (plain.length < 4 || (customer && condensed(customer.value) === plain)) return false;
  if (line.text.slice(0, vendor.span.start - line.start).trim() !== '') return false;
  if (lines.slice(0, at).some(hasName)) return false;
  if (lines.slice(at + 1, at + 1 + BELOW).some(({ text }) => OFFICE.test(text))) return false;
  const list = lines.findIndex(({ text }) => MONEY.test(text));
  const heading = lines.slice(0, list < 0 ? LINES : list);
  const others = heading.filter((one, index) => index !== at && !BUYER.test(one.text) && !isOf(one, plain));
  if (others.some((one) => namesCompany(one, customer))) return false;
  // A register further down is somebody else's, unless it is the customer's.
  const below = heading.slice(at, at + BELOW + 1);
  const own = [...customersBlock(heading, customer), ...blockOf(heading, at)];
  if (others.some((one) => !below.includes(one) && !own.includes(one) && says(one.text, 'registered'))) return false;
  const beside = [line.text.slice(vendor.span.end - line.start), lines[at + 1]?.text ?? ''];
  return (
    isCompany(vendor.value) ||
    beside.some((text) => TITLE.test(text) || TITLE_WIDE.test(text)) ||
    below.some(({ text }) => !BUYER.test(text) && says(text)) ||
    lines.slice(at + APART).some((one) => isOf(one, plain) && !BUYER.test(one.text))
  );
}

/** The lines right below a name: street, town, country and a register. */
function blockOf(lines: readonly Line[], at: number): readonly Line[] {
  const first = lines[at]?.index ?? 0;
  return lines.slice(at, at + BLOCK).filter(({ index }, step) => index === first + step);
}

const BLOCK = 6;

/** The name and address of the customer, and what registers stand below them. */
function customersBlock(lines: readonly Line[], customer: Found<string> | null): readonly Line[] {
  const at = customer
    ? lines.findIndex(({ start, text }) => customer.span.start <= start + text.length)
    : lines.findIndex(({ text }) => BUYER.exec(text.trim())?.index === 0);
  return at < 0 ? [] : lines.slice(at, at + CUSTOMER);
}

/** Lines above the name that say which copy it is. */
const copies = (lines: readonly Line[]) => lines.slice(0, HEADING).filter(({ text }) => COPY.test(text.trim())).length;

/**
 * Whether a name stands in the column beside the label of the customer, as in `Pagerwise LLC      Bill to`: of two
 * parties side by side the one without this label sends the invoice.
 */
export function isBesideCustomer(document: Document, vendor: Found<string>, customer: Found<string> | null): boolean {
  const lines = document.source.lines.printed(LINES);
  const at = lines.findIndex(({ start, text }) => vendor.span.start < start + text.length);
  const line = lines[at];
  if (!line || !customer || condensed(customer.value) === condensed(vendor.value)) return false;
  const cells = cellsOf(line);
  const [first, second] = cells;
  if (cells.length !== 2 || first?.text.trim() !== vendor.value || !LABEL.test(second?.text.trim() ?? '')) return false;
  const above = cellsOf(lines[at - 1] ?? { text: '' });
  return !above.some((cell) => cell.start <= first.start + 2 && SHIPPED.test(cell.text));
}

const isOf = (line: Line, plain: string) => condensed(line.text).includes(plain);

/** Whether a line above has another name in it than the title. */
function hasName(line: Line): boolean {
  return cellsOf(line).some(
    (cell) =>
      !COPY.test(cell.text) &&
      !TITLE.test(cell.text) &&
      !TITLE_WIDE.test(cell.text) &&
      nameFrom({ line, start: cell.start, text: cell.text }) !== null,
  );
}

function namesCompany(line: Line, customer: Found<string> | null): boolean {
  return cellsOf(line).some((cell) => {
    const name = nameFrom({ line, start: cell.start, text: cell.text });
    return name !== null && isCompany(name.value) && condensed(name.value) !== condensed(customer?.value ?? '');
  });
}
