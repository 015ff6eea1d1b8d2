/**
 * Makes all papers that the document's `@page` rules name lie on one side; an empty text takes that back. Rules of style
 * sheets of other origins are closed to us. Runs in the page.
 */
export function turnPages(way: 'landscape' | 'portrait' | ''): void {
  const world = globalThis as { $turnBack?: (() => void)[] };
  for (const back of world.$turnBack?.splice(0) ?? []) back();
  if (way === '') return;
  const backs: (() => void)[] = [];
  world.$turnBack = backs;
  const turned = (size: string): string | undefined => {
    const words = size.split(/\s+/).filter((word) => !/^(?:landscape|portrait)$/i.test(word));
    if (words.length < 2)
      return words.length === 0 || /^[a-z]/i.test(words[0] as string) ? [...words, way].join(' ') : undefined;
    try {
      const [first = 0, second = 0] = words.map((word) => CSSNumericValue.parse(word).to('px').value);
      return first > second === (way === 'landscape') ? undefined : [...words].reverse().join(' ');
    } catch {
      // Not two lengths.
      return undefined;
    }
  };
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      const { cssRules, styleSheet } = rule as Partial<CSSGroupingRule> & Partial<CSSImportRule>;
      if (rule instanceof CSSPageRule) {
        const { size } = rule.style;
        const other = size === '' || size === 'auto' ? undefined : turned(size);
        if (other === undefined) continue;
        const priority = rule.style.getPropertyPriority('size');
        rule.style.setProperty('size', other, priority);
        backs.push(() => rule.style.setProperty('size', size, priority));
      } else if (cssRules) read(cssRules);
      if (styleSheet) read(styleSheet.cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      read(sheet.cssRules);
    } catch {
      // A sheet of another origin.
    }
  }
}
