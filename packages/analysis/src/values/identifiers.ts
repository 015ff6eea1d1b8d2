import type { Span } from '../text/source.ts';

/** Numbers that prove themselves by check digits: IBAN (ISO 13616) and the VAT numbers of the European Union. */

export interface Identifier extends Span {
  readonly text: string;
}

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?(?![A-Z0-9])/g;
const VAT =
  /(?<![A-Z0-9])(?:ATU ?\d{8}|BE ?[01]\d{3}[. ]?\d{3}[. ]?\d{3}|CHE[- ]?\d{3}[. ]?\d{3}[. ]?\d{3}|DE ?\d{3} ?\d{3} ?\d{3}|DK ?\d{8}|ES ?[A-Z]\d{7}[A-Z0-9]|FI ?\d{8}|FR ?[A-Z0-9]{2} ?\d{3} ?\d{3} ?\d{3}|GB ?\d{3} ?\d{4} ?\d{2}|IE ?\d[A-Z0-9]\d{5}[A-Z]{1,2}|IT ?\d{11}|LU ?\d{8}|NL ?\d{9}B\d{2}|PL ?\d{10}|PT ?\d{9}|SE ?\d{12})(?![A-Z0-9])/g;

/** IBANs with valid check digits. */
export function ibansIn(text: string): Identifier[] {
  return matches(text, IBAN).flatMap((one) => {
    // The pattern may run into a word behind the number; a shorter piece can be the number.
    for (let words = one.text.split(/[ \u00a0]/), take = words.length; take >= 1; take -= 1) {
      const piece = words.slice(0, take).join(' ');
      if (isIban(piece))
        return [{ text: one.text.slice(0, piece.length), start: one.start, end: one.start + piece.length }];
    }
    return [];
  });
}

/** Whether a text is an IBAN with valid check digits; blanks do not count. */
export function isIban(text: string): boolean {
  const code = text.replace(/[ \u00a0]/g, '');
  if (code.length < 15 || code.length > 34) return false;
  let rest = 0;
  for (const character of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    if (Number.isNaN(value)) return false;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** VAT numbers with their country in front; German and Italian ones with valid check digits only. */
export function vatIdsIn(text: string): Identifier[] {
  return matches(text, VAT).filter(({ text: id }) => {
    const digits = id.slice(2).replace(/\D/g, '');
    if (id.startsWith('DE')) return german(digits);
    return id.startsWith('IT') ? luhn(digits) : true;
  });
}

/** ISO 7064, MOD 11,10. */
function german(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function matches(text: string, pattern: RegExp): Identifier[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
