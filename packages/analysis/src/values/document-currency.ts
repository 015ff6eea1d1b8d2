import type { Amount } from './amounts.ts';
import { type Country, countriesOf, countryAmong } from './country.ts';
import { commonest, currencyAt } from './currency.ts';
import type { Document } from './document.ts';
import { WORD_SIGNS, withSign } from './other-countries.ts';

/** In which currency a document is. A sign of several currencies is one only where the country is clear. */

export interface CurrencyReading {
  /** ISO 4217. */
  readonly code: string;
  /** How it is known: a sign or code beside sums, one that a label or a heading names, or the country. */
  readonly by: 'printed' | 'named' | 'country';
  /** Whether sums have other currencies too. */
  readonly mixed: boolean;
}

/** By what `currencyAt` gives for a sign: the countries that use it, and their own currency. */
const SHARED: Readonly<Record<string, readonly (readonly [Country, string])[]>> = {
  USD: [
    ['US', 'USD'],
    ['CA', 'CAD'],
    ['AU', 'AUD'],
    ['NZ', 'NZD'],
    ['SG', 'SGD'],
    ['HK', 'HKD'],
    ['MX', 'MXN'],
  ],
  SEK: [
    ['NO', 'NOK'],
    ['DK', 'DKK'],
    ['SE', 'SEK'],
  ],
  JPY: [
    ['JP', 'JPY'],
    ['CN', 'CNY'],
  ],
  INR: [['IN', 'INR']],
};
/** Other currencies with the same sign. */
const FAMILY: Readonly<Record<string, readonly string[]>> = {
  USD: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN'],
  SEK: ['SEK', 'NOK', 'DKK', 'ISK'],
  JPY: ['JPY', 'CNY'],
  INR: ['INR', 'PKR'],
  XOF: ['XOF', 'XAF'],
};
/** The currencies that a sign may be of. */
const familyOf = (sign: string): readonly string[] => [
  ...(FAMILY[sign] ?? [sign]),
  ...withSign(sign).map(([, code]) => code),
];

/** Codes that are also words in capital letters. */
const WORDLIKE = new Set(['TRY', 'PEN', 'RON', 'lei', 'kr', 'Ft', 'Rs']);
const LINES = 2000;

/** The currency that stands beside most sums, else the one that a label or a heading names; null when nothing tells. */
export function currencyOfDocument(document: Document, amounts: readonly Amount[]): CurrencyReading | null {
  const marked = amounts.filter((amount) => amount.currency !== null);
  const near = commonest(marked.map((amount) => amount.currency));
  if (near === null) {
    const code =
      commonest(codesIn(document, NAMING)) ?? (IN_EUROS.test(document.source.text.slice(0, READ)) ? 'EUR' : null);
    if (code !== null) return { code, by: 'named', mixed: false };
    if (inRand(document, amounts)) return { code: 'ZAR', by: 'country', mixed: false };
    const sign = commonest(codesIn(document, NAMING, true));
    return sign === null ? byWordOfCountry(document) : sharedCurrency(document, sign, false);
  }
  const plain = commonest(marked.flatMap((amount) => (amount.sharedSign ? [] : amount.currency)));
  const family = familyOf(near);
  const others = marked.filter((amount) => !family.includes(amount.currency ?? ''));
  const mixed = others.length > 0;
  const all = marked.filter((amount) => amount.currency === near);
  if (all.some((amount) => !amount.sharedSign)) return ownOf(document, near, mixed);
  if (plain !== null && family.includes(plain)) return { code: plain, by: 'printed', mixed };
  return sharedCurrency(document, near, mixed);
}

/**
 * Whether most sums have an `R` in front in a document of South Africa. Elsewhere the letter is the code of a tax, or of
 * a kind of goods.
 */
function inRand({ source, ...rest }: Document, amounts: readonly Amount[]): boolean {
  if (countryAmong({ source, ...rest }, ['ZA', 'US', 'CA', 'AU', 'NZ', 'GB', 'IN', 'MY', 'SG']) !== 'ZA') return false;
  const sums = amounts.filter(({ decimals }) => decimals === 2).length;
  const marked =
    source.text.slice(0, READ).match(/(?<![^\s:])R ?\d{1,3}(?:[ ,]?\d{3}){0,3}[.,]\d{2}(?!\d)/g)?.length ?? 0;
  return marked > 1 || (marked > 0 && marked * 2 > sums);
}

