import { joined } from '../text/joined.ts';
import { findPhrases, phrases, type Word } from '../text/words.ts';
import { ELSEWHERE } from './labels-elsewhere.ts';

/** What the words in front of an amount on a receipt say about it. */

export type AmountKind =
  | 'total'
  | 'subtotal'
  | 'tax'
  | 'rounding'
  | 'discount'
  | 'service'
  | 'tip'
  | 'cash'
  | 'card'
  | 'change'
  | 'count'
  | 'other';

export interface AmountLabel {
  readonly kind: AmountKind;
  /** Whether the words say that the total is the final one: grand, net, payable, due, rounded. */
  readonly final: boolean;
  readonly rounded: boolean;
  readonly taxIncluded: boolean;
  /** Whether the words also name a total, as "total GST" does. */
  readonly ofTotal: boolean;
}

/** What says that a total is the last one; several of these are the name of a total as well. */
const FINAL_WORDS = `
    grand, net, nett, final, payable, due, to pay, to be paid, grandtotal, nettotal, zu zahlen, zahlbetrag,
    endbetrag, te betalen, a payer, a pagar, da pagare, ttc, gesamtbetrag, gesamtsumme, please pay, complessivo,
    general,
    a betale, til betaling, att betala, at betale, maksettava, do zaplaty, k uhrade, fizetendo, za placilo, genel
    toplam, de plata, montant du, zu bezahlen, rechnungsbetrag, te voldoen, total a payer, total a pagar`;

const FINALS = phrases({ final: [FINAL_WORDS, ELSEWHERE.final].join(', ') });

