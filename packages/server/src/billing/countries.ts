import { COUNTRY_CODES } from '@platen/client';

const CODES = new Set(COUNTRY_CODES);

export const isCountry = (code: string): boolean => CODES.has(code);

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** What a country is called in English. */
export const countryName = (code: string): string => NAMES.of(code) ?? code;

/** Countries where the state or province decides on taxes, so that an address has it, as two letters. */
const WITH_REGION = new Set(['CA', 'US']);
/** Countries in which each address has a postal code. */
const WITH_POSTAL_CODE = new Set(
  (
    'AT AU BE BG BR CA CH CN CY CZ DE DK EE ES FI FR GB GR HR HU IN IT JP KR LI LT LU LV MT MX NL NO NZ PL PT RO SE SG ' +
    'SI SK US'
  ).split(' '),
);
/** Countries that write the postal code after the city. */
const CODE_LAST = new Set(['AU', 'BR', 'CA', 'GB', 'IE', 'IN', 'KR', 'NZ', 'SG', 'US']);

export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly region?: string;
  readonly postal_code?: string;
  readonly country: string;
}

/** What an address of this country lacks, or has wrong. */
export function addressFaults({ country, region, postal_code: code }: Address): readonly AddressFault[] {
  const faults: AddressFault[] = [];
  if (WITH_REGION.has(country) && !/^[A-Z]{2}$/.test(region ?? '')) {
    faults.push({ field: 'region', message: 'must be the two letters of the state or province, such as NY' });
  }
  if (WITH_POSTAL_CODE.has(country) && code === undefined) {
    faults.push({ field: 'postal_code', message: `must be there: addresses in ${countryName(country)} have one` });
  }
  return faults;
}

export interface AddressFault {
  readonly field: 'region' | 'postal_code';
  readonly message: string;
}

/** An address as it is printed, the country last. */
export function addressLines({ line1, line2, city, region, postal_code: code, country }: Address): readonly string[] {
  const place = CODE_LAST.has(country)
    ? [[city, region].filter(Boolean).join(', '), code].filter(Boolean).join(' ')
    : [[code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return [line1, line2, place, countryName(country)].filter((text) => text !== undefined);
}