/** `UKUPNO KM 2.106,00` in Bosnia: a sign that is a word elsewhere counts where nothing but signs of its country are. */
function byWordOfCountry(document: Document): CurrencyReading | null {
  const text = document.source.text.slice(0, READ);
  const codes = WORD_SIGNS.flatMap(([country, code, sign]) =>
    countriesOf(document).has(country) && sign.test(text) ? [code] : [],
  );
  const [only] = codes;
  return only !== undefined && new Set(codes).size === 1 ? { code: only, by: 'country', mixed: false } : null;
}

/** `TOTAL EUROS 65,02`, `Totale Euro`. */
const IN_EUROS =
  /(?<!\p{L})(?:total|totale?|importe|importo|summe|gesamt|betrag|montant|totaal|bedrag)(?:[ ](?:complessivo|a pagar|da pagare|ttc))? {1,3}(?:\(?(?:en|in|em) )?euros?\)?(?!\p{L})/iu;

const READ = 50_000;

/** The countries whose currency a sign of its own is first of all. */
const HOME: Readonly<Record<string, Country>> = { CAD: 'CA', GBP: 'GB', RON: 'RO' };

/**
 * A sign of one currency is also that of a country which is less known: `C$ 120.00` in Nicaragua. Not beside signs of the
 * better known one, of which the other may be a customer; and `US$` and `₹` are of one country wherever they are printed.
 */
function ownOf(document: Document, code: string, mixed: boolean): CurrencyReading {
  const printed = { code, by: 'printed', mixed } as const;
  const home = HOME[code];
  if (home === undefined || ownSign(code).test(document.source.text.slice(0, READ))) return printed;
  const others = withSign(code);
  const country = countryAmong(document, [home, ...others.map(([name]) => name)]);
  const other = others.find(([name]) => name === country)?.[1];
  return other === undefined ? printed : { code: other, by: 'country', mixed };
}

/** What no other currency has. */
const ownSign = (code: string): RegExp => new RegExp(`(?<![A-Z])(?:${code}(?![A-Z])${code === 'CAD' ? '|CA\\$' : ''})`);

/** Which currency a sign of several means: the one that is named, else the one of the country. */
function sharedCurrency(document: Document, sign: string, mixed: boolean): CurrencyReading | null {
  const named = commonest(codesIn(document, ANYWHERE).filter((code) => familyOf(sign).includes(code)));
  if (named) return { code: named, by: 'named', mixed };
  const choices = [...(SHARED[sign] ?? []), ...withSign(sign)];
  const country = countryAmong(
    document,
    choices.map(([name]) => name),
  );
  const code = choices.find(([name]) => name === country)?.[1];
  return code === undefined ? null : { code, by: 'country', mixed };
}

/** What a code must stand beside or among to name the currency: "Total EUR", "Amount (USD)", "all prices in CHF". */
const NAMING =
  /(?<!\p{L})(?:(?:sub)?totals?|amounts?|sum|prices?|currency|balance|due|paid|paid in|w[äa]hrung|betrag|betr[äa]ge|summe|gesamt\p{L}{0,8}|endbetrag|preise?|preis|montant|prix|devise|net|importe|precio|moneda|divisa|importo|prezzo|totale|valuta|totaal|bedrag|prijs|kwota|razem|suma|summa|belopp|bel[øo]b|i alt|debit|credit|charges?|cost|rate|all values|in)(?!\p{L})/iu;

/** Beside a sign of several currencies, the code of one of them tells wherever it stands. */
const ANYWHERE = /[A-Z]/;

/** The end of a label: "Att betala SEK", "Amount (EUR)". */
const LABEL_END = /(?:^| {2}|\t) ?\p{L}[\p{L}\p{M} .,'’/-]{1,40}[ (]$/u;

/** Codes on the lines with certain words, and at the end of labels; with `shared`, signs of several currencies instead. */
function codesIn(document: Document, words: RegExp, shared = false): string[] {
  const codes: string[] = [];
  for (const { text } of document.source.lines.slice(0, LINES)) {
    const told = words.test(text);
    for (let at = 0; at < text.length; at += 1) {
      const mark = currencyAt(text, at);
      if (!mark) continue;
      const named =
        told ||
        (text.length < 100 && text.trim() === text.slice(mark.start, mark.end)) ||
        (/^\)?:?(?: {2}|\t|\s{0,20}$|\s{1,60}\d)/.test(text.slice(mark.end, mark.end + 80)) &&
          LABEL_END.test(text.slice(0, mark.start)));
      const fits = shared ? mark.shared : !mark.shared && !WORDLIKE.has(text.slice(mark.start, mark.end));
      if (named && fits) codes.push(mark.code);
      at = mark.end - 1;
    }
  }
  return codes;
}
