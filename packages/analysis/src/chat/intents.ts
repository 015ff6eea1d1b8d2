import { findPhrases, phrases, wordsOf } from '../text/words.ts';

/** What a question asks for, by its words in six languages. */

export type Intent =
  | 'total'
  | 'date'
  | 'due'
  | 'party'
  | 'customer'
  | 'address'
  | 'phone'
  | 'email'
  | 'number'
  | 'tax'
  | 'subtotal'
  | 'items'
  | 'currency'
  | 'payment'
  | 'order'
  | 'time';

const ASKED = phrases<Intent>({
  total: `
    how much, total, amount, cost, price paid, sum, total amount, grand total, wie viel, wieviel, gesamtbetrag,
    summe, betrag, combien, montant, cuanto, importe, quanto, importo, totale, hoeveel, bedrag, totaal, total price,
    amount due, balance due, paid`,
  date: `
    when, date, issued, dated, what day, wann, datum, quand, fecha, cuando, quando, data, wanneer, issue date,
    invoice date, rechnungsdatum`,
  due: `
    due date, when is it due, payment due, due, deadline, fallig, falligkeit, zahlungsziel, echeance, vencimiento,
    scadenza, vervaldatum, pay by`,
  party: `
    who issued, merchant, vendor, seller, shop, store, company name, which store, which company, supplier, who sold,
    verkaufer, handler, geschaft, vendeur, magasin, vendedor, tienda, venditore, negozio, verkoper, winkel, who
    sent, lieferant, fournisseur, name of the company, name of the store`,
  customer: `
    customer, buyer, bill to, billed to, who is the client, client, kunde, kaufer, acheteur, cliente, klant, who has
    to pay, recipient, invoiced to`,
  address: `
    address, where, located, location, adresse, anschrift, wo, ou se trouve, direccion, donde, indirizzo, dove,
    adres, waar`,
  phone: `
    phone, telephone, phone number, telefon, telefono, telephone number, call, numero de telephone, telefoon,
    mobile, fax number`,
  email: 'email, e mail, mail address, email address, correo, courriel',
  number: `
    invoice number, receipt number, invoice no, document number, rechnungsnummer, numero de facture, numero de
    factura, numero fattura, factuurnummer, bill number, reference number, number of the invoice, number of the
    receipt, receipt no, invoice id`,
  tax: `
    tax, vat, gst, mwst, umsatzsteuer, mehrwertsteuer, tva, iva, btw, steuer, sales tax, how much tax, how much vat,
    how much gst, tax amount`,
  subtotal: `
    subtotal, sub total, net amount, before tax, nettobetrag, netto, montant ht, base imponible, imponibile,
    zwischensumme, excluding tax, excluding vat, without tax`,
  items: `
    items, products, bought, purchased, line items, ordered, what was bought, artikel, positionen, articles,
    articulos, articoli, artikelen, goods, what was purchased`,
  currency: 'currency, wahrung, devise, moneda, valuta',
  payment: `
    payment method, how was it paid, paid by, pay by, cash or card, zahlungsart, mode de paiement, forma de pago,
    metodo di pagamento, betaalwijze, how did, method of payment`,
  order: `
    purchase order, po number, order number, bestellnummer, bon de commande, numero de pedido, numero ordine,
    bestelnummer`,
  time: 'what time, time, uhrzeit, heure, hora, ora, hoe laat',
});

/** Questions for more than a date say more than the word "date" in them; the longest phrase wins, then the first. */
const PRECEDENCE: readonly Intent[] = [
  'number',
  'order',
  'due',
  'email',
  'phone',
  'address',
  'payment',
  'tax',
  'subtotal',
  'currency',
  'customer',
  'time',
  'items',
  'party',
  'date',
  'total',
];

export function intentOf(question: string): Intent | null {
  const words = wordsOf(question);
  const found = findPhrases(words, ASKED);
  const [first] = found;
  if (!first) return null;
  // The word a question begins with decides between when, where and how much.
  const opening = found.find((match) => match.word <= 1 && ['date', 'address', 'total'].includes(match.value));
  const specific = PRECEDENCE.find(
    (intent) => intent !== 'date' && intent !== 'total' && found.some((match) => match.value === intent),
  );
  if (opening?.value === 'address') return 'address';
  if (specific && !(opening && (specific === 'party' || specific === 'items' || specific === 'time'))) return specific;
  return opening?.value ?? specific ?? first.value;
}
