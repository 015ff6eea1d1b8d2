import { findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Document } from './document.ts';
import { remembered } from './remembered.ts';

/** What a document calls itself in its heading: an order that lists goods and sums is no invoice. */

export type Title =
  | 'invoice'
  | 'receipt'
  | 'order'
  | 'quotation'
  | 'delivery_note'
  | 'reminder'
  | 'pay_slip'
  | 'statement'
  | 'price_list'
  | 'proforma'
  | 'remittance'
  | 'contract';

const TITLES = phrases<Title>({
  invoice: `
    bill, parcella, bolletta, premienota, facture de situation, water bill, electric bill, electricity bill, gas bill, utility bill, energy bill, phone bill, notula, honorarnote, note d honoraires, fee note, minuta de honorarios, application for payment, application and certificate for payment, invoice, tax invoice, self billed invoice, self billing invoice, adjustment note, factura rectificativa, faktura korygujaca, faktura korygujaca vat, opravny danovy doklad, facture d avoir, facture rectificative, rechnung, rechnungsnummer, schlussrechnung, gutschrift, rechnungskorrektur, credit note, credit memo, facture, avoir, factura, abono, fattura, nota di credito,
    factuur, creditnota, faktura, fatura, kreditnota, nota de credito, invoice receipt, lasku, szamla, faktura vat, kvittofaktura,
    factura electronica, factura electronica de venta, factura de venta, factura fiscala, factura simplificada, fattura elettronica, e fatura, e arsiv fatura, faktura danovy doklad,
    danovy doklad, nota fiscal, nota fiscal de servicos, nota fiscal de servicos eletronica, comprobante de ingreso, arve, τιμολογιο, τιμολογιο πωλησης, τιμολογιο παροχης υπηρεσιων,
    فاتورة, فاتورة ضريبية, فاتورة ضريبية مبسطة, 请求书, 請求書, 発票, 发票, 發票, 电子发票, 增值税发票, 增值税普通发票, 增值税专用发票, 电子发票 增值税专用发票, 电子发票 普通发票,
    세금계산서, 전자세금계산서, 청구서, 계산서, חשבונית, חשבונית מס,
    rekins, pvm saskaita faktura, saskaita faktura, reikningur, racun, racun r1, фактура, рачун, рахунок, рахунок фактура, рахунок на оплату, счет, счет фактура, счет на оплату, hoa don, hoa don gia tri gia tang, hoa don gtgt, faktur pajak, faktur, 統一發票, 統一發票 三聯式, 거래 청구서, ใบแจ้งหนี้, ใบกำกับภาษี, فاکتور, فاکتور فروش, صورتحساب فروش کالا و خدمات, ინვოისი, ანგარიშ ფაქტურა, e factura, facture normalisee, facture electronique, faktura vat marza`,
  receipt: `
    receipt, sales receipt, quittung, kassenbon, beleg, kassenbeleg, ticket de caisse, recu, recibo, scontrino, ricevuta, kassabon, bon, kvitto, kvittering, paragon, paragon fiskalny,
    bon fiscal, αποδειξη, αποδειξη λιανικων συναλλαγων, 領収書, 領収証, 收据, 영수증, إيصال, קבלה, חשבונית מס קבלה,
    фискални рачун, фискален бон, фискална сметка, кассовый чек, фискальный чек, товарный чек, чек, фіскальний чек, kviitung, kvittun, ceks, kasos cekis, kvitas, struk, struk belanja, fiskalni racun, ფისკალური ჩეკი, ჩეკი, hoa don ban hang, phieu thanh toan, ใบเสร็จรับเงิน, رسید`,
  order: `
    order, confirmation of your order, your order, bestatigung ihrer bestellung, ihre bestellung, confirmation de votre commande, votre commande, confirmacion de su pedido, su pedido, conferma del suo ordine, bevestiging van uw bestelling, uw bestelling, bekraftelse pa din bestallning, purchase order, order confirmation, sales order, order acknowledgement, order summary, work order, bestellung, bestellbestatigung, auftrag, auftragsbestatigung,
    bon de commande, commande, confirmation de commande, pedido, orden de compra, confirmacion de pedido, ordine, ordine di acquisto, conferma d ordine,
    bestelling, orderbevestiging, inkooporder, bestallning, orderbekraftelse, ordrebekreftelse, ordrebekraeftelse, zamowienie, encomenda, nota de encomenda, booking confirmation, reservation, buchungsbestatigung,
    narudzba, narudzbenica, наруџбеница, заказ, замовлення, поръчка, bestilling, objednavka, tellimus, tellimuse kinnitus, pasutijums, uzsakymas, surat pesanan, don dat hang, purchase requisition, megrendeles, tilausvahvistus, potvrzeni objednavky, potwierdzenie zamowienia`,
  quotation: `
    quotation, quote, estimate, cost estimate, offer, proposal, angebot, kostenvoranschlag, offerte, devis, presupuesto, cotizacion, oferta, preventivo, offerta, orcamento, proposta, tilbud, anbud, wycena,
    nabidka, arajanlat, tarjous, προσφορα, 見積書, 御見積書, 报价单, 견적서, عرض سعر,
    ponuda, penawaran, surat penawaran, bao gia, коммерческое предложение, комерційна пропозиція, оферта, понуда, pakkumus, hinnapakkumus, piedavajums, pasiulymas, teklif, fiyat teklifi, oferta cenowa, הצעת מחיר, ใบเสนอราคา, پیش فاکتور`,
  delivery_note: `
    delivery note, delivery docket, dispatch docket, packing slip, packing list, dispatch note, despatch note, goods received note, bill of lading, lieferschein, packliste, versandschein, bon de livraison, bordereau de livraison, albaran, nota de entrega,
    documento di trasporto, bolletta di consegna, bolletta di accompagnamento, bolletta doganale, bolla di consegna, ddt, pakbon, leveringsbon, vrachtbrief, foljesedel, pakkeseddel, folgeseddel, guia de remessa, δελτιο αποστολης, 納品書, 送货单, 거래명세서, dodaci list, szallitolevel,
    wydanie zewnetrzne, wz, otpremnica, отпремница, dobavnica, pavadzime, товарная накладная, товарно транспортная накладная, видаткова накладна, surat jalan, phieu xuat kho, phieu giao hang, saateleht, vaztarastis, fylgisedill, irsaliye, sevk irsaliyesi, תעודת משלוח, ใบส่งของ, حواله انبار`,
  reminder: `
    reminder, payment reminder, rappel de paiement, rappel de facture, reminder of payment, sollecito pagamento, recordatorio, overdue notice, final notice, final demand, demand for payment, letter before action, letter of demand, notice of arrears, overdue account, overdue invoice, statement of arrears, past due, outstanding invoice, past due notice, dunning letter, final reminder, mahnung, zahlungserinnerung, letzte mahnung, erste mahnung, zweite mahnung, relance, rappel, lettre de relance, mise en demeure,
    recordatorio de pago, requerimiento de pago, sollecito, sollecito di pagamento, herinnering, betalingsherinnering, aanmaning, paminnelse, betalningspaminnelse, purring, rykker, betalingspaminnelse,
    opomena, opomin, опомена, напоминание об оплате, нагадування про оплату, wezwanie do zaplaty, ponaglenie, upominka, vyzva k zaplaceni, fizetesi felszolitas, maksumuistutus, maksukehotus, meeldetuletus, atgadinajums, priminimas, somatie, somatie de plata, surat peringatan, odeme hatirlatmasi, לתשלום מיידי`,
  pay_slip: `
    pay stub, paystub, pay advice, remuneration advice, remittance of wages, abrechnung der brutto netto bezuge, brutto netto bezuge, brutto netto abrechnung, lohn und gehaltsabrechnung, abrechnung der bezuge, pay slip, payslip, salary slip, salary statement, earnings statement, statement of earnings, wage slip, payroll, lohnabrechnung, gehaltsabrechnung, entgeltabrechnung, bezugemitteilung, verdienstabrechnung, lohnausweis,
    bulletin de paie, bulletin de salaire, fiche de paie, nomina, recibo de nomina, recibo de salarios, busta paga, cedolino, cedolino paga, loonstrook, salarisstrook, loonbrief, lonespecifikation, lonnsslipp, lonseddel, recibo de vencimento,
    расчетный листок, розрахунковий лист, obracunska lista, isplatna lista, исплатна листа, slip gaji, platni list, placilni list, vyplatni paska, vyplatni listek, palgaleht, algas lapa, atlyginimo lapelis, maas bordrosu, pasek wyplaty, lista plac, ucret bordrosu, fluturas de salariu, תלוש שכר, phieu luong, فیش حقوقی, 급여명세서, 給与明細, 工资单`,
  statement: `
    bank statement, account statement, customer statement, supplier statement, monthly statement, statement of open items, open items, offene posten, offene posten liste, estado de cuenta, releve client, estratto conto cliente, statement of account, kontoauszug, releve de compte, extracto de cuenta, extracto bancario, estratto conto, rekeningafschrift, kontoutdrag, kontoutskrift`,
  price_list: `
    price list, catalogue, catalog, menu, preisliste, katalog, speisekarte, tarif, liste de prix, catalogue de prix, lista de precios, catalogo, listino prezzi, listino, prijslijst, catalogus, prislista, prisliste`,
  proforma: `
    proforma, pro forma, proforma invoice, pro forma invoice, proformarechnung, proforma rechnung, facture proforma, facture pro forma, factura proforma, fattura proforma, proforma factuur, draft invoice, rechnungsentwurf,
    predracun, predracun br, предрачун, proforma racun, avansa rekins, isankstine saskaita, ettemaksuarve, proforma faktura, zalohova faktura, dijbekero, proforma fatura, factura proforma nr, invoice proforma, 形式发票, 견적송장`,
  remittance: `
    payment received, zahlungseingang, paiement recu, pago recibido, pagamento ricevuto, betaling ontvangen, remittance advice, remittance slip, payment advice, payment confirmation, zahlungsavis, avis de paiement, aviso de pago, avviso di pagamento, betalingsadvies, betalingsbevestiging, zahlungsbestatigung`,
  contract: `
    contract, agreement, lease agreement, rental agreement, employment agreement, vertrag, mietvertrag, arbeitsvertrag, kaufvertrag, contrat, contrat de location, bail, contrato, contratto, overeenkomst, huurovereenkomst`,
});

