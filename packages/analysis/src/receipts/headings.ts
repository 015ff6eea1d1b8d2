import type { Word } from '../text/words.ts';

/** The words over the columns of a list of goods. */
const HEADING = new Set(
  (
    'qty quantity item items description desc descr particulars amount amt price uprice total rm uom disc unit product ' +
    'menge artikel bezeichnung preis betrag einzelpreis summe designation quantite prix montant articulo descripcion ' +
    'cantidad precio importe descrizione quantita prezzo importo omschrijving aantal prijs bedrag code rsp qnty mrp ' +
    'rate value charges credits uds qte pu cant ilosc cena wartosc nazwa antal pris belopp belop vare maara hinta'
  ).split(' '),
);

/** How many different words of a line stand over columns; none in a sentence. */
export function headingWords(words: readonly Word[]): number {
  return words.length > 12 ? 0 : new Set(words.map((word) => word.key).filter((key) => HEADING.has(key))).size;
}

const TAX_HEADING = new Set(
  (
    'tax gst vat mwst iva tva btw moms mva alv net gross netto brutto excl incl base over ht ttc satz steuer cuota ' +
    'grunnlag veroton vero verollinen liq taux s u p analysis summary'
  ).split(' '),
);

/** Whether a line has only words that stand over columns, such as the one for codes of taxes. */
export function isHeading(words: readonly Word[]): boolean {
  return words.length > 0 && words.every(({ key }) => HEADING.has(key) || TAX_HEADING.has(key));
}
