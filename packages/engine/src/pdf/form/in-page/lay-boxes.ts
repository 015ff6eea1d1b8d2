import type { Controls } from './collect-controls.ts';

/**
 * Lays the boxes that `addBoxes` made over their controls, and hides the controls. Boxes take no room. Runs in the page.
 * @param mostAnchors boxes that Chromium finds the place of again on paper, which takes long for many. The others keep the place in the text that they have on
 *   the screen; those that are in one line with their control need no more
 * @returns numbers of controls whose place cannot be had
 */
export function layBoxes(mostAnchors: number): number[] {
  const { $controls: controls = [] } = globalThis as Controls;
  /** How far a box is from its control. */
  const away = ({ control, host }: (typeof controls)[number]): number[] => {
    const [own, other] = [control.$getBoundingClientRect(), (host as HTMLElement).$getBoundingClientRect()];
    const distances = [own.x - other.x, own.y - other.y, own.width - other.width, own.height - other.height];
    return distances.map((distance) => distance / (control.$currentCSSZoom || 1));
  };
  const isAway = (distances: readonly number[]): boolean => distances.some((distance) => Math.abs(distance) > 1);
  const setAll = (host: HTMLElement, values: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(values)) host.$style.setProperty(name, value, 'important');
  };
  const TURNS = ['transform', 'rotate', 'scale', 'translate'];
  /** What an element is turned and scaled by from outside; `undefined` for one that is not. */
  const outerMatrix = (control: HTMLElement): DOMMatrix | undefined => {
    let whole: DOMMatrix | undefined;
    for (let node = control.$parentNode; node; node = node.$parentNode ?? (node as Partial<ShadowRoot>).host ?? null) {
      if (node.$nodeType !== Node.ELEMENT_NODE) continue;
      const { transform, rotate, scale, translate } = getComputedStyle(node as Element);
      if ([transform, rotate, scale, translate].every((value) => value === 'none')) continue;
      const own = new DOMMatrix();
      if (rotate !== 'none') own.rotateSelf(Number.parseFloat(rotate) || 0);
      if (scale !== 'none') own.scaleSelf(...(scale.split(' ').map(Number) as [number, number]));
      if (transform !== 'none') own.multiplySelf(new DOMMatrix(transform));
      whole = own.multiply(whole ?? new DOMMatrix());
    }
    return whole;
  };
  /** Chromium does not find anchors again on paper that are turned; what is turned is a containing block, from which they are measured. */
  const measure = (entry: (typeof controls)[number], outer: DOMMatrix): void => {
    const { control, host } = entry as { control: HTMLElement; host: HTMLElement };
    const [width, height] = [control.$offsetWidth, control.$offsetHeight];
    setAll(host, { left: '0', top: '0', width: `${width}px`, height: `${height}px` });
    const [x = 0, y = 0] = away(entry);
    const { a, b, c, d } = outer;
    const inner = new DOMMatrix([a, b, c, d, 0, 0]).inverse().transformPoint({ x, y });
    setAll(host, { left: `${inner.x}px`, top: `${inner.y}px` });
  };
  /** The anchor of a control that is turned by itself is the box around it. */
  const shift = (entry: (typeof controls)[number]): void => {
    const { control, host } = entry as { control: HTMLElement; host: HTMLElement };
    setAll(host, { width: `${control.$offsetWidth}px`, height: `${control.$offsetHeight}px` });
    const [x = 0, y = 0] = away(entry);
    setAll(host, { 'margin-left': `${x}px`, 'margin-top': `${y}px` });
  };
  const turned = controls.map(({ control }) => ({
    outer: outerMatrix(control),
    own: Object.fromEntries(
      [...TURNS, 'transform-origin'].map((name) => [name, getComputedStyle(control).getPropertyValue(name)]),
    ),
  }));
  /** Whether a box that stands behind its control is in the same line, so that both are on the same page. */
  const isInLine = (control: HTMLElement, host: HTMLElement): boolean => {
    const { display, position, cssFloat } = getComputedStyle(control);
    let block = control.$parentElement;
    while (block && getComputedStyle(block).display === 'contents') block = block.$parentElement;
    const flow = block ? getComputedStyle(block).display : '';
    const inFlow = cssFloat === 'none' && /^(?:static|relative)$/.test(position) && display.startsWith('inline');
    return inFlow && !/flex|grid/.test(flow) && control.$nextElementSibling === host;
  };
  const inLine = controls.map(({ control, host }) => isInLine(control, host as HTMLElement));
  // Read for all before any is changed: each change would have the page laid out anew.
  const facts = controls.map(({ control }) => ({
    size: { display: 'block', width: `${control.$offsetWidth}px`, height: `${control.$offsetHeight}px` },
    anchor: getComputedStyle(control).getPropertyValue('anchor-name'),
  }));
  let anchors = 0;
  const measured: number[] = [];
  for (const [index, { control, host }] of controls.entries()) {
    const { outer, own } = turned[index] as (typeof turned)[number];
    const isTurned = TURNS.some((name) => own[name] !== 'none');
    const { size, anchor } = facts[index] as (typeof facts)[number];
    if (outer || (inLine[index] && !isTurned) || anchors >= mostAnchors) {
      setAll(host as HTMLElement, { ...size, ...(isTurned ? own : {}) });
      if (!outer) measured.push(index);
      continue;
    }
    anchors += 1;
    const name = `--platen-field-${index}`;
    control.$style.setProperty(
      'anchor-name',
      anchor === '' || anchor === 'none' ? name : `${anchor},${name}`,
      'important',
    );
    const sides = { left: 'anchor(left)', top: 'anchor(top)', ...(isTurned ? own : { width: 'anchor-size(width)' }) };
    setAll(host as HTMLElement, { ...size, ...sides, 'position-anchor': name, 'position-visibility': 'always' });
  }
  const distances = (indexes: readonly number[]): number[][] =>
    indexes.map((index) => away(controls[index] as (typeof controls)[number]));
  for (const [at, [x = 0, y = 0]] of distances(measured).entries()) {
    const { host } = controls[measured[at] as number] as { host: HTMLElement };
    setAll(host, { 'margin-left': `${x}px`, 'margin-top': `${y}px` });
  }
  // Margins move nothing where text runs from the right.
  for (const [at, [x = 0, y = 0]] of distances(measured).entries()) {
    const { host } = controls[measured[at] as number] as { host: HTMLElement };
    if (isAway([x, y])) setAll(host, { translate: `${x}px ${y}px` });
  }
  for (const [index, entry] of controls.entries()) {
    const { outer, own } = turned[index] as (typeof turned)[number];
    if (outer) measure(entry, outer);
    else if (TURNS.some((name) => own[name] !== 'none')) shift(entry);
  }
  // All are measured before any is changed: each change would have the page laid out anew.
  const lost = new Set(
    [...controls.keys()].filter((index) => isAway(away(controls[index] as (typeof controls)[number]))),
  );
  for (const [index, { control, host }] of controls.entries()) {
    if (lost.has(index)) host?.$remove();
    else control.$style.setProperty('visibility', 'hidden', 'important');
  }
  return [...lost];
}
