/**
 * Lets nothing begin to move: no transition happens, and an animation that starts is at its end at once. What moves
 * without an end goes on as it does. `false` takes that back. Runs in the page.
 */
export function holdMotion(on: boolean): void {
  // Kept in our own world, which the page's script does not see.
  const world = globalThis as { $release?: (() => void)[] };
  for (const release of world.$release?.splice(0) ?? []) release();
  if (!on) return;
  const releases: (() => void)[] = [];
  world.$release = releases;
  const HELD =
    '*, ::before, ::after { transition-property: none !important; animation-duration: 0.001ms !important; animation-delay: 0s !important; }';

  const keepGoing = (animation: Animation): void => {
    const effect = animation.effect as KeyframeEffect | null;
    const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const style = (effect?.target as HTMLElement | null)?.$style;
    if (!endless || !effect?.target || !style || effect.pseudoElement) return;
    const { animationDuration, animationDelay } = getComputedStyle(effect.target);
    for (const [name, value] of [
      ['animation-duration', animationDuration],
      ['animation-delay', animationDelay],
    ] as const) {
      const [before, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
      style.setProperty(name, value, 'important');
      releases.push(() => style.setProperty(name, before, priority));
    }
  };

  const holdRoot = (root: Document | ShadowRoot): void => {
    // A sheet belongs to the document of its constructor.
    const view = (root.$ownerDocument ?? (root as Document)).defaultView as (Window & typeof globalThis) | null;
    if (!view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(HELD);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    releases.push(() => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    });
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) holdRoot(element.$shadowRoot);
      const inner = element.$localName === 'iframe' ? (element as HTMLIFrameElement).$contentDocument : null;
      if (inner) {
        for (const animation of inner.getAnimations()) keepGoing(animation);
        holdRoot(inner);
      }
    }
  };

  for (const animation of document.getAnimations()) keepGoing(animation);
  holdRoot(document);
}
