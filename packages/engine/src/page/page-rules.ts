/** A margin of an `@page` rule. */
export type PageMargin = {
  /** CSS pixels. */
  readonly pixels: number;
  /** Part of the paper's width (left and right) or height (top and bottom) that is added to them. */
  readonly share: number;
};

/** `null` where nothing is said, or nothing that is understood. */
export type PageMargins = {
  readonly top: PageMargin | null;
  readonly right: PageMargin | null;
  readonly bottom: PageMargin | null;
  readonly left: PageMargin | null;
};

/** What a document says of its paper. */
export type PageRules = {
  /** Margins that rules without a selector give to all pages. */
  readonly all: PageMargins;
  /** Margins of the first page, for which rules may have a name or `:first`. */
  readonly first: PageMargins;
  /** The sizes of paper that rules name, of all pages or of some, as CSS text. */
  readonly sizes: readonly string[];
  /** Whether one of them is for some pages only. */
  readonly mixed: boolean;
  /** The margins of rules for some pages only, as rules. */
  readonly special: string;
};

/** Reads the `@page` rules that hold now (CSS Paged Media 3, sections 4 and 5). Runs in the page. */
export function pageRules(): PageRules {
  type Declared = { readonly rank: number; readonly text: string };
  const sides = ['top', 'right', 'bottom', 'left'] as const;
  type Declarations = { [side in (typeof sides)[number]]?: Declared };
  const all: Declarations = {};
  const first: Declarations = {};
  const sizes: string[] = [];
  let mixed = false;
  let special = '';
  const root = getComputedStyle(document.documentElement);
  const nameOfFirst = (): string => {
    let name = 'auto';
    // The first of what stands in a box decides for it.
    for (let next: Element | undefined = document.body ?? undefined; next; ) {
      const { page, display } = getComputedStyle(next);
      if (/^inline|^contents/.test(display)) break;
      if (page !== 'auto') name = page;
      next = [...next.$children].find((child) => getComputedStyle(child).display !== 'none');
    }
    return name;
  };
  let firstName: string | undefined;
  /** How much a selector weighs for the first page; less than zero when it is not meant. */
  const weigh = (selector: string): number => {
    const [, name = '', pseudos = ''] = /^([^:]*)(:.*)?$/s.exec(selector.trim()) ?? [];
    if (name !== '') firstName ??= nameOfFirst();
    if (name !== '' && name !== firstName) return -1;
    let weight = name === '' ? 0 : 100;
    for (const pseudo of pseudos.split(':').slice(1)) {
      if (pseudo === 'first') weight += 10;
      else if (pseudo === (root.direction === 'rtl' ? 'left' : 'right')) weight += 1;
      else return -1;
    }
    return weight;
  };
  const declare = (rule: CSSPageRule): void => {
    const own = sides.flatMap((side) => {
      const text = rule.style.getPropertyValue(`margin-${side}`);
      const important = rule.style.getPropertyPriority(`margin-${side}`) === '' ? '' : ' !important';
      return rule.selectorText === '' || text === '' ? [] : [`margin-${side}: ${text}${important}`];
    });
    if (own.length > 0) special += `@page ${rule.selectorText} { ${own.join('; ')} }`;
    const weight = Math.max(...rule.selectorText.split(',').map(weigh));
    for (const side of sides) {
      const name = `margin-${side}`;
      const text = rule.style.getPropertyValue(name);
      if (text === '') continue;
      const rank = weight + (rule.style.getPropertyPriority(name) === '' ? 0 : 1000);
      if (weight >= 0 && rank >= (first[side]?.rank ?? 0)) first[side] = { rank, text };
      if (rule.selectorText === '' && rank >= (all[side]?.rank ?? 0)) all[side] = { rank, text };
    }
  };
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        const { size } = rule.style;
        if (size && size !== 'auto') {
          sizes.push(size);
          if (rule.selectorText !== '') mixed = true;
        }
        declare(rule);
      } else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.media.mediaText).matches) read(rule.cssRules);
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) read(rule.styleSheet.cssRules);
      } else if (rule instanceof CSSLayerBlockRule || rule instanceof CSSSupportsRule) read(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      if (sheet.media.length === 0 || matchMedia(sheet.media.mediaText).matches) read(sheet.cssRules);
    } catch {
      // A sheet of another origin: its rules are closed to us.
    }
  }
  const fontSize = Number.parseFloat(root.fontSize);
  const margin = (declared: Declared | undefined): PageMargin | null => {
    if (!declared) return null;
    if (declared.text === 'auto') return { pixels: 0, share: 0 };
    try {
      const sum = CSSNumericValue.parse(declared.text).toSum('px', 'em', 'rem', 'percent').values;
      const [px = 0, em = 0, rem = 0, percent = 0] = [...sum].map((value) => (value as CSSUnitValue).value);
      return { pixels: px + (em + rem) * fontSize, share: percent / 100 };
    } catch {
      // Not a sum of lengths that are known, such as `max()` of two units.
      return null;
    }
  };
  const margins = (declared: Declarations): PageMargins => ({
    top: margin(declared.top),
    right: margin(declared.right),
    bottom: margin(declared.bottom),
    left: margin(declared.left),
  });
  return { all: margins(all), first: margins(first), sizes, mixed, special };
}
