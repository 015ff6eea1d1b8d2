import { condensed, wordsOf } from '../text/words.ts';
import { CONCEPT_OF, type Concept } from './concepts.ts';
import type { ValueType } from './typed.ts';

/** A field's name as a caller writes it, and the labels that would mean it in a document. */

export interface FieldName {
  readonly name: string;
  /** The concept it names, when it names a known one. */
  readonly concept: string | null;
  readonly type: ValueType;
  /** Whether it asks how many there are: "number of rooms". */
  readonly counted: boolean;
  /** Labels without spaces, in lower case, with what each is worth: the caller's own words most. */
  readonly labels: ReadonlyMap<string, number>;
  /** The words of the name that say something. */
  readonly words: readonly string[];
}

const FILLERS = new Set(
  'the a an of for der die das des de la le les el los il lo het een du del della von van field value'.split(' '),
);
const NUMBER_WORDS = new Set('no number nr num nummer numero n id'.split(' '));
/** What the last or the first word of a name tells of its value. */
const HINTS: readonly (readonly [RegExp, ValueType])[] = [
  [/^(?:iban)$/, 'iban'],
  [/^(?:e?mail|courriel|correo)$/, 'email'],
  [/^(?:phone|telephone|tel|telefon|telefono|telefoon|mobile|fax)$/, 'phone'],
  [/^(?:website|url|homepage)$/, 'url'],
  [/^(?:date|datum|fecha|data|deadline|day|birthday)$|datum$|termin$/, 'date'],
  [
    /^(?:amount|betrag|montant|importe|importo|bedrag|price|preis|prix|precio|prezzo|prijs|fee|fees|cost|costs|kosten|total|salary|charge|budget|payment|tax|pay|rent|premium|balance|deposit|saldo|interest|fine)$|(?:betrag|preis|kosten|gebuhr|lohn|gehalt|miete|steuer|bedrag|prijs)$/,
    'money',
  ],
  [/^(?:percent|percentage|rate|prozent|prozentsatz|taux|tasa|tasso|availability)$|satz$/, 'percent'],
  [
    /^(?:period|duration|frist|dauer|duree|duracion|durata|duur|length|notice)$|(?:frist|dauer|zeit|termijn|tijd)$/,
    'duration',
  ],
  [
    /^(?:weight|gewicht|poids|peso|area|size|volume|height|width|distance|flache|capacity)$|(?:gewicht|flache)$/,
    'measure',
  ],
  [/^(?:address|adresse|anschrift|direccion|indirizzo|adres)$/, 'address'],
  [/^(?:no|number|nr|num|nummer|numero|code|id|ref|reference|isbn|issn|vin|sku)$|nummer$/, 'code'],
];

const ADDRESSED = /^(?:address|adresse|anschrift|direccion|indirizzo|adres)$|(?:adresse|anschrift|adres)$/;
const COUNTED = /^(?:number of|no\.? of|anzahl(?: der)?|nombre d[e'’]|número de|numero di|aantal) ?(?=\S)/i;

export function fieldName(name: string): FieldName {
  const counted = COUNTED.test(name);
  const spaced = name
    .replace(COUNTED, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/#/g, ' number ')
    .replace(/[_\-./]/g, ' ');
  const all = wordsOf(spaced).map((word) => word.key);
  const words = all.filter((word) => !FILLERS.has(word));
  const core = words.length > 0 ? words : all;
  const concept = conceptOf(all) ?? conceptOf(core);
  return {
    name,
    concept: concept?.id ?? null,
    type: concept?.type === 'party' && ADDRESSED.test(core.at(-1) ?? '') ? 'address' : (concept?.type ?? typeOf(core)),
    counted,
    labels: labelsOf(all, core, concept),
    words: core,
  };
}

function conceptOf(words: readonly string[]): Concept | null {
  const joined = words.join('');
  const forms = [
    joined,
    singular(joined),
    ...words.slice(-1).flatMap((last) => (last.endsWith('s') ? [] : [`${joined}s`])),
  ];
  for (const form of forms) {
    const [concept] = rank(CONCEPT_OF.get(form) ?? [], form);
    if (concept) return concept;
  }
  if (words.length > 1 && NUMBER_WORDS.has(words.at(-1) ?? ''))
    return CONCEPT_OF.get(`${words.slice(0, -1).join('')}number`)?.[0] ?? null;
  return null;
}

/**
 * A label that means several things means most the one that it is the first word of in its language: "date" is the date.
 * Of two, the narrower one, which has fewer labels before it in all languages.
 */
function rank(concepts: readonly Concept[], form: string): readonly Concept[] {
  const inLanguage = ({ rank: places }: Concept) => places.get(form) ?? 0;
  const inAll = ({ labels }: Concept) => labels.indexOf(form);
  return concepts.toSorted((a, b) => inLanguage(a) - inLanguage(b) || inAll(a) - inAll(b));
}

function typeOf(words: readonly string[]): ValueType {
  for (const word of [words.at(-1), words[0]]) {
    const hint = HINTS.find(([pattern]) => pattern.test(singular(word ?? '')) || pattern.test(word ?? ''));
    if (hint) return hint[1];
  }
  return 'text';
}

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

function labelsOf(all: readonly string[], core: readonly string[], concept: Concept | null): Map<string, number> {
  const labels = new Map<string, number>();
  const add = (label: string, worth: number) => {
    if (label.length > 1 && !labels.has(label)) labels.set(label, worth);
  };
  const own = all.join('');
  add(own, 9);
  add(core.join(''), 8);
  add(singular(own), 8);
  add(`${own}s`, 8);
  const bare = core.filter((word) => !NUMBER_WORDS.has(word));
  if (bare.length > 0 && bare.length < core.length) {
    for (const word of ['no', 'number', 'nr', 'num', 'nummer', 'id', 'n']) {
      add(bare.join('') + word, 7);
      add(word + bare.join(''), 5);
    }
    add(bare.join(''), 3);
  }
  const compound = /^(\p{L}{3,30}?)s?(nummer|nr)$/u.exec(own);
  if (compound)
    for (const word of ['nr', 'nummer']) for (const joint of ['', 's']) add(`${compound[1]}${joint}${word}`, 7);
  const generic = new Set([
    'date',
    'datum',
    'fecha',
    'data',
    'dated',
    'order',
    'amount',
    'betrag',
    'sum',
    'company',
    'from',
    'to',
    'by',
    'start',
    'net',
    'title',
  ]);
  for (const [index, label] of (concept?.labels ?? []).entries()) {
    add(condensed(label), generic.has(label) ? 1 : Math.max(4, 6 - index / 20));
  }
  return labels;
}
