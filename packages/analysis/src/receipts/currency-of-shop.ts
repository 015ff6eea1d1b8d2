import { type Country, countriesOf } from '../values/country.ts';
import type { Document } from '../values/document.ts';
import type { CurrencyReading } from '../values/document-currency.ts';

/**
 * A till that prints no sign or code of a currency counts in that of the country which the paper shows: by its address,
 * or by registers that no other country has.
 */

const OWN: Readonly<Partial<Record<Country, string>>> = {
  US: 'USD',
  CA: 'CAD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  JP: 'JPY',
  MY: 'MYR',
  IN: 'INR',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
};
/** Registers of countries with the euro: of a till in Portugal, of a company in France, of a tax in others. */
const IN_EUROS =
  /(?<![\p{L}\d])(?:ATCUD|SIRET ?:? ?\d{3} ?\d{3} ?\d{3} ?\d{5}|documento commerciale|(?:UID|USt-?Id)(?:-?Nr\.?)? ?:? ?(?:DE ?\d{9}|ATU ?\d{8})|TVA ?:? ?(?:FR ?\d{11}|BE ?0\d{9})|btw\p{L}{0,2}\W{1,3}NL ?\d{9}B\d\d|factura simplificada(?=[\s\S]{0,400}(?<!\p{L})(?:IVA|NIF|CIF)(?!\p{L})))(?![\p{L}\d])/iu;
const READ = 20_000;

export function currencyOfShop(document: Document): CurrencyReading | null {
  const [country, second] = countriesOf(document);
  const isEuro = IN_EUROS.test(document.source.text.slice(0, READ));
  if (isEuro)
    return [country, second].some((one) => one !== undefined && one in OWN)
      ? null
      : { code: 'EUR', by: 'country', mixed: false };
  if (second !== undefined) return null;
  const code = country && OWN[country];
  return code ? { code, by: 'country', mixed: false } : null;
}
