/** Currencies by symbol and by ISO 4217 code. */

const SYMBOLS: Readonly<Record<string, string>> = {
  US$: 'USD',
  HK$: 'HKD',
  NZ$: 'NZD',
  NT$: 'TWD',
  MX$: 'MXN',
  S$: 'SGD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  R$: 'BRL',
  RD$: 'DOP',
  AR$: 'ARS',
  CL$: 'CLP',
  COL$: 'COP',
  EC$: 'XCD',
  BZ$: 'BZD',
  TT$: 'TTD',
  CI$: 'KYD',
  J$: 'JMD',
  N$: 'NAD',
  Bds$: 'BBD',
  U$S: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  円: 'JPY',
  元: 'CNY',
  원: 'KRW',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₫': 'VND',
  '฿': 'THB',
  '₪': 'ILS',
  'ש"ח': 'ILS',
  'ש״ח': 'ILS',
  '₦': 'NGN',
  '₱': 'PHP',
  '₴': 'UAH',
  '₾': 'GEL',
  '₸': 'KZT',
  '₮': 'MNT',
  '֏': 'AMD',
  '₼': 'AZN',
  '₲': 'PYG',
  'Gs.': 'PYG',
  '₡': 'CRC',
  '₵': 'GHS',
  'GH₵': 'GHS',
  'GH¢': 'GHS',
  '৳': 'BDT',
  'Tk.': 'BDT',
  Tk: 'BDT',
  Taka: 'BDT',
  '៛': 'KHR',
  '₭': 'LAK',
  'S/': 'PEN',
  'S/.': 'PEN',
  KSHS: 'KES',
  Kshs: 'KES',
  KShs: 'KES',
  KSH: 'KES',
  Ksh: 'KES',
  KSh: 'KES',
  TSHS: 'TZS',
  Tshs: 'TZS',
  TSh: 'TZS',
  USHS: 'UGX',
  UShs: 'UGX',
  USh: 'UGX',
  FCFA: 'XOF',
  'F CFA': 'XOF',
  'F.CFA': 'XOF',
  CFA: 'XOF',
  ЛВ: 'BGN',
  'ЛВ.': 'BGN',
  лв: 'BGN',
  'лв.': 'BGN',
  грн: 'UAH',
  'грн.': 'UAH',
  гривень: 'UAH',
  руб: 'RUB',
  'руб.': 'RUB',
  тенге: 'KZT',
  тг: 'KZT',
  төгрөг: 'MNT',
  ден: 'MKD',
  'ден.': 'MKD',
  РСД: 'RSD',
  'дин.': 'RSD',
  'din.': 'RSD',
  ლარი: 'GEL',
  ریال: 'IRR',
  đ: 'VND',
  VNĐ: 'VND',
  đồng: 'VND',
  新臺幣: 'TWD',
  新台幣: 'TWD',
  'ر.س': 'SAR',
  'د.إ': 'AED',
  'ج.م': 'EGP',
  'د.ك': 'KWD',
  'ر.ق': 'QAR',
  zł: 'PLN',
  Kč: 'CZK',
  'Fr.': 'CHF',
  RM: 'MYR',
  Rp: 'IDR',
  Rs: 'INR',
  kr: 'SEK',
  Ft: 'HUF',
  lei: 'RON',
  EURO: 'EUR',
  Euro: 'EUR',
  euro: 'EUR',
};

/** Codes that are mostly something else where their currency is not in use: `CVE`, `SBD` and `ETB` are abbreviations. */
const SELDOM = new Set(
  (
    'AFN AOA AZN BAM BDT BND BWP BYN CDF CRC CVE DZD ETB GHS GMD GTQ GYD HNL HRK HTG IQD IRR KHR KZT LBP LRD LYD MKD MMK MVR MWK MZN OMR PGK PYG RWF ' +
    'SBD SRD TJS TMT TND TZS UGX UZS VUV XAF XOF XPF YER ZMW'
  ).split(' '),
);
/** Of these, the sign or the name is a word too: `S/`, `din.` */
const SELDOM_SIGNS: ReadonlySet<string> = new Set(['PEN', 'RSD']);

