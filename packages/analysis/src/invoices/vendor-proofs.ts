import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { findLegalForm } from '../values/legal-forms.ts';
import { isCompany, nameFrom, OFFICE } from './names.ts';
import type { Party } from './parties.ts';

/** What proves a vendor that neither a label nor the heading names in full. */

const LINES = 400;
const HEAD = 3;
const FEWEST_LETTERS = 4;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;
const TITLE =
  /(?<!\p{L})(?:(?:tax|vat|sales|commercial) )?(?:invoice|bill|rechnung|facture|factura|fattura|factuur|faktura|fatura|statement)(?!\p{L})/iu;
const HELPER =
  /(?<!\p{L})(?:ship|deliver\p{L}*|on behalf|c\/o|agent|im auftrag|pour le compte|project|site|property|remit|pay(?:able|ee)?|zahlbar|zahlungsempfänger|à payer|factor\p{L}*|bank|owner|lessor|insured?|beneficiary|supplier of|liefer\p{L}*|livr\p{L}*|entrega|consegna)(?!\p{L})/iu;
/** Lines below a name that may have its street. */
const BELOW = 3;

/**
 * `Fibranova` on top, and `Fibranova Telecom Ltd, 4 Wharf Way` in the foot: a company whose name begins with what heads
 * the paper, and that has its address there.
 */
export function isOfLetterhead({ source }: Document, vendor: Found<string>, customer: Found<string> | null): boolean {
  const lines = source.lines.printed(LINES);
  const at = lineOf(lines, vendor);
  const form = findLegalForm(vendor.value);
  if (at < HEAD || !form || !hasStreet(lines, at, vendor)) return false;
  const name = condensed(vendor.value.slice(0, form.index));
  const other = condensed(customer?.value ?? '');
  return lines.slice(0, HEAD).some(({ text }) =>
    cellsOf({ text }).some((cell) => {
      const head = condensed(cell.text.replace(TITLE, ''));
      return (
        head.length >= FEWEST_LETTERS &&
        !/\d/.test(cell.text) &&
        (name.startsWith(head) || head.startsWith(name)) &&
        !(other !== '' && (other.startsWith(head) || head.startsWith(other)))
      );
    }),
  );
}

/** Of two companies that a paper names, one of them behind the label of the customer, the other with an address sends it. */
export function isOtherCompany({ source }: Document, vendor: Found<string>, customer: Party | null): boolean {
  if (customer?.by !== 'label' || !isCompany(vendor.value)) return false;
  const lines = source.lines.printed(LINES);
  const at = lineOf(lines, vendor);
  const list = lines.findIndex(({ text }) => MONEY.test(text));
  if (at < 0 || (list >= 0 && at > list) || !hasStreet(lines, at, vendor)) return false;
  const above = lines
    .slice(Math.max(0, at - 1), at + 1)
    .some(({ text }) => HELPER.test(text) || /:\s{0,3}$/.test(text));
  return (
    !above &&
    !lines.slice(0, at).some((line, index) => mayHaveSent(line, index - lineOf(lines, customer), vendor)) &&
    !lines.some((line) => namesOther(line, [vendor.value, customer.value]))
  );
}

/** A name above that of the vendor, which is neither a part of it nor in the address of the customer. */
function mayHaveSent(line: Line, below: number, vendor: Found<string>): boolean {
  if (below >= 0 && below <= CUSTOMER) return false;
  const plain = condensed(vendor.value);
  return cellsOf(line).some((cell) => {
    const name = nameFrom({ line, start: cell.start, text: cell.text });
    return name !== null && !plain.includes(condensed(name.value)) && !OFFICE.test(cell.text) && !TITLE.test(cell.text);
  });
}

/** So many lines below its name the address of a customer goes on. */
const CUSTOMER = 5;

const lineOf = (lines: readonly Line[], { span }: Found<string>) =>
  lines.findIndex(({ start, text }) => start <= span.start && span.start < start + text.length);

/** Whether a number stands behind the name or right below it, in its column: a street, a town, a register. */
function hasStreet(lines: readonly Line[], at: number, { span }: Found<string>): boolean {
  const line = lines[at];
  if (!line) return false;
  if (/\d/.test(line.text.slice(span.end - line.start))) return true;
  const column = span.start - line.start;
  return lines
    .slice(at + 1, at + 1 + BELOW)
    .some((next) =>
      cellsOf(next).some(
        (cell) => Math.abs(cell.start - column) <= 2 && /\d/.test(cell.text) && !MONEY.test(cell.text),
      ),
    );
}

function namesOther(line: Line, known: readonly string[]): boolean {
  const plain = known.map(condensed);
  return cellsOf(line).some((cell) => {
    const name = nameFrom({ line, start: cell.start, text: cell.text })?.value ?? '';
    const own = condensed(name);
    return name !== '' && isCompany(name) && !plain.some((one) => one.includes(own) || own.includes(one));
  });
}