const LINES = 25;
/** A row of a list, which may name an offer. */
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;
/** A title is short: so many words may stand beside it, such as a number or a day. */
const MOST_OTHERS = 3;

/** The titles of a document in the order printed, each with how alone it stands in its cell. */
const titlesOf: (document: Document) => readonly Titled[] = remembered((document: Document) => {
  const found: Titled[] = [];
  for (const { text } of document.source.lines.printed(LINES)) {
    if (MONEY.test(text)) continue;
    const cells = text.split(/ {2,}|\t|\|| [—–-] /).filter((cell) => cell.trim() !== '');
    const about = SUBJECT.exec(text)?.[0].length;
    const subject = about === undefined ? null : titleOf(text.slice(about));
    // `Oggetto: secondo sollecito`, but `Objet : travaux selon devis 12` is of something else.
    if (subject && (subject.title === 'reminder' || subject.alone)) found.push(subject);
    const isHead = cells.length > 2 && !/\d/.test(text);
    for (const [at, cell] of cells.entries()) {
      // "Order:" is the label of a number.
      const isLabel = /:\s{0,3}$|^\s{0,3}:/.test(cell) || /^\s{0,3}[:.]/.test(cells[at + 1] ?? '');
      const title = isLabel ? null : titleOf(cell);
      if (title && !(isHead && OVER_COLUMNS.has(title.title))) found.push(title);
    }
  }
  return found;
});

