/** A word that only we would understand, and what the field says. */
export interface WordRule {
  readonly word: RegExp;
  readonly instead: string;
  /** Paths that are checked; everywhere if there is none. */
  readonly where?: RegExp;
  /** A line with this is left alone: the word means what it says elsewhere. */
  readonly except?: RegExp;
}

/** What people read first. */
const DOCUMENTATION = /^(README|ARCHITECTURE|CONTRIBUTING|SECURITY|docs\/(?!adr\/|reference\/))/;
/** Where mail is the subject. Elsewhere letters are signs, paper or documents. */
const MAIL = /^(README|docs\/(accounts|observability|settings|deployment|compliance)\.md)/;

export const RULES: readonly WordRule[] = [
  { word: /\bletters?\b/gi, instead: '"email"', where: MAIL, except: /`Letter`/ },
  { word: /\bpatience\b/gi, instead: '"timeout"', where: DOCUMENTATION },
  { word: /\bdoors?\b/gi, instead: '"gate", "before it is accepted"', where: DOCUMENTATION },
  { word: /\blanes?\b/gi, instead: '"pool", "slots"', where: DOCUMENTATION },
  { word: /\bmend(s|ed|ing)?\b/gi, instead: '"fix", "repair"', where: DOCUMENTATION },
  { word: /\btold as\b/gi, instead: '"reported as"', where: DOCUMENTATION },
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
