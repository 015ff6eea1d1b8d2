/**
 * The tests' own way to write amounts, independent of the generator's: the runtime's locale data. Spaces and
 * apostrophes have several code points in use, so both sides are compared with plain ones.
 */
const LOCALES: Record<string, string> = {
  au: 'en-AU',
  br: 'pt-BR',
  ch: 'de-CH',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  gb: 'en-GB',
  in: 'en-IN',
  it: 'it-IT',
  nl: 'nl-NL',
  ocr: 'en-US',
  se: 'sv-SE',
  us: 'en-US',
};

/** Text with plain blanks and apostrophes alone. */
export function spaced(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2019', "'");
}

/** An amount in minor units as the country of a layout writes it, without a sign. */
export function printedAmount(minor: number, layout: string): string {
  const locale = LOCALES[layout.split('-')[0] ?? ''];
  if (locale === undefined) throw new Error(`no locale for ${layout}`);
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
  return spaced(new Intl.NumberFormat(locale, options).format(Math.abs(minor) / 100));
}

/** How often a figure stands in a text as a whole, that is not as a part of a longer one. */
export function occurrences(text: string, figure: string): number {
  const plain = spaced(text);
  let found = 0;
  for (let at = plain.indexOf(figure); at !== -1; at = plain.indexOf(figure, at + 1)) {
    const around = `${plain[at - 1] ?? ' '}${plain[at + figure.length] ?? ' '}`;
    if (!/\d/.test(around)) found += 1;
  }
  return found;
}
