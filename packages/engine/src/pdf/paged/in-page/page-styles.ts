/** Runs in the page. Sets the rules that the margin boxes of this print need, in place of those of the print before. */
export function setPageStyles(css: string): void {
  const scope = globalThis as typeof globalThis & { platenPages?: CSSStyleSheet };
  scope.platenPages ??= new CSSStyleSheet();
  scope.platenPages.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(scope.platenPages)) document.adoptedStyleSheets.push(scope.platenPages);
}
