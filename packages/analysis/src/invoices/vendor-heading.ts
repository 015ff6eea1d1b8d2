import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { isCompany, nameFrom, says } from './names.ts';

/** Whether the name of a vendor heads its invoice, as on the paper of a company, and nobody else's does. */

const HEADING = 3;
/** So many lines below the name may have its registers. */
const BELOW = 3;
const LINES = 30;
/** A name that is printed again only so far below is not a part of the heading. */
const APART = 5;
const TITLE =
  /(?<!\p{L})(?:\p{L}{0,24}(?:invoice|rechnung|gutschrift|facture|factura|fattura|factuur|faktura|fatura|lasku)|credit (?:note|memo)|avoir|abono|bill (?:no|number|date))(?!\p{L})/iu;
const TITLE_WIDE = /i ?n ?v ?o ?i ?c ?e|r ?e ?c ?h ?n ?u ?n ?g/i;
const BUYER =
  /(?<!\p{L})(?:bill(?:ed)? to|sold to|ship(?:ped)? to|invoice to|to|for|customer|client|buyer|kunde|an|empfänger|rechnungsempfänger|käufer|auftraggeber|cliente|destinatario|destinataire|acheteur|spett\.? ?le|klant|aan|koper|nabywca|kund|köpare|køber|adquirente|dla|till|til)\s{0,3}[:.]|^\s{0,40}(?:bill(?:ed)? to|sold to|spett\.? ?le|to:|an:)|\b[A-Z]{2}[- ]?\d{2}[ -]?\d{4}[ -]\d{4}/iu;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

export function headsInvoice(document: Document, vendor: Found<string>, customer: Found<string> | null): boolean {
  const lines = document.source.lines.printed(LINES);
  const at = lines.findIndex(
    ({ start, text }) => start <= vendor.span.start && vendor.span.start <= start + text.length,
  );
  const line = lines[at];
  if (!line || at >= HEADING || BUYER.test(line.text)) return false;
  const plain = condensed(vendor.value);
  if (plain.length < 4 || (customer && condensed(customer.value) === plain)) return false;
  if (line.text.slice(0, vendor.span.start - line.start).trim() !== '') return false;
  if (lines.slice(0, at).some((one) => hasName(one))) return false;
  const list = lines.findIndex(({ text }) => MONEY.test(text));
  const heading = lines.slice(0, list < 0 ? LINES : list);
  const others = heading.filter((one, index) => index !== at && !BUYER.test(one.text) && !isOf(one, plain));
  if (others.some((one) => namesCompany(one, customer))) return false;
  // A register further down is somebody else's.
  const below = heading.slice(at, at + BELOW + 1);
  if (others.some((one) => !below.includes(one) && says(one.text, 'registered'))) return false;
  const beside = [line.text.slice(vendor.span.end - line.start), lines[at + 1]?.text ?? ''];
  return (
    isCompany(vendor.value) ||
    beside.some((text) => TITLE.test(text) || TITLE_WIDE.test(text)) ||
    below.some(({ text }) => !BUYER.test(text) && says(text)) ||
    lines.slice(at + APART).some((one) => isOf(one, plain) && !BUYER.test(one.text))
  );
}

const isOf = (line: Line, plain: string) => condensed(line.text).includes(plain);

/** Whether a line above has another name in it than the title. */
function hasName(line: Line): boolean {
  return cellsOf(line).some(
    (cell) =>
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
