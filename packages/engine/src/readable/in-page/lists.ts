import type { Block } from '../blocks.ts';
import type { Context, Walk } from './context.ts';
import type { Notes } from './notes.ts';

export interface Lists {
  /** `undefined` when the list is laid out as a line of words. */
  listOf(element: Element, context: Context): Block[] | undefined;
  definitionsOf(element: Element, context: Context): Block[];
  detailsOf(element: HTMLDetailsElement, context: Context): Block[];
}

/** Lists, definition lists and disclosures. Runs in the page. */
export function createLists(walk: Walk, notes: Notes): Lists {
  const { marks } = walk;
  const isElement = (node: Node): node is Element => node.$nodeType === Node.ELEMENT_NODE;

  const listOf = (element: Element, context: Context): Block[] | undefined => {
    const own = [...element.$children].filter(({ $localName: localName }) => localName === 'li');
    const [first] = own;
    if (!first || getComputedStyle(first).display === 'inline') return undefined;
    const ordered = element.$localName === 'ol';
    const { reversed, start } = element as HTMLOListElement;
    const items: Block[] = [];
    const counted = reversed ? own.filter((item) => getComputedStyle(item).display !== 'none').length : 0;
    let number = reversed && !element.$hasAttribute('start') ? counted : ordered ? start : 1;
    const flow = walk.newFlow();
    for (const node of walk.nodesOf(element, context.style)) {
      if (node.$nodeType === Node.TEXT_NODE) walk.addText(node as Text, element, flow, context);
      if (!isElement(node) || walk.isSkipped(node)) continue;
      if (node.$localName !== 'li') {
        walk.visit(node, flow, context);
        continue;
      }
      const value = Number.parseInt(node.$getAttribute('value') ?? '', 10);
      if (ordered && !Number.isNaN(value)) number = value;
      addLoose(items, walk.settle(flow, element, context));
      const item = itemOf(node, ordered ? number : undefined, context);
      if (!item) continue;
      items.push(item);
      number += reversed ? -1 : 1;
    }
    addLoose(items, walk.settle(flow, element, context));
    if (items.length === 0) return [];
    // Items whose numbers are other ones, such as those of clauses, have them in their text.
    const isNumbered = ordered && items.some((item) => item.kind !== 'item' || item.number !== undefined);
    return [{ kind: 'list', ...walk.common(element, context), ordered: isNumbered, children: items }];
  };

  /** Content of a list outside its items, such as a list right inside a list, belongs to the item before. */
  const addLoose = (items: Block[], loose: readonly Block[]): void => {
    if (loose.length === 0) return;
    const last = items.at(-1);
    if (last?.kind === 'item') items[items.length - 1] = { ...last, children: [...last.children, ...loose] };
    else items.push({ kind: 'item', tag: 'li', marker: false, children: loose });
  };

  const itemOf = (element: Element, number: number | undefined, outer: Context): Block | undefined => {
    const style = getComputedStyle(element);
    const context = walk.enter(element, style, outer);
    if (!context) return undefined;
    const id = outer.inNote ? undefined : notes.noteOf(element);
    // A number that the style sheet writes in the place of the list's own.
    const label = number !== undefined && style.listStyleType === 'none' ? walk.labelOf(element) : '';
    const numbered = label !== '' && Number(/^\s*\(?(\d{1,9})[.):]?\s*$/.exec(label)?.[1]) === number;
    const inner = numbered ? { ...context, label } : context;
    const children = walk.contentOf(element, id === undefined ? inner : { ...inner, inNote: true });
    if (children.length === 0) return undefined;
    if (id !== undefined) return { kind: 'note', ...walk.common(element, context), id, children };
    const marker =
      numbered ||
      (context.sight.display === 'list-item' && (style.listStyleType !== 'none' || style.listStyleImage !== 'none'));
    if (label !== '' && !numbered) return { kind: 'item', ...walk.common(element, context), marker, children };
    const numbering = number === undefined ? {} : { number, style: numbered ? 'decimal' : style.listStyleType };
    return { kind: 'item', ...walk.common(element, context), ...numbering, marker, children };
  };

  /** Content of a term or a label, where bold says nothing. */
  const labelOf = (element: Element, context: Context) =>
    walk.runsOf(walk.contentOf(element, { ...context, muted: context.muted | marks.strong }));

  const definitionsOf = (element: Element, context: Context): Block[] => {
    const children: Block[] = [];
    const gather = (parent: Element, outer: Context): void => {
      for (const node of walk.nodesOf(parent, outer.style)) {
        if (!isElement(node) || walk.isSkipped(node)) continue;
        const inner = walk.enter(node, getComputedStyle(node), outer);
        if (!inner) continue;
        if (node.$localName === 'dt') {
          const runs = labelOf(node, inner);
          if (runs.length > 0) children.push({ kind: 'term', ...walk.common(node, inner), runs });
        } else if (node.$localName === 'dd') {
          const content = walk.contentOf(node, inner);
          if (content.length > 0)
            children.push({ kind: 'description', ...walk.common(node, inner), children: content });
        } else if (node.$querySelector('dt, dd')) gather(node, inner);
        else for (const block of walk.contentOf(node, inner)) children.push(block);
      }
    };
    gather(element, context);
    if (children.length === 0) return [];
    const proper = children.every(({ kind }) => kind === 'term' || kind === 'description');
    return [{ kind: proper ? 'definitions' : 'group', ...walk.common(element, context), children }];
  };

  const detailsOf = (element: HTMLDetailsElement, context: Context): Block[] => {
    const label = [...element.children].find(({ $localName: localName }) => localName === 'summary');
    const inner = label && walk.enter(label, getComputedStyle(label), context);
    const summary = label && inner ? labelOf(label, inner) : [];
    const flow = walk.newFlow();
    for (const node of element.$childNodes) {
      if (node === label) continue;
      if (node.$nodeType === Node.TEXT_NODE) walk.addText(node as Text, element, flow, context);
      else if (isElement(node)) walk.visit(node, flow, context);
    }
    const children = walk.settle(flow, element, context);
    if (children.length === 0 && summary.length === 0) return [];
    const closed = element.open ? {} : { closed: true as const };
    return [{ kind: 'details', ...walk.common(element, context), ...closed, summary, children }];
  };

  return { listOf, definitionsOf, detailsOf };
}
