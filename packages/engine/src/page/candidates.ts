import type { Page } from './page.ts';

/**
 * What of a document may come out wrong. It is found without style or layout, so that a document that has nothing of
 * it costs next to nothing; whether something does come out wrong is for others to measure.
 */
export interface Candidates {
  /** Distinct characters beyond Latin-1 that are drawn with a glyph and are not for private use. */
  readonly characters: string;
  /** Selectors of pseudo-elements with such characters in their content. */
  readonly generated: readonly string[];
  /** Selectors of rules that take elements out of the flow of the page: `fixed` and `sticky`. */
  readonly placed: readonly string[];
  /** Selectors of rules with a `filter` or a perspective, which text may not come through in print. */
  readonly effects: readonly string[];
  /** Whether something is or was animated that may have such an effect. */
  readonly animated: boolean;
}

/** @returns what is suspect of the document as it stands */
export async function findCandidates(page: Page): Promise<Candidates> {
  const found = await page.call(readCandidates, MOST_TEXT, MOST_CHARACTERS, MOST_ELEMENTS);
  return found.characters === '' ? found : { ...found, characters: found.characters.replaceAll(WITHOUT_GLYPH, '') };
}

/** What no glyph is drawn for. Filtered here, since a page would have to compile the pattern anew. */
const WITHOUT_GLYPH = /[\p{Surrogate}\p{Control}\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;

/** Distinct characters of a text that are drawn with a glyph, are beyond Latin-1 and are not for private use. */
export const candidateCharacters = (text: string): string =>
  [...new Set(text.replaceAll(WITHOUT_GLYPH, ''))]
    .filter((letter) => /[^\0-\xff]/.test(letter) && !isPrivate(letter))
    .join('');

/** A noncharacter beyond the private use of its plane is none. */
const isPrivate = (letter: string): boolean => /\p{Private_Use}/u.test(letter);

/** Characters of text that are looked at, and distinct ones that are reported. */
const MOST_TEXT = 8_000_000;
const MOST_CHARACTERS = 20_000;
/** Elements that are looked at one by one, where it cannot be told which of them are candidates. */
const MOST_ELEMENTS = 10_000;

/** Runs in the page. */
function readCandidates(mostText: number, mostCharacters: number, mostElements: number): Candidates {
  const found = new Set<string>();
  const generated: string[] = [];
  const placed: string[] = [];
  const effects: string[] = [];
  let animated = document.scripts.length > 0 && document.getAnimations().length > 0;
  let left = mostText;
  const readText = (text: string): boolean => {
    const looked = text.length > left ? text.slice(0, left) : text;
    left -= looked.length;
    if (!/[^\0-\xff]/.test(looked)) return false;
    let isCandidate = false;
    for (const character of new Set((looked.match(/[^\0-\xff]+/g) ?? []).join(''))) {
      const code = character.charCodeAt(0);
      // Private use: in the basic plane, and by the first halves of the planes 15 and 16.
      if ((code >= 0xe000 && code <= 0xf8ff) || (code >= 0xdb80 && code <= 0xdbff && character < '\u{10fffe}'))
        continue;
      found.add(character);
      isCandidate = true;
    }
    return isCandidate;
  };

  const readRules = (rules: CSSRuleList, parent: string, inside: boolean): void => {
    for (const rule of rules) {
      const { style, selectorText, cssRules, styleSheet } = rule as CSSRule &
        Partial<CSSStyleRule> &
        Partial<CSSImportRule>;
      let selector = parent;
      if (selectorText !== undefined && !(rule instanceof CSSPageRule)) {
        if (parent === '') selector = selectorText;
        else if (selectorText.includes('&')) selector = selectorText.replaceAll('&', `:is(${parent})`);
        else selector = `:is(${parent}) :is(${selectorText})`;
      }
      if (style && selector !== '') {
        const { position, filter, perspective, transform, content } = style;
        if (inside) {
          // Of what is in frames and shadow roots, only effects are looked for.
        } else if (position === 'fixed' || position.endsWith('sticky') || position.startsWith('var('))
          placed.push(selector);
        if ((filter !== '' && filter !== 'none') || (perspective !== '' && perspective !== 'none'))
          effects.push(selector);
        else if (transform !== '' && /perspective|matrix3d|var\(/.test(transform)) effects.push(selector);
        if (!inside && content !== '' && /[^\0-\xff]/.test(content) && readText(content)) generated.push(selector);
      }
      if (rule instanceof CSSKeyframesRule) animated ||= /filter|perspective|matrix3d/.test(rule.cssText);
      else if (cssRules && cssRules.length > 0) readRules(cssRules, selector, inside);
      if (styleSheet) readSheet(styleSheet, inside);
    }
  };
  const readSheet = (sheet: CSSStyleSheet, inside: boolean): void => {
    try {
      readRules(sheet.cssRules, '', inside);
    } catch {
      // A sheet of another origin: its rules are closed to us, and may apply to everything.
      if (document.getElementsByTagName('*').length > mostElements || placed.includes('*')) return;
      if (!inside) placed.push('*');
      effects.push('*');
    }
  };

  const inline = '[style*="filter" i],[style*="perspective" i],[style*="matrix3d" i],[filter]';
  const readRoot = (root: Document | ShadowRoot): void => {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) readSheet(sheet, root !== document);
    if (root.$querySelector(inline)) effects.push(inline);
    readText(('host' in root ? root : root.documentElement)?.$textContent ?? '');
    for (const field of root.$querySelectorAll<HTMLInputElement>('input,textarea')) {
      readText(`${field.value ?? ''}${field.placeholder ?? ''}`);
    }
    for (const frame of root.$querySelectorAll('iframe')) if (frame.$contentDocument) readRoot(frame.$contentDocument);
    if (document.scripts.length === 0) return;
    for (const element of root.$querySelectorAll('*')) if (element.$shadowRoot) readRoot(element.$shadowRoot);
  };

  readRoot(document);
  if (document.querySelector('[style*="fixed" i],[style*="sticky" i]')) {
    placed.push('[style*="fixed" i],[style*="sticky" i]');
  }
  return { characters: [...found].slice(0, mostCharacters).join(''), generated, placed, effects, animated };
}
