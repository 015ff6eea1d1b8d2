import { joined } from '../text/joined.ts';
import { findPhrases, type PhraseMatch, phrases, type Word } from '../text/words.ts';
import { ASIAN_FIELDS, ASIAN_SUMS } from './asian-labels.ts';
import { CENTRAL_FIELDS, CENTRAL_SUMS } from './central-labels.ts';
import { EASTERN_FIELDS, EASTERN_SUMS } from './eastern-labels.ts';
import type { FieldKind, SumKind } from './label-kinds.ts';
import { NORDIC_BALTIC_FIELDS, NORDIC_BALTIC_SUMS } from './nordic-baltic-labels.ts';
import { SLAVIC_FIELDS, SLAVIC_SUMS } from './slavic-labels.ts';

/**
 * The labels of invoices in English, German, French, Spanish, Italian, Dutch and Swedish, and the commonest ones in
 * Danish, Norwegian and Portuguese.
 */

const SUMS = phrases<SumKind>(
  joined(
    {
      lines: `
    positionssumme, summe positionen, zwischensumme, zwischentotal, warenwert, subtotal, sub total, sous total, subtotale,
    subtotaal, mercadoria servicos, mercadorias servicos, line total, items total, total lignes, goods total, merchandise, merchandise total, summe der positionen, summe artikel, delsumma,
    delsum`,
      net: `
    rechnungssumme ohne ust, rechnungssumme netto, restbetrag netto, summe netto, nettobetrag, nettosumme, netto, gesamt netto,
    gesamtnetto, netto gesamt, summe ohne ust, summe ohne mwst, gesamtsumme netto, zwischensumme netto, total netto,
    montant hors taxes, montant hors taxe, montant hors tva, total hors tva, untaxed amount, amount excluding tax, subtotal excluding tax, total excluding tax, nettobedrag, valor sem iva,
    total ht, montant ht, total hors taxes, total hors taxe, montant total ht, total net ht, base ht, net ht, base
    imponible, total base imponible, importe neto, total neto, imponibile, totale imponibile, totale netto, net
    amount, net total, total net, amount excl vat, total excl vat, total excluding vat, subtotal excl vat, total
    excl tax, total before tax, taxable amount, taxable value, total taxable value, total exclusive of vat, total net amount, invoice net, totaal excl
    btw, totaal exclusief btw, bedrag excl btw, subtotaal excl btw, nettogesamtbetrag, summe exkl mwst, gesamtbetrag
    netto, gesamtbetrag ohne umsatzsteuer, nettowert, total excl gst, summe ohne umsatzsteuer, nettowarenwert, summa exkl
    moms, summa exklusive moms, belopp exkl moms, belopp exklusive moms, totalt exkl moms, summa netto, nettobelopp,
    total ekskl moms, i alt ekskl moms, subtotal ekskl moms, nettobelob, sum eks mva, sum ekskl mva, netto sum, total
    sem iva, exclusief btw, excl btw, excluding vat, excl vat, hors tva, ohne mwst, exkl mwst, exkl moms, total iliquido, valor tributavel, base tributavel, base de incidencia, amount before tax,
    op gravada, op gravadas, operacion gravada, total op gravadas, valor de venta, valor venta, subtotal gravado, excluding gst, excl gst, ex gst, exclusive of gst, before gst, total before vat, total before gst`,
      tax: `
    steuerbetrag, umsatzsteuer, mehrwertsteuer, mwst, ust, summe umsatzsteuer, steuerbetrag in, zuzuglich ust, zzgl
    ust, zzgl mwst, zzgl umsatzsteuer, summe mwst, ust gesamt, mwst gesamt, gesamt ust, steuer, ust betrag, mwst
    betrag, gesamtbetrag der ust, gesamtsteuerbetrag, summe steuern, umsatzsteuerbetrag, total taxes, total tva,
    montant tva, tva, taxe, taxes, recargo equivalencia, recargo de equivalencia, dont tva, montant de la tva, total des taxes, iva, cuota iva, total iva, importe
    iva, imposta, totale iva, totale imposta, impuestos, imposte, vat, tax, sales tax, total vat, total tax, vat
    amount, tax amount, gst, total gst, vat total, tax total, btw, totaal btw, btw bedrag, bedrag btw, estimated
    tax, hst, tax due, cgst, sgst, igst, utgst, pst, qst, tvq, tps, state tax, city tax, county tax, moms, momsbelopp, momsbelob, summa moms,
    moms total, varav moms, heraf moms, mva, mva belop, sum mva, valor do iva, igv, itbis, itbms, isv`,
      gross: `
    bruttosumme, bruttobetrag, gesamtbetrag brutto, summe inkl ust, summe inkl mwst, summe brutto, rechnungssumme
    brutto, rechnungsbetrag, gesamtbetrag, endbetrag, rechnungsendbetrag, rechnungstotal, gesamttotal, gesamtsumme, rechnungssumme, gesamt
    brutto, endsumme, gesamtrechnungsbetrag, total ttc, montant ttc, montant total ttc, total toutes taxes
    comprises, net ttc, total factura, importe total, total con iva, total iva incluido, totale fattura, totale
    documento, importo totale, totale ivato, totale complessivo, grand total, invoice total, total amount, total
    incl vat, total including vat, amount incl vat, gross amount, gross total, total gross, total inc vat, total inc
    gst, total incl tax, totaal incl btw, totaal inclusief btw, factuurbedrag, factuurtotaal, totaal factuur, eindtotaal, totaalbedrag, totale parcella, totale notula, totale bolletta, total facture, total for this invoice, total this invoice,
    total usd, total eur, total current charges, total charges this period, total of this bill, total credit, total credited, auszahlungsbetrag, gutschriftsbetrag, gutschriftbetrag, korrekturbetrag, erstattungsbetrag, abschlagsbetrag, abschlagsrechnungsbetrag, anzahlungsbetrag, montant de l avoir, montant de l acompte, total avoir, total abono, total nota di credito, totaal creditnota, creditbedrag, total refund, restbetrag brutto, total inclusive of vat, order total, total charges, invoice amount, gesamtbetrag inkl
    mwst, montant total, total a facturar, summa inkl moms, summa inklusive moms, belopp inkl moms, totalt inkl moms,
    totalbelopp, fakturabelopp, summa totalt, total inkl moms, i alt inkl moms, fakturabelob, fakturatotal, sum inkl
    mva, fakturabelop, total com iva, valor total, total da fatura`,
      due: `
    zahlbetrag, offener betrag, zu zahlen, zu zahlender betrag, zahlbarer betrag, fälliger betrag, restbetrag, noch
    zu zahlen, solde a payer, net a payer, reste a payer, montant a payer, montant du, solde du, total a pagar,
    importe a pagar, a pagar, pendiente de pago, totale da pagare, totale a pagare, netto a pagare, importo da
    pagare, da pagare, amount due, balance due, total due, amount payable, total payable, due amount, payable,
    please pay, total amount due, te betalen, totaal te betalen, te voldoen, openstaand bedrag, new balance, balance,
    to pay, amount to pay, total to pay, total balance due, current payment due, refund due, credit due, zu erstatten, a rembourser, montant a rembourser, a vous rembourser, a devolver, importe a devolver, da rimborsare, totale da rimborsare, terug te ontvangen, a reembolsar, valor a reembolsar, att fa tillbaka, att aterfa, at fa tilbage, til utbetaling, att betala, belopp att betala, summa att betala, at betale, belob
    at betale, til betaling, a betale, belop a betale, valor a pagar`,
      total: 'total, summe, gesamt, totale, totaal, betrag, summa, totalt, i alt, sum',
      prepaid: `
    erhaltene anzahlungen, gezahlte abschlage, gezahlter abschlage, geleistete abschlage, geleisteter abschlage, gezahlte vorauszahlungen, geleistete vorauszahlungen, acomptes verses, mensualites versees, provisions versees, mensualites deja payees, betaalde voorschotten, betaalde termijnen, acconti versati, pagos a cuenta, anzahlung, anzahlungen, bereits bezahlt, bezahlt, acompte, acomptes, deja paye, anticipo,
    acconto, paid, amount paid, payments, deposit, prepaid, payment, betaald, aanbetaling, voorschot, less payment,
    pagado, pagato, virement, vorauszahlung, abschlagszahlung, payments credits, previous balance`,
      allowance: `
    gesamtbetrag der abschlage, rabatt, nachlass, abschlag, remise, descuento, sconto, discount, korting,
    sondernachlass, abzgl, skonto, rechnungsrabatt, desconto, total discount`,
      charge: `
    gesamtbetrag der zuschlage, versandkosten, versand, fracht, transportkosten, porto, zuschlag, frais de port,
    port, gastos de envio, envio, spese di spedizione, spedizione, shipping, freight, delivery, handling,
    verzendkosten, shipping handling, postage, livraison, zzgl versandkosten, mindermengenzuschlag, frakt, fragt, porto och frakt, rundung,
    rundungsdifferenz, rounding, rounding adj, rounding adjustment, avrundning, oresavrundning, oresutjamning,
    afrunding, imposta di bollo, marca da bollo, bollo, timbre fiscal, arrondi, afronding, redondeo, arrotondamento, arredondamento, frete, valor do frete, taxa de entrega, portes, portes de envio`,
      withheld: `
    retencion, retencion irpf, irpf, ritenuta, ritenuta d acconto, ritenuta acconto, retenue a la source, retencao,
    retencao na fonte, irs, withholding tax, tax withheld, tds`,
      price: 'bruttopreis, listenpreis, bruttolistenpreis, einzelpreis, unit price, leergutwert',
    },
    CENTRAL_SUMS,
    EASTERN_SUMS,
    NORDIC_BALTIC_SUMS,
    SLAVIC_SUMS,
    ASIAN_SUMS,
  ),
);

