import type { FormatCounter } from '../../numerals.ts';

export interface CounterReader {
  /**
   * What `counter(name, style)` shows before or after an element, or all levels of the counter with a text between them.
   * @param between the text of `counters()`; `undefined` for `counter()`
   */
  text(
    element: Element,
    which: '::before' | '::after',
    counter: { readonly name: string; readonly between: string | undefined; readonly style: string | undefined },
  ): string;
}

/** CSS counters (CSS Lists 3, section 4), counted when the first is asked for. Runs in the page. */
export function createCounterReader(format: FormatCounter): CounterReader {
  /** Elements that are counted: asking a style for each is slow. */
  const MOST = 50_000;
  type Values = ReadonlyMap<string, readonly number[]>;
  type Scope = { readonly owner: Element | null; value: number };
  type Changes = Pick<CSSStyleDeclaration, 'counterReset' | 'counterIncrement' | 'counterSet'>;
  type Counted = Map<Element, { before?: Values; after?: Values }>;
  /** A frame counts by itself. */
  const known = new Map<Document, Counted>();

  const readChanges = (value: string, missing: number): [string, number][] =>
    value === '' || value === 'none'
      ? []
      : [...value.matchAll(/([^\s\d+-]\S*)(?:\s+([+-]?\d+))?/g)].map(([, name, count]) => [
          name as string,
          count === undefined ? missing : Number(count),
        ]);

  const countAll = (document: Document): Counted => {
    const found: Counted = new Map();
    const scopes = new Map<string, Scope[]>();
    const stackOf = (name: string): Scope[] => {
      const stack = scopes.get(name) ?? [];
      scopes.set(name, stack);
      return stack;
    };
    const start = (name: string, owner: Element | null, value: number): void => {
      const stack = stackOf(name);
      // A sibling's counter of that name is replaced.
      if (stack.at(-1)?.owner === owner) stack.pop();
      stack.push({ owner, value });
    };
    const change = (name: string, owner: Element | null, to: (value: number) => number): void => {
      const stack = stackOf(name);
      if (stack.length === 0) stack.push({ owner, value: 0 });
      const last = stack.at(-1) as Scope;
      last.value = to(last.value);
    };
    /** @param listed what an item of a list adds to the counter of lists where its style says nothing of that */
    const apply = (style: Changes, owner: Element | null, listed = 0): void => {
      for (const [name, value] of readChanges(style.counterReset, 0)) start(name, owner, value);
      const increments = readChanges(style.counterIncrement, 1);
      if (listed !== 0 && !increments.some(([name]) => name === 'list-item')) increments.push(['list-item', listed]);
      for (const [name, count] of increments) change(name, owner, (value) => added(value, count));
      for (const [name, value] of readChanges(style.counterSet, 0)) change(name, owner, () => value);
    };
    /** What would be too large for Chromium is not added. */
    const added = (value: number, count: number): number =>
      Math.abs(value + count + 0.5) < 2 ** 31 ? value + count : value;
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
    const shown = (style: CSSStyleDeclaration): boolean => style.content !== 'none' && style.content !== 'normal';
    const generate = (element: Element, which: 'before' | 'after'): void => {
      const style = getComputedStyle(element, `::${which}`);
      if (!shown(style)) return;
      apply(style, element);
      if (!style.content.includes('counter')) return;
      const values = new Map([...scopes].map(([name, stack]) => [name, stack.map(({ value }) => value)]));
      found.set(element, { ...found.get(element), [which]: values });
    };
    const kidsOf = (element: Element): Element[] => {
      if (element.$shadowRoot) return [...element.$shadowRoot.children];
      // In a frame, classes are those of its own window.
      const assigned = element.$localName === 'slot' ? ((element as HTMLSlotElement).assignedElements?.() ?? []) : [];
      return assigned.length > 0 ? assigned : [...element.$children];
    };
    const leave = (element: Element): void => {
      generate(element, 'after');
      for (const stack of scopes.values()) while (stack.length > 0 && stack.at(-1)?.owner === element) stack.pop();
    };
    // Without recursion: what is nested deeper than the stack of calls is read too.
    const open: { readonly element: Element; readonly owner: Element | null; entered: boolean }[] = [
      { element: document.documentElement, owner: null, entered: false },
    ];
    for (let count = 0; open.length > 0 && count < MOST; ) {
      const top = open.at(-1) as (typeof open)[number];
      const { element, owner } = top;
      if (top.entered) {
        open.pop();
        leave(element);
        continue;
      }
      count += 1;
      const style = getComputedStyle(element);
      if (style.display === 'none') {
        open.pop();
        continue;
      }
      top.entered = true;
      if (/^(?:ol|ul|menu)$/.test(element.$localName)) {
        start('list-item', owner, beforeFirst(element as HTMLOListElement));
      }
      const counts = style.display.includes('list-item');
      apply(style, owner, counts ? (listOf(element)?.reversed ? -1 : 1) : 0);
      generate(element, 'before');
      for (const kid of kidsOf(element).reverse()) open.push({ element: kid, owner: element, entered: false });
    }
    return found;
  };

  return {
    text: (element, which, { name, between, style }) => {
      const document = element.$ownerDocument;
      const counted = known.get(document) ?? countAll(document);
      known.set(document, counted);
      const all = counted.get(element)?.[which === '::before' ? 'before' : 'after'];
      // What was not counted has no number: a wrong one would be worse.
      if (!all) return '';
      const values = all.get(name) ?? [0];
      const shown = between === undefined ? values.slice(-1) : values;
      return shown.map((value) => format(value, style)).join(between ?? '');
    },
  };
}
