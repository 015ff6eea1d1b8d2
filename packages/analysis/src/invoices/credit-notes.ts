import type { Document, Found } from '../values/document.ts';

/** A credit note names the invoice that it corrects: which values are its own. */

const CREDIT =
  /\bcredit (?:note|memo)|sales credit|gutschrift|rechnungskorrektur|storno|\bavoir\b|nota (?:di|de) cr[ée]dito|\babono\b|factura rectificativa|credit ?(?:nota|factuur)|kredit(?:faktura|nota)|hyvityslasku|dobropis|faktura koryguj|korekta|cancell?ation invoice|adjustment note|facture rectificative/i;

/** Whether a value stands on a line of the credit note itself; of an invoice everything does. */
export const isOwn = (document: Document, value: Found<string>): boolean => ownIn(document)(value);

/** The same for many values: what kind of document it is, is read once. */
function ownIn({ source }: Document): (value: Found<string>) => boolean {
  const head = [...source.lines.printed(20)];
  // `Credit note CN-12 applied  -10.00` is a row of an invoice.
  if (!head.some(({ text }) => CREDIT.test(text) && !MONEY.test(text))) return () => true;
  return ({ span }) => {
    const line = head.findLast((one) => one.start <= span.start);
    const nearest = [...(line?.text.slice(0, span.start - line.start) ?? '').matchAll(NAMED)].at(-1)?.[0];
    if (nearest === undefined || CREDIT.test(nearest)) return true;
    // `Fakturanr 1041` is its own where `Avser faktura 1017` names the other one.
    return head.some(({ text }) => REFERS.test(text)) && !REFERS.test(line?.text ?? '');
  };
}

const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

/** Ahead of the invoice that is corrected. */
const REFERS =
  /avser faktura|vedr(?:ører|\.) faktura|zur rechnung|rif\.? ?fatt|r[ée]f\.? facture|sur facture|original invoice|against invoice|factura rectificada|betreft factuur|dotyczy faktury|do faktury/i;

/** What a number or a day is of. */
const NAMED =
  /credit (?:note|memo|invoice)|adjustment note|faktura koryguj\p{L}*|nota (?:di|de) cr[ée]dito|factura rectificativa|\p{L}{0,20}(?:invoice|rechnung|gutschrift|storno|facture|avoir|factura|abono|fattura|factuur|creditnota|faktur\p{L}{0,3}|fatura|lasku|kreditnota|korekta)\p{L}{0,12}/giu;

/** The values of the document itself; all of them where none is. */
export function ownOf<One extends Found<string>>(document: Document, found: readonly One[]): readonly One[] {
  const own = found.filter(ownIn(document));
  return own.length > 0 ? own : found;
}
