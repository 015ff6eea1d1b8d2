import { phrases } from '../../text/words.ts';

/** What words say about the direction of money. */

export type Direction = 'debit' | 'credit';

/** What a transaction's text says about its direction, when nothing better does. */
export const DIRECTION_WORDS = phrases<Direction>({
  credit: `
    deposit, salary, payroll, wages, refund, interest paid, credit interest, interest earned, credit, received,
    incoming, from, reversal, cashback, dividend, pension, payment received, received from, transfer from, interest
    payment, interest, payment thank you, thank you, faster payment from, giro credit, gutschrift, eingang,
    zahlungseingang, einzahlung, gehalt, lohn, rente, bezüge, habenzins, habenzinsen, zinsertrag, zinsgutschrift,
    dividende, dividendenzahlung, erträgnisausschüttung, ausschüttung, verkauf, rückzahlung, erstattung,
    rückerstattung, steuererstattung, rückbuchung, überweisungsgutschr, bezahlung von, gutschr, bareinzahlung,
    zinsen, zins, überweisungsgutschrift, dauerauftragsgutschr, eingehende, überweisungseingang, eingehend, geld
    zurueck, geld zurück, einlage, storno sollzinsen, bonus, kindergeld, sparzinsen, überweisung von,
    überweisungvon, kontogutschrift, zinszahlung, steuerausgleich, belohnung, incoming transfer, sell trade,
    dauerauftragsgutschrift, steuerkorrektur, abschlag gutschrift, sell, virement reçu, virement en votre faveur,
    salaire, versement, remise, remboursement, intérêts créditeurs, dépôt, avoir, vir recu, virement de, vir de,
    remise chèque, remise de chèque, vir sepa recu, abono, ingreso, nómina, transferencia recibida, devolución,
    transferencia a su favor, pensión, reembolso, intereses a su favor, transferencia de, liquidación intereses,
    accredito, stipendio, bonifico a vostro favore, bonifico ricevuto, rimborso, versamento, interessi attivi,
    bonifico da, emolumenti, interessi creditori, bonifico in entrata, pensione, giroconto da, bijschrijving,
    salaris, ontvangen, storting, terugbetaling, overschrijving van, creditrente, loon, ontvangst, teruggave,
    overboeking van, rente ontvangen, overschrijving ontvangen`,
  debit: `
    withdrawal, purchase, payment, payment to, fee, charge, debit, direct debit, atm, check, cheque, transfer to,
    to, card, pos, bill payment, standing order, eftpos, service charge, outgoing, dd, rent, interest charge,
    interest charged, insurance, sent, sent to, bill pay, tax, withholding, loan, mortgage, payment sent, card
    payment, cash withdrawal, investment, subscription, buy, credit card payment, lastschrift, auszahlung,
    belastung, abbuchung, kauf, gebühr, gebühren, entgelt, steuer, abgeltungsteuer, abgeltungssteuer,
    solidaritätszuschlag, kirchensteuer, dauerauftrag, kartenzahlung, kartentransaktion, sollzins, sollzinsen,
    kapitalertragsteuer, kest, zahlung an, miete, versicherung, überweisung, basislastschrift, echtzeitüberweisung,
    barauszahlung, bargeldauszahlung, entgeltabrechnung, kontoführung, abschlag, spesen, quellensteuer, überweisung
    an, überweisungan, ausgehende, kartenvorgang, geldautomat, scheck, rechnung, kartenumsatz, depotgebühren,
    provision, sparplan, kreditkartenabrechnung, umbuchung auf, outgoing transfer, buy trade, einzug,
    überweisungsauftrag, überweisungsauftr, kontoführungsgebühr, vermögensverwaltungsgebühr, payout,
    steuerdividende, depotgebührenabrechnung, steuern, vorabpauschale, interne belastung, entgelte, übertrag auf,
    prélèvement, prlv, paiement, retrait, achat, frais, virement émis, chèque, commission, cotisation, carte,
    virement à, vir emis, loyer, assurance, facture, agios, virement pour, paiement carte, échéance, cargo, adeudo,
    pago, compra, retirada, recibo, comisión, transferencia emitida, reintegro, cuota, tarjeta, alquiler, impuesto,
    transferencia a, seguro, hipoteca, cajero, domiciliación, addebito, prelievo, pagamento, acquisto, spese,
    imposta, bonifico disposto, commissione, commissioni, canone, affitto, utenza, utenze, bollo, rata, mutuo,
    bonifico a, bonifico, bolletta, assicurazione, bancomat, afschrijving, betaling, incasso, geldopname, aankoop,
    kosten, betaalautomaat, overschrijving naar, huur, verzekering, bijdrage, geldautomaat, pinbetaling, overboeking
    naar, debetrente, hypotheek, domiciliëring`,
});

/** Words on their own that tell the direction of a row: a cell `Af`, `DR` or `Haben` beside the amount. */
export const DIRECTION_MARKS: ReadonlyMap<string, Direction> = new Map([
  ...marks('cr c h haben bij credit gutschrift credito avere haber abono in', 'credit'),
  ...marks('dr db d s soll af debit debet lastschrift debito dare debe out od', 'debit'),
]);

function marks(words: string, direction: Direction): [string, Direction][] {
  return words.split(' ').map((word) => [word, direction]);
}

/** Headings over a part of a statement that lists one direction only, or the balances of days. */
export const SECTION_WORDS = phrases<Direction | 'balances'>({
  credit: `
    deposits and other credits, deposits and additions, deposits and credits, other credits, deposits, electronic
    deposits, payments and credits, payments and other credits, credits, money in, additions, gutschriften,
    einzahlungen, zahlungseingänge, eingänge, crédits, versements, abonos, ingresos, accrediti, entrate,
    bijschrijvingen, inkomsten, payments received, payments credits and adjustments, payments`,
  debit: `
    withdrawals and other debits, withdrawals and debits, electronic withdrawals, other withdrawals, withdrawals,
    other debits, checks paid, checks, cheques paid, service fees, fees, fees charged, debits, money out, purchases,
    purchases and adjustments, new charges, new purchases, new transactions, purchases and other charges, atm withdrawals, atm and debit card withdrawals, interest charged, other
    subtractions, subtractions, atm and debit card subtractions, transactions purchases, cash advances, debit card
    purchases, electronic payments, atm debit card withdrawals, service charges, belastungen, lastschriften,
    auszahlungen, zahlungsausgänge, ausgänge, débits, retraits, cargos, pagos, adeudos, addebiti, uscite,
    afschrijvingen, uitgaven`,
  balances: `
    daily balance summary, daily balances, daily ending balance, daily ending balances, daily ledger balances, daily
    balance, balance summary, daily account balance, daily ledger balance, daily closing balances, ending daily
    balances, tagessalden, tagesendsalden, daily balance information, soldes journaliers, saldos diarios, saldi
    giornalieri, dagsaldi`,
});
