import { parseLength } from '../../request/length.ts';
import { type ContentPart, parseContent, splitTop } from './content-list.ts';

/** What the properties of paged media take that Chromium does not know, so that it can tell nothing of their values. */

/** CSS pixels: the widest bleed. */
const MOST_BLEED = 200;
/** The deepest level of the outline. */
const DEEPEST = 99;
/** What every property takes (CSS Cascading 5, 7.3). */
const WIDE = /^(?:initial|inherit|unset|revert|revert-layer)$/i;
/** The name of a string, an element or a counter. */
const NAME = /^-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;
/** What stands in a page of several that have a name. */
const STRING_KEYWORDS = /^(?:first|start|last|first-except|-platen-entry)$/;

/** @returns CSS pixels; `undefined` for `auto` and what is like it, `null` for what is no bleed */
export function bleedOf(value: string): number | undefined | null {
  if (/^auto$/i.test(value) || WIDE.test(value)) return undefined;
  const pixels = /[a-z]$/i.test(value) || /^0+$/.test(value) ? parseLength(value) : undefined;
  return pixels === undefined || pixels > MOST_BLEED ? null : pixels;
}

/** @returns what is to be drawn, or `null` for what is no value of `marks` */
export function marksOf(value: string): { readonly crop: boolean; readonly cross: boolean } | null {
  const words = value.toLowerCase().split(/\s+/);
  const none = /^none$/i.test(value) || WIDE.test(value);
  const known = none || (new Set(words).size === words.length && words.every((word) => /^(?:crop|cross)$/.test(word)));
  return known ? { crop: words.includes('crop'), cross: words.includes('cross') } : null;
}

const RULES: Readonly<Record<string, (value: string) => boolean>> = {
  'bookmark-level': (value) => /^none$/i.test(value) || (/^[1-9]\d?$/.test(value) && Number(value) <= DEEPEST),
  'bookmark-state': (value) => /^(?:open|closed)$/i.test(value),
  'bookmark-label': isList,
  'string-set': (value) =>
    /^none$/i.test(value) ||
    splitTop(value, ',').every((one) => {
      const [, name = '', list = ''] = /^(\S+)\s+(\S[\s\S]*)$/.exec(one) ?? [];
      return NAME.test(name) && isList(list);
    }),
};

/** Whether a property of ours has a value that means something; what comes from a custom property is not known here. */
export function isUnderstood(property: string, value: string): boolean {
  return WIDE.test(value) || /(?<![\w-])var\(/i.test(value) || (RULES[property]?.(value) ?? true);
}

/** What `string-set` and `bookmark-label` take. */
function isList(value: string): boolean {
  const parts = parseContent(value);
  return parts.length > 0 && parts.every((part) => part.kind === 'text' || isPartOfList(part));
}

function isPartOfList(part: ContentPart): boolean {
  if (part.kind !== 'function') return false;
  const { name, args } = part;
  switch (name) {
    case 'content':
      return args.length === 0 || /^(?:text|before|after|first-letter|marker)$/i.test(args.join());
    case 'attr':
      return args.length > 0;
    case '-platen-sum':
      return args.length < 2;
    default:
      return isCounter(part);
  }
}

type Call = Extract<ContentPart, { kind: 'function' }>;

function isCounter({ name, args }: Call): boolean {
  if (name === 'counter') return (args.length === 1 || args.length === 2) && NAME.test(args[0] ?? '');
  return name === 'counters' && (args.length === 2 || args.length === 3) && isText(args[1]);
}

const isText = (argument = ''): boolean => /^(["'])[\s\S]*\1$/.test(argument);

/** Whether a function of generated content that Chromium does not know is written as it has to be. */
export function isWellWritten(part: ContentPart): boolean {
  if (part.kind !== 'function' || part.args.some((argument) => /(?<![\w-])var\(/i.test(argument))) return true;
  const { name, args } = part;
  const [first = '', second = '', third = ''] = args;
  switch (name) {
    case 'string':
    case 'element':
    case 'flow':
      return NAME.test(first) && (args.length === 1 || (args.length === 2 && STRING_KEYWORDS.test(second)));
    case 'target-counter':
      return (args.length === 2 || args.length === 3) && isTarget(first) && NAME.test(second);
    case 'target-counters':
      return (args.length === 3 || args.length === 4) && isTarget(first) && NAME.test(second) && isText(third);
    case 'target-text':
      return isTarget(first) && args.length < 3 && /^(?:|content|before|after|first-letter)$/i.test(second);
    case 'leader':
      return args.length === 1 && (/^(?:dotted|solid|space)$/i.test(first) || isText(first));
    default:
      return true;
  }
}

const isTarget = (argument: string): boolean => isText(argument) || /^(?:attr|url)\([\s\S]+\)$/i.test(argument);
