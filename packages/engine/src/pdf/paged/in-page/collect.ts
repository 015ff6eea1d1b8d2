import type { RunningState } from './running.ts';
import type { PagedState } from './sheets.ts';

/** Generated text that is made for an element. */
export type MadeContent = {
  /** As the author wrote it; `attr()` stands as a string where Chromium does not put it in. */
  readonly value: string;
  readonly pseudo: 'before' | 'after';
};

/** An element whose place on the pages matters. */
export type PagedElement = {
  /** The id that it has, its own or one that it was given. */
  readonly id: string;
  /** The name by which others refer to it; empty when none does. */
  readonly name: string;
  /** CSS pixels from the top of a page to it, where nothing stands before it: margins, and what it begins. */
  readonly room: number;
  /** Value of `string-set`. */
  readonly strings: string | null;
  /** The number that it gives to the page that it begins on. */
  readonly reset: number | null;
  readonly content: readonly MadeContent[];
  /** The name of the pages that begin with it, and whether it says that itself, where such names matter. */
  readonly page: { readonly name: string; readonly own: boolean } | null;
  /** Whether something refers to it. */
  readonly target: boolean;
  /** The side of a sheet that it has to begin on: `recto`, `verso`, `left` or `right`. */
  readonly side: string | null;
  /** Its item of the outline. */
  readonly bookmark: { readonly level: number; readonly label: string; readonly open: boolean } | null;
  /** Its text, where that is needed, and the generated texts before and behind it. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** What it is as a running element: its place among them, its name, and the element whose place is its own. */
  readonly running: { readonly index: number; readonly name: string; readonly anchor: string } | null;
  /** Whether it is repeated on every page. */
  readonly fixed: boolean;
  /** Values of counters at it, the outermost first, where they are needed. */
  readonly counters: { readonly [name: string]: readonly number[] };
};

/**
 * Runs in the page. Finds the elements whose places have to be known, in the order of the document, and gives an id to
 * those that have none.
 * @param prefix how those begin
 * @param names whether it matters which names pages have
 */
