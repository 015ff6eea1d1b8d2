import type { Block, DocumentMeta, MARK, Run } from '../blocks.ts';
import type { CalloutContent } from './callouts.ts';
import type { CodeReader } from './code.ts';
import type { Context, Flow, Walk } from './context.ts';
import type { Facts } from './facts.ts';
import type { Shown } from './form.ts';
import type { Inline } from './inline.ts';
import type { Lists } from './lists.ts';
import type { MathReader } from './math.ts';
import type { MediaReader } from './media.ts';
import type { Notes } from './notes.ts';
import type { Paragraphs } from './paragraphs.ts';
import type { PseudoReader } from './pseudo.ts';
import type { Selected } from './selection.ts';
import type { TableReader } from './table.ts';
import type { Tables } from './tables.ts';
import type { Sight, Visibility } from './visibility.ts';

export interface WalkParts {
  createVisibility(): Visibility;
  createInlines(): () => Inline;
  createFacts(marks: typeof MARK, wanted: ReadonlySet<Element>): Facts;
  createParagraphs(newInline: () => Inline, facts: Facts): Paragraphs;
  createCodeReader(): CodeReader;
  createMathReader(): MathReader;
  createMediaReader(): MediaReader;
  createNotes(): Notes;
  createPseudoReader(): PseudoReader;
  createTableReader(): TableReader;
  createTables(walk: Walk, reader: TableReader): Tables;
  createLists(walk: Walk, notes: Notes): Lists;
  orderedNodes(element: Element, style: CSSStyleDeclaration): readonly Node[];
  readCallout(element: Element, children: readonly Block[]): CalloutContent | undefined;
  readControl(element: Element): Shown | null | undefined;
  readMeta(): DocumentMeta;
  raiseCurtain(): boolean;
  selectElements(selectors: readonly string[]): Selected;
}

export type WalkOptions = {
  readonly marks: typeof MARK;
  /** CSS selectors: only what matches, what stays whatever is chosen, and what is left out. */
  readonly only: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
};

/** What the walk returns, as JSON: the page, or the selector that cannot be read. */
export type WalkResult =
  | { readonly page: { meta: DocumentMeta; width: number; height: number; blocks: Block[] } }
  | { readonly unreadable: { readonly option: 'only' | 'include' | 'exclude'; readonly index: number } };

