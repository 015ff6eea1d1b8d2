import type { Input } from '../request/input.ts';
import type { Warning } from '../warnings.ts';

/** Characters that are looked at: who forgets something forgets it early. */
const LOOKED_AT = 500_000;
/** `{{ name }}`, `{{ name | filter }}`, `{% if … %}`. */
const PLACEHOLDER =
  /\{\{-?[ \t]{0,4}[\p{L}_][\p{L}\p{N}_.-]{0,80}[ \t]{0,4}(?:\|[^{}\n]{0,120})?-?\}\}|\{%-?[ \t]{0,4}(?:if|for|unless|assign|case|render|capture)\b/gu;
/** Elements whose text shows code, or is none. */
const QUOTING = ['script', 'style', 'pre', 'code', 'textarea', 'template'] as const;
/** Marks of scripts that fill placeholders in the page. */
const FILLED_BY_SCRIPT =
  /\s(?:v-(?:if|for|bind|on|model|cloak)|ng-app|x-data)\b|<script[^>]{0,300}(?:vue|angular|alpine|handlebars|mustache)/i;
const ADDRESS = /^(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}(?::\d{1,5})?(?:\/\S{0,2000})?$/u;
const FOREIGN = /<%[=-]?[ \t\n]|\{\{-?[ \t]{0,4}>/;

/** What looks as if the document were meant otherwise than it was read. */
export function inputWarnings(input: Input): Warning[] {
  if (input.kind === 'url') return [];
  const html = input.html.slice(0, LOOKED_AT);
  if (ADDRESS.test(html.trim().slice(0, 3_000))) {
    const message =
      'The source is printed as text: it looks like an address, but does not begin with http:// or https://.';
    return [{ code: 'source_looks_like_address', message }];
  }
  if (input.data === undefined) return hasPlaceholder(html) ? [WITHOUT_DATA] : [];
  return FOREIGN.test(html) ? [NOT_LIQUID] : [];
}

const WITHOUT_DATA: Warning = {
  code: 'template_without_data',
  message:
    'The HTML has placeholders such as {{ name }}, which were printed as they are, since the request has no "data". Give "data" to fill them; it may be {}.',
};

const NOT_LIQUID: Warning = {
  code: 'template_not_liquid',
  message:
    'The template has "<%" of ERB or EJS, or "{{>" of Mustache or Handlebars, which say nothing in Liquid. It writes {{ name }}, {% if name %} and {% render "part" %}.',
};

/** Placeholders that are looked at before one is believed to be quoted. */
const MOST_LOOKED_AT = 20;

function hasPlaceholder(html: string): boolean {
  if (FILLED_BY_SCRIPT.test(html)) return false;
  const lower = html.toLowerCase();
  let count = 0;
  for (const { index } of html.matchAll(PLACEHOLDER)) {
    if (!QUOTING.some((name) => lower.lastIndexOf(`<${name}`, index) > lower.lastIndexOf(`</${name}`, index)))
      return true;
    count += 1;
    if (count === MOST_LOOKED_AT) return false;
  }
  return false;
}
