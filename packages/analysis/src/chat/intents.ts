import { condensed, findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Question } from './question.ts';

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

const ASKED_WORDS: Readonly<Record<Intent, string>> = {
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
    items, products, gekauft, achete, achetes, comprado, compro, comprato, acquistato, gekocht, bought, purchased, line items, ordered, what was bought, artikel, positionen, articles,
    articulos, articoli, artikelen, goods, what was purchased`,
  currency: 'currency, wahrung, devise, moneda, valuta',
  payment: `
    payment method, how was it paid, wie wurde bezahlt, wie bezahlt, womit bezahlt, comment paye, comment regle, como se pago, como pago, come pagato, hoe betaald, paid by, pay by, cash or card, zahlungsart, mode de paiement, forma de pago,
    metodo di pagamento, betaalwijze, how did, method of payment`,
  order: `
    purchase order, po number, order number, bestellnummer, bon de commande, numero de pedido, numero ordine,
    bestelnummer`,
  time: 'what time, time, uhrzeit, heure, hora, ora, hoe laat',
};
const ASKED = phrases<Intent>(ASKED_WORDS);

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

/** Words of a bill that narrow nothing down: "the total of the invoice", "what was paid in all". */
const OF_BILLS = `invoice invoices receipt receipts bill purchase grand final overall altogether all everything pay paid spend spent issued dated issue
  rechnung beleg quittung kassenbon bezahlt zahlen insgesamt ausgestellt facture ticket recu paye payer emise factura recibo pagado pagar emitida
  fattura scontrino pagato pagare emessa factuur kassabon betaald betalen cost costs price eur euro euros usd dollar dollars gbp pound pounds chf`;

/** Each single word that asks for a field of a bill, and for nothing else. */
export function wordsOfIntent(intent: Intent): ReadonlySet<string> {
  const known = SINGLE.get(intent);
  if (known) return known;
  const own = new Set([...wordsOf(ASKED_WORDS[intent]), ...wordsOf(OF_BILLS)].map(({ key }) => key));
  SINGLE.set(intent, own);
  return own;
}

const SINGLE = new Map<Intent, ReadonlySet<string>>();

/** Words that only say that a sum, a day or a place is asked for, not of what. */
const WEAK: ReadonlySet<string> = new Set(
  'how much,cost,paid,wie viel,wieviel,combien,cuanto,quanto,hoeveel,when,wann,quand,cuando,quando,wanneer,what day,issued,where,wo,donde,dove,waar,located,due,summe,sum,time,ora,hora,buyer,call,total,amount,betrag,bought,purchased,ordered,goods,items,products,artikel,articles'
    .split(',')
    .map(condensed),
);
const ALWAYS_STRONG: ReadonlySet<Intent> = new Set(['items']);

export interface AskedIntent {
  readonly intent: Intent;
  /** Whether nothing but loose words told it, so that a thing that the question names must be looked for first. */
  readonly weak: boolean;
}

export function intentOf(question: Pick<Question, 'text' | 'words'>): AskedIntent | null {
  const words = wordsOf(question.text);
  const found = findPhrases(words, ASKED);
  const [first] = found;
  if (!first) return null;
  const weakly = (intent: Intent): AskedIntent => {
    const strong = found.some(
      (match) => match.value === intent && !WEAK.has(condensed(question.text.slice(match.start, match.end))),
    );
    const named = found.some(
      (match) =>
        match.value === intent &&
        /^(?:total|amount|sum|betrag|summe)$/.test(condensed(question.text.slice(match.start, match.end))),
    );
    return { intent, weak: !strong && !named && !ALWAYS_STRONG.has(intent) };
  };
  // The word a question begins with decides between when, where and how much.
  const opening = found.find((match) => match.word <= 1 && ['date', 'address', 'total'].includes(match.value));
  const specific = PRECEDENCE.find(
    (intent) => intent !== 'date' && intent !== 'total' && found.some((match) => match.value === intent),
  );
  if (opening?.value === 'address') return weakly('address');
  if (specific && !(opening && (specific === 'party' || specific === 'items' || specific === 'time')))
    return weakly(specific);
  return weakly(opening?.value ?? specific ?? first.value);
}
