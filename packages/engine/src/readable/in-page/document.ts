import type { Block, DocumentMeta, MARK, Rendered } from '../blocks.ts';
import type { Context } from './context.ts';
import type { Declared } from './declared.ts';
import type { ElementOptions, ElementParts, Elements } from './elements.ts';
import type { Selected } from './selection.ts';
import type { Visibility } from './visibility.ts';

export interface WalkParts extends ElementParts {
  createVisibility(): Visibility;
  createElements(parts: ElementParts, options: ElementOptions): Elements;
  readMeta(): DocumentMeta;
  readDeclared(): Declared;
  readRels(): Record<string, string>;
  packJson(json: string): string;
  revealContent(shown: number, showsPicture: () => boolean, broken: boolean): boolean;
  showsPicture(): boolean;
  restoreDocument(source: string): void;
  revealCollapsed(elements: ReadonlySet<Element>, everywhere: boolean): () => void;
  selectElements(selectors: readonly string[]): Selected;
}

export type WalkOptions = {
  readonly marks: typeof MARK;
  /** CSS selectors: only what matches, what stays whatever is chosen, and what is left out. */
  readonly only: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The document as it was sent, to be read in the place of what it became. */
  readonly source?: string;
  /** Whether scripts or style sheets of the page did not load. */
  readonly broken: boolean;
  /** Whether what is collapsed is read too. */
  readonly collapsed: boolean;
};

/** What the walk returns, as packed JSON: the page, or the selector that cannot be read. */
export type WalkResult =
  | { readonly page: Rendered }
  | { readonly unreadable: { readonly option: 'only' | 'include' | 'exclude'; readonly index: number } };

/** Walks over the rendered document, once, and returns its blocks as packed JSON of a `WalkResult`. Runs in the page. */
export function walkDocument(parts: WalkParts, options: WalkOptions): string {
  const pack = (result: WalkResult): string => parts.packJson(JSON.stringify(result));

  if (options.source !== undefined && (options.broken || !parts.showsPicture())) parts.restoreDocument(options.source);
  // Scripts may take away even the root.
  if (!document.documentElement) document.append(document.createElement('html'));
  const selected = { only: new Set<Element>(), include: new Set<Element>(), exclude: new Set<Element>() };
  for (const option of ['only', 'include', 'exclude'] as const) {
    const found = parts.selectElements(options[option]);
    if ('unreadable' in found) {
      return pack({ unreadable: { option, index: found.unreadable } });
    }
    selected[option] = found.elements;
  }

  const hide = parts.revealCollapsed(new Set([...selected.only, ...selected.include]), options.collapsed);
  const visibility = parts.createVisibility();
  const { enter, visit, newFlow, settle, flush } = parts.createElements(parts, {
    marks: options.marks,
    visibility,
    selected,
  });
  const isElement = (node: Node): node is Element => node.$nodeType === Node.ELEMENT_NODE;

  const rootContext = (): Context => ({
    name: document.documentElement.$localName,
    sight: visibility.root,
    style: getComputedStyle(document.documentElement),
    marks: 0,
    muted: 0,
    blockStyle: getComputedStyle(document.documentElement),
    link: undefined,
    depth: 0,
    left: 0,
    top: 0,
    flow: 'horizontal-tb',
    inNote: false,
    foreign: false,
    rightToLeft: false,
    cell: undefined,
    voice: undefined,
  });

  /** The context of an element whose ancestors are not walked; `undefined` when one of them hides it. */
  const contextAround = (element: Element): Context | undefined => {
    const path: Element[] = [];
    for (let node: Node | null = element; node; ) {
      const next: Node | null = (isElement(node) && node.$assignedSlot) || node.$parentNode;
      node = next instanceof ShadowRoot ? next.host : next;
      if (node && isElement(node)) path.push(node);
    }
    return path.reduceRight<Context | undefined>(
      (outer, ancestor) => outer && enter(ancestor, getComputedStyle(ancestor), outer),
      rootContext(),
    );
  };

  const isInside = (element: Element, others: ReadonlySet<Element>): boolean => {
    for (let parent = element.$parentElement; parent; parent = parent.$parentElement)
      if (others.has(parent)) return true;
    return false;
  };

  const roots: readonly Element[] =
    options.only.length > 0
      ? [...selected.only].filter((element) => !isInside(element, selected.only))
      : [document.body ?? document.documentElement];

  const read = (): Block[] => {
    const flow = newFlow();
    for (const root of roots) {
      const around = contextAround(root);
      if (around) visit(root, flow, around);
      flush(flow);
    }
    return settle(flow, document.documentElement, rootContext());
  };

  const lengthOf = (list: readonly Block[]): number => {
    let length = 0;
    for (const block of list) {
      if ('runs' in block) for (const run of block.runs) length += run.kind === 'text' ? run.text.length : 1;
      else if ('children' in block) length += lengthOf(block.children);
      else if (block.kind === 'code') length += block.text.length;
      else if (block.kind === 'table')
        for (const { cells } of block.rows) for (const { children } of cells) length += lengthOf(children);
    }
    return length;
  };

  let blocks = read();
  // Of parts that were pointed at, nothing is known but that they are empty.
  const isWhole = options.only.length === 0 || blocks.length === 0;
  if (isWhole && parts.revealContent(lengthOf(blocks), parts.showsPicture, options.broken)) blocks = read();
  const { $scrollWidth: width, $scrollHeight: height } = document.scrollingElement ?? document.documentElement;
  hide();
  const { readMeta, readDeclared, readRels } = parts;
  return pack({ page: { meta: readMeta(), declared: readDeclared(), rels: readRels(), width, height, blocks } });
}
