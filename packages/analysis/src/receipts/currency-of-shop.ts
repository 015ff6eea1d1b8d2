import { type Country, countriesOf } from '../values/country.ts';
import type { Document } from '../values/document.ts';
import type { CurrencyReading } from '../values/document-currency.ts';

/**
 * A till that prints no sign or code of a currency counts in that of the country which the paper shows: by its address,
 * or by registers that no other country has.
 */

const OWN: readonly (readonly [Country, string, RegExp])[] = [
  ['US', 'USD', /\p{L}[.,]? {1,2}[A-Z]{2},? {1,2}\d{5}(?:-\d{4})?(?!\d)/u],
  ['CA', 'CAD', /(?<![A-Z\d])[ABCEGHJ-NPR-TVXY]\d[A-Z] \d[A-Z]\d(?![A-Z\d])|\bRT ?0001\b/],
  ['GB', 'GBP', /(?<![A-Z\d])[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![A-Z\d])|\bGB ?\d{3} ?\d{4} ?\d{2}(?!\d)/],
  ['AU', 'AUD', /\bA\.?B\.?N\.?[ :.]{1,5}\d{2} ?\d{3} ?\d{3} ?\d{3}\b|\b(?:NSW|VIC|QLD|TAS|ACT) {1,3}\d{4}\b/],
  ['JP', 'JPY', /電話|登録番号 ?T\d{13}|レジ|領 {0,3}収/],
  ['MY', 'MYR', /\bSDN\.? ?BHD\b/i],
  ['IN', 'INR', /\bGSTIN\b/],
  ['SE', 'SEK', /\bOrg\.? ?nr\.?:? ?\d{6}-\d{4}/i],
  ['NO', 'NOK', /\d{3} ?\d{3} ?\d{3} ?MVA\b/],
  ['DK', 'DKK', /\bCVR(?:[-. ]?n(?:r|o)\.?)?:? ?\d{8}\b/i],
];
/** Registers of countries with the euro: of a till in Portugal, of a company in France, of a tax in others. */
const IN_EUROS =
  /(?<![\p{L}\d])(?:ATCUD|SIRET ?:? ?\d{3} ?\d{3} ?\d{3} ?\d{5}|documento commerciale|(?:UID|USt-?Id)(?:-?Nr\.?)? ?:? ?(?:DE ?\d{9}|ATU ?\d{8})|TVA ?:? ?(?:FR ?\d{11}|BE ?0\d{9})|btw\p{L}{0,2}\W{1,3}NL ?\d{9}B\d\d|factura simplificada(?=[\s\S]{0,400}(?<!\p{L})(?:IVA|NIF|CIF)(?!\p{L})))(?![\p{L}\d])/iu;
/** Somebody else has an address on the paper. */
const RECIPIENT =
  /(?<!\p{L})(?:(?:ship|deliver|bill|sold|send)(?:ped|ed)?(?:ing)? (?:to|address)|customer|guest|recipient)(?!\p{L})/iu;
const READ = 20_000;

export function currencyOfShop(document: Document): CurrencyReading | null {
  const text = document.source.text.slice(0, READ);
  const countries = countriesOf(document);
  if (IN_EUROS.test(text)) return OWN.some(([country]) => countries.has(country)) ? null : inCurrency('EUR');
  // A name such as that of a town may stand anywhere: `Tokyo Sushi`.
  const own = OWN.filter(([country, , sign]) => countries.has(country) && sign.test(text));
  const [only] = own;
  return only && own.length === 1 && countries.size === 1 && !RECIPIENT.test(text) ? inCurrency(only[1]) : null;
}

const inCurrency = (code: string): CurrencyReading => ({ code, by: 'country', mixed: false });
