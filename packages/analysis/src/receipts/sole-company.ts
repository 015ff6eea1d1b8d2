import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/lines.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { hasLegalForm } from '../values/legal-forms.ts';
import { isName } from './merchant.ts';
import { isPlace } from './shop-places.ts';

/**
 * `Quillbase, Inc.` over its address, below the number of the receipt or beside the label of the customer: the only company
 * that a receipt names, ahead of its goods, is the one that issued it.
 */

const LINES = 200;
const HEADING = 16;
/** Lines below the name that may have its street or town. */
const BELOW = 3;
/** The label of the customer stands at most so many lines below. */
const CUSTOMER = 8;
const PRICE = /\d[.,]\d{2}(?!\d|[.,]\d)/;
const OTHERS =
  /(?<!\p{L})(?:bill(?:ed)? to|sold to|ship(?:ped)? to|deliver(?:ed)? to|customer|guest|client|received from|issued to|paid by|payer|donor|prepared for|from|to|for|sold by|seller|on behalf of|operated by|powered by|kunde|rechnung an|lieferadresse|verkauft durch|facturé à|vendu par|cliente|vendido por|venduto da|klant|verkocht door)(?!\p{L})/iu;

export function isSoleCompany({ source }: Document, { value, span }: Found<string>): boolean {
  if (!hasLegalForm(value) || isPlace(value)) return false;
  const lines = source.lines.printed(LINES);
  const at = lines.findIndex(({ start, text }) => start <= span.start && span.start < start + text.length);
  const line = lines[at];
  const list = lines.findIndex(({ text }) => PRICE.test(text));
  if (!line || at >= HEADING || (list >= 0 && at > list)) return false;
  // The shop above the company that runs it.
  if (lines.slice(0, at).some(({ text }) => isName(text))) return false;
  const column = span.start - line.start;
  const inColumn = (one: Line) => cellsOf(one).filter(({ start }) => Math.abs(start - column) <= 2);
  // Whom a label names did not sell, in its column or below it.
  if (
    lines.slice(0, at).some((one) => cellsOf(one).some(({ start, text }) => OTHERS.test(text) && start <= column + 2))
  )
    return false;
  if (OTHERS.test(line.text.slice(0, column))) return false;
  // The paper names the customer too, beside the name or below it.
  const isOther = [
    line.text.slice(span.end - line.start),
    ...lines.slice(at + 1, at + 1 + CUSTOMER).map(({ text }) => text),
  ];
  if (!isOther.some((text) => OTHERS.test(text)) || OTHERS.test(value)) return false;
  const hasAddress = lines.slice(at + 1, at + 1 + BELOW).some((one) => inColumn(one).some(({ text }) => isPlace(text)));
  const plain = condensed(value);
  const namesOther = lines.some((one) =>
    cellsOf(one).some(
      ({ text }) => hasLegalForm(text.trim()) && !isPlace(text.trim()) && !isSame(condensed(text), plain),
    ),
  );
  return hasAddress && !namesOther;
}

const isSame = (one: string, other: string) => one.includes(other) || other.includes(one);
