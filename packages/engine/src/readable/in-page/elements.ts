import type { FormatCounter } from '../../numerals.ts';
import type { Block, MARK } from '../blocks.ts';
import type { BlockElements, BlockParts, BlockTools } from './block-elements.ts';
import type { CodeReader } from './code.ts';
import type { Context, Flow, Voice, Walk } from './context.ts';
import type { CounterReader } from './counters.ts';
import type { Facts } from './facts.ts';
import type { Inline } from './inline.ts';
import type { MediaReader } from './media.ts';
import type { Notes } from './notes.ts';
import type { Paragraphs } from './paragraphs.ts';
import type { PseudoReader } from './pseudo.ts';
import type { SpecialElements, SpecialParts, SpecialTools } from './special-elements.ts';
import type { Sight, Visibility } from './visibility.ts';

export interface ElementParts extends BlockParts, SpecialParts {
  createInlines(): () => Inline;
  createFacts(marks: typeof MARK, wanted: ReadonlySet<Element>): Facts;
  createParagraphs(newInline: () => Inline, facts: Facts): Paragraphs;
  createCodeReader(): CodeReader;
  createMediaReader(): MediaReader;
  createNotes(): Notes;
  createPseudoReader(counters: CounterReader): PseudoReader;
  createCounterReader(format: FormatCounter): CounterReader;
  createNumerals(): FormatCounter;
  createSpecialElements(parts: SpecialParts, walk: Walk, tools: SpecialTools): SpecialElements;
  createBlockElements(parts: BlockParts, walk: Walk, tools: BlockTools): BlockElements;
  orderedNodes(element: Element, style: CSSStyleDeclaration): readonly Node[];
}

export interface ElementOptions {
  readonly marks: typeof MARK;
  readonly visibility: Visibility;
  /** Elements that stay, and those that are left out. */
  readonly selected: { readonly include: ReadonlySet<Element>; readonly exclude: ReadonlySet<Element> };
}

export interface Elements extends Walk {
  /** Ends the paragraph that is open. */
  flush(flow: Flow): void;
}

