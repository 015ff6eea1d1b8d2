import type { DocumentMeta } from './blocks.ts';

const FIELDS = ['title', 'url', 'language', 'description', 'author', 'published'] as const;

/** Characters of a fact; more tells nobody anything. */
const LONGEST = 8_192;

/** Facts about the document that are known, as a block of YAML and an empty line; empty when none is. */
export function frontMatter(meta: DocumentMeta): string {
  const lines = FIELDS.filter((field) => meta[field] !== '').map(
    (field) => `${field}: ${yamlString(meta[field].slice(0, LONGEST))}`,
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

/**
 * A string in double quotes, which no reader takes for a number, a date, a truth value or a comment. JSON strings are
 * YAML strings (YAML 1.2.2, section 1.3), but for characters that are not printable in YAML (section 5.1), and those
 * that YAML 1.1 takes for line breaks.
 */
function yamlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
