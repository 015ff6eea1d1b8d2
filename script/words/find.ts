import { BRITISH, BRITISH_IN_TEXTS, DOCUMENTATION, RULES, TEXTS, type WordRule } from './list.ts';
import { textsOf } from './texts.ts';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

const SPELLINGS = new RegExp([...BRITISH.keys()].join('|'), 'gi');
const SPELLINGS_IN_TEXTS = new RegExp(`\\b(?:${[...BRITISH_IN_TEXTS.keys()].join('|')})`, 'gi');

/** @param file path from the root of the repository */
export function findWords(file: string, text: string): Finding[] {
  const rules = RULES.filter(({ where }) => where?.test(file) ?? true);
  const isCode = /\.[jt]s$/.test(file);
  // Of code, people read what it prints; comments and names are the reader's of code.
  const read = TEXTS.test(file) ? textsOf(text) : isCode ? '' : text;
  const isAmerican = TEXTS.test(file) || DOCUMENTATION.test(file);
  const inTexts = read.split('\n').flatMap((content, at) => {
    const found = [...rules.flatMap((rule) => byRule(rule, content)), ...(isAmerican ? britishIn(content) : [])];
    return found.map((finding) => ({ file, line: at + 1, ...finding }));
  });
  if (!isCode) return inTexts;
  const inNames = text
    .split('\n')
    .flatMap((content, at) => british(content).map((finding) => ({ file, line: at + 1, ...finding })));
  return [...inTexts, ...inNames];
}

type Found = Pick<Finding, 'word' | 'instead'>;

function byRule({ word, instead, except }: WordRule, line: string): Found[] {
  if (except?.test(line)) return [];
  return [...line.matchAll(word)].map(([match]) => ({ word: match, instead }));
}

/** Words of texts, but for what is code in them: names of fields, of paths, of CSS. */
function britishIn(line: string): Found[] {
  const prose = line.replaceAll(/`[^`]*`|\]\([^)]*\)|<[^>]*>/g, '');
  return [...prose.matchAll(SPELLINGS_IN_TEXTS)].map(([match]) => ({
    word: match,
    instead: `"${BRITISH_IN_TEXTS.get(match.toLowerCase())}"`,
  }));
}

/** Spellings inside of names that the code gives. What is quoted belongs to documents, to CSS or to another API. */
function british(line: string): Found[] {
  return [...codeOf(line).matchAll(SPELLINGS)].map(([match]) => ({
    word: match,
    instead: `"${BRITISH.get(match.toLowerCase())}" in identifiers`,
  }));
}

/** A line without strings, regular expressions and comments, near enough. */
function codeOf(line: string): string {
  if (/^\s*(\/?\*|\/\/)/.test(line)) return '';
  return line
    .replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|`[^`]*$/g, "''")
    .replaceAll(/(?<=[(,=:[&|!?]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[a-z]*/g, "''")
    .replace(/\s\/\/.*$/, '');
}
