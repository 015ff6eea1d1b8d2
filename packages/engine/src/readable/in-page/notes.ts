export interface Notes {
  /** Name of the note that a reference leads to; `undefined` for any other link. */
  referenceOf(link: Element): string | undefined;
  /** Whether there are any notes. */
  readonly anywhere: boolean;
  /** Name of the note that an element holds. */
  noteOf(element: Element): string | undefined;
  /** Whether a link leads from a note back to where it was referred to. */
  isBackLink(link: Element): boolean;
  /** Whether a link is the sign beside a heading that leads to the heading itself. */
  isHeadingAnchor(link: Element): boolean;
}

/** Finds footnotes: short raised links to places on the same page that read like notes. Runs in the page. */
export function createNotes(): Notes {
  const LONGEST_MARKER = 8;
  const MOST = 20_000;
  const NAMED =
    /(?:^|[^a-z])(?:foot|end|side)?-?notes?(?:[^a-z]|$)|^fn|cite_?note|footnote|endnote|^ref-|bib|reference/i;
  const references = new Map<Element, string>();
  const notes = new Map<Element, string>();
  const names = new Set<string>();

  const targetOf = (link: Element): Element | null => {
    const reference = link.$getAttribute('href') ?? '';
    if (!reference.includes('#')) return null;
    const { hash, pathname, search, host } = link as HTMLAnchorElement;
    const here = link.$ownerDocument.location;
    if (hash.length < 2 || pathname !== here.pathname || search !== here.search || host !== here.host) return null;
    let id = hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // Written without encoding.
    }
    return link.$ownerDocument.getElementById(id);
  };

  const isRaised = (link: Element): boolean =>
    link.$closest('sup') !== null ||
    link.$querySelector('sup') !== null ||
    /doc-noteref/.test(link.$getAttribute('role') ?? '') ||
    /footnote|note-?ref|fn-?ref/i.test(link.$getAttribute('class') ?? '') ||
    /super/.test(getComputedStyle(link).verticalAlign);

  /** The element of the note: the target, or the item that the target (an anchor, a mark) stands in. */
  const holderOf = (target: Element): Element | undefined => {
    const role = target.$getAttribute('role') ?? '';
    if (/doc-(?:footnote|endnote)/.test(role)) return target;
    const named = [
      target,
      target.$closest('[role="doc-endnotes"],[class*="note" i],[class*="reference" i],[id*="note" i]'),
    ];
    if (!named.some((element) => element && NAMED.test(`${element.$id} ${element.$getAttribute('class') ?? ''}`))) {
      return undefined;
    }
    if (/^(?:li|p|dd|aside|div|section|td)$/.test(target.$localName)) return target;
    return target.$closest('li,p,dd,aside') ?? undefined;
  };

  const nameFor = (text: string): string => {
    const marker = text.replace(/[^\p{L}\p{N}]/gu, '');
    let name = marker === '' ? String(names.size + 1) : marker;
    while (names.has(name)) name = `${name}-${names.size + 1}`;
    names.add(name);
    return name;
  };

  let seen = 0;
  for (const link of document.querySelectorAll('a[href*="#"]')) {
    seen += 1;
    if (seen > MOST) break;
    const text = (link.$textContent ?? '').trim();
    if (text === '' || text.length > LONGEST_MARKER || /\s/.test(text)) continue;
    const target = isRaised(link) ? targetOf(link) : null;
    const holder = target && holderOf(target);
    // A mark in the note itself leads back, and a holder of all notes is not one of them.
    if (!holder || holder.$contains(link) || link.$closest('[role="doc-endnotes"],.footnotes')) continue;
    let name = notes.get(holder);
    if (name === undefined) {
      name = nameFor(text);
      notes.set(holder, name);
    }
    references.set(link, name);
  }

  const isBackLink = (link: Element): boolean => {
    const text = (link.$textContent ?? '').trim();
    if (
      /doc-backlink/.test(link.$getAttribute('role') ?? '') ||
      /back-?(?:ref|link)/i.test(link.$getAttribute('class') ?? '')
    )
      return true;
    if (text.length > LONGEST_MARKER || !link.$getAttribute('href')?.includes('#')) return false;
    return /^(?:[↩↑⤴⏎^←\s]|\ufe0e|\ufe0f)*$/.test(text) || /^\[?\d+\]?[.:]?$/.test(text);
  };

  const isHeadingAnchor = (link: Element): boolean => {
    if (!link.$getAttribute('href')?.includes('#')) return false;
    const text = (link.$textContent ?? '').trim();
    if (text === '' || text.length > 2 || /[\p{L}\p{N}]/u.test(text)) return false;
    return link.$closest('h1,h2,h3,h4,h5,h6,dt,[role="heading"]') !== null;
  };

  return {
    anywhere: notes.size > 0,
    isHeadingAnchor,
    referenceOf: (link) => references.get(link),
    noteOf: (element) => notes.get(element),
    isBackLink,
  };
}
