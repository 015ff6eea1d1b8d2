import type { PagedState } from './sheets.ts';

/** An element that stands in margin boxes. */
export interface RunningElement {
  readonly element: HTMLElement;
  readonly name: string;
  /** What tells the page that it is on: what stands right behind it, or itself. */
  readonly anchor: HTMLElement;
  /** Names of the counters that its generated texts show. */
  readonly counters: readonly string[];
  /** Values of its own `style` and `display`, before it was taken out of the text. */
  readonly style: string | null;
  readonly display: string;
}

interface BoxRule {
  readonly style: CSSStyleDeclaration;
  /** Its declarations as they were. */
  readonly before: string;
  /** The content that keeps the room and paints nothing. */
  readonly empty: string;
}

/** What is kept in the isolated world for running elements. */
export type RunningState = PagedState & {
  $running?: {
    readonly elements: readonly RunningElement[];
    /** Rules of margin boxes that show one, with what they ask for. */
    readonly rules: readonly BoxRule[];
    readonly undo: (() => void)[];
  };
};

/** What a margin box asks for. */
export type RunningRequest = {
  /** The counter style that stands for it in the style sheets. */
  readonly style: string;
  readonly name: string;
};

export type RunningFacts = {
  /** The name of each element, in the order of the document. */
  readonly names: readonly string[];
  /** Frames in such elements, which are not printed. */
  readonly frames: number;
};

/**
 * Runs in the page, which has the width that it is printed in. Takes running elements out of the text; what is left of one
 * tells the page that it is on. In the margin boxes stands a picture of their width, by which Chromium divides the room
 * between the boxes of one side of the page.
 */