/** `Tarif   alt   neu   Verbrauch`: names of these kinds stand over columns too, in a row of words. */
const OVER_COLUMNS: ReadonlySet<Title> = new Set(['price_list', 'order', 'contract']);

interface Titled {
  readonly title: Title;
  /** Whether nothing but a number stands beside it. */
  readonly alone: boolean;
  /** Whether it begins its cell, and only the label and the code of its number follow: `DEVIS N° D-2031-044`. */
  readonly numbered: boolean;
}

function titleOf(cell: string): Titled | null {
  if (/[.;]\s{0,3}$|:\s{0,3}\S/.test(cell.trim()) && !/^[\p{Lu}\d\s:#.-]+$/u.test(cell)) {
    // "Order: 4711" and "See your invoice." name something else.
    return null;
  }
  // `PURCHASE 0RDER`, as text recognition reads it.
  const words = wordsOf(cell.replace(NUMBER_BEHIND, '').replace(/0(?=\p{Lu}{2})/gu, 'O'));
  // Compounds of German and the like: "Teilrechnung", "Warenrechnung".
  if (words.length <= 4 && words.some(({ key }) => COMPOUND.test(key)))
    return { title: 'invoice', alone: true, numbered: false };
  const letters = words.filter(({ key }) => /\p{L}/u.test(key));
  const all = findPhrases(words, TITLES);
  const longest = all.reduce<(typeof all)[number] | null>(
    (best, one) => (best && best.length >= one.length ? best : one),
    null,
  );
  const proforma = all.find(({ value }) => value === 'proforma');
  const reminder = all.find(
    ({ value, word, length }) =>
      value === 'reminder' &&
      word + length === words.length &&
      words.slice(0, word).every(({ key }) => REMINDED.has(key)),
  );
  const title = proforma ?? reminder ?? longest;
  if (!title || letters.length - title.length > MOST_OTHERS - (title.length === 1 ? 1 : 0)) return null;
  // `BILL`, but not `Bill of materials` nor `Bill Turner`.
  if (letters.length > 1 && title.length === 1 && words[title.word]?.key === 'bill') return null;
  // It begins its cell, or ends it.
  const ends = title.word === 0 || title.word + title.length === words.length;
  const beside = reminder ? title.length : letters.filter(({ key }) => !ORDINAL.test(key)).length;
  const alone = beside <= title.length && !NUMBER_BEHIND.test(cell);
  const isNumbered = NUMBER_BEHIND.test(cell) || NUMBERED.test(cell.slice(title.end));
  const numbered = letters[0]?.start === title.start && isNumbered;
  return ends || letters[0]?.start === title.start ? { title: title.value, alone, numbered } : null;
}

/** `WATER BILL REMINDER`: what a reminder is of, or how friendly. */
const REMINDED = new Set(
  'invoice invoices bill account payment fee fees rent rental tax water gas electricity electric energy utility phone insurance premium subscription membership tuition school loan overdue unpaid friendly gentle important first second third final last your'.split(
    ' ',
  ),
);

/** `Nr. 24'071 vom 18. März 2030` behind a title. */
const NUMBER_BEHIND =
  / (?:n[°º]?|№|nr|no|num|number|nummer|numero|č|br|бр|αρ|αριθ)(?:\.:?|:| ) ?[\p{L}'./-]{0,8}\d[\p{L}\d'’./-]{0,30}(?: (?:vom|of|dated|du|del|van|av|af|z dnia|ze dne|from|date|datum)(?!\p{L}).{0,40}| \d{1,4}[./-]\d{1,2}[./-]\d{1,4})?\s{0,40}$/iu;
/** The same number without a label. */
const NUMBERED = /^ {0,2}(?:[#:] ?)?(?=[\p{L}\d./-]{0,20}\d)[\p{L}\d./-]{2,24}\s{0,40}$/u;

const COMPOUND = /\p{L}{3}(?<!proforma)(?:rechnung|rechnungskorrektur|gutschrift|faktura|factuur)$/u;

/** What a document calls itself first; null where no title is known. */
export function titleOfDocument(document: Document): Title | null {
  return titlesOf(document)[0]?.title ?? null;
}

/** Whether a text begins as a mail does: who sends it, and who it is sent to, need not be in its business. */
export function isMail(document: Document): boolean {
  const lines = document.source.lines.printed(MAIL_LINES);
  return lines.some(
    ({ text }, at) =>
      MAIL.test(text) ||
      (SUBJECT.test(text) &&
        (at === 0 ||
          lines.slice(Math.max(0, at - NEAR), at + NEAR + 1).some(isWay) ||
          lines.slice(at + 1).some(greets) ||
          namesPaper(text) ||
          !titlesOf(document).some(({ title, alone, numbered }) => title === 'invoice' && (alone || numbered)))),
  );
}

/** `Betreff: Reklamation Rechnung 4411` is of a letter about it; the subject of an invoice is what was sold. */
const namesPaper = (text: string) =>
  findPhrases(wordsOf(text.replace(SUBJECT, '')), TITLES).length > 0 ||
  /\p{L}(?:rechnung|gutschrift|faktura|factuur)(?!\p{L})/iu.test(text);

const greets = ({ text }: { readonly text: string }) => GREETING.test(text);
/** Somebody writes about something, be it an invoice: a letter is as little proof as a mail. */
const GREETING =
  /^\s{0,40}(?:dear|hello|hi|sehr geehrte|guten tag|hallo|liebe|chère?|madame|monsieur|bonjour|estimad|hola|buenos d|gentil|egregi|spettabile|buongiorno|geachte|beste|hej|szanown|dzień dobry|exm[oa]|prezad|car[oa])/i;

/** Who a mail is from and to stands so near to its subject. Invoices have a subject too, without these. */
const NEAR = 3;
const SUBJECT = /^\s{0,9}>?\s{0,3}(?:subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|assunto|temat)\s{0,2}:/i;
const isWay = ({ text }: { readonly text: string }) => WAY.test(text);
const WAY =
  /^\s{0,9}>?\s{0,3}(?:from|to|cc|sent|reply-to|von|an|gesendet|de|à|envoyé|para|enviado|da|inviato|van|aan|verzonden|från|till|skickat|fra|til|sendt|od|do|wysłano)\s{0,2}:|@/i;
/** A line of the head of a mail: what it answers or passes on, an address that it is from, or that it was passed on. */
const MAIL =
  /^\s{0,9}>?\s{0,3}(?:subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|assunto|temat)\s{0,2}:\s{0,3}(?:re|fwd?|aw|wg|tr|rv|sv|vs|i|rif|antw|odp)\s?:|^\s{0,9}>?\s{0,3}(?:from|von|de|da|van|från|fra|od)\s{0,2}:.{0,80}@|forwarded message|original message|weitergeleitete nachricht/i;
const MAIL_LINES = 20;

/**
 * What a document calls itself if that is none of some kinds: the first title, unless one of theirs stands in the
 * heading too. "Proforma", a reminder and a quotation stay what they are, whatever else is named.
 * @param named whether the document shows in another way that it is one of the kinds
 */
export function otherTitle(document: Document, kinds: readonly Title[], named: boolean): Title | null {
  const titles = titlesOf(document);
  // Behind the title of an invoice with its number, "Lieferschein L-30" and "Quote Q-7" are what it refers to, and
  // a slip to send with the payment is a part of it.
  const refers = named && titles[0]?.title === 'invoice';
  const own = ownTitle(titles, kinds);
  if (own !== null) return own;
  const stays = titles.find(
    ({ title, alone }) =>
      !(refers && REFERRED.has(title)) &&
      STAYS.has(title) &&
      (alone || !named || title === 'price_list' || title === 'pay_slip'),
  );
  if (stays && !kinds.includes(stays.title)) return stays.title;
  // The number of an invoice, or a payment, says more than the name of an order.
  return named || titles.some(({ title }) => kinds.includes(title)) ? null : (titles[0]?.title ?? null);
}

const REFERRED: ReadonlySet<Title> = new Set(['delivery_note', 'quotation', 'remittance']);

/**
 * The kind that a document gives itself ahead of all else, with a number of its own: then what else it names is what it
 * refers to. Orders are often named above the title of an invoice.
 */
function ownTitle([first, ...more]: readonly Titled[], kinds: readonly Title[]): Title | null {
  if (!first?.numbered || kinds.includes(first.title)) return null;
  if (SURE.has(first.title)) return first.title;
  // Receipts of restaurants have the number of the order.
  return kinds[0] === 'invoice' && !more.some(({ title }) => kinds.includes(title)) ? first.title : null;
}

const SURE: ReadonlySet<Title> = new Set(['quotation', 'reminder', 'proforma', 'delivery_note']);

const STAYS: ReadonlySet<Title> = new Set([
  'proforma',
  'reminder',
  'pay_slip',
  'quotation',
  'delivery_note',
  'price_list',
  'statement',
  'remittance',
]);
/** Beside the name of a reminder: first, second, last. */
const ORDINAL =
  /^(?:first|second|third|final|last|\d(?:st|nd|rd|th|e|a|o)?|erste|zweite|dritte|letzte|premiere?|deuxieme|derniere?|primer|segundo|ultimo|primo|secondo|eerste|tweede|derde|laatste|forsta|andra|forste|anden)$/;
