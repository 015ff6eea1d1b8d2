/** What a document says of its paper: margins as CSS text, empty where nothing is said. */
export type PageRules = {
  readonly top: string;
  readonly right: string;
  readonly bottom: string;
  readonly left: string;
  /** The sizes of paper that rules name, of all pages or of some, as CSS text. */
  readonly sizes: readonly string[];
  /** Whether one of them is for some pages only. */
  readonly mixed: boolean;
};

/** Reads the `@page` rules that hold now; margins are those of unnamed rules, of which the last wins. Runs in the page. */
export function pageRules(): PageRules {
  const found = { top: '', right: '', bottom: '', left: '', sizes: [] as string[], mixed: false };
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        const { size, marginTop, marginRight, marginBottom, marginLeft } = rule.style;
        if (size && size !== 'auto') {
          found.sizes.push(size);
          if (rule.selectorText !== '') found.mixed = true;
        }
        if (rule.selectorText !== '') continue;
        found.top = marginTop || found.top;
        found.right = marginRight || found.right;
        found.bottom = marginBottom || found.bottom;
        found.left = marginLeft || found.left;
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
  return found;
}
