import type { PagedState } from './sheets.ts';

/** What is kept in the isolated world for footnotes. */
export type NotesState = PagedState & {
  $notes?: {
    readonly notes: HTMLElement[];
    readonly container: HTMLElement;
    readonly undo: (() => void)[];
    /** What keeps room free for them. */
    readonly added: HTMLElement[];
  };
};

/** What is known of footnotes before they have a place. */
export type NoteFacts = {
  readonly notes: readonly {
    readonly call: string;
    /** The element that its place is counted from; `null` for the first page. */
    readonly anchor: string | null;
    /** CSS pixels. */
    readonly height: number;
    /** CSS pixels from the top of its call to the end of the line that this is in. */
    readonly line: number;
    /** Counted through the document, and anew where `counter-reset` says so. */
    readonly number: number;
  }[];
  /** Elements that begin a page, whatever stands before them. */
  readonly breaks: readonly {
    readonly id: string;
    /** What stands right before it, and how tall that is in CSS pixels. */
    readonly before: string | null;
    readonly height: number;
  }[];
  /** Those of them that areas can be kept free from, in the order of the document. */
  readonly columns: readonly string[];
  /** CSS pixels that the area of a page has before and behind its notes. */
  readonly before: number;
  readonly after: number;
  readonly left: number;
  /** The part of `before` that is outside of its border. */
  readonly margin: number;
  /** CSS pixels that an area is wide. */
  readonly width: number;
  /** Whether floats of the document are cleared, which cannot be kept. */
  readonly clears: boolean;
};

/**
 * Runs in the page, which has the width that it is printed in. Takes footnotes out of the text and leaves calls in their
 * places, with links both ways.
 * @param tallest CSS pixels that a table or another box may be tall that notes stand in and that goes around no area
 * @param prefix how ids begin that are given
 * @returns `staying` names the boxes whose notes stay in the text, such as `columns`
 */
