/** What other template languages write, and what Liquid writes instead. */

interface Lookalike {
  readonly written: RegExp;
  readonly sentence: string;
}

const LOOP = 'Liquid writes {% for item in items %} and {% endfor %}.';
const CONDITION = 'Liquid writes {% if value %} and {% endif %}.';

/** By the text of an output that cannot be parsed. */
const LOOKALIKES: readonly Lookalike[] = [
  { written: /^\{\{[-~]?\s{0,9}[#/]each\b/, sentence: `This is Handlebars. ${LOOP}` },
  { written: /^\{\{[-~]?\s{0,9}[#/](?:if|unless)\b/, sentence: `This is Handlebars. ${CONDITION}` },
  { written: /^\{\{[-~]?\s{0,9}[#/]with\b/, sentence: 'This is Handlebars. Liquid writes the whole path: {{ a.b }}.' },
  { written: /^\{\{[-~]?\s{0,9}[#^/]/, sentence: `This is Mustache or Handlebars. ${LOOP} ${CONDITION}` },
  { written: /^\{\{[-~]?\s{0,9}!/, sentence: 'This is Mustache or Handlebars. Liquid writes {% comment %}.' },
  { written: /^\{\{[{&]/, sentence: 'This is Mustache or Handlebars. Liquid writes {{ value | raw }}.' },
  { written: /^\{\{\{?[-~]?\s{0,9}(?:range|with|end|\.)/, sentence: `This looks like Go. ${LOOP}` },
];

/**
 * @param template the text in which a fault was found
 * @param at where, within an output or at its beginning
 * @returns a sentence, if another language writes so
 */
export function lookalikeOf(template: string, at: number): string | undefined {
  const opening = template.lastIndexOf('{{', at);
  if (opening < 0) return undefined;
  const begin = template[opening - 1] === '{' ? opening - 1 : opening;
  const text = template.slice(begin, begin + 100);
  return LOOKALIKES.find(({ written }) => written.test(text))?.sentence;
}

/** Tags of Jinja and Twig. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['set', 'assign'],
  ['elif', 'elsif'],
  ['elseif', 'elsif'],
  ['extends', 'layout'],
  ['macro', 'render'],
  ['import', 'render'],
  ['verbatim', 'raw'],
  ['embed', 'render'],
]);

/** Filters of Jinja and Twig. */
const FILTERS: ReadonlyMap<string, string> = new Map([
  ['safe', 'raw'],
  ['length', 'size'],
  ['tojson', 'json'],
  ['lower', 'downcase'],
  ['upper', 'upcase'],
  ['title', 'capitalize'],
  ['e', 'escape'],
  ['trim', 'strip'],
]);

/** The name that Liquid has for a tag or filter of Jinja or Twig. */
export const nameInLiquid = (kind: 'filter' | 'tag', name: string): string | undefined =>
  (kind === 'tag' ? TAGS : FILTERS).get(name);
