type Scope = typeof globalThis & { $nthUndo?: (() => void)[]; $noMargins?: CSSStyleSheet };

/** Runs in the page. Leaves all margin boxes empty, or shows them again. */
export function hideMarginBoxes(hidden: boolean): void {
  const scope = globalThis as Scope;
  if (!scope.$noMargins) {
    const rows = ['top', 'bottom'].flatMap((side) =>
      ['left-corner', 'left', 'center', 'right', 'right-corner'].map((place) => `${side}-${place}`),
    );
    const columns = ['left', 'right'].flatMap((side) => ['top', 'middle', 'bottom'].map((place) => `${side}-${place}`));
    scope.$noMargins = new CSSStyleSheet();
    scope.$noMargins.replaceSync(
      `@page{${[...rows, ...columns].map((box) => `@${box}{content:none!important}`).join('')}}`,
    );
  }
  const own = scope.$noMargins;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== own);
  document.adoptedStyleSheets = hidden ? [...others, own] : others;
}

/**
 * Runs in the page. Makes rules for numbered pages hold for all left and right pages, which weighs less than a name and more
 * than nothing, in place of those that did before.
 * @param rules numbers of the rules, with the names that their pages have
 */
export function applyNthRules(rules: readonly { readonly index: number; readonly name: string }[]): void {
  const scope = globalThis as Scope;
  for (const undo of scope.$nthUndo?.reverse() ?? []) undo();
  const undo: (() => void)[] = [];
  scope.$nthUndo = undo;
  const names = new Map(rules.map(({ index, name }) => [`platen-nth-${index}`, name]));
  const look = (owner: CSSStyleSheet | CSSGroupingRule): void => {
    for (let at = owner.cssRules.length - 1; at >= 0; at -= 1) {
      const rule = owner.cssRules[at] as CSSRule;
      if (rule instanceof CSSPageRule) {
        const { selectorText } = rule;
        const name = names.get(selectorText);
        if (name === undefined) continue;
        rule.selectorText = `${name}:left`;
        owner.insertRule(rule.cssText.replace(/^@page [^{]*/, `@page ${name}:right `), at + 1);
        undo.push(() => {
          rule.selectorText = selectorText;
          owner.deleteRule(at + 1);
        });
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) look(rule.styleSheet);
      } else if ('cssRules' in rule) look(rule as CSSGroupingRule);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      look(sheet);
    } catch {
      // A sheet of another origin.
    }
  }
}
