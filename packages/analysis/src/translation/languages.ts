/** Names of languages, as Unicode's data has them: in English and in the language itself. */

const VARIANTS =
  'zh-Hans zh-Hant pt-BR pt-PT en-US en-GB es-419 es-MX fr-CA de-AT de-CH nl-BE sr-Latn sr-Cyrl fil yue haw ceb hmn chr nds gsw kok mni bho mai tpi ckb hsb dsb scn fur lld';
/** Names that the data does not have. */
const MORE: Readonly<Record<string, string>> = {
  farsi: 'fa',
  mandarin: 'zh',
  'mandarin chinese': 'zh',
  castilian: 'es',
  'modern greek': 'el',
  'scottish gaelic': 'gd',
  gaelic: 'gd',
  moldovan: 'ro',
  'serbo-croatian': 'sh',
};

export interface Language {
  /** BCP 47. */
  readonly tag: string;
  /** In English. */
  readonly name: string;
}

let known: ReadonlyMap<string, Language> | null = null;

/** The language with a name, such as `German`, `Deutsch` or `Portuguese (Brazil)`; null when there is none. */
export function languageOf(name: string): Language | null {
  known ??= allLanguages();
  const plain = name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  const [, base = '', variant = ''] = /^([^()]{1,60}) \(([^()]{1,40})\)$/.exec(plain) ?? [];
  return known.get(plain) ?? known.get(`${variant} ${base}`) ?? known.get(base) ?? null;
}

/** Whether both names mean one language, be it in another country or script. */
export function isSameLanguage(a: string, b: string): boolean {
  const [one, other] = [languageOf(a), languageOf(b)];
  return one !== null && other !== null && one.tag.split('-')[0] === other.tag.split('-')[0];
}

function allLanguages(): Map<string, Language> {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const languages = new Map<string, Language>();
  for (const tag of [...tags, ...VARIANTS.split(' ')]) {
    const name = english.of(tag);
    if (!name) continue;
    const own = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag);
    for (const one of [name, ...(own ? [own] : [])]) {
      const key = one.toLowerCase();
      if (!languages.has(key)) languages.set(key, { tag, name });
    }
  }
  for (const [name, tag] of Object.entries(MORE)) {
    languages.set(name, { tag, name: english.of(tag) ?? name });
  }
  return languages;
}
