/**
 * Countries whose money has the sign of a better known one: `$` of Belize, `Rs` of Pakistan, `C$` of Nicaragua, `lei` of
 * Moldova. They are told by their taxes and registers, and by their names where an address ends: coffee of Jamaica is sold
 * anywhere.
 */

interface OtherCountry {
  /** Its own currency, by ISO 4217. */
  readonly currency: string;
  /** What `currencyAt` gives for its sign; null where it knows none. */
  readonly sign: 'USD' | 'INR' | 'CAD' | 'RON' | 'GBP' | 'SEK' | 'XOF' | null;
  /** A sign of its own that is a word elsewhere: the source of a pattern. It counts beside sums. */
  readonly word?: string;
  /** Names with which an address ends, or `+` and the code of its telephones: the source of a pattern. */
  readonly names: string;
  /** What only its people print. */
  readonly signs?: RegExp;
}

const OTHER_COUNTRIES = {
  AR: { currency: 'ARS', sign: 'USD', names: 'Argentina', signs: /\bCUIT\b|\bIngresos Brutos\b|\bConsumidor Final\b/i },
  BB: { currency: 'BBD', sign: 'USD', names: 'Barbados' },
  BM: { currency: 'BMD', sign: 'USD', names: 'Bermuda' },
  BS: { currency: 'BSD', sign: 'USD', names: '(?:The )?Bahamas|Nassau' },
  BZ: { currency: 'BZD', sign: 'USD', names: 'Belize|Belize City|Belmopan|San Ignacio', signs: /\+501[ -]\d{3}/ },
  CL: { currency: 'CLP', sign: 'USD', names: 'Chile', signs: /\bR\.?U\.?T\.?[ :.]{1,4}\d{1,2}\.\d{3}\.\d{3}-[\dkK]/ },
  CO: { currency: 'COP', sign: 'USD', names: 'Colombia', signs: /\bNIT[ :.]{1,4}\d{3}\.?\d{3}\.?\d{3}\b/ },
  DO: { currency: 'DOP', sign: 'USD', names: 'Rep[uú]blica Dominicana', signs: /\bITBIS\b|\bNCF\b/ },
  FJ: { currency: 'FJD', sign: 'USD', names: 'Fiji|Suva' },
  GY: { currency: 'GYD', sign: 'USD', names: 'Guyana' },
  JM: { currency: 'JMD', sign: 'USD', names: 'Jamaica(?: ?,? W\\.? ?I\\.?)?|Kingston \\d{1,2}', signs: /\bGCT\b/ },
  KY: { currency: 'KYD', sign: 'USD', names: 'Grand Cayman|Cayman Islands', signs: /\bKY\d-\d{4}\b/ },
  LR: { currency: 'LRD', sign: 'USD', names: 'Liberia|Monrovia' },
  NA: { currency: 'NAD', sign: 'USD', names: 'Namibia|Windhoek', signs: /\bN\$ ?\d/ },
  SB: { currency: 'SBD', sign: 'USD', names: 'Solomon Islands|Honiara' },
  TT: { currency: 'TTD', sign: 'USD', names: 'Trinidad(?: (?:and|&) Tobago)?|Port of Spain' },
  TW: { currency: 'TWD', sign: 'USD', names: 'Taiwan(?:,? R\\.?O\\.?C\\.?)?', signs: /統一編號|統編|營業稅/ },
  UY: { currency: 'UYU', sign: 'USD', names: 'Uruguay|Montevideo' },
  XC: {
    currency: 'XCD',
    sign: 'USD',
    names:
      "Antigua|St\\.? John[’']s,? Antigua|Grenada|(?:Commonwealth of )?Dominica|St\\.? (?:Lucia|Kitts|Vincent)|Anguilla|Montserrat",
    signs: /\bABST\b/,
  },
  LK: {
    currency: 'LKR',
    sign: 'INR',
    names: 'Sri Lanka|Colombo(?: ?\\d{1,2})?|Kandy|Galle|Negombo|Jaffna',
    signs: /\b\d{9} ?-? ?7000\b/,
  },
  MU: { currency: 'MUR', sign: 'INR', names: 'Mauritius|Port Louis' },
  NP: {
    currency: 'NPR',
    sign: 'INR',
    names: 'Nepal|Kathmandu|Pokhara|Lalitpur|Biratnagar',
    signs: /\bPAN(?: ?No)?[ .:]{1,4}\d{9}\b|\bMiti ?:/,
  },
  PK: { currency: 'PKR', sign: 'INR', names: 'Pakistan|Karachi|Lahore|Islamabad', signs: /\b(?:NTN|STRN)\b/ },
  SC: { currency: 'SCR', sign: 'INR', names: 'Seychelles|Mah[eé]' },
  NI: { currency: 'NIO', sign: 'CAD', names: 'Nicaragua|Managua' },
  MD: { currency: 'MDL', sign: 'RON', names: '(?:Republica )?Moldova|Chi[sșş]in[aă]u', signs: /\bIDNO\b|\bMD-\d{4}\b/ },
  EG: { currency: 'EGP', sign: 'GBP', names: 'Egypt|Cairo' },
  IS: {
    currency: 'ISK',
    sign: 'SEK',
    names: 'Iceland|Ísland|Reykjav[ií]k|Akureyri',
    signs: /\bVSK\b|\bKt\.? ?\d{6}-\d{4}\b|\bkennitala\b/i,
  },
  SN: { currency: 'XOF', sign: 'XOF', names: 'S[eé]n[eé]gal|Dakar', signs: /\bNINEA\b/ },
  CI: { currency: 'XOF', sign: 'XOF', names: "C[oô]te d[’']Ivoire|Abidjan(?: \\d{1,2})?" },
  ML: { currency: 'XOF', sign: 'XOF', names: 'Mali|Bamako' },
  BF: { currency: 'XOF', sign: 'XOF', names: 'Burkina Faso|Ouagadougou' },
  BJ: { currency: 'XOF', sign: 'XOF', names: 'B[eé]nin|Cotonou' },
  TG: { currency: 'XOF', sign: 'XOF', names: 'Togo|Lom[eé]' },
  CM: { currency: 'XAF', sign: 'XOF', names: 'Cameroun|Cameroon|Douala|Yaound[eé]', signs: /\bNIU\b/ },
  GA: { currency: 'XAF', sign: 'XOF', names: 'Gabon|Libreville' },
  CG: { currency: 'XAF', sign: 'XOF', names: 'Congo|Brazzaville|Pointe-Noire' },
  BA: {
    currency: 'BAM',
    sign: null,
    names: 'BiH|Bosna i Hercegovina|Sarajevo|Banja Luka|Mostar|Tuzla|Zenica',
    signs: /\b(?:ID|JIB) ?(?:broj)?[ :.]{1,4}4\d{12}\b/,
    word: 'KM',
  },
  TN: {
    currency: 'TND',
    sign: null,
    names: 'Tunisie|Tunis|Sfax|Sousse|Ben Arous',
    signs: /\bMF ?:? ?\d{6,7} ?\/?[A-Z]/,
    word: 'DT',
  },
  DZ: {
    currency: 'DZD',
    sign: null,
    names: 'Alg[eé]rie|Alger|Oran|Constantine',
    signs: /\b(?:NIF|N\.?I\.?S)[ :.]{1,4}\d{15}\b/,
    word: 'DA',
  },
  MA: {
    currency: 'MAD',
    sign: null,
    names: 'Maroc|Casablanca|Rabat|Marrakech|F[eè]s|Tanger|Agadir',
    signs: /\bICE[ :.]{1,4}\d{15}\b/,
    word: '(?:DHS?|Dhs?|dhs?)',
  },
  AE: {
    currency: 'AED',
    sign: null,
    names: 'U\\.?A\\.?E\\.?|Dubai|Abu Dhabi|Sharjah|Ajman',
    signs: /\bTRN[ :.]{1,4}100\d{12}\b/,
    word: '(?:DHS?|Dhs?|dhs?)',
  },
  ET: { currency: 'ETB', sign: null, names: 'Ethiopia|Addis Ababa', word: '(?:Br|BR|Birr|ETB)' },
  BO: { currency: 'BOB', sign: null, names: 'Bolivia|La Paz|Cochabamba|Santa Cruz de la Sierra', word: 'Bs' },
  VE: {
    currency: 'VES',
    sign: null,
    names: 'Venezuela|Caracas|Maracaibo',
    signs: /\bRIF[ :.]{0,4}J-?\d{8}/,
    word: 'Bs',
  },
  GT: { currency: 'GTQ', sign: null, names: 'Guatemala', word: '(?<!\\d ?)Q' },
  HN: { currency: 'HNL', sign: null, names: 'Honduras|Tegucigalpa|San Pedro Sula', word: '(?<!\\d ?)L' },
  OM: {
    currency: 'OMR',
    sign: null,
    names: 'Oman|Muscat|Salalah',
    signs: /\bVATIN[ :.]{0,4}OM\d{10}\b/,
    word: 'R\\.?O\\.?',
  },
  TR: {
    currency: 'TRY',
    sign: null,
    names: 'T[uü]rkiye|[iİ]stanbul|Ankara|[iİ]zmir|Antalya|Bursa',
    signs: /\bvergi dairesi\b|\bVKN\b|\bTCKN\b|\bKDV\b|(?<!\p{L})fatura tarihi\b/iu,
    word: '(?:TL|tl)',
  },
  GI: { currency: 'GIP', sign: 'GBP', names: 'Gibraltar' },
} satisfies Readonly<Record<string, OtherCountry>>;