const TAGS = phrases(
  joined(
    {
      total: `
    סה כ, סה כ לתשלום, סהכ לתשלום, לתשלום, סך הכל, סך הכל לתשלום,
    συνολο, συνολο πληρωμης, πληρωτεο, πληρωτεο ποσο, الإجمالي, المجموع, المجموع الكلي, المبلغ الإجمالي,
    領収金額, お買上金額, 合計, 合计, 总计, 總計, 实收, 实收金额, 实付, 实付金额, 應付金額, 应付金额, total, totals, totaal, totale, gesamt, summe, gesamtbetrag, gesamtsumme, endbetrag, montant, importe, importo,
    jumlah, amount due, amount payable, amount to pay, amount to be paid, balance due, total amount, net amt, nett
    amt, net amount, nett amount, zu zahlen, zahlbetrag, te betalen, a payer, net a payer, a pagar, da pagare, bill
    amount, bill total, tota, totl, tatal, ttl, totai, totalamount, nettotal, nettototal, grandtotal, totalrm, total
    ttc, sales amount, betrag, amt payable, amt due, please pay, ammount, amount rm, net total, bedrag,
    sum, sum nok, a betale, til betaling, att betala, at betale, i alt, totalt, totalsumma, yhteensa, maksettava,
    loppusumma, suma, suma pln, razem, do zaplaty, naleznosc, celkem, k uhrade, spolu, osszesen, fizetendo, ukupno,
    skupaj, za placilo, toplam, genel toplam, de plata, 合計金額, お会計, お買上計, 現計, net a payer, montant du, total a payer, a pagar, total a pagar,
    zu bezahlen, endsumme, rechnungsbetrag, da pagare, te voldoen, 합계, 총액, 总金额, 총 합계, 총계, 합계금액, 결제금액, 받을금액, 청구금액, 판매합계,
    ยอดสุทธิ, รวมทั้งสิ้น, รวมเงินทั้งสิ้น, ยอดรวมทั้งสิ้น, ยอดรวมสุทธิ, ยอดชำระ, รวมสุทธิ`,
      final: FINAL_WORDS,
      rounded: 'rounded, after rounding, after adj, after rounding adj, round d, after adjustment, atter adj',
      sub: `
    סה כ ללא מע מ, סה כ לפני מע מ, סכום ביניים, לפני מע מ, ללא מע מ,
    gross amount, gross amt, gross sales, nett sales, net sales, sub, subtotal, subttl, sub total, sub ttl,
    zwischensumme, sous total, subtotaal, subtotale, sub totl, nettobetrag, nettosumme, total ht, base imponible,
    imponibile, warenwert, taxable, total net ht, parziale, tussentotaal,
    小計, 小计, μερικο συνολο, المجموع الفرعي, الإجمالي قبل الضريبة, zwischentotal, tussensom, delsumma, delsum, valisumma, mellomsum, sprzedaz opodatkowana, sprzed opod, sp op,
    suma czesciowa, mezisoucet, reszosszeg, 소계, 공급가액, 과세물품가액, 면세물품가액, 과세금액, 면세금액, netto, net sales, item subtotal, items subtotal, total s descontos, total sem descontos, total sin descuentos, totale senza sconti, total before savings, total before discounts, item total, items total, food total, bar total, beverage total, goods total, ordinarie`,
      excluded: `
    exclude, excluding, excl, exclusive, excluded, before, ohne, hors, exc, without, zonder, sin, senza, esclusa,
    excludes, b4, 면세, 과세, 비과세`,
      included: `
    شامل, شامل الضريبة, شامل ضريبة القيمة المضافة, συμπ, περιλαμβανει,
    include, included, including, incl, inclusive, inc, includes, inkl, with, inclus, incluido, inclusa, compris,
    inklusive, in cl, inci, incld`,
      tax: `
    מע מ, מעמ,
    φπα, ضريبة القيمة المضافة, ضريبة, الضريبة, 消費税, 税額, 税额, gst, vat, tax, taxes, mwst, ust, umsatzsteuer, mehrwertsteuer, tva, iva, btw, sst, steuer, gst amt, cukai, qst,
    pst, hst, cess, moms, igic, tx, taxe, imposta,
    内消費税等, 内消費税, 内税, 外税, 消費税等, 税, 부가세, 부가가치세, ภาษีมูลค่าเพิ่ม, mva, ptu, alv, vero, dph, afa, pdv, ddv, kdv, topkdv, toplam kdv, iv, cgst, sgst, igst, tps, tvq,
    consumption tax, sales tax, occupancy tax, cuota`,
      within: `
    included in total, incl in total, inclusive in total, in total, tax included, of which, davon, dont, enthalten,
    gst included, gst inclusive, gst incl,
    di cui, waarvan, hvoraf, herav, varav, w tym, darin, sisaltaa`,
      rounding: `
    rounding, round, rounding adj, rounding adjustment, adj, rnd, rundung, arrondi, redondeo, arrotondamento,
    afronding, roundings, pembundaran, rouding, bill rounding, rounding adjustments, rndg, pelarasan, rounding
    adjust, round adj, round off, rounding off,
    oresavrundning, oreavrunding, avrundning, avrunding, afrunding, pyoristys, zaokraglenie, zaokrouhleni, kerekites,
    cash rounding, rounded off, arrondissement, arredondamento`,
      discount: `
    הנחה,
    discount, disc, saving, savings, saved, rabatt, nachlass, remise, descuento, sconto, korting, voucher, coupon,
    you save, promotion, promo, diskaun, discounts, rebate, reduction, gutschein,
    sparen, gespart, sie sparen, ersparnis, vorteil, voordeel, besparing, economisez, vous economisez, risparmio, ahorras,
    sparat, alennus, rabat, rabaty, upust, sleva, kedvezmeny, popust, indirim, desconto, poupanca, economies, ahorro, bonus korting,
    优惠, 会员优惠, 折扣, 減免, multibuy, multibuy saving, coupons, instant savings, card savings, 値引, 割引, 値引き, 할인, ส่วนลด`,
      service: `
    service charge, srv chg, srv charge, serv chg, svr charge, svc charge, s charge, s chg, svc chg, serv charge, service chg, svr chg, ser charge, sc, servicecharge, coperto, svc,
    delivery, delivery fee, delivery charge, shipping, shipping handling, shipping and handling, shipping fee, postage,
    booking fee, service fee, convenience fee, surcharge, holiday surcharge, public holiday surcharge, card surcharge,
    versand, versandkosten, lieferkosten, frais de port, frais de livraison, gastos de envio, spese di spedizione,
    verzendkosten, bezorgkosten, servizio, optional service, service`,
      tip: `
    tip, tips, gratuity, trinkgeld, pourboire, propina, fooi, mancia,
    napiwek, dricks, drikkepenge, tips, borravalo, gorjeta, 팁`,
      cash: `
    מזומן,
    μετρητα, نقدا, نقدي, 現金, 现金, お預り, cash, tendered, tender, cash tendered, paid, payment, received, amount paid, paid amount, bar, gegeben, especes, entregue, betalt, betald, betaald, bezahlt, pagado, pagato, paye, zaplacono, uhrazeno, maksettu, pago,
    efectivo, contanti, contant, tunai, cash received, receive, amount tendered, pay, rendered, bayar, bayaran, cash
    rendered, tendered amount, cash payment, contante, recu, entregado,
    お預かり, お預り金, 預り, tend, cash tend, cash paid, numerario, dinheiro, gotowka, kontant, kontanter, kateinen, barzahlung, versato, importo versato, gegeben bar,
    geg bar, pagamento contante, contanten, hotove, hotovost, keszpenz, gotovina, nakit, numerar, 현금, 받은금액, เงินสด, รับเงิน, importo pagato`,
      card: `
    כרטיס אשראי, אשראי, ויזה, ישראכרט,
    visa, master, mastercard, card, credit, credit card, debit card, debit, amex, edc, maestro, girocard, ec karte,
    kartenzahlung, carte bancaire, carte, cb, tarjeta, carta, pin, bancontact, visa card, master card, terminal,
    american express, mydebit, paywave, e wallet, karte, gift card, giftcard, geschenkkarte, carte cadeau, tarjeta
    regalo, carta regalo, cadeaukaart,
    καρτα, καρτα πληρωμης, مدى, بطاقة, 微付, 微信, 微信支付, 支付宝, 刷卡, pag elettronico, pagamento elettronico, クレジット, クレジットカード, カード, ec cash, geg ec cash, geg visa, geg mastercard, geg karte, geg ec karte, geg girocard, visa tend, debit tend, mcard tend, mcard, credit tend, card tend, card payment, visa
    debit, visa credit, credit account, eft, eftpos, eft pos, interac, interac debit, nets, upi, paytm, gpay, google pay, apple pay, paypal,
    alipay, wechat pay, twint, mobilepay, swish, vipps, bankaxept, dankort, kontokort, bankkort, kort, kortti, pankkikortti,
    korttitapahtuma, karta, karta platnicza, multibanco, pinnen, laser, contactless, tarjeta bancaria, pagamento elettronico,
    bancomat, bankomat, bankomatkarte, kreditkarte, kartou, bankkartya, kartica, kredi karti, cartao, cartao de debito, cartao de credito, cartao debito, cartao credito, pix, v pay, postcard, 카드, 신용카드, 체크카드, บัตรเครดิต, บัตรเดบิต`,
      change: `
    עודף,
    ρεστα, الباقي, お釣り, 釣銭, 找零, change, change due, balance, change amt, ruckgeld, wechselgeld, rendu, rendu monnaie, cambio, resto, wisselgeld,
    baki, chg, change amount, ruckgabe, zuruck, terug, monnaie, changes, chang, vuelto,
    お釣, おつり, 釣り, troco, reszta, tillbaka, tilbake, retur, takaisin, vaxel, byttepenge, ruckgeld bar, zwrot, restgeld, vratit,
    visszajaro, para ustu, rest, 거스름돈, เงินทอน`,
      count: `
    qty, quantity, items, item, item s, count, no of item, pcs, pax, artikel, articles, articulos, articoli, anzahl,
    total qty, total item, total items, pieces, posten, qty s, unit s, points, point, stamps, stamp, tot qty, total
    quantity, no of items`,
      before: `
    bisher, bislang, to date, so far, year to date, cumul, cumulative, kumuliert, acumulado, progressivo, tot nu toe, hittills, indtil nu,
    a ce jour, previous total, previous balance, original total, original sale total, original amount, ursprungssumme`,
      other: `
    cash out, cashout, cash back, cashback, incl cash out, barauszahlung, bargeldauszahlung, retrait especes, deposit, outstanding, credit limit, loading, redeemed, redeem, earned, rate, litre, per, previous balance,
    remaining balance, amount used, year to date, reward, rewards, entspricht, fuel points`,
    },
    ELSEWHERE,
  ),
);

