import type { RunningState } from './running.ts';

/** Where a running element stands on a page. */
export type RunningBox = {
  /** Which of the elements, in the order of the document. */
  readonly element: number;
  /** CSS pixels from the corner of the paper. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Which part of the room that is left lies before it, from the left and from the top: 0, 0.5 or 1. */
  readonly across: number;
  readonly down: number;
  /** Texts that differ from page to page, by what stands for them, such as `page lower-roman`. */
  readonly texts: { readonly [counter: string]: string };
};

export type RunningPage = {
  /** Name of its rule. */
  readonly name: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly RunningBox[];
};

/**
 * Runs in the page. Shows nothing but running elements: a page for each page of the document. They are copies with the
 * styles that the elements have where they stand, in a shadow tree, which the document's rules do not reach.
 * @param css rules of the pages
 * @param counters values at each element, by the names of counters
 */
export async function showRunning(
  pages: readonly RunningPage[],
  css: string,
  counters: readonly { readonly [name: string]: readonly number[] }[],
): Promise<void> {
  const state = (globalThis as RunningState).$running;
  if (!state) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `${css}html{all:unset!important;direction:ltr!important;display:block!important}` +
      'html::before,html::after{content:none!important}html>*{display:none!important}html>platen-layer{display:block!important}',
  );
  const layer = document.createElement('platen-layer');
  // Nothing is inherited from the document, before its rules are taken away and after.
  layer.$style.cssText = 'all:initial;direction:ltr;unicode-bidi:normal;display:block';
  const root = layer.$attachShadow({ mode: 'open' });
  const own = document.createElement('style');
  own.$textContent =
    'section{display:block;position:relative;contain:strict;break-after:page}section:last-of-type{break-after:auto}' +
    'section>div{position:absolute;display:flex;flex-direction:column}section>div>div{flex:none}';
  root.append(own);
  document.documentElement.$append(layer);
  const stock = document.createElement('div');
  stock.style.display = 'none';
  root.append(stock);

  /** What changes nothing here, or belongs to the place that the element had. */
  const SKIPPED = /^(?:animation|transition|break-|page$|-webkit-locale|counter-|content$|will-change|view-transition)/;
  const copyStyle = (from: CSSStyleDeclaration, to: HTMLElement | SVGElement): void => {
    const known = getComputedStyle(to);
    const changes: [string, string][] = [];
    for (const name of from) {
      if (SKIPPED.test(name)) continue;
      const value = from.getPropertyValue(name);
      if (known.getPropertyValue(name) !== value) changes.push([name, value]);
    }
    for (const [name, value] of changes) to.$style.setProperty(name, value);
  };
  const generatedOf = (element: Element, pseudo: 'before' | 'after', values: (typeof counters)[number]): Node[] => {
    const style = getComputedStyle(element, `::${pseudo}`);
    // What refers to pages has been written into a text for one of them.
    const source = style.getPropertyValue('--platen-content').trim();
    const content = /(?<!-)counters?\(\s*pages?\b/i.test(source) ? source : style.content;
    const nodes: Node[] = [];
    const parts =
      /"((?:[^"\\]|\\.){0,10000})"|'((?:[^'\\]|\\.){0,10000})'|url\("([^"]{0,1000000})"\)|(?:platen-)?attr\(\s*([\w-]{1,100})[^)]{0,100}\)|counters?\(\s*([\w-]{1,100})\s*(?:,\s*"([^"]{0,100})"\s*)?(?:,\s*([\w-]{1,100})\s*)?\)/g;
    for (const [, double, single, address, attribute, counter, between, format] of content.matchAll(parts)) {
      if (address !== undefined) nodes.push(Object.assign(document.createElement('img'), { src: address }));
      else if (attribute !== undefined) nodes.push(new Text(element.$getAttribute(attribute) ?? ''));
      else if (counter === undefined) {
        const text = (double ?? single ?? '').replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code, other) =>
          code ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16))) : other,
        );
        nodes.push(new Text(text));
      } else if (/^pages?$/.test(counter)) {
        const text = document.createElement('span');
        text.$dataset.counter = `${counter} ${format ?? 'decimal'}`;
        nodes.push(text);
      } else {
        const shown = values[counter] ?? [];
        nodes.push(new Text(between === undefined ? String(shown.at(-1) ?? 0) : shown.join(between)));
      }
    }
    return nodes;
  };
  const isDrawn = (element: Element): boolean =>
    !/^(?:script|style|link|iframe|object|embed)$/i.test(element.$localName);
  const copy = (element: Element, display: string | undefined, into: Node, index: number): void => {
    const made = element.$cloneNode(false) as HTMLElement | SVGElement;
    const picture = element instanceof HTMLCanvasElement ? pictureOf(element) : undefined;
    const copied = picture ?? made;
    for (const name of ['style', 'class', 'hidden', 'loading', 'data-platen-running']) copied.$removeAttribute(name);
    into.$appendChild(copied);
    copyStyle(getComputedStyle(element), copied);
    if (display !== undefined) {
      const inner = /^inline-(block|flex|grid|table)$/.exec(display)?.[1];
      copied.$style.display = inner ?? (/^(?:inline|contents|table-)/.test(display) ? 'block' : display);
      if (inner) copied.$style.width = 'fit-content';
      copied.$style.position = 'static';
      copied.$style.float = 'none';
      // What is not as wide as the margin box is aligned in it as a whole.
      const narrow = inner || /^table/.test(display) || copied.$matches('img,svg') || copied.$style.width !== '';
      if (narrow) copied.$setAttribute('data-narrow', '');
    }
    const values = counters[index] ?? {};
    const generate = (pseudo: 'before' | 'after'): void => {
      const nodes = generatedOf(element, pseudo, values);
      const style = getComputedStyle(element, `::${pseudo}`);
      if (nodes.length === 0 && /^(?:none|normal)$/.test(style.content)) return;
      const text = document.createElement('span');
      text.$append(...nodes);
      copied.$append(text);
      copyStyle(style, text);
    };
    generate('before');
    for (const kid of element.$childNodes) {
      if (kid instanceof Text) copied.$append(kid.$cloneNode());
      else if (kid instanceof Element && isDrawn(kid)) copy(kid, undefined, copied, index);
    }
    generate('after');
  };
  const pictureOf = (canvas: HTMLCanvasElement): HTMLImageElement | undefined => {
    try {
      return Object.assign(document.createElement('img'), { src: canvas.toDataURL() });
    } catch {
      // It has a picture of another origin.
      return undefined;
    }
  };
  const used = new Set(pages.flatMap(({ boxes }) => boxes.map(({ element }) => element)));
  const copies = new Map<number, HTMLElement>();
  for (const [index, { element, style, display }] of state.elements.entries()) {
    if (!used.has(index)) continue;
    const held = element.$getAttribute('style') ?? '';
    element.$setAttribute('style', style ?? '');
    element.$removeAttribute('data-platen-running');
    // A box that is not there has the sizes that the styles say, not those that came out.
    element.$style.setProperty('display', 'none', 'important');
    const place = document.createElement('div');
    stock.append(place);
    copy(element, display, place, index);
    element.$setAttribute('style', held);
    element.$setAttribute('data-platen-running', '');
    copies.set(index, place);
  }
  const alignment = (across: number): string => (across === 0.5 ? 'center' : across > 0.5 ? 'right' : 'left');
  for (const { name, width, height, boxes } of pages) {
    const section = document.createElement('section');
    section.$style.cssText = `page:${name};width:${width}px;height:${height}px`;
    for (const box of boxes) {
      const frame = document.createElement('div');
      frame.style.cssText = `left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`;
      const [above, below] = [document.createElement('i'), document.createElement('i')];
      above.$style.flex = `${box.down} 0 0px`;
      below.$style.flex = `${1 - box.down} 0 0px`;
      const place = copies.get(box.element)?.$cloneNode(true) as HTMLElement;
      place.$style.textAlign = alignment(box.across);
      for (const narrow of place.$querySelectorAll<HTMLElement>(':scope>[data-narrow]')) {
        if (box.across > 0) narrow.$style.marginLeft = 'auto';
        if (box.across === 0.5) narrow.$style.marginRight = 'auto';
      }
      for (const text of place.$querySelectorAll<HTMLElement>('[data-counter]')) {
        text.$textContent = box.texts[text.$dataset.counter ?? ''] ?? '';
      }
      frame.append(above, place, below);
      section.$append(frame);
    }
    root.append(section);
  }
  stock.remove();
  document.adoptedStyleSheets.push(sheet);
  state.undo.push(() => {
    layer.$remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  const pictures = [...root.$querySelectorAll('img')];
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
}
