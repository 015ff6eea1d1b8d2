/** Runs in the page. Sets the rules that the margin boxes of this print need, in place of those of the print before. */
export function setPageStyles(css: string): void {
  const scope = globalThis as typeof globalThis & { $pages?: CSSStyleSheet };
  scope.$pages ??= new CSSStyleSheet();
  scope.$pages.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(scope.$pages)) document.adoptedStyleSheets.push(scope.$pages);
}

/** Runs in the page. */
export function isRightToLeft(): boolean {
  return getComputedStyle(document.documentElement).direction === 'rtl';
}

/**
 * Runs in the page. Makes margins and paper wider on every side, in the rules that say how wide they are and in place of what
 * an earlier print has made of them.
 */
export function growPages(bleed: number, width: number, height: number): void {
  const scope = globalThis as typeof globalThis & { $grown?: (() => void)[] };
  for (const undo of scope.$grown?.splice(0) ?? []) undo();
  const undo: (() => void)[] = [];
  scope.$grown = undo;
  const grow = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        const { style } = rule;
        const before = style.cssText;
        undo.push(() => {
          style.cssText = before;
        });
        for (const name of ['margin-top', 'margin-right', 'margin-bottom', 'margin-left']) {
          const value = style.getPropertyValue(name);
          if (value === '') continue;
          const priority = style.getPropertyPriority(name);
          style.setProperty(name, value === 'auto' ? `${bleed}px` : `calc(${value} + ${bleed}px)`, priority);
        }
        const size = style.getPropertyValue('size');
        if (size !== '' && size !== 'auto') {
          style.setProperty('size', `${width}px ${height}px`, style.getPropertyPriority('size'));
        }
      } else if ('cssRules' in rule) grow(rule.cssRules as CSSRuleList);
      else if (rule instanceof CSSImportRule && rule.styleSheet) grow(rule.styleSheet.cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      grow(sheet.cssRules);
    } catch {
      // A sheet of another origin.
    }
  }
}
