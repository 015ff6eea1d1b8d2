import { phrases } from '../../text/words.ts';

/** The names of the columns of transaction tables, in the languages of `balances.ts`. */

export type HeaderKind =
  | 'date'
  | 'value'
  | 'purchase'
  | 'text'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'reference'
  | 'filler';

/** `purchase` is the day a card was used; `filler` are words that may stand beside column names. */
export const HEADER_WORDS = phrases<HeaderKind>({
  date: `
    date, dates, posting date, post date, transaction date, trans date, booking date, posted, trans, datum,
    buchungsdatum, buchungstag, buchung, buchungs, buch tag, bu tag, tag, verbuchungsdatum, buchungsda,
    zahlungsdatum, eingang, buchungs datum, buchungs tag, abrechnungsdatum, date opération, date d'opération, date
    comptable, date opé, dates opé, date de l'opération, jour, fecha, fecha operación, fecha de operación, f
    operación, fecha oper, f oper, f contable, fecha contable, fecha mov, día, data, data operazione, data
    contabile, data oper, data contab, data registrazione, data movimento, boekdatum, transactiedatum,
    boekingsdatum, datum transactie, data mov, data lançamento, posting, day, processed, process date, date posted,
    date processed,
    bokført, bokføringsdato, bokført dato, bogført, bogført dato, bogføringsdato, bokföring, bokföringsdag,
    bokföringsdatum, bokfört, transaktionsdatum, dato, reskontradatum, kirjauspäivä, kirj pv, pvm, päivä,
    data księgowania, data księg, data operacji, data transakcji, datum zaúčtování, datum zaúčt, datum transakce,
    dátum, könyvelés dátuma, dátum účtovania, お取引日, 取引日, 日付, 年月日, お取引年月日, 取引年月日, ご利用日, 利用日, 日期, 交易日期, 记账日期,
    дата, дата операции, дата проводки, könyvelés, könyvelés napja, started date, completed date, işlem tarihi,
    tarih, data tranzacției, датум, kuupäev, datums, tanggal, ngày, ngày giao dịch, วันที่, תאריך, تاریخ, dagsetning, ημ νία, ημνία, ημερομηνία, التاريخ, 거래일자, 거래일, 일자`,
  value: `
    value date, value dt, val date, value, effective date, wert, wertstellung, valuta, valutadatum, valuta datum,
    valutadatu, wertstellungsdatum, wertstellungstag, wert datum, bestätigungsdatum, date valeur, date de valeur,
    valeur, fecha valor, f valor, valor, fecha val, data valuta, rentedatum, valutadag, valutadt, data valor,
    valutadato, valørdato, valør, rentedato, rentedag, räntedatum, valutadag, arvopäivä, arvopv, data waluty, datum valuty,
    értéknap, 起息日`,
  purchase: `received by us, received on, date received, belegdatum, beleg, beleg datum, kaufdatum, umsatzdatum`,
  text: `
    description, details, transaction, transactions, particulars, narration, narrative, payee, merchant, transaction
    details, payment type and details, transaction description, transaction type and details, payment type, type,
    activity, memo, remarks, item, details of transaction, name, beschreibung, buchungstext, verwendungszweck,
    erläuterung, erläuterungen, text, vorgang, umsatzinformationen, buchungsinformation, auftraggeber, empfänger,
    zahlungsvorgang, zahlungsart, transaktionen, information, typ, umsatzart, bezeichnung, buchungshinweise, angabe
    des unternehmens, buchungsdetails, transaktion, transaktionsart, zahlungsinformation, bewegung, partner,
    gegenkonto, händler, geschäftsvorgang, buchungsvorgang, kundenname, vorgang buchungsinformation, cashflow typ,
    text verwendungszweck, libellé, libellés, nature, nature des opérations, nature de l'opération, opération,
    opérations, désignation, détail, détails, motif, détail des opérations, libellé des opérations, intitulé,
    concepto, descripción, detalle, operación, movimiento, conceptos, observaciones, concepto operación,
    descrizione, causale, operazione, descrizione operazioni, descrizione operazione, movimenti, dettagli,
    omschrijving, mededelingen, naam, naam omschrijving, tegenrekening, transactie, soort, toelichting, descrição,
    descritivo, histórico,
    forklaring, tekst, beskrivelse, posteringstekst, meddelelse, beskrivning, rubrik, transaktionstext, selite,
    saaja
 maksaja, saaja, viesti, tapahtuma, opis, opis operacji, opis transakcji, tytuł, tytuł operacji,
    rodzaj operacji, szczegóły, popis, popis transakce, název protiúčtu, typ transakce, detail platby, közlemény,
    megnevezés, 摘要, 内容, お取引内容, 取引内容, ご利用店名, 交易详情, 交易詳情, 交易摘要, 描述,
    описание, операция, назначение, назначение платежа, содержание, açıklama, işlem, descrierea tranzacției,
    detalii tranzacție, detalii, explicații, αιτιολογία, περιγραφή, الوصف, البيان, 내용, 적요,
    opis plaćanja, svrha, опис, сврха, основание, selgitus, apraksts, paskirtis, aprašymas, keterangan, uraian, diễn giải, nội dung, รายการ, призначення платежу, תיאור, פרטים, شرح, skýring`,
  amount: `
    amount, valor r, valor em r, valor brl, valor do lançamento, amount usd, amt, transaction amount, sum, amount in, net amount, betrag, umsatz, beträge, betrag in,
    umsätze, buchungsbetrag, betrag eur, umsatz eur, montant, montants, somme, importe, importes, monto, cantidad,
    importo, importi, ammontare, bedrag, bedragen, bedrag eur, valore importo, montante, af bij, bij af, amount
    debit credit,
    beløb, beløb dkk, beløp, belopp, belopp sek, määrä, määrä eur, summa, kwota, kwota operacji, kwota transakcji,
    částka, částka
 czk, suma, összeg, ご利用金額, 利用金額, 取引金額, 金額, 金额, 交易金额,
    сумма, сумма операции, tutar, işlem tutarı, sumă,
    iznos, износ, znesek, сума, jumlah, số tiền, จำนวนเงิน, סכום, مبلغ, upphæð`,
  debit: `
    debit, debits, withdrawal, withdrawals, paid out, money out, payments, withdrawal amt, charges, debit amount,
    payment, out, payments out, withdrawn, dr, withdrawal amount, debit withdrawal, spent, paid, purchases,
    withdrawals debits, outgoing, debits and withdrawals, subtractions, money out of account, soll, belastung,
    belastungen, lastschrift, lastschriften, ausgänge, ausgang, zahlungsausgang, zahlungsausga, ausgaben,
    auszahlung, auszahlungen, betrag soll, zu ihren lasten, zu lasten, débit, débits, débit euros, retraits,
    dépenses, au débit, cargo, cargos, debe, adeudo, adeudos, débito, débitos, retiros, retiro, pagos, salidas,
    gastos, dare, addebiti, addebito, uscite, movimenti dare, uscita, af, debet, afschrijving, afschrijvingen,
    uitgaven, bedrag af, afgeschreven, uit, bedrag debet,
    ut av konto, ud, ut, uttag, utbetaling, utbetalinger, utgående, hævet, udbetaling, udbetalinger, otot,
    panot
 ulos, obciążenia, obciążenie, wypłaty, kwota obciążenia, výdaje, odepsáno, na vrub, má dáti, お支払金額,
    お支払い金額, 支払金額, お引出金額, お引出し金額, 出金, 出金金額, 支出, 提款, 提取, 借方,
    расход, дебет, списание, borç, terhelés, χρέωση, χρεώσεις, مدين, 출금, 출금액, 찾으신금액,
    isplata, isplate, zaduženje, terećenje, дугује, исплата, odliv, odlivi, obremenitev, дебит, deebet, väljaminek, izmaksa, debets, debetas, išlaidos, penarikan, ghi nợ, ถอน, списано, חובה, برداشت, بدهکار`,
  credit: `
    credit, credits, deposit, deposits, paid in, money in, deposit amt, receipts, credit amount, in, payments in,
    cr, deposit amount, deposit credit, received, lodgements, lodgments, payments credits, deposits credits,
    incoming, deposits and credits, additions, money into account, haben, gutschrift, gutschriften, eingänge,
    zahlungseingang, zahlungseinga, einnahmen, einzahlung, einzahlungen, betrag haben, zu ihren gunsten, zu gunsten,
    crédit, crédits, crédit euros, dépôts, versements, recettes, au crédit, abono, abonos, haber, ingreso, ingresos,
    crédito, créditos, depósitos, depósito, entradas, avere, accrediti, accredito, entrate, movimenti avere,
    entrata, bij, bijschrijving, bijschrijvingen, inkomsten, bedrag bij, bijgeschreven, bedrag credit,
    inn på konto, ind, inn, insättning, insättningar, innskudd, indbetaling, indbetalinger, innbetaling, indsat,
    panot, uznania, uznanie, wpływy, kwota uznania, příjmy, připsáno, ve prospěch, dal, お預り金額, お預かり金額, お預入金額,
    お預け入れ金額, 預入金額, 入金, 入金金額, 存入, 存款, 收入, 貸方,
    приход, кредит, зачисление, alacak, jóváírás, πίστωση, πιστώσεις, دائن, 입금, 입금액, 맡기신금액,
    uplata, uplate, odobrenje, потражује, уплата, priliv, prilivi, kreedit, sissetulek, iemaksa, kredīts, kreditas, pajamos, setoran, kredit, ghi có, ฝาก, зараховано, זכות, واریز, بستانکار`,
  balance: `
    balance, running balance, closing balance, account balance, ledger balance, daily balance, bal, ending daily
    balance, new balance, balance amount, running total, ending balance, saldo, kontostand, guthaben, neuer saldo,
    stand, solde, soldes, nouveau solde, solde progressif, saldo contabile, saldo progressivo, saldo disponible,
    saldo na mutatie, saldo na boeking, saldo contable, saldo disponibile, saldo na transactie, saldo final, saldo
    actual,
    saldo po operacji, saldo po transakcji, saldo końcowe, zůstatek, zůstatek po transakci, egyenleg, bokfört saldo,
    disponibel
 saldo, 差引残高, 残高, 結餘, 余额, 餘額,
    остаток, баланс, остаток средств, bakiye, operación liquidación,
    sold, υπόλοιπο, الرصيد, 잔액, 거래후잔액,
    stanje, стање, салдо, jääk, atlikums, likutis, số dư, ยอดคงเหลือ, залишок, יתרה, مانده, staða`,
  reference: `
    ref, reference, chq, chq ref no, cheque no, check, check number, no, nr, number, lfd, lfd nr, cheque, chq no,
    ref no, id, transaction id, branch, code, teller, ref nr, order, referenz, belegnummer, pnnr, referenznummer,
    beleg nr, kto, status, projektname, pn nr, konto, référence, réf, chèque, referencia, oficina, documento,
    riferimento, kenmerk, rekening, cashflow status, kurs, rate, iban, card, card no, category, kategorie, volgnr,
    num`,
  filler: `
    eur, usd, gbp, chf, euro, euros, in, of, and, der, des, de, la, di, e, und, et, y, en, währung, currency,
    devise, divisa, valuta eur, m, ng, tum, von, nach, a, oder, fr, aud, cad, nzd, sgd, inr, moneda, your, the, p,
    kto, ihre, munt, zar, unit, l, d, cop, mxn`,
});