export function openRunning(requests: readonly RunningRequest[], most: number): RunningFacts | null {
  const scope = globalThis as RunningState;
  const state = scope.$paged;
  if (!state || scope.$running) return null;
  const found = new Map<HTMLElement, string>();
  for (const selector of state.selectors) {
    try {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) {
        if (found.size >= most || element === document.body || element === document.documentElement) continue;
        const style = getComputedStyle(element);
        const name = style.getPropertyValue('--platen-running').trim();
        if (name !== '' && name !== 'none' && element.$checkVisibility()) found.set(element, name);
      }
    } catch {
      // Of a pseudo-element.
    }
  }
  const isInside = (element: HTMLElement): boolean => {
    for (let at = element.$parentElement; at; at = at.$parentElement) if (found.has(at)) return true;
    return false;
  };
  const order = [...found.keys()]
    .filter((element) => !isInside(element))
    .sort((a, b) => (a.$compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const undo: (() => void)[] = [];
  // The document could have the mark that these get.
  for (const element of document.querySelectorAll('[data-platen-running]')) {
    const value = element.$getAttribute('data-platen-running') ?? '';
    element.$removeAttribute('data-platen-running');
    undo.push(() => element.$setAttribute('data-platen-running', value));
  }
  const set = (element: HTMLElement, values: { readonly [name: string]: string }): void => {
    for (const [name, value] of Object.entries(values)) element.$style.setProperty(name, value, 'important');
  };
  const flows = (element: Element): boolean => {
    const { display, position, float } = getComputedStyle(element);
    return display !== 'none' && float === 'none' && /^(?:static|relative|sticky)$/.test(position);
  };
  /** It goes with what it stands before, such as the heading that begins a page. */
  const anchorOf = (element: HTMLElement): HTMLElement => {
    for (let next = element.$nextSibling; next; next = next.$nextSibling) {
      if (next.$nodeType === Node.TEXT_NODE && (next.$nodeValue ?? '').trim() !== '') break;
      if (!(next instanceof HTMLElement) || found.has(next)) continue;
      // What begins above the page has no place on it.
      if (flows(next)) return Number.parseFloat(getComputedStyle(next).marginTop) < 0 ? element : next;
    }
    return element;
  };
  const countersOf = (element: HTMLElement): string[] => {
    const contents = [element, ...element.$querySelectorAll('*')].flatMap((inner) =>
      ['::before', '::after'].map((pseudo) => getComputedStyle(inner, pseudo).content),
    );
    return [...contents.join(' ').matchAll(/counters?\(\s*([\w-]+)/gi)].map(([, name]) => name as string);
  };
  const elements = order.map((element): RunningElement => {
    const style = element.$getAttribute('style');
    undo.push(() => {
      if (style === null) element.$removeAttribute('style');
      else element.$setAttribute('style', style);
      element.$removeAttribute('data-platen-running');
    });
    const { display } = getComputedStyle(element);
    return {
      element,
      name: found.get(element) as string,
      anchor: anchorOf(element),
      counters: countersOf(element),
      style,
      display,
    };
  });
  const widths = new Map<string, number>();
  for (const { element } of elements) {
    set(element, { position: 'absolute', display: 'block', float: 'none', width: 'max-content', 'max-width': 'none' });
  }
  for (const { element, name } of elements) {
    const { marginLeft, marginRight } = getComputedStyle(element);
    const margins = (Number.parseFloat(marginLeft) || 0) + (Number.parseFloat(marginRight) || 0);
    const width = Math.ceil(element.$getBoundingClientRect().width + margins);
    widths.set(name, Math.max(1, width, widths.get(name) ?? 0));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '[data-platen-running]>*{display:none!important}[data-platen-running]::before,[data-platen-running]::after{content:none!important}',
  );
  document.adoptedStyleSheets.push(sheet);
  undo.push(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  for (const { element } of elements) {
    element.$setAttribute('data-platen-running', '');
    set(element, {
      ...{ visibility: 'hidden', width: '0', height: '0', 'min-width': '0', 'min-height': '0', overflow: 'hidden' },
      ...{ margin: '0', padding: '0', border: '0', inset: 'auto', transform: 'none', 'line-height': '0' },
    });
  }

  const rules: BoxRule[] = [];
  const pictureOf = (width: number, inner: string): string => {
    const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='1'>${inner}</svg>`;
    return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
  };
  const fillBox = (style: CSSStyleDeclaration): void => {
    const asked = /platen-element-[\w-]+/.exec(style.content)?.[0];
    const request = requests.findIndex((one) => one.style === asked);
    if (request < 0) return;
    const width = widths.get(requests[request]?.name ?? '') ?? 1;
    const before = style.cssText;
    rules.push({ style, before, empty: pictureOf(width, '') });
    undo.push(() => {
      style.cssText = before;
    });
    // Painted only while the pages are laid out: colors tell where the box is, and where its content would begin.
    const fill = `<rect width='${width}' height='1' fill='rgb(${request + 1},77,174)'/>`;
    style.setProperty('content', pictureOf(width, fill), style.getPropertyPriority('content'));
    style.setProperty('background', `rgb(${request + 1},77,173) content-box`, 'important');
    style.setProperty('line-height', '0', 'important');
    style.setProperty('visibility', 'visible', 'important');
  };
  const look = (list: CSSRuleList): void => {
    for (const rule of list) {
      if (rule instanceof CSSImportRule && rule.styleSheet) lookInto(rule.styleSheet);
      else if ('cssRules' in rule) look(rule.cssRules as CSSRuleList);
      // TypeScript does not know this kind of rule yet.
      if (rule.constructor.name === 'CSSMarginRule') fillBox((rule as CSSStyleRule).style);
    }
  };
  const lookInto = (one: CSSStyleSheet): void => {
    try {
      look(one.cssRules);
    } catch {
      // A sheet of another origin.
    }
  };
  for (const one of [...document.styleSheets, ...document.adoptedStyleSheets]) lookInto(one);
  scope.$running = { elements, rules, undo };
  const frames = elements.filter(({ element }) => element.$querySelector('iframe,object,embed')).length;
  return { names: elements.map(({ name }) => name), frames };
}

/** Runs in the page. Leaves the margin boxes empty, with the borders and backgrounds that they have. */
export function emptyBoxes(): void {
  for (const { style, before, empty } of (globalThis as RunningState).$running?.rules ?? []) {
    const priority = style.getPropertyPriority('content');
    style.cssText = before;
    style.setProperty('content', empty, priority);
  }
}

/** Runs in the page. Puts running elements back into the text. */
export function closeRunning(): void {
  const scope = globalThis as RunningState;
  for (const undo of scope.$running?.undo.reverse() ?? []) undo();
  delete scope.$running;
}
