/**
 * Puts the document as it was sent in the place of what its scripts made of it. Its scripts do not run again, and
 * what it holds for readers without script is part of it. Runs in the page.
 */
export function restoreDocument(source: string): void {
  const sent = new DOMParser().parseFromString(source, 'text/html');
  for (const script of sent.querySelectorAll('script')) script.remove();
  for (const fallback of sent.querySelectorAll('noscript')) {
    const division = sent.createElement('div');
    division.append(...fallback.childNodes);
    if (sent.body?.contains(fallback)) fallback.replaceWith(division);
    else fallback.remove();
  }
  document.replaceChild(document.adoptNode(sent.documentElement), document.documentElement);
}
