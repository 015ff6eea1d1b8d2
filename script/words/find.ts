import { BRITISH, RULES, type WordRule } from './list.ts';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

const SPELLINGS = new RegExp([...BRITISH.keys()].join('|'), 'gi');

/** @param file path from the root of the repository */
export function findWords(file: string, text: string): Finding[] {
  const rules = RULES.filter(({ where }) => where?.test(file) ?? true);
  return text.split('\n').flatMap((content, at): Finding[] => {
    const found = [
      ...rules.flatMap((rule) => byRule(rule, content)),
      ...(file.endsWith('.ts') ? british(content) : []),
    ];
    return found.map((finding) => ({ file, line: at + 1, ...finding }));
  });
}

type Found = Pick<Finding, 'word' | 'instead'>;

function byRule({ word, instead, except }: WordRule, line: string): Found[] {
  if (except?.test(line)) return [];
  return [...line.matchAll(word)].map(([match]) => ({ word: match, instead }));
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
