import { addDays, printDate } from '../calendar.ts';
import { COMMA, digitsOf, POINT } from '../money.ts';
import type { Random } from '../random.ts';
import type { Kind, Vocabulary } from './vocabulary.ts';

/** BBAN lengths of the countries whose IBANs are printed (ISO 13616 registry). */
const BBAN_DIGITS: Record<string, number> = { DE: 18, NL: 0, FR: 23, ES: 20, IT: 0, CH: 17, GB: 0, SE: 20, BR: 0 };

/** Countries that write amounts with a decimal point. */
const POINT_COUNTRIES = ['US', 'GB', 'AU', 'IN', 'CH'];

/** The lines of one description: what it is, with whom, and the references that banks print under it. */
export function describe(vocabulary: Vocabulary, kind: Kind, date: string, random: Random): string[] {
  const templates = vocabulary.templates[kind];
  if (!templates) throw new Error(`no words for ${kind} in ${vocabulary.language}-${vocabulary.country}`);
  const chosen: Record<string, string> = {};
  return random
    .pick(templates)
    .map((template) =>
      template.replace(/\{(\w+)\}/g, (_, slot: string) => fill(slot, chosen, vocabulary, date, random)),
    );
}

function fill(
  slot: string,
  chosen: Record<string, string>,
  vocabulary: Vocabulary,
  date: string,
  random: Random,
): string {
  const digits = /^n(\d+)$/.exec(slot);
  if (digits) return random.digits(Number(digits[1]));
  chosen[slot] ??= word(slot, vocabulary, date, random);
  return chosen[slot];
}

function word(slot: string, vocabulary: Vocabulary, date: string, random: Random): string {
  switch (slot) {
    case 'shop':
      return random.pick(vocabulary.shops);
    case 'company':
      return random.pick(vocabulary.companies);
    case 'person':
      return random.pick(vocabulary.people);
    case 'city':
      return random.pick(vocabulary.cities);
    case 'iban':
      return iban(vocabulary.country, random);
    case 'bic':
      return `${random.pick(['ABCD', 'NOLA', 'GENO', 'SKBX'])}${vocabulary.country}${random.pick(['FF', '2X', 'M1'])}XXX`;
    case 'date':
      return printDate(addDays(date, -random.integer(0, 3)), vocabulary.datePattern, vocabulary.language);
    case 'time':
      return `${String(random.integer(7, 21)).padStart(2, '0')}:${String(random.integer(0, 59)).padStart(2, '0')}`;
    case 'month':
      return date.slice(5, 7);
    case 'year':
      return date.slice(0, 4);
    case 'money':
      return digitsOf(random.integer(400, 18_000), POINT_COUNTRIES.includes(vocabulary.country) ? POINT : COMMA);
    default:
      throw new Error(`unknown slot {${slot}}`);
  }
}

/** An IBAN with right check digits (ISO 7064, mod 97-10), ungrouped. */
export function iban(country: string, random: Random): string {
  const bban = basicNumber(country, random);
  const numeric = [...`${bban}${country}00`].map((char) => String(Number.parseInt(char, 36))).join('');
  return `${country}${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${bban}`;
}

/** Puts a blank after each four characters, as an IBAN is written on paper. */
export function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

function basicNumber(country: string, random: Random): string {
  if (country === 'NL') return `${random.pick(['POLD', 'IJSL'])}0${random.digits(9)}`;
  if (country === 'GB') return `PENB${random.digits(14)}`;
  if (country === 'IT') return `X${random.digits(22)}`;
  if (country === 'BR') return `${random.digits(23)}P1`;
  return random.digits(BBAN_DIGITS[country] || 18);
}
