import { phrases } from '../../text/words.ts';

/** The names of balances and totals in English, German, French, Spanish, Italian, Dutch and Portuguese. */

export type BalanceKind = 'opening' | 'closing' | 'balance' | 'carry' | 'other' | 'debits' | 'credits' | 'total';

/** `balance` is neither opening nor closing by itself; `other` is never a balance of the account. */
export const BALANCE_LABELS = phrases<BalanceKind>({
  opening: `
    opening balance, opening bal, beginning balance, starting balance, start balance, previous balance, prior
    balance, last statement balance, balance last statement, balance from last statement, old balance, initial
    balance, balance at start, balance at beginning, balance at start of period, starting bal, previous statement
    balance, balance from previous statement, balance at the start, your opening balance, account opening balance,
    anfangssaldo, anfangsbestand, anfangsstand, alter saldo, alter kontostand, saldo alt, kontostand alt,
    startsaldo, eröffnungssaldo, buchungssaldo alt, vorheriger saldo, letzter saldo, letzter kontostand, saldo
    letzte abrechnung, saldo letzter auszug, saldo des letzten auszugs, saldo der letzten abrechnung, bisheriger
    saldo, eröffnungsbilanz, alter stand, vorsaldo, kontostand zu beginn, anfangskontostand, eröffnungskontostand,
    saldo zu beginn, zu beginn, saldo vorheriger auszug, saldo laut letztem auszug, solde précédent, ancien solde,
    solde initial, solde antérieur, solde d'ouverture, solde de départ, solde du relevé précédent, solde en début de
    période, solde début de période, solde reporté, ancien solde créditeur, ancien solde débiteur, solde créditeur
    précédent, solde débiteur précédent, saldo anterior, saldo inicial, saldo de apertura, saldo previo, saldo al
    inicio, saldo extracto anterior, saldo de partida, saldo período anterior, saldo iniziale, saldo precedente,
    saldo contabile iniziale, saldo di apertura, saldo apertura, saldo iniziale contabile, saldo di partenza, saldo
    estratto precedente, vorig saldo, beginsaldo, oud saldo, openingssaldo, begin saldo, saldo begin, vorige saldo,
    saldo vorig afschrift, balance from your last statement, your previous balance, ingående saldo, inngående saldo,
    ingående balans, saldo fra forrige, forrige saldo, saldo primo, primosaldo, indgående saldo, alkusaldo, aanvangssaldo, oude saldo, saldo vorige periode, vorig rekeningsaldo, saldo vorig
    uittreksel, begin stand, beginstand,
    saldo fra kontoutskrift, saldo fra forrige kontoutskrift, overført fra forrige utskrift, saldo początkowe,
    saldo otwarcia, saldo poprzednie, počáteční zůstatek, počiatočný zostatok, předchozí zůstatek, nyitó egyenleg,
    sold initial, anfangsguthaben, guthaben zu beginn, startguthaben, 繰越, 前月繰越, 前期繰越, 前回繰越, 前頁繰越, 繰越残高, 前月末残高, 前回残高, 承前結餘, 承前结余,
    上期結餘, 期初余额,
    входящий остаток, остаток на начало, начальный остаток, devreden bakiye, açılış bakiyesi,
    beginning cash balance, opening cash balance, starting cash balance, cash balance at beginning of period, balance from statement, vorig openstaand saldo, υπόλοιπο εκ μεταφοράς, προηγούμενο υπόλοιπο, αρχικό υπόλοιπο, الرصيد الافتتاحي,
    الرصيد السابق, 이월잔액, 전월이월,
    početno stanje, prethodno stanje, почетно стање, претходно стање, начално салдо, začetno stanje, algsaldo, algjääk, sākuma atlikums, sākotnējais atlikums, likutis pradžioje, pradinis likutis, saldo awal, số dư đầu kỳ, ยอดยกมา,
    вхідний залишок, початковий залишок, יתרת פתיחה, יתרה קודמת, مانده قبلی, مانده اول دوره, önceki bakiye, devir bakiyesi, staða í upphafi`,
  closing: `
    closing balance, closing bal, ending balance, end balance, new balance, final balance, balance at end, balance
    this statement, statement balance, current balance, ending bal, balance at end of period, your closing balance,
    new statement balance, balance at the end, endsaldo, endbestand, endstand, neuer saldo, neuer kontostand, saldo
    neu, kontostand neu, schlusssaldo, schlußsaldo, abschlusssaldo, abschlußsaldo, buchungssaldo neu, neuer stand,
    endkontostand, aktueller saldo, kontostand am ende, saldo am ende, schlussstand, schlussbestand, nouveau solde,
    solde final, solde de clôture, solde de fin, solde en fin de période, solde actuel, solde fin de période,
    nouveau solde créditeur, nouveau solde débiteur, solde de fin de période, saldo final, nuevo saldo, saldo
    actual, saldo de cierre, saldo al cierre, saldo posterior, saldo finale, nuovo saldo, saldo contabile finale,
    saldo di chiusura, saldo attuale, saldo chiusura, saldo finale contabile, saldo contabile, nieuw saldo,
    eindsaldo, slotsaldo, eind saldo, saldo einde, huidig saldo, saldo nieuw, nieuwe saldo, eindstand, saldo eind,
    saldo atual, novo saldo, saldo fim, your new balance, utgående saldo, udgående saldo, utgående balans, ny saldo,
    saldo ultimo, ultimosaldo, loppusaldo,
    saldo i deres favør, saldo i din favør, saldo i vår favør, saldo końcowe, saldo zamknięcia, konečný zůstatek,
    konečný zostatok, záró egyenleg, sold final, endguthaben, guthaben am ende, saldo a su favor, saldo a favor,
    saldo a
 nuestro favor, 次月繰越, 翌月繰越, 次期繰越, 当月末残高, 轉下結餘, 期末余额,
    исходящий остаток, остаток на конец, конечный остаток, kapanış bakiyesi, ending cash balance, closing cash balance, cash balance at end of period, total balance for,
    nieuw openstaand saldo, νέο υπόλοιπο, τελικό υπόλοιπο, الرصيد الختامي,
    konačno stanje, krajnje stanje, novo stanje, крајње стање, ново стање, крайно салдо, končno stanje, lõppsaldo, lõppjääk, beigu atlikums, galutinis likutis, likutis pabaigoje, saldo akhir, số dư cuối kỳ, ยอดยกไป,
    вихідний залишок, кінцевий залишок, יתרת סגירה, יתרה סופית, مانده نهایی, مانده پایان دوره, dönem sonu bakiyesi, saldo fin, saldo saat ini, staða í lok`,
  balance: `
    kontostand, saldo per, saldo vom, saldo am, saldo zum, saldo al, saldo a, saldo op, saldo il, saldo en, saldo
    em, saldo dal, saldo del, saldo, solde au, solde créditeur au, solde débiteur au, solde créditeur, solde
    débiteur, solde, balance on, balance at, balance as of, balance as at, balance per, balance, ledger balance,
    account balance, closing ledger balance, daily balance, saldo disponibile contabile, balance at close of
    business, end of day balance, tagessaldo,
    saldo do dia, saldo em conta corrente, saldo del día, saldo dnia, saldo na dzień, zůstatek, zůstatek ke dni, 残高,
    結餘, 余额,
    υπόλοιπο, الرصيد, 잔액,
    eur on, usd on, gbp on, chf on, aud on, cad on, nzd on, sgd on, hkd on, jpy on, pln on, sek on, nok on, dkk on,
    остаток`,
  carry: `
    balance brought forward, balance carried forward, brought forward, carried forward, balance b f, balance c f,
    bal b f, bal c f, bal fwd, balance forward, balance fwd, balance bfwd, balance cfwd, balance brought fwd,
    balance carried fwd, carry forward, forward balance, bal brought forward, carried over, brought over, continued
    balance, page balance, balance to next page, balance from previous page, übertrag, saldoübertrag, saldovortrag,
    zwischensaldo, übertrag auf, übertrag von, vortrag, seitenübertrag, übertrag saldo, saldo vortrag, saldo
    übertrag, report à nouveau, à reporter, report, solde à reporter, solde intermédiaire, report du solde, report
    de la page, total à reporter, report page, suma y sigue, suma anterior, saldo y sigue, arrastre, saldo
    arrastrado, a transportar, transporte, a riportare, riporto, saldo a riportare, saldo riportato, saldo da
    riportare, riporto saldo, over te brengen, overgebracht, transporteren, transport, saldo transport, over te
    dragen, overdracht saldo, subtotaal saldo,
    b f, c f, b fwd, c fwd, b f balance, c f balance, balance b fwd, balance c fwd, saldo z przeniesienia, do przeniesienia, převod,
    overført, transport saldo`,
  other: `
    available balance, average balance, minimum balance, average daily balance, average ledger balance, minimum
    daily balance, balance transfer, balance transfers, outstanding balance protection, credit balance refund,
    interest bearing balance, balance subject to, low balance, balance enquiry, balance inquiry, total available
    balance, past due, credit limit, minimum payment, interest balance, verfügbarer saldo, durchschnittssaldo,
    verfügbar, kontostand berücksichtigt, saldo gilt, saldo ihres, saldo rechnungsabschluss, saldo aktuelle
    wertstellung, kontostand rechnungsabschluss, saldenmitteilung, kontostand kann, gesamtsaldo, nicht zugeordneter
    saldo, solde disponible, solde moyen, saldo disponible, saldo medio, saldo disponibile, saldo retenido, saldo
    beschikbaar, gemiddeld saldo, beschikbaar saldo, report fraud, report any, report date, report errors, saldo
    liquido, saldo liquide, en su caso, balance protection, balance type, balance sheet, new balance shoes, saldo
    letztes quartal,
    average credit balance, average debit balance, average cleared balance, average daily ledger balance`,
  debits: `
    total debits, total debit, total withdrawals, total paid out, total payments, total money out, total purchases,
    total charges, total withdrawals and debits, total payments out, total out, total withdrawals and other debits,
    withdrawals and other debits, total debit amount, debits total, summe belastungen, summe der lastschriften,
    summe auszahlungen, summe soll, gesamtbelastungen, summe der belastungen, total belastung, total belastungen,
    ausgehende transaktionen, summe ausgänge, summe lastschriften, gesamt soll, summe der auszahlungen, summe
    ausgaben, zahlungsausgänge, total débits, total des débits, total débit, total mouvements débit, total des
    opérations débit, total cargos, total adeudos, total débitos, total debe, total retiros, total salidas, total
    pagos, totale addebiti, totale uscite, totale dare, totale movimenti dare, totale avere addebiti, totaal af,
    totaal debet, totaal afgeschreven, totaal uitgaven, totaal uit, afgeschreven totaal, totaal afschrijvingen,
    total saídas,
    summe der ausgänge, sum ut av konto, suma obciążeń, obciążenia razem, výdaje celkem,
    total de saídas, total enviado`,
  credits: `
    total credits, total credit, total deposits, total paid in, total money in, total receipts, total payments and
    credits, total deposits and other credits, deposits and other credits, total payments in, total in, total
    deposits and credits, total credit amount, credits total, summe gutschriften, summe der gutschriften, summe
    einzahlungen, summe haben, gesamtgutschriften, total gutschrift, total gutschriften, einkommende transaktionen,
    summe eingänge, gesamt haben, summe der einzahlungen, summe einnahmen, zahlungseingänge, total crédits, total
    des crédits, total crédit, total mouvements crédit, total des opérations crédit, total abonos, total ingresos,
    total créditos, total haber, total depósitos, total entradas, totale accrediti, totale entrate, totale avere,
    totale movimenti avere, totaal bij, totaal credit, totaal bijgeschreven, totaal inkomsten, totaal in,
    bijgeschreven totaal, totaal bijschrijvingen,
    summe der eingänge, sum inn på konto, suma uznań, uznania razem, příjmy celkem,
    total de entradas, total recebido`,
  total: `
    umsatztotal, total umsatz, total umsätze, umsatz total, total, totals, subtotal, sub total, grand total, total amount, sum, turnover, summe, gesamt, gesamtsumme,
    gesamtumsatz, gesamtumsätze, gesamtumsatzsummen, zwischensumme, summen, umsatzsumme, summe abschlussposten,
    monatsumsatz, totaux, total des opérations, total des mouvements, total général, sous total, totaux des
    mouvements, totales, suma, sumas, totale, totali, totaal, totalen, somma, totais,
    rulaj total, total rulaj, total rulaje, rulaj, σύνολο, σύνολα, المجموع, 합계, 合计, 本期合计, 总计,
    sum bevegelser, sum bevægelser, razem, celkem, totals at end of period, 合計,
    toplam, genel toplam, yekun, hareket toplamı, ukupno, promet ukupno, укупно, итого, обороты, оборот за период, разом, общо, összesen, kokku, kopā, iš viso, jumlah, tổng cộng, skupaj, samtals, סה כ, جمع`,
});