export function collectElements(most: number, prefix: string, bookmarks: boolean, names: boolean): PagedElement[] {
  const state = (globalThis as PagedState).$paged;
  if (!state) return [];
  const found = new Set<Element>();
  for (const selector of state.selectors) {
    // The element that has the generated text: any, where its pseudo-element stands alone (`ul > ::before`).
    const plain = selector
      .replaceAll(/(^|[,\s>+~(])::?(?:before|after)\b/gi, '$1*')
      .replaceAll(/::?(?:before|after)\b/gi, '');
    try {
      for (const element of document.querySelectorAll(plain)) if (found.size < most) found.add(element);
    } catch {
      // A selector that only Chromium's own cascade understands.
    }
  }
  const HEADINGS = 'h1,h2,h3,h4,h5,h6';
  if (bookmarks) for (const heading of document.querySelectorAll(HEADINGS)) if (found.size < most) found.add(heading);
  /** What comes after an element and all that is in it. */
  const nextOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.$parentElement)
      if (at.$nextElementSibling) return at.$nextElementSibling;
    return null;
  };

  /** What `page` says of an element, or of what it is in. */
  const nameOf = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.$parentElement) {
      const { page } = getComputedStyle(at);
      if (page !== 'auto') return page;
    }
    return '';
  };

  const textOf = (element: Element): string => {
    let read = element;
    if (element.$querySelector('[data-platen-note]')) {
      read = element.$cloneNode(true) as Element;
      for (const note of read.$querySelectorAll('[data-platen-note]')) note.$remove();
    }
    // What shows elsewhere has lines of its own.
    return (read.$textContent ?? '').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();
  };
  const attributes = (value: string, element: Element): string =>
    value.replaceAll(/(?:platen-)?attr\(\s*([\w-]+)(?:\s+(?:url|string))?\s*\)/gi, (_, name: string) =>
      JSON.stringify(element.$getAttribute(name) ?? ''),
    );
  const generated = (element: Element, pseudo: '::before' | '::after'): string =>
    getComputedStyle(element, pseudo).content;

  type Draft = {
    name: string;
    strings: string | null;
    reset: number | null;
    content: MadeContent[];
    page: PagedElement['page'];
    target: boolean;
    side: string | null;
    bookmark: PagedElement['bookmark'];
    text: boolean;
    counters: Set<string>;
  };
  const drafts = new Map<Element, Draft>();
  const draftOf = (element: Element): Draft => {
    const known = drafts.get(element);
    if (known) return known;
    const draft: Draft = {
      name: '',
      strings: null,
      reset: null,
      content: [],
      page: null,
      target: false,
      side: null,
      bookmark: null,
      text: false,
      counters: new Set(),
    };
    drafts.set(element, draft);
    return draft;
  };
  const needsCounters = (draft: Draft, value: string): void => {
    for (const [, name] of value.matchAll(/counters?\(\s*([\w-]+)/gi)) if (name) draft.counters.add(name);
  };
  for (const element of found) {
    const style = getComputedStyle(element);
    const strings = style.getPropertyValue('--platen-string-set').trim();
    if (strings !== '' && strings !== 'none') {
      const draft = draftOf(element);
      draft.strings = attributes(strings, element);
      draft.text = true;
      needsCounters(draft, strings);
    }
    if (style.getPropertyValue('--platen-page-reset').trim() !== '') {
      // What Chromium has calculated, and what no other rule has undone.
      const reset = /(?:^|\s)page\s+(-?\d+)/.exec(style.counterReset)?.[1];
      if (reset !== undefined) draftOf(element).reset = Number(reset);
    }
    const side = style.getPropertyValue('--platen-break-before').trim();
    if (side !== '' && style.display !== 'none') draftOf(element).side = side;
    const sideAfter = style.getPropertyValue('--platen-break-after').trim();
    const next = sideAfter === '' ? null : nextOf(element);
    if (next) draftOf(next).side = sideAfter;
    const level =
      style.getPropertyValue('--platen-bookmark-level').trim() ||
      (element.$matches(HEADINGS) ? element.$localName.slice(1) : '');
    if (bookmarks && /^[1-9]\d?$/.test(level) && style.display !== 'none') {
      const draft = draftOf(element);
      const label = attributes(style.getPropertyValue('--platen-bookmark-label').trim() || 'content(text)', element);
      const open = style.getPropertyValue('--platen-bookmark-state').trim() !== 'closed';
      draft.bookmark = { level: Number(level), label, open };
      draft.text = true;
      needsCounters(draft, label);
    }
    for (const pseudo of ['before', 'after'] as const) {
      const value = getComputedStyle(element, `::${pseudo}`).getPropertyValue('--platen-content').trim();
      if (value === '') continue;
      const draft = draftOf(element);
      // What stands beside a leader is measured.
      const led = /leader\(/i.test(value);
      const resolved = led
        ? attributes(value, element)
        : value.replaceAll(/target-(?:counters?|text)\((?:[^()]|\([^()]*\))*\)/gi, (call) => attributes(call, element));
      const { counterIncrement, counterReset, counterSet } = getComputedStyle(element, `::${pseudo}`);
      if (led && [counterIncrement, counterReset, counterSet].every((one) => one === 'none')) {
        needsCounters(draft, resolved.replaceAll(/target-counters?\(/gi, ''));
      }
      draft.content.push({ value: resolved, pseudo });
      for (const [call, double, single, bare] of resolved.matchAll(
        /target-(?:counters?|text)\(\s*(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^"')\s,]*))\s*\)?(?:,\s*[\w-]+)?/gi,
      )) {
        const address = double ?? single ?? bare;
        const fragment = /#(.*)$/.exec(address ?? '')?.[1] ?? '';
        let id = fragment;
        try {
          id = decodeURIComponent(fragment);
        } catch {
          // As it stands.
        }
        const target = id === '' ? null : (document.getElementById(id) ?? document.getElementsByName(id)[0]);
        if (!target) continue;
        const other = draftOf(target);
        other.target = true;
        other.name = id;
        if (/^target-text/i.test(call)) {
          other.text = true;
          for (const place of ['::before', '::after'] as const) needsCounters(other, generated(target, place));
        } else {
          const name = /,\s*([\w-]+)/.exec(call)?.[1];
          if (name && name !== 'page') other.counters.add(name);
        }
      }
    }
  }

  // Chromium knows `page`, wherever it is said.
  for (const element of names ? document.querySelectorAll('*') : []) {
    if (drafts.size >= most) break;
    const { page, display } = getComputedStyle(element);
    if (page === 'auto' || /^(?:none|contents|inline)/.test(display)) continue;
    draftOf(element).page = { name: page, own: true };
    const behind = nextOf(element);
    if (behind) draftOf(behind).page ??= { name: nameOf(behind), own: false };
  }

  const running = (globalThis as RunningState).$running?.elements ?? [];
  for (const { element, anchor, counters: shown } of running) {
    const draft = draftOf(element);
    for (const name of shown) draft.counters.add(name);
    draftOf(anchor);
  }

  const order = [...drafts.keys()].sort((a, b) =>
    a.$compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const counters = new Map<Element, { [name: string]: number[] }>();
  if ([...drafts.values()].some((draft) => draft.counters.size > 0)) countAll();
  let number = 0;
  const give = (element: Element): void => {
    // Chromium looks for others under the name that they have in an address.
    if (!/^[\w-]+$/.test(element.$id)) {
      const own = element.$getAttribute('id');
      number += 1;
      element.$id = `${prefix}-${number}`;
      state.undo.push(() => (own === null ? element.$removeAttribute('id') : element.$setAttribute('id', own)));
    }
    state.elements.set(element.$id, element as HTMLElement);
  };
  for (const element of order) give(element);
  return order.map((element) => {
    const draft = drafts.get(element) as Draft;
    const index = running.findIndex((one) => one.element === element);
    const runs = running[index];
    const { name, strings, reset, content, page, target, side, bookmark } = draft;
    return {
      ...{
        id: element.$id,
        name,
        room: runs ? roomAbove(runs.anchor) : strings === null ? 0 : roomAbove(element),
        strings,
        reset,
        content,
        page,
        target,
        side,
        bookmark,
      },
      text: draft.text ? textOf(element) : '',
      before: draft.text ? generated(element, '::before') : '',
      after: draft.text ? generated(element, '::after') : '',
      running: runs ? { index, name: runs.name, anchor: runs.anchor.$id } : null,
      fixed: content.length > 0 && isFixed(element),
      counters: counters.get(element) ?? {},
    };
  });

  function isFixed(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.$parentElement) {
      if (getComputedStyle(at).position === 'fixed') return true;
    }
    return false;
  }

  /** What a page has above an element that is the first on it. */
  function roomAbove(element: Element): number {
    let room = 0;
    for (let next: Element | null = element; next; next = next.$parentElement) {
      const style = getComputedStyle(next);
      const own = Number.parseFloat(style.marginTop) || 0;
      const inner =
        next === element ? 0 : Number.parseFloat(style.paddingTop) + Number.parseFloat(style.borderTopWidth) || 0;
      // Margins that touch collapse.
      room = inner > 0 ? room + inner + own : Math.max(room, own);
      let before = next.$previousElementSibling;
      while (before?.$hasAttribute('data-platen-running')) before = before.$previousElementSibling;
      if (before || /^page|left|right|recto|verso/.test(style.breakBefore)) break;
    }
    return room;
  }

  /** Values of counters at the elements that are asked for (CSS Lists 3, section 4). */
  function countAll(): void {
    const scopes = new Map<string, { parent: Element | null; value: number }[]>();
    const read = (value: string, fallback: number): [string, number][] => {
      if (value === 'none' || value === '') return [];
      return [...value.matchAll(/([^\s\d+-][^\s]*)(?:\s+([+-]?\d+))?/g)].map(([, name, count]) => [
        name as string,
        count === undefined ? fallback : Number(count),
      ]);
    };
    const applyTo = (style: CSSStyleDeclaration, parent: Element | null, implied: number): void => {
      for (const [name, value] of read(style.counterReset, 0)) {
        const stack = scopes.get(name) ?? [];
        if (stack.at(-1)?.parent === parent) stack.pop();
        stack.push({ parent, value });
        scopes.set(name, stack);
      }
      const increments = read(style.counterIncrement, 1);
      if (implied !== 0 && !increments.some(([name]) => name === 'list-item')) increments.push(['list-item', implied]);
      const change = (name: string, set: (value: number) => number): void => {
        const stack = scopes.get(name) ?? [];
        if (stack.length === 0) stack.push({ parent, value: 0 });
        const last = stack.at(-1) as { value: number };
        last.value = set(last.value);
        scopes.set(name, stack);
      };
      for (const [name, count] of increments) {
        // What would be too large for Chromium is not added.
        change(name, (value) => (Math.abs(value + count + 0.5) < 2 ** 31 ? value + count : value));
      }
      for (const [name, value] of read(style.counterSet, 0)) change(name, () => value);
    };
    const listOf = (element: Element): HTMLOListElement | null =>
      element.$parentElement?.$closest<HTMLOListElement>('ol,ul,menu') ?? null;
    /** The number before that of the first item. */
    const beforeFirst = (list: HTMLOListElement): number => {
      if (list.$localName !== 'ol') return 0;
      if (!list.reversed) return list.start - 1;
      if (list.$hasAttribute('start')) return list.start + 1;
      const items = [...list.$querySelectorAll('li')];
      return items.filter((item) => listOf(item) === list && getComputedStyle(item).display !== 'none').length + 1;
    };
    const visit = (element: Element): void => {
      const style = getComputedStyle(element);
      if (style.display === 'none') return;
      if (/^(?:ol|ul|menu)$/.test(element.$localName)) {
        const stack = scopes.get('list-item') ?? [];
        stack.push({ parent: element.$parentElement, value: beforeFirst(element as HTMLOListElement) });
        scopes.set('list-item', stack);
      }
      applyTo(
        style,
        element.$parentElement,
        style.display.includes('list-item') ? (listOf(element)?.reversed ? -1 : 1) : 0,
      );
      const before = getComputedStyle(element, '::before');
      if (before.content !== 'none' && before.content !== 'normal') applyTo(before, element, 0);
      const wanted = drafts.get(element)?.counters;
      if (wanted && wanted.size > 0) {
        const values: { [name: string]: number[] } = {};
        for (const name of wanted) values[name] = (scopes.get(name) ?? []).map(({ value }) => value);
        counters.set(element, values);
      }
      for (const kid of element.$children) visit(kid);
      const after = getComputedStyle(element, '::after');
      if (after.content !== 'none' && after.content !== 'normal') applyTo(after, element, 0);
      for (const stack of scopes.values()) while (stack.at(-1)?.parent === element) stack.pop();
    };
    visit(document.documentElement);
  }
}
