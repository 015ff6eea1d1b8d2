/** What the page tells of its styles. */
export interface ReadStyles {
  /** Rules for elements of the template, in the order of the cascade, within the scope of the header or footer. */
  readonly css: string;
  /** Rules of fonts that the template needs. */
  readonly faces: readonly string[];
  /** Declarations that the body of the document hands down. */
  readonly declarations: string;
  /** Size of the font of the root in CSS pixels. */
  readonly rootSize: number;
}

/** Runs in the page. @returns addresses of style sheets of other origins, whose rules are closed to script */
export function closedSheets(): string[] {
  const closed: string[] = [];
  const look = (sheet: CSSStyleSheet): void => {
    try {
      for (const rule of sheet.cssRules) if (rule instanceof CSSImportRule && rule.styleSheet) look(rule.styleSheet);
    } catch {
      if (sheet.href) closed.push(sheet.href);
    }
  };
  for (const sheet of document.styleSheets) look(sheet);
  return closed;
}

/**
 * Runs in the page. Reads the rules that mean something to a template. Media are decided here, since a template is
 * printed, whatever the medium of the document. A rule whose subject is not in the template is left out.
 * @param texts of style sheets that are closed to script
 */
export function readStyles(source: string, texts: Readonly<Record<string, string>>): ReadStyles {
  const template = new DOMParser().parseFromString(source, 'text/html');
  // What Chromium fills in.
  const filled = template.createElement('span');
  filled.$className = 'pageNumber totalPages date title url';
  if (source.includes('{{')) template.body.$append(filled);
  const matches = (selector: string): boolean => {
    try {
      return (
        template.$querySelector(selector.replaceAll(/::[\w-]+(?:\([^)]*\))?|:(?:before|after)\b/g, '') || '*') !== null
      );
    } catch {
      return true;
    }
  };
  const absolute = (text: string, base: string): string =>
    text.replaceAll(
      /url\(\s*(?:"((?:[^"\\]|\\.)*)"\s*|'((?:[^'\\]|\\.)*)'\s*|([^"'()\s]+)\s*)?\)/g,
      (whole, double?: string, single?: string, bare?: string) => {
        const address = double ?? single ?? bare ?? '';
        if (/^(?:data:|#)/i.test(address) || !URL.canParse(address, base)) return whole;
        return `url("${new URL(address, base).href}")`;
      },
    );
  // What names the scope, in whatever way, may begin outside of it (CSS Cascade 6, scoped style rules).
  const unbound = (selector: string): string =>
    selector.replaceAll(/(^|,\s*)(html|body|:root)(?![\w-])/gi, '$1$2:where(:not(:scope))');

  // Rules that define a name and style nothing by themselves.
  const APART = [
    CSSKeyframesRule,
    CSSPropertyRule,
    CSSCounterStyleRule,
    CSSLayerStatementRule,
    CSSFontFeatureValuesRule,
    CSSFontPaletteValuesRule,
  ];
  const apart: string[] = [];
  const allFaces: { readonly family: string; readonly text: string }[] = [];
  const readRules = (rules: CSSRuleList, base: string): string =>
    [...rules].map((rule) => readRule(rule, base)).join('');
  const inside = (head: string, text: string) => (text === '' ? '' : `${head}{${text}}\n`);
  const readRule = (rule: CSSRule, base: string): string => {
    if (rule instanceof CSSStyleRule) {
      const { selectorText, cssText, cssRules } = rule;
      if (cssRules.length === 0 && !matches(selectorText)) return '';
      return `${unbound(selectorText)}${absolute(cssText.slice(selectorText.length), base)}\n`;
    }
    if (rule instanceof CSSMediaRule)
      return matchMedia(rule.media.mediaText).matches ? readRules(rule.cssRules, base) : '';
    if (rule instanceof CSSSupportsRule) return CSS.supports(rule.conditionText) ? readRules(rule.cssRules, base) : '';
    if (rule instanceof CSSLayerBlockRule) return inside(`@layer ${rule.name}`, readRules(rule.cssRules, base));
    if (rule instanceof CSSContainerRule) {
      return inside(`@container ${rule.conditionText}`, readRules(rule.cssRules, base));
    }
    if (rule instanceof CSSImportRule) {
      const { styleSheet, layerName, supportsText } = rule;
      if (!styleSheet || (supportsText && !CSS.supports(supportsText))) return '';
      const text = readSheet(styleSheet);
      return layerName === null ? text : inside(`@layer ${layerName}`, text);
    }
    if (rule instanceof CSSFontFaceRule) {
      const family = rule.style.getPropertyValue('font-family').replaceAll(/^["']|["']$/g, '');
      allFaces.push({ family, text: absolute(rule.cssText, base) });
    } else if (rule instanceof CSSScopeRule) return absolute(rule.cssText, base);
    else if (APART.some((kind) => rule instanceof kind)) apart.push(absolute(rule.cssText, base));
    return '';
  };
  const readSheet = (sheet: CSSStyleSheet): string => {
    if (sheet.disabled || (sheet.media.length > 0 && !matchMedia(sheet.media.mediaText).matches)) return '';
    const base = sheet.href ?? document.baseURI;
    try {
      return readRules(sheet.cssRules, base);
    } catch {
      const text = texts[sheet.href ?? ''];
      if (text === undefined) return '';
      const open = new CSSStyleSheet({ baseURL: base });
      open.replaceSync(text);
      return readRules(open.cssRules, base);
    }
  };
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const rules = sheets.map(readSheet).join('');

  // What the author gave the body: all that differs from a document without styles.
  const body = document.body ?? document.documentElement;
  const style = getComputedStyle(body);
  const bare = document.createElement('div');
  bare.style.cssText = 'all:initial;display:none';
  document.documentElement.$append(bare);
  const initial = getComputedStyle(bare);
  const HANDED_DOWN = [
    'color',
    'direction',
    'font-family',
    'font-feature-settings',
    'font-kerning',
    'font-size',
    'font-stretch',
    'font-style',
    'font-variant',
    'font-variation-settings',
    'font-weight',
    'hyphens',
    'letter-spacing',
    'line-height',
    'overflow-wrap',
    'quotes',
    'tab-size',
    'text-align',
    'text-indent',
    'text-shadow',
    'text-transform',
    'white-space',
    'word-break',
    'word-spacing',
  ];
  const declared = HANDED_DOWN.flatMap((name) => {
    const value = style.getPropertyValue(name);
    if (value === initial.getPropertyValue(name)) return [];
    // Lines grow with the letters in them, as nearly every style sheet has it.
    const isHeight = name === 'line-height' && value.endsWith('px');
    return [`${name}:${isHeight ? Number.parseFloat(value) / Number.parseFloat(style.fontSize) : value}`];
  });
  bare.remove();
  const used = source + rules + declared.join(';');
  let own = '';
  for (const [name] of body.$computedStyleMap()) {
    if (!name.startsWith('--') || !used.includes(name)) continue;
    own += `${name}:${absolute(style.getPropertyValue(name), document.baseURI)};`;
  }
  const needed = allFaces.filter(({ family }) => family !== '' && (used + own).includes(family));
  return {
    css: apart.join('\n') + inside('@scope (.platen-header-footer)', rules),
    faces: needed.map(({ text }) => text),
    declarations: own + declared.join(';'),
    rootSize: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  };
}

/** Runs in the page, which may read what it has loaded. @returns files as Base64 by their address */
export async function readFiles(addresses: readonly string[], largest: number): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const read = async (address: string) => {
    const answer = await fetch(address, { cache: 'force-cache', credentials: 'same-origin' });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok && bytes.length <= largest) files[address] = bytes.toBase64();
  };
  await Promise.allSettled(addresses.map(read));
  return files;
}
