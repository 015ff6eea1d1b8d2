import { COUNTRY_CODES } from '@platen/client';

/** Countries by their English name, as options of a select. */
export function countryOptions(): readonly { readonly value: string; readonly text: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const options = COUNTRY_CODES.map((value) => ({ value, text: names.of(value) ?? value }));
  return options.sort((one, other) => one.text.localeCompare(other.text));
}
