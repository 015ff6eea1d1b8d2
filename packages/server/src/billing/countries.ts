/** ISO 3166-1 alpha-2. */
const CODES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
    'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
    'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
    'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
    'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
    'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

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