export function openNotes(
  most: number,
  tallest: number,
  prefix: string,
): { facts: NoteFacts | null; staying: readonly string[] } {
  const scope = globalThis as NotesState;
  const state = scope.$paged;
  if (!state || scope.$notes) return { facts: null, staying: [] };
  const found = new Set<HTMLElement>();
  const staying = new Set<string>();
  /** Places in columns are not counted down the page: what is there cannot be sent to its foot. */
  const isInColumns = (element: HTMLElement): boolean => {
    for (let at = element.$parentElement; at; at = at.$parentElement) {
      const { columnCount, columnWidth } = getComputedStyle(at);
      if (columnCount !== 'auto' || columnWidth !== 'auto') return true;
    }
    return false;
  };
  for (const selector of state.selectors) {
    try {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) {
        const style = getComputedStyle(element);
        if (
          found.size < most &&
          style.getPropertyValue('--platen-float').trim() === 'footnote' &&
          style.display !== 'none'
        ) {
          if (isInColumns(element)) staying.add('columns');
          else found.add(element);
        }
      }
    } catch {
      // Of a pseudo-element.
    }
  }
  // What is called in a note has no line of the text that could keep its room free.
  const isInNote = (note: HTMLElement): boolean => {
    for (let at = note.$parentElement; at; at = at.$parentElement) if (found.has(at)) return true;
    return false;
  };
  for (const note of [...found].filter(isInNote)) {
    found.delete(note);
    staying.add('a footnote');
  }
  const isRoot = (element: HTMLElement): boolean => {
    const style = getComputedStyle(element);
    const parent = element.$parentElement && getComputedStyle(element.$parentElement).display;
    return (
      /^(?:flow-root|inline-block|table|flex|grid|inline-flex|inline-grid)$/.test(style.display) ||
      (style.overflowX !== 'visible' && !/^table/.test(style.display)) ||
      style.columnCount !== 'auto' ||
      style.float !== 'none' ||
      /flex|grid/.test(parent ?? '')
    );
  };
  const rootOf = (element: HTMLElement): HTMLElement => {
    let at = element.$parentElement;
    while (at && at !== document.body && !isRoot(at)) at = at.$parentElement;
    // Areas stand in no table: they are beside it.
    return at && getComputedStyle(at).display === 'table' ? rootOf(at) : (at ?? document.body);
  };
  const containerOf = (notes: Iterable<HTMLElement>): HTMLElement => {
    const roots = new Set([...notes].map(rootOf));
    return roots.size === 1 ? ([...roots][0] as HTMLElement) : document.body;
  };
  /** The box around a note that no page has room for above its notes. */
  const tallBox = (note: HTMLElement, container: HTMLElement): string | undefined => {
    for (let at = note.$parentElement; at && at !== container && at !== document.body; at = at.$parentElement) {
      if (!isRoot(at) || at.$getBoundingClientRect().height <= tallest) continue;
      const { display } = getComputedStyle(at);
      return /^(?:table|flex|grid)/.test(display) ? display : 'a box of its own';
    }
    return undefined;
  };
  const widest = containerOf(found);
  for (const note of [...found]) {
    const box = tallBox(note, widest);
    if (box === undefined) continue;
    found.delete(note);
    staying.add(box === 'table' || box === 'a box of its own' ? `a long ${box.replace(/^a /, '')}` : `display: ${box}`);
  }
  if (found.size === 0) return { facts: null, staying: [...staying] };
  const undo: (() => void)[] = [];
  // What is marked from here on, the document could have marked.
  for (const mark of ['data-platen-call', 'data-platen-back', 'data-platen-note', 'data-platen-room']) {
    for (const element of document.querySelectorAll(`[${mark}]`)) {
      const value = element.$getAttribute(mark) ?? '';
      element.$removeAttribute(mark);
      undo.push(() => element.$setAttribute(mark, value));
    }
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':where(a[data-platen-call])::before{content:counter(footnote);vertical-align:super;font-size:.7em;line-height:0}' +
      ':where(a[data-platen-back])::before{content:counter(footnote) ". "}' +
      'a[data-platen-call]::after,a[data-platen-back]::after{content:none!important}' +
      'platen-area[data-platen-room]{display:block;float:left!important;clear:left!important;width:100%;box-sizing:border-box!important;margin-bottom:0!important}' +
      'platen-strut[data-platen-room]{all:initial;display:block;float:left;clear:left;width:0}',
  );
  document.adoptedStyleSheets.push(sheet);
  undo.push(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  const notes = [...found].sort((a, b) => (a.$compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const give = (element: Element, id: string): string => {
    if (element.$id === '') {
      element.$id = id;
      undo.push(() => element.$removeAttribute('id'));
    }
    return element.$id;
  };
  const force = (element: HTMLElement, name: string, value: string): void => {
    const [before, priority] = [element.$style.getPropertyValue(name), element.$style.getPropertyPriority(name)];
    element.$style.setProperty(name, value, 'important');
    undo.push(() =>
      before === '' ? element.$style.removeProperty(name) : element.$style.setProperty(name, before, priority),
    );
  };
  const container = containerOf(notes);

  for (const [index, note] of notes.entries()) {
    const call = document.createElement('a');
    call.id = `${prefix}-call-${index + 1}`;
    call.$setAttribute('data-platen-call', '');
    call.style.cssText = 'all:unset;counter-increment:footnote';
    call.href = `#${give(note, `${prefix}-note-${index + 1}`)}`;
    const back = document.createElement('a');
    back.$setAttribute('data-platen-back', '');
    back.style.cssText = 'all:unset';
    back.href = `#${call.id}`;
    note.$before(call);
    note.$prepend(back);
    const role = note.$getAttribute('role');
    note.$setAttribute('role', 'doc-footnote');
    note.$setAttribute('data-platen-note', '');
    undo.push(() => {
      call.remove();
      back.remove();
      note.$removeAttribute('data-platen-note');
      if (role === null) note.$removeAttribute('role');
      else note.$setAttribute('role', role);
    });
  }
  const area = document.createElement('platen-area');
  area.$setAttribute('data-platen-room', '');
  container.$prepend(area);
  const style = getComputedStyle(area);
  const pixels = (...names: string[]): number =>
    names.reduce((sum, name) => sum + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0);
  const outer = area.$getBoundingClientRect().width;
  const width = outer - pixels('border-left-width', 'border-right-width', 'padding-left', 'padding-right');
  const frame = {
    before: pixels('margin-top', 'border-top-width', 'padding-top'),
    after: pixels('border-bottom-width', 'padding-bottom'),
    left: pixels('border-left-width', 'padding-left'),
    margin: Math.max(0, pixels('margin-top')),
  };
  area.$remove();
  const breaks: NoteFacts['breaks'][number][] = [];
  const columns: string[] = [];
  const begin = (element: HTMLElement): void => {
    const id = give(element, `${prefix}-break-${breaks.length + 1}`);
    if (breaks.some((known) => known.id === id)) return;
    let last: Element | null = element;
    while (last && !last.$previousElementSibling) last = last.$parentElement;
    last = last?.$previousElementSibling ?? null;
    while (last?.$lastElementChild && getComputedStyle(last.$lastElementChild).display === 'block')
      last = last.$lastElementChild;
    const before = last && document.body.$contains(last) ? give(last, `${prefix}-last-${breaks.length + 1}`) : null;
    breaks.push({ id, before, height: before === null ? 0 : (last as Element).$getBoundingClientRect().height });
    const { display } = getComputedStyle(element);
    if (
      /^(?:block|list-item)$/.test(display) &&
      !isRoot(element) &&
      container.$contains(element) &&
      rootOf(element) === container
    ) {
      columns.push(id);
    }
  };
  const numbers = new Map<string, number>();
  let counted = 0;
  let floats = false;
  const cleared: HTMLElement[] = [];
  for (const element of document.body.$querySelectorAll<HTMLElement>('*')) {
    const computed = getComputedStyle(element);
    const reset = /(?:^|\s)footnote\s+(-?\d+)/.exec(computed.counterReset)?.[1];
    if (reset !== undefined) counted = Number(reset);
    if (element.$hasAttribute('data-platen-call')) {
      counted += 1;
      numbers.set(element.$id, counted);
    }
    if (/page|left|right|recto|verso/.test(computed.breakBefore)) begin(element);
    if (/page|left|right|recto|verso/.test(computed.breakAfter)) {
      let next: Element | null = element;
      while (next && !next.$nextElementSibling) next = next.$parentElement;
      if (next?.$nextElementSibling instanceof HTMLElement) begin(next.$nextElementSibling);
    }
    if (computed.float !== 'none') floats = true;
    if (computed.clear !== 'none') cleared.push(element);
  }
  const placed: NoteFacts['notes'][number][] = [];
  for (const note of notes) {
    for (const [name, value] of [
      ...[
        ['display', 'block'],
        ['float', 'none'],
        ['position', 'absolute'],
        ['margin', '0'],
        ['text-indent', '0'],
      ],
      ...[
        ['box-sizing', 'border-box'],
        ['width', `${width}px`],
        ['top', '0'],
        ['left', '0'],
        ['right', 'auto'],
        ['bottom', 'auto'],
      ],
    ] as const) {
      force(note, name as string, value as string);
    }
  }
  // Of no width, at the bottom of the lines with calls.
  const ends = notes.map((note) => {
    const end = document.createElement('platen-strut');
    end.$style.cssText = 'all:initial;display:inline-block;vertical-align:bottom';
    (note.$previousElementSibling as Element).$after(end);
    return end;
  });
  const lines = ends.map((end) => {
    const { top } = (end.$previousElementSibling as Element).$getBoundingClientRect();
    return Math.max(0, end.$getBoundingClientRect().bottom - top);
  });
  for (const end of ends) end.$remove();
  for (const [index, note] of notes.entries()) {
    let anchor = note.$parentElement;
    while (anchor && anchor !== document.documentElement) {
      const { position, transform, containerType } = getComputedStyle(anchor);
      if (position !== 'static' || transform !== 'none' || containerType === 'size') break;
      anchor = anchor.$parentElement;
    }
    const isPage = !anchor || anchor === document.documentElement;
    placed.push({
      call: `${prefix}-call-${index + 1}`,
      anchor: isPage ? null : give(anchor as Element, `platen-anchor-${index + 1}`),
      height: note.$getBoundingClientRect().height,
      line: lines[index] ?? 0,
      number: numbers.get(`${prefix}-call-${index + 1}`) ?? index + 1,
    });
  }
  // Our floats stand beside the whole text: nothing may go below them.
  for (const element of cleared) force(element, 'clear', 'none');
  scope.$notes = { notes, container, undo, added: [] };
  const clears = floats && cleared.length > 0;
  return { facts: { notes: placed, breaks, columns, ...frame, width: outer, clears }, staying: [...staying] };
}

/** Runs in the page. Puts footnotes back into the text. */
export function closeNotes(): void {
  const scope = globalThis as NotesState;
  const state = scope.$notes;
  if (!state) return;
  for (const undo of state.undo.reverse()) undo();
  for (const added of state.added) added.$remove();
  delete scope.$notes;
}