/** Kinds that only count when the row begins with their words: a chocolate bar is not a payment. */
const LEADING: ReadonlySet<AmountKind> = new Set([
  'cash',
  'card',
  'change',
  'count',
  'service',
  'tip',
  'discount',
  'other',
]);

function leads(words: readonly Word[]): boolean {
  const at = findPhrases(words, TAGS)[0]?.word ?? 0;
  return at === 0 || (at === 1 && words.length <= 3);
}

/** Tags that a single word keeps inside a longer phrase: "net total" is a total and final. */
const KEPT = new Set(['total', 'final', 'rounded', 'tax', 'included']);

function tagsOf(words: readonly Word[]): Set<string> {
  const tags = new Set<string>();
  for (const match of findPhrases(words, TAGS)) {
    tags.add(match.value);
    const own = words.slice(match.word, match.word + match.length);
    if (match.value === 'total' && findPhrases(own, FINALS).length > 0) tags.add('final');
    for (let at = match.word; match.length > 1 && at < match.word + match.length; at += 1) {
      for (const inner of findPhrases(words.slice(at, at + 1), TAGS)) if (KEPT.has(inner.value)) tags.add(inner.value);
    }
  }
  return tags;
}

/** `T0TAL`, `TOTA1`: digits among letters that text recognition mistook for them. */
function wellRead(word: Word): Word {
  const misread = /^(?=.*[01])(?:[a-z01]{0,40}[a-z]){3}[a-z01]{0,40}$/.test(word.key);
  return misread ? { ...word, key: word.key.replaceAll('0', 'o').replaceAll('1', 'l') } : word;
}

