import type { Run } from '../blocks.ts';
import type { CodeReader } from './code.ts';
import type { Context, Flow, Walk } from './context.ts';
import type { Shown } from './form.ts';
import type { MathReader } from './math.ts';
import type { MediaReader } from './media.ts';
import type { Notes } from './notes.ts';
import type { Paragraphs } from './paragraphs.ts';
import type { Visibility } from './visibility.ts';

export interface SpecialElements {
  /** Reads an element with a content of its own kind. Returns whether this was one. */
  visitSpecial(element: Element, flow: Flow, context: Context): boolean;
}

export interface SpecialParts {
  createMathReader(): MathReader;
  readControl(element: Element): Shown | null | undefined;
}

export interface SpecialTools {
  readonly visibility: Visibility;
  readonly code: CodeReader;
  readonly media: MediaReader;
  readonly notes: Notes;
  readonly addRun: Paragraphs['addRun'];
  readonly flush: Paragraphs['flush'];
}

/** Formulas, images, drawings, frames, form controls and notes. Runs in the page. */
export function createSpecialElements(
  parts: SpecialParts,
  walk: Walk,
  { visibility, code, media, notes, addRun, flush }: SpecialTools,
): SpecialElements {
  const MOST_FRAMES_DEEP = 4;
  const { marks: MARK, enter, visit, contentOf, common } = walk;
  const math = parts.createMathReader();
  let framesDeep = 0;

  /** Elements of a kind of their own, besides those that notes and drawn formulas may be in. */
  const OWN = new Set('math,img,input,select,textarea,datalist,progress,meter,button,a'.split(','));
  /** What a label has in no drawing: what is in it is read as it is outside. */
  const PARTS_OF_A_PAGE = 'h1,h2,h3,h4,h5,h6,ul,ol,dl,table,pre,blockquote,figure,article,section,p ~ p';
  const UNDRAWN = new Set('style,script,template,noscript,title,desc,metadata'.split(','));
  const BOXES = new Set('div,p,br,li'.split(','));
  const isElement = (node: Node): node is Element => node.$nodeType === 1;
  const isAnyAsked = math.anywhere || notes.anywhere;

  const visitSpecial = (element: Element, flow: Flow, context: Context): boolean => {
    switch (context.name) {
      case 'br':
        addRun({ kind: 'break' }, element, flow);
        return true;
      case 'wbr':
        return true;
      case 'noscript':
        // Chromium computes a display for it even where scripts run, but lays it out only where they do not.
        return element.$getClientRects().length === 0;
      case 'svg':
        visitDrawing(element, flow, context);
        return true;
      case 'iframe':
      case 'frame':
        visitFrame(element as HTMLIFrameElement, flow, context);
        return true;
      case 'object':
        return (element as HTMLObjectElement).$contentDocument !== null || element.$getClientRects().length === 0;
      default:
        if (!isAnyAsked && !OWN.has(context.name)) return false;
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
    const isImage = element.$localName === 'img';
    if (!formula && !isImage) return false;
    if (context.sight.hidden) return true;
    const run: Run | undefined = formula
      ? { kind: 'math', ...formula }
      : media.image(element as HTMLImageElement, context.link);
    if (run) addRun(run, element, flow);
    return true;
  };

  /** The words of a label: not what only styles, scripts or names it, and lines of it apart. */
  const wordsOf = (label: Element): string => {
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      isElement(node) && (UNDRAWN.has(node.$localName) || getComputedStyle(node).display === 'none')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    let words = '';
    let top: string | null = null;
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!isElement(node)) {
        words += (node as Text).data;
        continue;
      }
      const [y, down] = [node.$getAttribute('y'), Number.parseFloat(node.$getAttribute('dy') ?? '0')];
      // The lines of a label are boxes of its text, each with a place of its own.
      if ((y !== null && top !== null && y !== top) || Math.abs(down) > 0 || BOXES.has(node.$localName)) words += ' ';
      top = y ?? top;
    }
    return words;
  };

  /** The words of a drawing, such as the labels of a chart, and the pages that are in it. */
  const visitDrawing = (element: Element, flow: Flow, context: Context): void => {
    let last: Element | undefined;
    for (const label of element.$querySelectorAll('text, foreignObject')) {
      // What is inside of a label was read with it.
      if (last?.$contains(label)) continue;
      last = label;
      if (label.$localName === 'foreignObject' && label.$querySelector(PARTS_OF_A_PAGE)) {
        visit(label, flow, context);
        continue;
      }
      const inner = enter(label, getComputedStyle(label), context);
      if (!inner || inner.sight.hidden) continue;
      flow.inline.space();
      flow.inline.text(wordsOf(label), 'collapse', { marks: 0, link: inner.link });
      flow.inline.space();
      flow.first ??= element;
      flow.last = element;
    }
  };

  const visitFrame = (frame: HTMLIFrameElement, flow: Flow, context: Context): void => {
    // `null` for a frame of another origin.
    const body = frame.$contentDocument?.body;
    const box = frame.$getBoundingClientRect();
    if (!body || context.sight.hidden || box.width < 3 || box.height < 3 || framesDeep >= MOST_FRAMES_DEEP) return;
    const endless = Number.POSITIVE_INFINITY;
    const clip = { left: -endless, top: -endless, right: endless, bottom: endless };
    const inside: Context = {
      ...context,
      sight: { ...visibility.root, clip, absoluteClip: clip, fixedClip: clip },
      left: context.left + box.left + frame.$clientLeft,
      top: context.top + box.top + frame.$clientTop,
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
    if (shown === undefined) return element.$localName === 'button' && code.isCopyButton(element);
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
    if (element.$localName === 'a') {
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

  return { visitSpecial };
}