/** Words that change a sum of a kind: "total excluding VAT" is net. */
const QUALIFIERS = phrases({
  excluded: `
    excl, excluding, exclusive, ohne, exkl, hors, before, netto, ht, zonder, sin, senza, esclusa, net, exclusief, ex,
    exklusive, ekskl, eks, sem, without, sans, uden, utan, uten`,
  included: `
    incl, including, inclusive, inkl, inc, brutto, ttc, compris, inclusief, incluido, compresa, gross, inclusa,
    inklusive, with, mit, avec, con, met, com, med`,
});

/** Words that name a sum when nothing else stands in front of it. */
const ALONE = phrases<'net' | 'gross'>({
  net: 'net, ht, htva, excl, exkl',
  gross: 'ttc, tvac, brutto, gross, incl, inkl',
});

export interface SumLabel {
  readonly kind: SumKind;
  /** Number of letters matched: a longer label says more. */
  readonly weight: number;
}

/** A sum over more than this invoice: `Order total to date this year`. */
const OF_PERIOD = phrases({
  period: `
    to date, this year, so far, bisher gesamt, bislang, seit jahresbeginn, laufendes jahr, a ce jour, depuis le debut, hasta la fecha, ad oggi,
    tot nu toe, hittills i ar, ate a data`,
});

