/** A declaration of which only Chromium knows whether it takes it. */
export type Doubt = {
  readonly place: 'element' | 'page' | 'margin box';
  readonly property: string;
  readonly value: string;
};

/**
 * Runs in the page. Finds the declarations that Chromium drops, and lengths of pages that no paper has.
 * @param largest CSS pixels of the longest side of paper
 * @returns their places in the list
 */
export function refusedValues(doubts: readonly Doubt[], largest: number): number[] {
  const sheet = new CSSStyleSheet();
  const isRefused = ({ place, property, value }: Doubt): boolean => {
    if (place === 'element') return !CSS.supports(property, value);
    const declaration = `${property}:${value}`;
    sheet.replaceSync(place === 'page' ? `@page{${declaration}}` : `@page{@top-left{${declaration}}}`);
    const rule = sheet.cssRules[0] as (CSSGroupingRule & { readonly style: CSSStyleDeclaration }) | undefined;
    const inner = place === 'page' ? rule : (rule?.cssRules?.[0] as typeof rule);
    if (!inner || inner.style.length === 0) return true;
    if (place !== 'page') return false;
    // Chromium writes what it has calculated of `calc()`.
    const text = inner.style.cssText;
    const numbers = [...text.matchAll(/(-?[\d.]+(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm|q|%)/gi)];
    return numbers.some(([, number, unit = '']) => {
      const perUnit = {
        px: 1,
        pt: 4 / 3,
        pc: 16,
        in: 96,
        cm: 96 / 2.54,
        mm: 96 / 25.4,
        q: 96 / 101.6,
        '%': largest / 100,
      };
      const pixels = Number(number) * perUnit[unit.toLowerCase() as keyof typeof perUnit];
      return Math.abs(pixels) > largest || (pixels < 0 && property.startsWith('margin'));
    });
  };
  return doubts.flatMap((doubt, index) => (isRefused(doubt) ? [index] : []));
}
