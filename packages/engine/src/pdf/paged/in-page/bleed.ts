/** Functions that run inside the page: content that reaches into the bleed. Each is sent as text. */

/** CSS pixels. */
export type BleedSides = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

export type BleedFacts = {
  /** Whether something may reach beyond the margins. */
  readonly reaches: boolean;
  /** What of the document keeps its content from being printed beyond the margins; empty when nothing does. */
  readonly hindered: string;
};

/** What is done to the document while it is printed with its bleed. */
type BleedState = typeof globalThis & { $bleed?: (() => void)[] };

/**
 * Runs in the page, whose window has the size of what is between the margins.
 * @param most elements that are looked at
 */
export function bleedFacts(width: number, most: number): BleedFacts {
  const root = document.documentElement;
  const body = document.body ?? root;
  const seen = { opacityProperty: true, visibilityProperty: true };
  let reaches = false;
  let fixed = false;
  let looked = 0;
  for (const element of body.$querySelectorAll('*')) {
    looked += 1;
    if (looked > most) break;
    const style = getComputedStyle(element);
    if (style.display === 'none') continue;
    if (style.position === 'fixed' && element.$checkVisibility(seen)) fixed = true;
    if (reaches) continue;
    const { left, right } = element.$getBoundingClientRect();
    const offsets = [style.marginTop, style.marginBottom];
    if (style.position !== 'static') offsets.push(style.top, style.bottom);
    reaches = left < -0.5 || right > width + 0.5 || offsets.some((offset) => Number.parseFloat(offset) < -0.5);
  }
  let framed = false;
  const look = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) framed ||= /(?:^|[\s;])(?:padding|border)/.test(rule.style.cssText);
      else if ('cssRules' in rule) look(rule.cssRules as CSSRuleList);
      else if (rule instanceof CSSImportRule && rule.styleSheet) look(rule.styleSheet.cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      look(sheet.cssRules);
    } catch {
      // A sheet of another origin.
    }
  }
  const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, writingMode } = getComputedStyle(root);
  const bordered = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth].some((one) => one !== '0px');
  const vertical = ![writingMode, getComputedStyle(body).writingMode].every((mode) => mode.startsWith('horizontal'));
  const hindered =
    (looked > most && `more than ${most} elements`) ||
    (fixed && 'position: fixed') ||
    (bordered && 'a border of the root element') ||
    (framed && 'a border or padding of @page') ||
    (vertical && 'vertical lines') ||
    '';
  return { reaches, hindered };
}

/**
 * Runs in the page, whose window has the size of what is between the margins. The pages get no margins, and the root
 * element has a border in their place that is repeated on every page: what Chromium cuts off at the margins is then cut
 * off where the paper ends. Margin boxes are empty until `closeBleed`.
 * @param sides the margins
 * @returns whether there are margin boxes
 */