/** Reads elements and their text, those inside of a line here, all others by the parts. Runs in the page. */
export function createElements(parts: ElementParts, { marks: MARK, visibility, selected }: ElementOptions): Elements {
  /** Elements nested deeper are read as plain paragraphs; Chromium's own parser stops at 512. */
  const DEEPEST = 250;
  const EMPTY = new Set(
    'script,style,template,head,title,meta,link,base,noframes,param,source,track,area,map,optgroup,option,datalist,audio,video,canvas,embed,rp,colgroup,col,noembed'.split(
      ',',
    ),
  );

  /** What leaves children where they stand in the document. */
  const IN_PLACE = new Set(['inline', 'block', 'list-item', 'table-cell', 'inline-block']);
  /** Apart from the text beside them without a space in the source. */
  const APART = new Set(['button', 'label', 'legend', 'li', 'dt', 'dd']);

  /** CSS pixels; both sides of a gap have it. */
  const LEAST_PADDING = 4;

  const code = parts.createCodeReader();
  const media = parts.createMediaReader();
  const notes = parts.createNotes();
  const pseudo = parts.createPseudoReader(parts.createCounterReader(parts.createNumerals()));
  const facts = parts.createFacts(MARK, selected.include);
  const { common, isInline } = facts;
  const paragraphs = parts.createParagraphs(parts.createInlines(), facts);
  const { newFlow, addRun, flush, settle, runsOf, isOwnText } = paragraphs;

  const isElement = (node: Node): node is Element => node.$nodeType === 1;
  const isSkipped = (element: Element): boolean => EMPTY.has(element.$localName) || selected.exclude.has(element);

  const enter = (element: Element, style: CSSStyleDeclaration, outer: Context): Context | undefined => {
    const sight = visibility.enter(element, style, outer.sight);
    if (!sight) return undefined;
    const name = element.$localName;
    const isLink = name === 'a' && element.$hasAttribute('href');
    // Written out, since spreading the outer one takes time that adds up on large pages.
    return {
      name,
      sight,
      style,
      blockStyle: isInline(sight.display) ? outer.blockStyle : style,
      marks: facts.marksOf(element, name, style, outer),
      muted: outer.muted,
      link: isLink ? media.linkTarget(element as HTMLAnchorElement) : outer.link,
      depth: outer.depth + 1,
      left: outer.left,
      top: outer.top,
      flow: outer.style.writingMode,
      inNote: outer.inNote,
      foreign: outer.foreign,
      rightToLeft: element.$hasAttribute('dir') || outer.depth < 2 ? style.direction === 'rtl' : outer.rightToLeft,
      cell: outer.cell,
      voice: undefined,
    };
  };

  const voiceOf = (element: Element, context: Context): Voice => {
    if (context.voice?.muted === context.muted) return context.voice;
    const { sight, style, link, muted } = context;
    const { whiteSpaceCollapse: kept } = style;
    context.voice = {
      legible: visibility.isLegible(element, style, sight, facts.fontSizeOf(style)),
      whiteSpace: kept === 'collapse' || kept === 'preserve-breaks' ? kept : 'preserve',
      style: { marks: facts.textMarks(context), link },
      muted,
    };
    return context.voice;
  };

  const addText = (node: Text, element: Element, flow: Flow, context: Context): void => {
    if (context.sight.hidden) return;
    const { legible, whiteSpace, style } = voiceOf(element, context);
    if (!legible) return;
    flow.inline.text(node.data, whiteSpace, style);
    flow.first ??= node;
    flow.last = node;
  };

  const addPseudo = (element: Element, which: '::before' | '::after', flow: Flow, context: Context): void => {
    if (context.sight.hidden || !(pseudo.anywhere || context.foreign || context.name === 'q')) return;
    const text = pseudo.text(element, which);
    if (which === '::before' && context.label !== undefined && text.trim() === context.label) return;
    if (text !== '') flow.inline.text(text, 'collapse', { marks: facts.textMarks(context), link: context.link });
  };

  const visitNode = (node: Node, parent: Element, flow: Flow, context: Context, inner: Context): void => {
    const { $nodeType: nodeType } = node;
    if (nodeType === 3) addText(node as Text, parent, flow, context);
    else if (nodeType === 1) visit(node as Element, flow, inner);
  };

  const visitChildren = (element: Element, flow: Flow, context: Context): void => {
    addPseudo(element, '::before', flow, context);
    const shadow = element.$shadowRoot;
    if (shadow) code.enterTree(shadow);
    const inner = shadow && !context.foreign ? { ...context, foreign: true } : context;
    const inPlace = !shadow && IN_PLACE.has(context.sight.display) && context.name !== 'slot';
    if (inPlace) {
      for (let node = element.$firstChild; node; node = node.$nextSibling)
        visitNode(node, element, flow, context, inner);
    } else {
      for (const node of parts.orderedNodes(element, context.style)) visitNode(node, element, flow, context, inner);
    }
    addPseudo(element, '::after', flow, context);
  };

  const contentOf = (element: Element, context: Context): Block[] => {
    const flow = newFlow();
    visitChildren(element, flow, context);
    return settle(flow, element, context);
  };

  const visit = (element: Element, flow: Flow, outer: Context): void => {
    if (isSkipped(element)) return;
    const style = getComputedStyle(element);
    const context = enter(element, style, outer);
    if (!context) return;
    if (context.depth > DEEPEST) visitDeep(element, flow, context);
    else if (special.visitSpecial(element, flow, context)) return;
    else if (isInline(context.sight.display) && !holdsBlocks(element, context.sight))
      visitInline(element, flow, context);
    else {
      flush(flow);
      for (const block of blocks.blocksOf(element, context)) flow.children.push(block);
    }
  };

  /** Whether an inline box, such as a card with display inline-block, has blocks inside. */
  const holdsBlocks = (element: Element, { display }: Sight): boolean => {
    if (!/^inline-(?:block|flex|grid|table)$/.test(display)) return false;
    const blocks = [...element.$children].some((child) => {
      const inner = EMPTY.has(child.$localName) ? 'none' : getComputedStyle(child).display;
      return inner !== 'none' && !isInline(inner);
    });
    // The items of inline-flex are blocks by the letter, and still one line to the reader.
    return (
      blocks && (display === 'inline-block' || element.$querySelector('p,div,h1,h2,h3,h4,h5,h6,ul,ol,table') !== null)
    );
  };

  const visitInline = (element: Element, flow: Flow, context: Context): void => {
    const annotation = context.name === 'rt';
    const apart = isApart(context);
    if (apart) flow.inline.space();
    if (annotation) flow.inline.text('(', 'collapse', { marks: 0 });
    visitChildren(element, flow, context);
    if (annotation) flow.inline.text(')', 'collapse', { marks: 0 });
    if (apart || isBadge(element, context)) flow.inline.space();
  };

  /**
   * Whether an inline element and the one right behind it keep room at their sides, as tags and badges do. One alone
   * may have it for the picture behind a link, which parts no words.
   */
  const isBadge = (element: Element, { name, style, sight }: Context): boolean => {
    const next = element.$nextSibling;
    if (next?.$nodeType !== 1 || sight.display !== 'inline' || name === 'code' || name === 'kbd') return false;
    const own = Number.parseFloat(style.paddingRight);
    if (!(own >= LEAST_PADDING)) return false;
    const other = getComputedStyle(next as Element);
    return other.display === 'inline' && Number.parseFloat(other.paddingLeft) >= LEAST_PADDING;
  };

  /** Whether an inline element stands apart from the text beside it without a space in the source. */
  const isApart = ({ name, style, sight: { display } }: Context): boolean => {
    if (APART.has(name)) return true;
    if (name === 'code' || name === 'kbd') return false;
    const { marginLeft, marginRight } = style;
    if (display === 'inline' && marginLeft === '0px' && marginRight === '0px') return false;
    const { paddingLeft, paddingRight } = style;
    const gap = (margin: string, padding: string) => Number.parseFloat(margin) + Number.parseFloat(padding);
    return gap(marginLeft, paddingLeft) >= 4 || gap(marginRight, paddingRight) >= 4;
  };

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
      if (node.$nodeType === Node.TEXT_NODE) addText(node as Text, parent, flow, step.context);
      if (!isElement(node) || isSkipped(node)) continue;
      const inner = enter(node, getComputedStyle(node), step.context);
      if (!inner) continue;
      if (node.$localName === 'br') addRun({ kind: 'break' }, node, flow);
      if (!isInline(inner.sight.display)) {
        flush(flow);
        stack.push('flush');
      }
      push(node, inner);
    }
    flush(flow);
  };

  const walk: Elements = {
    marks: MARK,
    enter,
    isSkipped,
    nodesOf: parts.orderedNodes,
    visit,
    addText,
    contentOf,
    labelOf: (element) => (pseudo.anywhere ? pseudo.text(element, '::before').trim() : ''),
    newFlow,
    settle,
    flush,
    runsOf,
    common,
  };
  const special = parts.createSpecialElements(parts, walk, { visibility, code, media, notes, addRun, flush });
  const blocks = parts.createBlockElements(parts, walk, { facts, code, notes, isOwnText });
  return walk;
}
