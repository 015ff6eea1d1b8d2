import type { CounterReader } from './counters.ts';

export interface PseudoReader {
  /**
   * Whether a style sheet of the document writes text. Shadow trees and frames have style sheets of their own, and
   * quotations have quotes without any.
   */
  readonly anywhere: boolean;
  /** Text that a style sheet adds before or after the content of an element; empty when there is none. */
  text(element: Element, which: '::before' | '::after'): string;
}

/** Runs in the page. */
export function createPseudoReader(counters: CounterReader): PseudoReader {
  /** Whether any style sheet writes text; asking for each element would double the work of most pages. */
  const writesText = (): boolean => {
    const inRules = (rules: CSSRuleList, depth: number): boolean => {
      for (const rule of rules) {
        const { style } = rule as CSSStyleRule;
        const content = style?.content ?? '';
        if (
          content !== '' &&
          /["'][^"']|attr\(|counters?\(|quote|var\(/.test(content) &&
          /before|after/.test((rule as CSSStyleRule).selectorText ?? '')
        ) {
          return true;
        }
        const nested = (rule as CSSGroupingRule).cssRules;
        if (nested !== undefined && depth < 4 && inRules(nested, depth + 1)) return true;
      }
      return false;
    };
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    return sheets.some((sheet) => {
      try {
        return inRules(sheet.cssRules, 0);
      } catch {
        // A sheet of another origin: its rules are closed to us, so that each element has to be asked.
        return true;
      }
    });
  };
  const anywhere = writesText();

  const unescaped = (text: string): string =>
    text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code, plain) =>
      code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : plain,
    );

  const parse = (content: string, element: Element, which: '::before' | '::after'): string => {
    // What follows a slash is for screen readers (CSS Generated Content 3, "alternative text").
    let text = '';
    for (const [token, double, single, attribute, name, between, style] of content.matchAll(
      /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|attr\(([\w-]+)[^)]*\)|counters?\(\s*([^\s,()]+)\s*(?:,\s*"((?:[^"\\]|\\.)*)"\s*)?(?:,\s*([\w-]+)\s*)?\)|open-quote|close-quote|\//g,
    )) {
      if (token === '/') break;
      if (token === 'open-quote') text += '“';
      else if (token === 'close-quote') text += '”';
      else if (name !== undefined) {
        text += counters.text(element, which, { name, between: between && unescaped(between), style });
      } else if (attribute !== undefined) text += element.$getAttribute(attribute) ?? '';
      else text += unescaped(double ?? single ?? '');
    }
    return text;
  };

  const text = (element: Element, which: '::before' | '::after'): string => {
    const style = getComputedStyle(element, which);
    const { content } = style;
    if (content === 'none' || content === 'normal' || content === '') return '';
    if (style.display === 'none' || style.visibility !== 'visible' || Number(style.opacity) < 0.05) return '';
    if (Number.parseFloat(style.fontSize) < 1 || (style.overflow === 'hidden' && Number.parseFloat(style.height) < 1))
      return '';
    const written = parse(content, element, which);
    // A lone sign is an ornament, such as the arrow of a menu, unless it is a currency or belongs to words.
    return /[\p{L}\p{N}\p{Sc}“”„«»%]/u.test(written) || /^[\s,;:/|]+$/.test(written) ? written : '';
  };
  return { anywhere, text };
}
