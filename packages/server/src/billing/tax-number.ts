import { invalidField } from '../http/valid.ts';
import { countryName } from './countries.ts';

/** What numbers of the VAT are called in the package that knows them, for each country of the European Union. */
const EU = {
  AT: 'uid',
  BE: 'vat',
  BG: 'vat',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  GR: 'vat',
  HR: 'oib',
  HU: 'anum',
  IE: 'vat',
  IT: 'iva',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MT: 'vat',
  NL: 'btw',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  SE: 'vat',
  SI: 'ddv',
  SK: 'dph',
} as const;

type EuCountry = keyof typeof EU;

export const isInEu = (country: string): country is EuCountry => Object.hasOwn(EU, country);

/** What stands before the number. Greece has one of its own (Directive 2006/112/EC, article 215). */
const prefixOf = (country: EuCountry): string => (country === 'GR' ? 'EL' : country);

/**
 * A tax number as it is printed, once its form and its check digits are right: of the VAT in the European Union, of
 * companies elsewhere. Where the form is not known it is taken as it is. Whether a number is in use nobody is asked.
 * @throws ApiError `invalid_request`
 */
export async function checkedTaxNumber(country: string, text: string): Promise<string> {
  // It takes a while to load, and few requests need it.
  const { stdnum, validateEntity } = await import('stdnum');
  if (isInEu(country)) {
    const prefix = prefixOf(country);
    const compact = text.toUpperCase().replaceAll(/[\s./-]/g, '');
    const rest = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
    const known = stdnum[country] as unknown as Readonly<Record<string, Validator>>;
    const result = known[EU[country]]?.validate(rest);
    if (!result?.isValid) {
      throw invalidField('/tax_id', `"tax_id" is no VAT number of ${countryName(country)}, such as ${prefix}….`);
    }
    return `${prefix}${result.compact}`;
  }
  const { checked, isValid } = validateEntity(country, text);
  if (checked && !isValid) {
    throw invalidField('/tax_id', `"tax_id" is no number that a company in ${countryName(country)} has.`);
  }
  return text;
}

interface Validator {
  validate(value: string): { readonly isValid: boolean; readonly compact?: string };
}
