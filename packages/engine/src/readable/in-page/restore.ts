/**
 * Puts the document as it was sent in the place of what its scripts made of it. Its scripts do not run again. What it
 * holds for readers without script is part of it when there is next to nothing else. Runs in the page.
 */
export function restoreDocument(source: string): void {
  /** Characters beside which the content for readers without script is all there is. */
  const LITTLE = 300;

  interface TrustedTypes {
    createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
  }

  /** The document, parsed; `undefined` where the policy of the page lets nobody parse. */
  const parse = (): Document | undefined => {
    try {
      // W3C, "Trusted Types": a page may ask that text be marked before it is parsed.
      const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
      const policy = trustedTypes?.createPolicy('platen-restore', { createHTML: (text) => text });
      return new DOMParser().parseFromString(policy?.createHTML(source) ?? source, 'text/html');
    } catch {
      return undefined;
    }
  };

  const sent = parse();
  if (!sent) return;
  for (const silent of sent.$querySelectorAll('script, template')) silent.$remove();
  const fallbacks = [...sent.$querySelectorAll('noscript')];
  const lengthOf = (element: Element | null): number => (element?.$textContent ?? '').replace(/\s+/g, ' ').length;
  const aside = [...fallbacks, ...(sent.body?.$querySelectorAll('style') ?? [])];
  const inside = aside.reduce((sum, element) => sum + lengthOf(element), 0);
  // Nobody whose browser runs scripts sees it, unless there is nothing else to see.
  const isAll = lengthOf(sent.body) - inside < LITTLE;
  for (const fallback of fallbacks) {
    const division = sent.createElement('div');
    division.append(...fallback.$childNodes);
    if (isAll && sent.body?.$contains(fallback)) fallback.$replaceWith(division);
    else fallback.$remove();
  }
  const root = document.adoptNode(sent.documentElement);
  if (document.documentElement) document.replaceChild(root, document.documentElement);
  else document.append(root);
}