/** Whether one mark of a currency may be there by chance. */
export const isSeldom = (code: string): boolean => SELDOM.has(code) || SELDOM_SIGNS.has(code);

/** Without those that are words on bills: `DOP` is what cheese of Italy is called, `GEL` soap, `JOD` salt, `BHD` a form of companies in Malaysia, `BOB` a name, `AMD` a maker, `KGS` a weight, `MNT` an amount in French. */
const CODES = new Set([
  ...SELDOM,
  ...(
    'AED ARS AUD BBD BGN BMD BRL BSD BZD CAD CHF CLP CNY COP CZK DKK EGP EUR FJD GBP HKD HUF IDR ILS INR ISK JMD JPY KES KRW KWD KYD LKR MAD MDL MXN MYR NAD NGN ' +
    'NIO NOK NPR NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TTD TWD UAH USD UYU VND XCD ZAR'
  ).split(' '),
]);

const SYMBOL_LIST = Object.keys(SYMBOLS).sort((a, b) => b.length - a.length);
/** What a symbol or a code can begin with: most places are left at once. */
const INITIALS = new Set([...SYMBOL_LIST, ...CODES].map((mark) => mark.charAt(0)));
const LETTER = /^\p{L}$/u;

/** Signs of several currencies: which of them is meant only the country tells. */
const SHARED: ReadonlySet<string> = new Set(['$', '¥', '￥', 'kr', 'Rs', 'FCFA', 'F CFA', 'F.CFA', 'CFA']);

/** Behind `S/`: a sum with decimals, or the end of a label. */
const IN_SOLES = /^\s{0,40}(?:[:)]|$|-?\d{1,3}(?:[ ,]?\d{3}){0,3}\.\d{2}(?!\d))/;

export interface CurrencyMark {
  /** ISO 4217. `USD` for a bare dollar sign. */
  readonly code: string;
  /** Whether other currencies have the same sign. */
  readonly shared: boolean;
  readonly start: number;
  readonly end: number;
}

/** The currency that stands at an offset, if one does. */
export function currencyAt(text: string, at: number): CurrencyMark | null {
  if (!INITIALS.has(text.charAt(at))) return null;
  const code = text.slice(at, at + 3);
  if (CODES.has(code) && !isLetter(text, at + 3) && !isLetter(text, at - 1))
    return { code, shared: false, start: at, end: at + 3 };
  for (const symbol of SYMBOL_LIST) {
    if (!text.startsWith(symbol, at)) continue;
    const end = at + symbol.length;
    const wordy = LETTER.test(symbol.charAt(symbol.length - 1));
    if (wordy && (isLetter(text, end) || isLetter(text, at - 1))) continue;
    // `S/N 4417` is the number of a thing, and `1S/01` a day that was misread.
    if (symbol === 'S/' && (!IN_SOLES.test(text.slice(end, end + 60)) || /\d/.test(text.charAt(at - 1)))) continue;
    // The `A$` of `CA$` is none of its own.
    if (LETTER.test(symbol.charAt(0)) && isLetter(text, at - 1)) continue;
    return { code: SYMBOLS[symbol] ?? 'USD', shared: SHARED.has(symbol), start: at, end };
  }
  return null;
}

/** The currency that ends at an offset, if one does. */
export function currencyBefore(text: string, end: number): CurrencyMark | null {
  for (let length = 7; length >= 1; length -= 1) {
    const mark = currencyAt(text, end - length);
    if (mark?.end === end && end - length >= 0) return mark;
  }
  return null;
}

/** The ISO code that is printed most often in a row of codes; null when there is none. */
export function commonest(codes: Iterable<string | null>): string | null {
  const counts = new Map<string, number>();
  for (const code of codes) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  let best: string | null = null;
  for (const [code, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = code;
  return best;
}

function isLetter(text: string, at: number): boolean {
  return at >= 0 && LETTER.test(text.charAt(at));
}
