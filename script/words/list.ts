/** A word that only we would understand, and what the field says. */
export interface WordRule {
  readonly word: RegExp;
  readonly instead: string;
  /** Paths that are checked; everywhere if there is none. */
  readonly where?: RegExp;
  /** A line with this is left alone: the word means what it says elsewhere. */
  readonly except?: RegExp;
}

/** What people read: guides, reference, notes for contributors. */
export const DOCUMENTATION = /^(README|ARCHITECTURE|CONTRIBUTING|SECURITY|docs\/(?!adr\/))/;

/** Code whose strings people read: errors and remedies, emails, pages, the help of the command line. */
export const TEXTS =
  /^packages\/(server\/src\/(errors\.ts|(people|site)\/|.*(schema|endpoints)\.ts)|cli\/src\/)(?!.*\.test\.ts$)/;

const READ = new RegExp(`${DOCUMENTATION.source}|${TEXTS.source}`);

/** Where mail is the subject. Elsewhere letters are signs, paper or documents. */
const MAIL =
  /^(README|docs\/(accounts|observability|settings|deployment|compliance|reference\/(people|organisations))\.md|packages\/server\/src\/people\/)/;

export const RULES: readonly WordRule[] = [
  { word: /\bletters?\b/gi, instead: '"email"', where: MAIL, except: /`Letter`|'letter'|lower-case letters/ },
  { word: /\bpatience\b/gi, instead: '"timeout"', where: READ },
  { word: /\bdoors?\b/gi, instead: '"gate", "before it is accepted"', where: READ },
  { word: /\blanes?\b/gi, instead: '"pool", "slots"', where: READ },
  { word: /\bmend(s|ed|ing)?\b/gi, instead: '"fix", "repair"', where: READ },
  { word: /\btold\b/gi, instead: '"reported", "shown"', where: READ },
];

/** British spellings, as parts of identifiers: `isFavourite`. "organisation" and "analyse" are words of the API. */
export const BRITISH: ReadonlyMap<string, string> = new Map([
  ['behaviour', 'behavior'],
  ['favourite', 'favorite'],
  ['licence', 'license'],
  ['optimise', 'optimize'],
  ['recognise', 'recognize'],
  ['serialise', 'serialize'],
]);

/** The same in texts, as the beginnings of words, with words that identifiers do not have. */
export const BRITISH_IN_TEXTS: ReadonlyMap<string, string> = new Map([
  ...BRITISH,
  ['authoris', 'authoriz'],
  ['cancelled', 'canceled'],
  ['centre', 'center'],
  ['colour', 'color'],
  ['customis', 'customiz'],
  ['favour', 'favor'],
  ['finalis', 'finaliz'],
  ['honour', 'honor'],
  ['initialis', 'initializ'],
  ['labelled', 'labeled'],
  ['normalis', 'normaliz'],
  ['optimis', 'optimiz'],
  ['recognis', 'recogniz'],
  ['serialis', 'serializ'],
  ['summaris', 'summariz'],
]);
