/**
 * Functions that run inside the page, in the isolated world of `Page.call`. Each is sent as text: it uses its arguments
 * and the page's globals, nothing of this module.
 */

/** A style sheet of the document, in the order of the cascade. */
export type SheetSource = {
  /** Its place among all of the document, those that are imported included. */
  readonly index: number;
  /** Where it was loaded from; `null` for one that stands in the document. */
  readonly href: string | null;
  /** Its text, when it stands in the document and has something of paged media. */
  readonly text: string | null;
};

/** @param paged source of the pattern that tells whether a text may have something of paged media in it */
export function listSheets(paged: string): SheetSource[] {
  const pattern = new RegExp(paged, 'i');
  const found: SheetSource[] = [];
  let index = 0;
  const look = (sheet: CSSStyleSheet): void => {
    const own = index;
    index += 1;
    if (sheet.href) found.push({ index: own, href: sheet.href, text: null });
    else {
      const text = sheet.ownerNode?.$textContent ?? '';
      if (pattern.test(text)) found.push({ index: own, href: null, text });
    }
    try {
      for (const rule of sheet.cssRules) if (rule instanceof CSSImportRule && rule.styleSheet) look(rule.styleSheet);
    } catch {
      // A sheet of another origin: its rules are closed to us.
    }
  };
  for (const sheet of document.styleSheets) look(sheet);
  return found;
}

/** What is kept in the isolated world between two calls. */
export type PagedState = typeof globalThis & {
  $paged?: {
    /** Selectors of rules that have properties of ours. */
    readonly selectors: Set<string>;
    /** Undoes what was done to the document. */
    readonly undo: (() => void)[];
    /** Elements by the id that they have while their places are read. */
    readonly elements: Map<string, HTMLElement>;
  };
};

/** A sheet whose declarations Chromium can keep. */
export type RewrittenSource = {
  readonly index: number;
  readonly href: string | null;
  readonly css: string;
};

/**
 * Puts the declarations that were rewritten into the rules that they come from, so that they have their place in the
 * cascade. Rules that Chromium has dropped are put back where they were.
 */
export function applySheets(sheets: readonly RewrittenSource[]): void {
  const scope = globalThis as PagedState;
  scope.$paged ??= { selectors: new Set(), undo: [], elements: new Map() };
  const { selectors } = scope.$paged;
  for (const name of [
    'content',
    'string-set',
    'page-reset',
    'float',
    'running',
    'break-before',
    'break-after',
    'bookmark-level',
    'bookmark-label',
    'bookmark-state',
  ]) {
    try {
      CSS.registerProperty({ name: `--platen-${name}`, syntax: '*', inherits: false });
    } catch {
      // Registered by an earlier print of this page.
    }
  }
  const all: CSSStyleSheet[] = [];
  const look = (sheet: CSSStyleSheet): void => {
    all.push(sheet);
    try {
      for (const rule of sheet.cssRules) if (rule instanceof CSSImportRule && rule.styleSheet) look(rule.styleSheet);
    } catch {
      // Closed.
    }
  };
  for (const sheet of document.styleSheets) look(sheet);

  /** The selector of a rule, with those that it is nested in. */
  const selectorOf = (rule: CSSStyleRule): string => {
    let parent = rule.parentRule;
    while (parent && !(parent instanceof CSSStyleRule)) parent = parent.parentRule;
    if (!(parent instanceof CSSStyleRule)) return rule.selectorText;
    return rule.selectorText.replaceAll('&', `:is(${selectorOf(parent)})`);
  };
  const headOf = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return rule.selectorText;
    if (rule instanceof CSSPageRule) return `@page ${rule.selectorText}`;
    // TypeScript does not know this kind of rule yet.
    if (rule.constructor.name === 'CSSMarginRule') return `@${(rule as CSSRule & { readonly name: string }).name}`;
    if (rule instanceof CSSConditionRule) return `${rule.constructor.name} ${rule.conditionText}`;
    if (rule instanceof CSSLayerBlockRule) return `@layer ${rule.name}`;
    return rule.constructor.name + (rule instanceof CSSGroupingRule ? '' : rule.cssText);
  };
  const kidsOf = (rule: CSSRule): CSSRuleList | undefined => (rule as CSSGroupingRule).cssRules;
  const remember = (rule: CSSRule): void => {
    if (rule instanceof CSSStyleRule && [...rule.style].some((name) => name.startsWith('--platen-'))) {
      selectors.add(selectorOf(rule));
    }
    for (const kid of kidsOf(rule) ?? []) remember(kid);
  };
  const copy = (from: CSSRule, to: CSSRule): void => {
    if (!('style' in from) || !('style' in to)) return;
    const [made, live] = [from.style as CSSStyleDeclaration, to.style as CSSStyleDeclaration];
    // Pages have no custom properties that would tell what was rewritten.
    const size = from instanceof CSSPageRule ? made.getPropertyValue('size') : '';
    if (size !== '') live.setProperty('size', size, made.getPropertyPriority('size'));
    for (const name of made) {
      const value = made.getPropertyValue(name);
      if (name.startsWith('--platen-') || /platen-/.test(value) || made.getPropertyValue('--platen-content') !== '') {
        if (name.startsWith('--platen-') || /^(?:content|counter-|padding-inline-start$|white-space)/.test(name)) {
          live.setProperty(name, value, made.getPropertyPriority(name));
        }
      }
    }
  };
  const merge = (made: CSSRuleList, live: CSSStyleSheet | CSSGroupingRule): void => {
    let next = 0;
    for (const rule of made) {
      const head = headOf(rule);
      const rules = live.cssRules;
      let at = next;
      while (at < rules.length && headOf(rules[at] as CSSRule) !== head) at += 1;
      const same = rules[at];
      if (same) {
        next = at + 1;
        copy(rule, same);
        const kids = kidsOf(rule);
        if (kids && kids.length > 0) merge(kids, same as CSSGroupingRule);
        remember(same);
      } else if (rule.cssText.includes('platen-') && 'insertRule' in live) {
        const place = live instanceof CSSStyleSheet ? Math.max(next, firstAfterImports(live)) : next;
        live.insertRule(rule.cssText, place);
        next = place + 1;
        remember(live.cssRules[place] as CSSRule);
      }
    }
  };
  const firstAfterImports = (sheet: CSSStyleSheet): number => {
    let at = 0;
    while (sheet.cssRules[at] instanceof CSSImportRule || sheet.cssRules[at] instanceof CSSLayerStatementRule) at += 1;
    return at;
  };
  for (const { index, href, css } of sheets) {
    const made = new CSSStyleSheet({ baseURL: href ?? document.baseURI });
    made.replaceSync(css);
    try {
      const live = all[index];
      if (!live) throw new TypeError('a sheet that is not the document’s');
      merge(made.cssRules, live);
    } catch {
      // Closed to us, or of the request: what is known of it comes last in the cascade.
      for (let at = made.cssRules.length - 1; at >= 0; at -= 1) {
        if (!made.cssRules[at]?.cssText.includes('platen-')) made.deleteRule(at);
      }
      document.adoptedStyleSheets.push(made);
      for (const rule of made.cssRules) remember(rule);
    }
  }
}