export function openBleed(sides: BleedSides): boolean {
  const undo: (() => void)[] = [];
  (globalThis as BleedState).$bleed = undo;
  const change = (
    style: Pick<CSSStyleDeclaration, 'cssText' | 'setProperty'>,
    values: Readonly<Record<string, string>>,
  ): void => {
    const before = style.cssText;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value, 'important');
    undo.push(() => {
      style.cssText = before;
    });
  };
  /** Whether what is placed in an element is placed by it. */
  const holds = (element: Element): boolean => {
    const { position, transform, filter, perspective, contain, willChange } = getComputedStyle(element);
    return (
      position !== 'static' ||
      [transform, filter, perspective].some((value) => value !== 'none') ||
      /layout|paint|strict|content/.test(contain) ||
      /transform|filter|perspective/.test(willChange)
    );
  };
  const isOnPage = (element: Element): boolean => {
    for (let at = element.$parentElement; at; at = at.$parentElement) if (holds(at)) return false;
    return true;
  };
  // What is placed on the first page keeps its place and its size.
  const placed = [...document.querySelectorAll<HTMLElement | SVGElement>('body,body *')].filter((element) => {
    const { position, display } = getComputedStyle(element);
    return position === 'absolute' && display !== 'none' && isOnPage(element);
  });
  const places = placed.map((element) => {
    const [used, given] = [getComputedStyle(element), element.$computedStyleMap()];
    const isAuto = (name: string): boolean => String(given.get(name)) === 'auto';
    const values: Record<string, string> = { width: used.width };
    if (!isAuto('left') || !isAuto('right')) {
      values.left = `${Number.parseFloat(used.left) + sides.left}px`;
      values.right = 'auto';
    }
    if (!isAuto('top') || !isAuto('bottom')) {
      if ((!isAuto('top') && !isAuto('bottom')) || /%/.test(String(given.get('height')))) values.height = used.height;
      values.top = `${Number.parseFloat(used.top) + sides.top}px`;
      values.bottom = 'auto';
    }
    return values;
  });
  for (const [index, element] of placed.entries()) {
    const before = element.$getAttribute('style');
    for (const [name, value] of Object.entries(places[index] ?? {}))
      element.$style.setProperty(name, value, 'important');
    undo.push(() => (before === null ? element.$removeAttribute('style') : element.$setAttribute('style', before)));
  }
  let boxes = false;
  const look = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      // TypeScript does not know this kind of rule yet.
      if (rule.constructor.name === 'CSSMarginRule') {
        const { style } = rule as CSSStyleRule;
        if (!/^(?:|none|normal)$/.test(style.content)) boxes = true;
        change(style, { content: 'none' });
        continue;
      }
      if ('cssRules' in rule) look(rule.cssRules as CSSRuleList);
      if (rule instanceof CSSPageRule) {
        const none = { 'margin-top': '0', 'margin-right': '0', 'margin-bottom': '0', 'margin-left': '0' };
        change(rule.style, none);
      } else if (rule instanceof CSSImportRule && rule.styleSheet) look(rule.styleSheet.cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      look(sheet.cssRules);
    } catch {
      // A sheet of another origin.
    }
  }
  const root = document.documentElement;
  const style = root.$getAttribute('style');
  const frame = {
    'border-style': 'solid',
    'border-color': 'transparent',
    'border-width': `${sides.top}px ${sides.right}px ${sides.bottom}px ${sides.left}px`,
    'border-image': 'none',
    'box-sizing': 'border-box',
    'box-decoration-break': 'clone',
    '-webkit-box-decoration-break': 'clone',
  };
  for (const [name, value] of Object.entries(frame)) root.$style.setProperty(name, value, 'important');
  undo.push(() => (style === null ? root.$removeAttribute('style') : root.$setAttribute('style', style)));
  return boxes;
}

/** Runs in the page. Puts it back as it was before `openBleed`. */
export function closeBleed(): void {
  const scope = globalThis as BleedState;
  for (const undo of scope.$bleed?.reverse() ?? []) undo();
  delete scope.$bleed;
}

/** Runs in the page. Shows what is in the margin boxes and nothing else, or all again. */
export function showMarginsOnly(only: boolean): void {
  const scope = globalThis as typeof globalThis & { $margins?: CSSStyleSheet };
  if (!scope.$margins) {
    scope.$margins = new CSSStyleSheet();
    scope.$margins.replaceSync(
      ':root,:root *,:root::before,:root::after,:root *::before,:root *::after{visibility:hidden!important;background:none!important}' +
        '@page{background:none!important;visibility:visible!important}',
    );
  }
  const own = scope.$margins;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== own);
  document.adoptedStyleSheets = only ? [...others, own] : others;
}

/**
 * Runs in the page. Cuts off what is placed in a box and sticks out below it, or lets it be as it was: between margins it
 * would make a page of its own.
 */
export function cutPlaced(cut: boolean): void {
  const scope = globalThis as typeof globalThis & { $cut?: (() => void)[] };
  for (const undo of scope.$cut?.splice(0) ?? []) undo();
  if (!cut) return;
  const undo: (() => void)[] = [];
  scope.$cut = undo;
  const found = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const { position, display, top, bottom, height } = getComputedStyle(element);
    const [below, tall] = [-Number.parseFloat(bottom), Number.parseFloat(height)];
    if (position !== 'absolute' || display === 'none' || !(below > 0)) return [];
    return [{ element, top, height: `${Math.max(0, tall - below)}px` }];
  });
  for (const { element, top, height } of found) {
    const before = element.$getAttribute('style');
    const values = { top, height, bottom: 'auto', 'min-height': '0', 'max-height': 'none', overflow: 'clip' };
    for (const [name, value] of Object.entries(values)) element.$style.setProperty(name, value, 'important');
    undo.push(() => (before === null ? element.$removeAttribute('style') : element.$setAttribute('style', before)));
  }
}