/** What the words in front of an amount say; null when none of them is known. */
export function labelOf(printed: readonly Word[]): AmountLabel | null {
  const words = printed.map(wellRead);
  const tags = tagsOf(words);
  // `2 ARTICLES TOTAL 61,20`: the sum of them, not their number.
  if (tags.has('count') && endsWithTotal(words)) tags.delete('count');
  const kind = kindOf(tags);
  if (kind === null || (LEADING.has(kind) && !leads(words))) return null;
  const rounded = kind === 'total' && (tags.has('rounded') || tags.has('rounding'));
  return { kind, final: tags.has('final'), rounded, taxIncluded: tags.has('included'), ofTotal: tags.has('total') };
}

function endsWithTotal(words: readonly Word[]): boolean {
  const last = findPhrases(words.slice(-1), TAGS);
  return words.length > 1 && last.some(({ value }) => value === 'total');
}

function kindOf(tags: ReadonlySet<string>): AmountKind | null {
  const has = (tag: string) => tags.has(tag);
  // "Total so far" is the sum of what was sold before.
  if (has('before')) return 'other';
  if (has('change')) return has('total') && !has('cash') ? 'total' : 'change';
  if (has('within') && has('tax') && !(has('total') && has('sub'))) return 'tax';
  if (has('total')) return kindOfTotal(has);
  if (has('rounding')) return 'rounding';
  if (has('sub')) return 'subtotal';
  if (has('discount')) return 'discount';
  if (has('tip')) return 'tip';
  if (has('service')) return 'service';
  if (has('tax')) return 'tax';
  if (has('cash')) return 'cash';
  if (has('card')) return 'card';
  if (has('count')) return 'count';
  if (has('rounded') || has('final')) return 'total';
  return has('other') ? 'other' : null;
}

function kindOfTotal(has: (tag: string) => boolean): AmountKind {
  if (has('discount') && !has('final') && !has('included')) return 'discount';
  if (has('excluded') || has('sub')) return has('rounded') ? 'total' : 'subtotal';
  if (has('rounded')) return 'total';
  if (has('tax') && !has('included') && !has('final')) return 'tax';
  if (has('cash') && !has('final')) return 'cash';
  if (has('count') && !has('included') && !has('final')) return 'count';
  if (has('rounding') && !has('included') && !has('final')) return 'total';
  return has('service') && !has('final') && !has('included') ? 'service' : 'total';
}
