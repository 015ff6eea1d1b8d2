import type { Controls } from './collect-controls.ts';

/** Shows what stands in the fields and nothing else, for a print of that alone; `false` shows the rest again. Runs in the page. */
export function showControls(alone: boolean): void {
  const scope = globalThis as Controls;
  const { $controls: controls = [], $sheets: sheets = [] } = scope;
  for (const { root, sheet, frame, style } of sheets.splice(0)) {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    if (style === null) frame?.$removeAttribute('style');
    else frame?.$setAttribute('style', style);
  }
  scope.$sheets = sheets;
  for (const { control, host, shows } of controls) {
    if (!host?.$isConnected) continue;
    control.$style.setProperty('visibility', alone && shows ? 'visible' : 'hidden', 'important');
    host.$style.setProperty('visibility', alone ? 'hidden' : 'visible', 'important');
  }
  if (!alone) return;
  const roots = new Set(controls.map(({ control }) => control.$getRootNode() as Document | ShadowRoot));
  // An important rule of the first layer is stronger than all others of the page.
  const css =
    '@layer platen-fields{*:not(option,optgroup),::before,::after,::marker{visibility:hidden!important;transition:none!important}}';
  for (const root of roots) {
    const view = (root.$ownerDocument ?? (root as Document)).defaultView as (Window & typeof globalThis) | null;
    if (!view) continue;
    // What is around a root is hidden too, but for the frame that it is in.
    const frame = 'host' in root ? null : (view.frameElement as HTMLElement | null);
    const outside = 'host' in root ? root.host : frame;
    if (outside) roots.add(outside.$getRootNode() as Document | ShadowRoot);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
    sheets.push({ root, sheet, frame, style: frame?.$getAttribute('style') ?? null });
    frame?.$style.setProperty('visibility', 'visible', 'important');
  }
}

/** Leaves the page as it was before `addBoxes`. Runs in the page. */
export function removeBoxes(): void {
  const scope = globalThis as Controls;
  for (const { control, host, style } of scope.$controls ?? []) {
    host?.$remove();
    if (style === null) control.$removeAttribute('style');
    else control.$setAttribute('style', style);
  }
  delete scope.$controls;
}
