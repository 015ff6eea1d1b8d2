/**
 * Gives lengths that follow the height of the window (`vh`, `vmin`, `vmax`, a root of `height: 100%`) the value that
 * they have now, so that the page keeps its layout in a window of another height and on paper as tall as itself;
 * `false` takes that back. Style sheets of other origins are closed to us. Runs in the page.
 * @param wide whether lengths that follow its width (`vw`) get theirs too
 */
export function freezeViewportUnits(on: boolean, wide: boolean): void {
  // Kept in our own world, which the page's script does not see.
  const world = globalThis as { $thaw?: (() => void)[] };
  for (const thaw of world.$thaw?.splice(0) ?? []) thaw();
  if (!on) return;
  const thaws: (() => void)[] = [];
  world.$thaw = thaws;
  const { innerWidth: width, innerHeight: height } = window;
  const sides: Readonly<Record<string, number>> = {
    h: height,
    b: height,
    min: Math.min(width, height),
    max: Math.max(width, height),
    w: width,
    i: width,
  };
  const units = wide ? 'h|b|min|max|w|i' : 'h|b|min|max';
  const length = new RegExp(`(?<![\\d.])((?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:e[+-]?\\d+)?)[sld]?v(${units})\\b`, 'gi');
  const frozen = (css: string): string =>
    css.replace(
      length,
      (_, number: string, side: string) => `${(Number(number) * (sides[side.toLowerCase()] as number)) / 100}px`,
    );
  const freeze = (style: CSSStyleDeclaration): void => {
    const before = style.cssText;
    const after = frozen(before);
    if (after === before) return;
    style.cssText = after;
    const held = style.cssText;
    thaws.push(() => {
      // What script has written meanwhile stays.
      if (style.cssText === held) style.cssText = before;
    });
  };
  const readRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      const { style, cssRules, styleSheet } = rule as Partial<CSSStyleRule> & Partial<CSSImportRule>;
      if (style && !(rule instanceof CSSPageRule)) freeze(style);
      if (cssRules) readRules(cssRules);
      if (styleSheet) readSheet(styleSheet);
    }
  };
  const readSheet = (sheet: CSSStyleSheet): void => {
    try {
      readRules(sheet.cssRules);
    } catch {
      // A sheet of another origin.
    }
  };
  const readRoot = (root: Document | ShadowRoot): void => {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) readSheet(sheet);
    for (const element of root.$querySelectorAll<HTMLElement>(
      '[style*="vh"],[style*="vb"],[style*="vm"],[style*="vw"],[style*="vi"]',
    )) {
      freeze(element.$style);
    }
    for (const element of root.$querySelectorAll('*')) if (element.$shadowRoot) readRoot(element.$shadowRoot);
  };
  readRoot(document);
  const root = document.documentElement;
  for (const name of ['height', 'min-height']) {
    const value = root.$computedStyleMap().get(name);
    if (!(value instanceof CSSUnitValue) || value.unit !== 'percent') continue;
    const [before, priority] = [root.$style.getPropertyValue(name), root.$style.getPropertyPriority(name)];
    root.$style.setProperty(name, `${(value.value * height) / 100}px`, 'important');
    thaws.push(() => root.$style.setProperty(name, before, priority));
  }
}