export type OtherCountryCode = keyof typeof OTHER_COUNTRIES;

const ALL = Object.entries(OTHER_COUNTRIES) as [OtherCountryCode, OtherCountry][];

/** By country: patterns of lines that tell it. */
export const OTHER_SIGNS: readonly (readonly [OtherCountryCode, RegExp])[] = ALL.flatMap(([code, { signs }]) =>
  signs ? [[code, signs] as const] : [],
);

/** By country: patterns of lines that end an address there. It may be that of a customer. */
export const OTHER_ADDRESSES: readonly (readonly [OtherCountryCode, RegExp])[] = ALL.map(([code, { names }]) => [
  code,
  new RegExp(
    String.raw`(?:^|[,;|–-]) {0,4}(?:\d{3,6} )?(?:${names})(?: ?,? (?:C\.?A\.?|W\.? ?I\.?|P\.?O\.? Box.{0,20}))?[ .]{0,9}$`,
    'iu',
  ),
]);

/** The countries whose money has a sign, by what `currencyAt` gives for it, with their own currencies. */
export const withSign = (sign: string): readonly (readonly [OtherCountryCode, string])[] =>
  ALL.filter(([, country]) => country.sign === sign).map(([code, { currency }]) => [code, currency]);

/** Signs that are words elsewhere: the country, its currency, and where such a sign stands beside a sum or in a label of one. */
export const WORD_SIGNS: readonly (readonly [OtherCountryCode, string, RegExp])[] = ALL.flatMap(
  ([code, { currency, word }]) => (word ? [[code, currency, besideSum(word)] as const] : []),
);

function besideSum(word: string): RegExp {
  const mark = String.raw`(?<![\p{L}\d])${word}(?![\p{L}\d])`;
  return new RegExp(
    String.raw`${mark}[.:)]?[ \t]{0,40}-?\d[\d.,' ]{0,14}\d(?![\p{L}\d])|\d[.,]\d{2,3} ?${word}(?![\p{L}\d])`,
    'u',
  );
}

/** By currency: what `currencyAt` gives for its sign. */
export const SIGN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  ALL.flatMap(([, { currency, sign }]) => (sign ? [[currency, sign] as const] : [])),
);