/** Walks over the rendered document, once, and returns its blocks as JSON of a `WalkResult`. Runs in the page. */
export function walkDocument(parts: WalkParts, options: WalkOptions): string {
  /** Elements nested deeper are read as plain paragraphs; Chromium's own parser stops at 512. */
  const DEEPEST = 250;
  const MOST_FRAMES_DEEP = 4;
  /** A page that shows fewer characters than a line has not begun. */
  const SHORTEST = 60;
  const { marks: MARK } = options;
  const EMPTY = new Set(
    'script,style,template,head,title,meta,link,base,noframes,param,source,track,area,map,optgroup,option,datalist,audio,video,canvas,embed,rp,colgroup,col,noembed'.split(
      ',',
    ),
  );

  const selected = { only: new Set<Element>(), include: new Set<Element>(), exclude: new Set<Element>() };
  for (const option of ['only', 'include', 'exclude'] as const) {
    const found = parts.selectElements(options[option]);
    if ('unreadable' in found) {
      return JSON.stringify({ unreadable: { option, index: found.unreadable } } satisfies WalkResult);
    }
    selected[option] = found.elements;
  }

  const visibility = parts.createVisibility();
  const code = parts.createCodeReader();
  const math = parts.createMathReader();
  const media = parts.createMediaReader();
  const notes = parts.createNotes();
  const pseudo = parts.createPseudoReader();
  const facts = parts.createFacts(MARK, selected.include);
  const { common, isInline } = facts;
  const { newFlow, addRun, flush, settle, runsOf, isOwnText } = parts.createParagraphs(parts.createInlines(), facts);
  let framesDeep = 0;

  const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
  const isSkipped = (element: Element): boolean => EMPTY.has(element.localName) || selected.exclude.has(element);

  const enter = (element: Element, style: CSSStyleDeclaration, outer: Context): Context | undefined => {
    const sight = visibility.enter(element, style, outer.sight);
    if (!sight) return undefined;
    const isLink = element.localName === 'a' && element.hasAttribute('href');
    return {
      ...outer,
      sight,
      style,
      blockStyle: isInline(sight.display) ? outer.blockStyle : style,
      link: isLink ? media.linkTarget(element as HTMLAnchorElement) : outer.link,
      marks: facts.marksOf(element, style, outer),
      depth: outer.depth + 1,
      rightToLeft: element.hasAttribute('dir') || outer.depth < 2 ? style.direction === 'rtl' : outer.rightToLeft,
    };
  };

  // ---- Text

  const addText = (node: Text, element: Element, flow: Flow, context: Context): void => {
    const { sight, style } = context;
    if (sight.hidden || !visibility.isLegible(element, style, sight)) return;
    const { whiteSpaceCollapse: kept } = style;
    const whiteSpace = kept === 'collapse' || kept === 'preserve-breaks' ? kept : 'preserve';
    flow.inline.text(node.data, whiteSpace, { marks: facts.textMarks(context), link: context.link });
    flow.first ??= node;
    flow.last = node;
  };

  const addPseudo = (element: Element, which: '::before' | '::after', flow: Flow, context: Context): void => {
    if (context.sight.hidden) return;
    const text = pseudo.text(element, which, context.foreign);
    if (text !== '') flow.inline.text(text, 'collapse', { marks: facts.textMarks(context), link: context.link });
  };

  const visitChildren = (element: Element, flow: Flow, context: Context): void => {
    addPseudo(element, '::before', flow, context);
    const shadow = element.shadowRoot;
    if (shadow) code.enterTree(shadow);
    const inner = shadow && !context.foreign ? { ...context, foreign: true } : context;
    for (const node of parts.orderedNodes(element, context.style)) {
      if (node.nodeType === Node.TEXT_NODE) addText(node as Text, element, flow, context);
      else if (isElement(node)) visit(node, flow, inner);
    }
    addPseudo(element, '::after', flow, context);
  };

  const contentOf = (element: Element, context: Context): Block[] => {
    const flow = newFlow();
    visitChildren(element, flow, context);
    return settle(flow, element, context);
  };

  // ---- Elements

  const visit = (element: Element, flow: Flow, outer: Context): void => {
    if (isSkipped(element)) return;
    const style = getComputedStyle(element);
    const context = enter(element, style, outer);
    if (!context) return;
    if (context.depth > DEEPEST) visitDeep(element, flow, context);
    else if (visitSpecial(element, flow, context)) return;
    else if (isInline(context.sight.display) && !holdsBlocks(element, context.sight))
      visitInline(element, flow, context);
    else {
      flush(flow);
      for (const block of blocksOf(element, context)) flow.children.push(block);
    }
  };

  /** Elements with a content of their own kind. Returns whether this was one. */
  const visitSpecial = (element: Element, flow: Flow, context: Context): boolean => {
    switch (element.localName) {
      case 'br':
        addRun({ kind: 'break' }, element, flow);
        return true;
      case 'wbr':
        return true;
      case 'noscript':
        // Chromium computes a display for it even where scripts run, but lays it out only where they do not.
        return element.getClientRects().length === 0;
      case 'svg':
        visitDrawing(element, flow, context);
        return true;
      case 'iframe':
      case 'frame':
        visitFrame(element as HTMLIFrameElement, flow, context);
        return true;
      case 'object':
        return (element as HTMLObjectElement).contentDocument !== null || element.getClientRects().length === 0;
      default:
        return (
          visitImage(element, flow, context) ||
          visitControl(element, flow, context) ||
          visitLinkOrNote(element, flow, context)
        );
    }
  };

  /** Formulas and images; a formula may be an image. */
  const visitImage = (element: Element, flow: Flow, context: Context): boolean => {
    const formula = math.read(element);
    const isImage = element.localName === 'img';
    if (!formula && !isImage) return false;
    if (context.sight.hidden) return true;
    const run: Run | undefined = formula
      ? { kind: 'math', ...formula }
      : media.image(element as HTMLImageElement, context.link);
    if (run) addRun(run, element, flow);
    return true;
  };

  /** The words of a drawing, such as the labels of a chart. */
  const visitDrawing = (element: Element, flow: Flow, context: Context): void => {
    for (const label of element.querySelectorAll('text, foreignObject')) {
      const inner = enter(label, getComputedStyle(label), context);
      if (!inner || inner.sight.hidden) continue;
      flow.inline.space();
      flow.inline.text(label.textContent ?? '', 'collapse', { marks: 0, link: inner.link });
      flow.inline.space();
      flow.first ??= element;
      flow.last = element;
    }
  };

  const visitFrame = (frame: HTMLIFrameElement, flow: Flow, context: Context): void => {
    // `null` for a frame of another origin.
    const body = frame.contentDocument?.body;
    const box = frame.getBoundingClientRect();
    if (!body || context.sight.hidden || box.width < 3 || box.height < 3 || framesDeep >= MOST_FRAMES_DEEP) return;
    const endless = Number.POSITIVE_INFINITY;
    const clip = { left: -endless, top: -endless, right: endless, bottom: endless };
    const inside: Context = {
      ...context,
      sight: { ...visibility.root, clip, absoluteClip: clip, fixedClip: clip },
      left: context.left + box.left + frame.clientLeft,
      top: context.top + box.top + frame.clientTop,
      marks: 0,
      foreign: true,
    };
    code.enterTree(body);
    flush(flow);
    framesDeep += 1;
    visit(body, flow, inside);
    framesDeep -= 1;
  };

  const visitControl = (element: Element, flow: Flow, context: Context): boolean => {
    const shown = parts.readControl(element);
    if (shown === undefined) return element.localName === 'button' && code.isCopyButton(element);
    if (shown === null || context.sight.hidden) return true;
    flow.inline.space();
    if (shown.kind === 'run') addRun(shown.run, element, flow);
    else {
      const marks = context.marks | (shown.control ? MARK.control : 0);
      flow.inline.text(shown.text, shown.lines ? 'preserve-breaks' : 'collapse', { marks, link: context.link });
      flow.first ??= element;
      flow.last = element;
    }
    flow.inline.space();
    return true;
  };

  /** References to notes, the notes themselves, and links back from them. */
  const visitLinkOrNote = (element: Element, flow: Flow, context: Context): boolean => {
    if (element.localName === 'a') {
      const id = notes.referenceOf(element);
      if (id === undefined || context.sight.hidden) {
        return (context.inNote && notes.isBackLink(element)) || notes.isHeadingAnchor(element);
      }
      addRun({ kind: 'note', id }, element, flow);
      return true;
    }
    const id = context.inNote ? undefined : notes.noteOf(element);
    if (id === undefined) return false;
    flush(flow);
    const children = contentOf(element, { ...context, inNote: true });
    if (children.length > 0) flow.children.push({ kind: 'note', ...common(element, context), id, children });
    return true;
  };

  // ---- Inline elements

  /** Whether an inline box, such as a card with display inline-block, has blocks inside. */
  const holdsBlocks = (element: Element, { display }: Sight): boolean => {
    if (!/^inline-(?:block|flex|grid|table)$/.test(display)) return false;
    const blocks = [...element.children].some((child) => {
      const inner = EMPTY.has(child.localName) ? 'none' : getComputedStyle(child).display;
      return inner !== 'none' && !isInline(inner);
    });
    // The items of inline-flex are blocks by the letter, and still one line to the reader.
    return (
      blocks && (display === 'inline-block' || element.querySelector('p,div,h1,h2,h3,h4,h5,h6,ul,ol,table') !== null)
    );
  };

  const visitInline = (element: Element, flow: Flow, context: Context): void => {
    const annotation = element.localName === 'rt';
    const apart = isApart(element, context);
    if (apart) flow.inline.space();
    if (annotation) flow.inline.text('(', 'collapse', { marks: 0 });
    visitChildren(element, flow, context);
    if (annotation) flow.inline.text(')', 'collapse', { marks: 0 });
    if (apart) flow.inline.space();
  };

  /** Whether an inline element stands apart from the text beside it without a space in the source. */
  const isApart = ({ localName }: Element, { style, sight: { display } }: Context): boolean => {
    if (/^(?:button|label|legend|li|dt|dd)$/.test(localName)) return true;
    if (localName === 'code' || localName === 'kbd') return false;
    const { marginLeft, marginRight } = style;
    if (display === 'inline' && marginLeft === '0px' && marginRight === '0px') return false;
    const { paddingLeft, paddingRight } = style;
    const gap = (margin: string, padding: string) => Number.parseFloat(margin) + Number.parseFloat(padding);
    return gap(marginLeft, paddingLeft) >= 4 || gap(marginRight, paddingRight) >= 4;
  };

  // ---- Blocks

  const blocksOf = (element: Element, context: Context): readonly Block[] => {
    const { localName } = element;
    const role = element.getAttribute('role');
    if (role === 'heading' || /^h[1-6]$/.test(localName)) return headingOf(element, context);
    const wrapped = code.unwrap(element);
    if (wrapped) return codeOf(wrapped, element, context);
    switch (localName) {
      case 'pre':
        return codeOf(element, element, context);
      case 'code':
        if (context.style.whiteSpaceCollapse !== 'preserve') break;
        return codeOf(element, element, context);
      case 'hr':
        // Its box is a line, too thin for anything else to show in.
        return context.style.visibility === 'visible' ? [{ kind: 'rule', ...common(element, context) }] : [];
      case 'ul':
      case 'ol':
      case 'menu':
        if (role === 'presentation' || role === 'none') break;
        return lists.listOf(element, context) ?? groupOf(element, context);
      case 'dl':
        return lists.definitionsOf(element, context);
      case 'details':
        return lists.detailsOf(element as HTMLDetailsElement, context);
    }
    return tables.tableOf(element, context) ?? groupOf(element, context);
  };

  const headingOf = (element: Element, context: Context): Block[] => {
    const told = Number(element.getAttribute('aria-level') ?? Number.NaN);
    const written = Number(element.localName[1]);
    const level = Math.min(6, Math.max(1, Number.isNaN(told) ? (Number.isNaN(written) ? 2 : written) : told));
    const children = contentOf(element, { ...context, muted: context.muted | MARK.strong });
    // A heading around a whole card or table is no heading of one line.
    if (children.some(({ kind }) => kind === 'table' || kind === 'list' || kind === 'heading')) {
      return [{ kind: 'group', ...common(element, context), children }];
    }
    const runs = runsOf(children);
    return runs.length > 0
      ? [{ kind: 'heading', ...common(element, context), size: facts.sizeOf(context), level, runs }]
      : [];
  };

  const codeOf = (element: Element, wrapper: Element, context: Context): Block[] => {
    if (context.sight.hidden) return [];
    const { text, language } = code.read(element);
    if (text.trim() === '') return [];
    return [{ kind: 'code', ...common(wrapper, context), ...(language === '' ? {} : { language }), text }];
  };

  const groupOf = (element: Element, context: Context): Block[] => {
    const isQuote = element.localName === 'blockquote';
    const children = contentOf(element, context);
    const [only] = children;
    if (!only) return [];
    const callout = parts.readCallout(element, children);
    if (callout) return [{ kind: 'callout', ...common(element, context), ...callout }];
    if (isQuote) return [{ kind: 'quote', ...common(element, context), children }];
    // The element's own text and nothing else: the block is the text.
    if (children.length === 1 && isOwnText(only, element)) return [facts.withInnerHints(element, only)];
    const rightToLeft = context.rightToLeft ? { rightToLeft: true as const } : {};
    return [{ kind: 'group', ...common(element, context), ...rightToLeft, children }];
  };

  const walk: Walk = {
    marks: MARK,
    enter,
    isSkipped,
    nodesOf: parts.orderedNodes,
    visit,
    addText,
    contentOf,
    newFlow,
    settle,
    runsOf,
    common,
  };
  const lists = parts.createLists(walk, notes);
  const tables = parts.createTables(walk, parts.createTableReader());

  /** Reads a subtree without recursion, as paragraphs only. */
  const visitDeep = (root: Element, flow: Flow, context: Context): void => {
    type Step = { readonly node: Node; readonly parent: Element; readonly context: Context } | 'flush';
    const stack: Step[] = [];
    const push = (parent: Element, inner: Context): void => {
      const nodes = parts.orderedNodes(parent, inner.style);
      for (let index = nodes.length - 1; index >= 0; index -= 1) {
        stack.push({ node: nodes[index] as Node, parent, context: inner });
      }
    };
    flush(flow);
    push(root, context);
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step === 'flush') {
        flush(flow);
        continue;
      }
      const { node, parent } = step;
      if (node.nodeType === Node.TEXT_NODE) addText(node as Text, parent, flow, step.context);
      if (!isElement(node) || isSkipped(node)) continue;
      const inner = enter(node, getComputedStyle(node), step.context);
      if (!inner) continue;
      if (node.localName === 'br') addRun({ kind: 'break' }, node, flow);
      if (!isInline(inner.sight.display)) {
        flush(flow);
        stack.push('flush');
      }
      push(node, inner);
    }
    flush(flow);
  };

  // ---- Start

  const rootContext = (): Context => ({
    sight: visibility.root,
    style: getComputedStyle(document.documentElement),
    marks: 0,
    muted: 0,
    blockStyle: getComputedStyle(document.documentElement),
    link: undefined,
    depth: 0,
    left: 0,
    top: 0,
    inNote: false,
    foreign: false,
    rightToLeft: false,
  });

  /** The context of an element whose ancestors are not walked; `undefined` when one of them hides it. */
  const contextAround = (element: Element): Context | undefined => {
    const path: Element[] = [];
    for (let node: Node | null = element; node; ) {
      const next: Node | null = (isElement(node) && node.assignedSlot) || node.parentNode;
      node = next instanceof ShadowRoot ? next.host : next;
      if (node && isElement(node)) path.push(node);
    }
    return path.reduceRight<Context | undefined>(
      (outer, ancestor) => outer && enter(ancestor, getComputedStyle(ancestor), outer),
      rootContext(),
    );
  };

  const isInside = (element: Element, others: ReadonlySet<Element>): boolean => {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) if (others.has(parent)) return true;
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

  const lengthOf = (blocks: readonly Block[]): number => {
    let length = 0;
    for (const block of blocks) {
      if (length >= SHORTEST) break;
      if ('runs' in block) for (const run of block.runs) length += run.kind === 'text' ? run.text.length : 1;
      else length += 'children' in block ? lengthOf(block.children) : SHORTEST;
    }
    return length;
  };

  let blocks = read();
  if (lengthOf(blocks) < SHORTEST && parts.raiseCurtain()) blocks = read();
  const { scrollWidth: width, scrollHeight: height } = document.scrollingElement ?? document.documentElement;
  return JSON.stringify({ page: { meta: parts.readMeta(), width, height, blocks } } satisfies WalkResult);
}
