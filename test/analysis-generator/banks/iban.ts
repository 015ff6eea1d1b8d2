/** An IBAN of a country for a national number, with its check digits (ISO 7064, mod 97-10), in groups of four. */
export function ibanOf(country: string, national: string): string {
  const numeric = [...`${national}${country}00`].map((char) => String(Number.parseInt(char, 36))).join('');
  const check = String(98n - (BigInt(numeric) % 97n)).padStart(2, '0');
  return `${country}${check}${national}`.replace(/(.{4})(?=.)/g, '$1 ');
}
