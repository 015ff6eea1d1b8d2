import type { Document } from './document.ts';
import { OTHER_ADDRESSES, OTHER_SIGNS, type OtherCountryCode } from './other-countries.ts';
import { remembered } from './remembered.ts';

/** The country of a document, by what only its people print: towns with their postal codes, registers, taxes. */

export type Country =
  | 'US'
  | 'CA'
  | 'AU'
  | 'NZ'
  | 'SG'
  | 'HK'
  | 'MX'
  | 'GB'
  | 'MY'
  | 'IN'
  | 'JP'
  | 'CN'
  | 'SE'
  | 'NO'
  | 'DK'
  | 'ZA'
  | 'RO'
  | OtherCountryCode;

const STATES =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';

const SIGNS: readonly (readonly [Country, RegExp])[] = [
  ['US', new RegExp(String.raw`[A-Za-z.,] ?,? {1,2}(?:${STATES}),? {1,2}\d{5}(?:-\d{4})?(?!\d)`)],
  ['US', /\bEIN[ :#]{1,3}\d\d-\d{7}\b|\bchecks? payable\b|\bFDIC\b|\bU\.?S\.?A\b|\bUnited States\b/i],
  [
    'CA',
    /\b(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? {1,3}[A-Z]\d[A-Z] ?\d[A-Z]\d\b|(?<![A-Z\d])[ABCEGHJ-NPR-TVXY]\d[ABCEGHJ-NPR-TV-Z] \d[ABCEGHJ-NPR-TV-Z]\d(?![A-Z\d])/,
  ],
  [
    'CA',
    /\b(?:GST\/HST|HST|QST|TVQ|TPS)\b|\bRT ?0001\b|\bCanada\b|\bInterac\b|(?:\bAlberta|\bOntario|\bQu[eé]bec|\bManitoba|\bSaskatchewan|\bNova Scotia|\bBritish Columbia)\b/i,
  ],
  ['CA', /, ?(?:AB|BC|MB|NB|NS|ON|QC|SK)(?![A-Za-z])/],
  [
    'AU',
    /\bA\.?B\.?N\.?[ :.]{1,5}\d{2} ?\d{3} ?\d{3} ?\d{3}\b|\b(?:NSW|VIC|QLD|TAS|ACT)\s{1,3}\d{4}\b|\bBSB\b|\bAustralia\b/,
  ],
  ['NZ', /\bNZBN\b|\bNew Zealand\b|\bAotearoa\b|\bGST\b[ :(]{1,3}15 ?%|\b15 ?% ?GST\b/],
  ['SG', /\bSingapore,? {1,2}\(?\d{6}\b/i],
  ['HK', /\bHong Kong\b/i],
  [
    'MX',
    /\bR\.?F\.?C\.?(?: (?:del )?(?:emisor|receptor))?[ :]{1,4}[A-Z&Ñ]{3,4}-?\d{6}|\bM[eé]xico\b|\bFolio fiscal\b|\bUso (?:de )?CFDI\b|\bPesos? Mexicanos?\b/i,
  ],
  ['GB', /\bsort code\b|\bEngland\b|\bGB ?\d{3} ?\d{4} ?\d{2}(?!\d)/i],
  ['GB', /\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b|\bUnited Kingdom\b/],
  ['MY', /\bSDN\.? ?BHD\b|\bMalaysia\b|\bSST\b|\bJalan\b/i],
  ['IN', /\bGSTIN\b|\b[CSI]GST\b|\bIndia\b/],
  ['JP', /[\u3040-\u30ff]|円|\bJapan\b|\bTokyo\b|\bK\.K\.|\bconsumption tax\b/i],
  ['CN', /\d ?元|元[/／整]|增值税|人民币/],
  [
    'SE',
    /\bSverige\b|\bOrg\.? ?nr\b(?!.{0,40}MVA)|\bBankgiro\b|\bF-skatt\b|(?<!\p{L})(?:belopp|kvitto|att betala|förfallodag|ben[äa]mning|moms ingår)(?!\p{L})/iu,
  ],
  [
    'NO',
    /\bMVA\b|\bOrganisasjonsnummer\b|\bNorge\b|\bBankAxept\b|(?<!\p{L})(?:å betale|beløp|forfallsdato)(?!\p{L})/iu,
  ],
  ['DK', /\bCVR\b|\bDanmark\b|\bDankort\b|(?<!\p{L})(?:at betale|beløb|forfaldsdato)(?!\p{L})/iu],
  [
    'ZA',
    /\b(?:VAT|tax) ?(?:reg(?:istration)?)?\.? ?(?:no|nr|number|#)?[.: ]{1,4}4\d{9}\b|\bSouth Africa\b|\(Pty\) ?Ltd\b|\.co\.za\b/i,
  ],
  ['RO', /\bRom[aâ]nia\b|\bBucure[sșş]ti\b|\bRO ?\d{6,10}(?!\d)|\bC\.?U\.?I\.?[ :]{1,4}\d{6,10}(?!\d)/i],
];
/** What others have too: it tells where nothing else does, and no tax on added value is named. `5.123 GAL` alone is that of Colombia and Ecuador. */
const LIKE_US = /\bsales tax\b|\bprice ?\/ ?gal\b|\bgallons?[ :]{1,30}\d{1,3}\.\d{3}\b/i;
/** Taxes that the United States do not have. */
const ADDED_VALUE =
  /(?<![\p{L}\d])(?:VAT|V\.A\.T|GST|G\.S\.T|HST|GCT|IVA|I\.V\.A|IGV|ISV|ITBIS|ITBMS|ABST|SST|TVA|MwSt)(?![\p{L}\d])/u;
const LINES = 500;

const READ = 50_000;
const ALL_SIGNS: readonly (readonly [Country, RegExp])[] = [...SIGNS, ...OTHER_SIGNS];
const ALL_SIGNS_AND_ADDRESSES = [...ALL_SIGNS, ...OTHER_ADDRESSES];

/** What stands above, or ahead of, the address of a customer, who may be from anywhere. */
const RECIPIENT =
  /(?:^|\s\s)\W{0,3}(?:(?:bill(?:ed|ing)?|invoiced?|sold|ship(?:ped|ping)?|deliver(?:ed|y)?)(?: address| to)|(?:customer|client|buyer|to|attn|attention|recipient|facturar a|cliente|comprador|adquir[ei]ente|destinataire|kunde|empfänger)(?= {0,3}:| {0,3}$| {2}))/iu;
/** Lines of an address. */
const ADDRESS = 8;

/** Marks the lines of the address of a customer: those from its label to a blank line. */
function recipientLines(): (text: string) => boolean {
  let left = 0;
  return (text) => {
    if (RECIPIENT.test(text)) left = ADDRESS;
    else if (text.trim() === '' && left < ADDRESS - 1) left = 0;
    left -= 1;
    return left >= 0;
  };
}

/** The countries that a document shows signs of. */
export const countriesOf: (document: Document) => ReadonlySet<Country> = remembered((document: Document) => {
  const found = new Set<Country>();
  let likeUs = false;
  const isOfRecipient = recipientLines();
  for (const { text } of document.source.lines.slice(0, LINES)) {
    const head = text.slice(0, 300);
    const signs = isOfRecipient(head) ? ALL_SIGNS : ALL_SIGNS_AND_ADDRESSES;
    for (const [country, sign] of signs) if (!found.has(country) && sign.test(head)) found.add(country);
    likeUs ||= LIKE_US.test(head);
  }
  if (likeUs && found.size === 0 && !ADDED_VALUE.test(document.source.text.slice(0, READ))) found.add('US');
  return found;
});

/** The one of some countries that a document shows signs of; null with signs of none of them, or of several. */
export function countryAmong(document: Document, some: readonly Country[]): Country | null {
  const [only, second] = some.filter((country) => countriesOf(document).has(country));
  return only !== undefined && second === undefined ? only : null;
}
