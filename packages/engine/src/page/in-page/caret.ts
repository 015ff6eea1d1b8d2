/**
 * Hides the text cursor: whether it shows depends on the moment. What it stands in keeps the focus, and its style; in a frame of another origin the
 * cursor stays. Does nothing where nothing has the focus. Runs in the page.
 */
export function hideCaret(): void {
  const innerOf = (focused: Element | null): Document | ShadowRoot | null =>
    focused?.$shadowRoot ?? (focused as HTMLIFrameElement | null)?.$contentDocument ?? null;
  let root: Document | ShadowRoot = document;
  for (let inner = innerOf(root.activeElement); inner; inner = innerOf(root.activeElement)) root = inner;
  const { activeElement } = root;
  const page = root.$ownerDocument ?? (root as Document);
  const isEdited = page.designMode === 'on' || page.body?.isContentEditable;
  if (!activeElement || (activeElement === page.body && !isEdited)) return;
  const sheet = new (page.defaultView ?? window).CSSStyleSheet();
  // Of important rules, those in a layer win, whatever the page says outside of one.
  sheet.replaceSync('@layer platen-caret{*{caret-color:transparent!important}}');
  root.adoptedStyleSheets.push(sheet);
}