/** What was agreed on as a whole, of which an invoice may ask for a part. */
const OF_CONTRACT = phrases({
  contract: `
    auftragssumme, auftragswert, auftragsvolumen, vertragssumme, contract sum, contract value, contract price, order value, agreed price, montant du marche, montant du devis,
    total earned less retainage, total earned less retention, total completed, importe del contrato, importe del presupuesto, valore del contratto, importo contrattuale, aanneemsom, opdrachtsom, valor do contrato, wartosc umowy, kontraktsumma, kontraktsum`,
});

/** What the words in front of an amount say; null when none of them is known. */
export function sumLabel(words: readonly Word[]): SumLabel | null {
  if (findPhrases(words, OF_PERIOD).length > 0 || findPhrases(words, OF_CONTRACT).length > 0) return null;
  const found = findPhrases(words, SUMS);
  const best = found.reduce<PhraseMatch<SumKind> | null>(
    (top, one) => (top === null || rank(one) > rank(top) ? one : top),
    null,
  );
  if (!best) return loneLabel(words);
  const qualifiers = new Set(findPhrases(words, QUALIFIERS).map((match) => match.value));
  const weight = best.end - best.start;
  if (best.value === 'total' || best.value === 'gross' || best.value === 'lines')
    return { kind: qualified(best.value, qualifiers, found), weight };
  return { kind: best.value, weight };
}

function loneLabel(words: readonly Word[]): SumLabel | null {
  const [only, ...others] = findPhrases(words, ALONE);
  return only && others.length === 0 && only.length === words.length
    ? { kind: only.value, weight: only.end - only.start }
    : null;
}

function qualified(kind: SumKind, qualifiers: ReadonlySet<string>, found: readonly PhraseMatch<SumKind>[]): SumKind {
  if (qualifiers.has('excluded') && !qualifiers.has('included')) return 'net';
  if (qualifiers.has('included')) return 'gross';
  return kind === 'total' && found.some((match) => match.value === 'tax') ? 'tax' : kind;
}

function rank(match: PhraseMatch<SumKind>): number {
  return match.end - match.start - (match.value === 'tax' ? 3 : 0) - (match.value === 'total' ? 4 : 0);
}

/** Labels of single values and of address blocks. */
export const FIELDS = phrases<FieldKind>(
  joined(
    {
      number: `
    rechnungsnummer, rechnungs nr, rechnung nr, rechnungsnr, rechnung no, rechnung, rg nr, re nr, belegnummer, beleg
    nr, handelsrechnung nr, handelsrechnung 380 nr, mietrechnung nr, rechnungskorrektur nr, gutschrift nr,
    gutschriftsnummer, korrekturrechnung nr, rechnungskorrektur, gutschrift, handelsrechnung, rechnung nummer,
    versicherungsrechnung nr, kostenrechnung nr, numero de facture, facture no, facture n, n de facture, no de
    facture, n facture, facture, numero facture, facture numero, ref facture, numero de factura, factura no, factura
    n, n de factura, n factura, factura, num factura, factura num, factura numero, numero fattura, fattura n,
    fattura no, n fattura, fattura, fattura numero, numero documento, factuurnummer, factuur nr, factuurnr, factuur,
    factura electronica, factura electronica de venta, factura electronica de venta no, factura de venta no, e factura, invoice number, invoice no, invoice num, invoice nr, invoice, invoice id, inv no, inv number, tax invoice no,
    self bill number, self billing number, self billed invoice, self billing invoice, adjustment note, adjustment note no, adjustment note number, factura rectificativa, factura rectificativa n,
    credit note, credit memo, credit memo no, credit memo number, credit note no, credit note number, document number, document no, document nr, freight bill no, freight bill number, pro no, pro number, fatura recibo, fatura simplificada, bill number, bill no, inv, invoice reference,
    tax invoice number, serie y folio, numero da nota, folio, number, numero, nummer, nota di credito, nota di credito n, nota di credito nr, nota credito n, nota de credito, nota de credito n, nota de credito no, avoir n, avoir no,
    facture d avoir, facture d avoir n, creditnota, creditnota nr, creditfactuur, creditfactuurnummer, kreditnota, kreditnota nr, kreditfaktura, kreditfaktura nr, stornorechnung, stornorechnung nr, commercial invoice, no de factura, numero da fatura, fatura no, fatura n, fatura, numero da
    factura, fakturanummer, fakturanr, faktura nr, faktura no, faktura, parcella, parcella n, parcella nr, notula n, honorarnote, honorarnote nr, kostennote nr, note d honoraires, note d honoraires n, fee note, fee note no, notanummer, nota nr, premienota nr, facture de situation n, situation de travaux n, bolletta, bolletta n, bolletta nr, numero bolletta, minuta n, minuta de honorarios n, application no, application number`,
      offer: `
    devis, devis no, devis n, n de devis, numero de devis, angebot, angebot nr, angebotsnummer, angebotsnr,
    kostenvoranschlag, kostenvoranschlag nr, quotation, quotation no, quotation number, quote, quote no, quote number,
    estimate no, estimate number, presupuesto, presupuesto n, numero de presupuesto, preventivo, preventivo n, numero
    preventivo, offerte, offerte nr, offertenummer, offert, offertnummer, orcamento, orcamento n, pro forma, proforma`,
      date: `
    fecha de emision del documento, rechnungsdatum, datum, belegdatum, ausstellungsdatum, rechnungs datum, date de facture, date de facturation,
    date facture, date d emission, date, fecha, fecha de factura, fecha factura, fecha de emision, data fattura,
    data, data documento, data emissione, data di emissione, factuurdatum, invoice date, date of issue, issue date,
    issued, application date, bill date, billing date, invoice dated, date issued, tax point, dated, date of invoice, fakturadatum, utstallningsdatum, fakturadato, dato, data da
    fatura, data da factura, data de emissao, emissao, emitida em, emitido em, data e hora de emissao, fecha y hora de emision, fecha de expedicion, fecha generacion, fecha de generacion`,
      due: `
    a regler avant le, a regler avant, a regler le, a payer avant le, a payer le, da pagare entro, entro il, pagar antes del, fecha
    limite de pago, fecha limite, betales innen, senest den, te voldoen voor, uiterlijk, pay before, payable before,
    falligkeit, fallig am, fallig, falligkeitsdatum, zahlbar bis, zahlungsziel, zu zahlen bis, bitte uberweisen sie
    bis zum, netto bis, zahlungstermin, bis zum, spatestens, zahlbar, fallig bis, due date, payment due, due, due
    on, due by, payable by, pay by, payment due date, date d echeance, echeance, a payer avant, vencimiento, fecha
    de vencimiento, fecha vencimiento, vence, scadenza, data scadenza, scadenze, echeances, vencimientos, falligkeiten, vencimentos, vervaldatum, vervaldag, uiterste betaaldatum,
    te betalen voor, betalen voor, uberweisen bis, date limite de paiement, zahlungsfrist, forfallodatum,
    forfallodag, forfaller, betalas senast, betala senast, oss tillhanda senast, sista betalningsdag, forfaldsdato,
    forfallsdato, forfald, forfall, betalingsfrist, betales senest, data de vencimento, vencimento`,
      order: `
    bestellnummer, bestell nr, bestellung nr, bestellung, auftragsnummer, ihre bestellung, ihre bestellnummer,
    purchase order, po number, po no, p o number, order number, order no, your order, po, customer po, numero de
    commande, commande no, bon de commande, commande, votre reference, numero de pedido, pedido, ordine, numero
    ordine, ordine n, bestelnummer, inkooporder, purchase order number, order reference, order id, ordernummer, ordernr,
    ert ordernummer, inkopsorder, rekvisition, ordrenummer, ordrenr, rekvisitionsnummer, encomenda`,
      seller: `
    verkaufer, rechnungsersteller, rechnungssteller, lieferant, seller, vendor, supplier, from, vendeur,
    fournisseur, emetteur, vendedor, proveedor, emisor, venditore, fornitore, cedente, verkoper, leverancier, bill
    from, sold by, absender, issued by, issuer, expediteur, cedente prestatore, saljare, leverantor, saelger, selger, leverandor,
    fornecedor, from contractor, nombre emisor, nombre del emisor`,
      buyer: `
    kaufer, kaufer leistungsempfanger, rechnungsempfanger, leistungsempfanger, kunde, auftraggeber, bill to, billed
    to, invoice to, sold to, buyer, customer, client, acheteur, facture a, adresse de facturation, destinataire,
    cliente, comprador, facturar a, acquirente, cessionario, destinatario, spett le, klant, koper, factuur aan,
    factuuradres, rechnungsanschrift, indirizzo di fatturazione, direccion de facturacion, billing address, bill to address, to, invoiced to, rechnungsadresse, cessionario committente,
    receptor, nombre receptor, nombre del receptor, invoice address, aan, kund, kopare, fakturaadress, faktureras, fakturamottagare, kober, kjoper, facture
    a l attention de, prepared for, datos del cliente, datos cliente, dati cliente, customer details, client
    details, details of receiver, details of receiver billed to, details of buyer, client info, kundendaten, an, a
    charge de, recipient, coordonnees client, klantgegevens, dados do cliente, fatturare a, fatturato a, intestatario, billed client, rechnung an, rechnung fur, doit, senores, senor es, exmo s sr s, exmo s senhor es, exmo sr, exma sra, exmos srs, exmos senhores, to owner, for the attention of`,
      other: `
    liefer und leistungsdatum, leistungsdatum, lieferdatum, liefertermin, bestelldatum, bestell datum, lieferschein
    datum, lieferschein nr, lieferschein, lieferung nr, bestellung vom, bestellung nr vom, gemass bestellung vom,
    gemass bestellung nr, leistungszeitraum, abrechnungszeitraum, kundennummer, kunden nr, kundennr, ihre nummer,
    steuernummer, ust id nr, ust idnr, ust id, vat number, vat no, vat id, tax id, customer number, customer no,
    account number, customer id, delivery date, order date, ship date, shipping date, service date, date of supply,
    date de livraison, date de commande, date livraison, numero de client, n client, code client, numero tva, tva
    intracommunautaire, siret, siren, fecha de entrega, fecha de pedido, numero cliente, codice cliente, partita
    iva, p iva, codice fiscale, data di consegna, data ordine, klantnummer, leverdatum, orderdatum, btw nummer, kvk,
    kvk nummer, iban, bic, skonto, delivery note, vom, fallig, abweichender warenempfanger, abweichender
    rechnungsempfanger, abweichender zahlungsempfanger, warenempfanger, lieferanschrift, lieferadresse, ship to,
    deliver to, delivery address, adresse de livraison, direccion de envio, afleveradres, shipping address,
    kundnummer, kundnr, org nr, organisationsnummer, momsreg nr, momsregistreringsnummer, leveransdatum, bankgiro,
    plusgiro, ocr nummer, ocr, cvr, cvr nr, kundenr, kundenummer, leveringsdato, bestallningsdatum, numero de
    contribuinte, nif, cif, abn, original invoice, original invoice no, ursprungsbeleg nr, originalrechnung, ursprungsrechnung, bestell nr vom, print date, printed, druckdatum, page,
    seite, period, folio fiscal, service addr, service address, billing period, avser faktura, zur rechnung, zur rechnung nr, rif fattura, rif fattura n, rif fatt n, vedrorer faktura, ref facture initiale, sur facture, sur facture n, original invoice number`,
    },
    CENTRAL_FIELDS,
    EASTERN_FIELDS,
    NORDIC_BALTIC_FIELDS,
    SLAVIC_FIELDS,
    ASIAN_FIELDS,
  ),
);
