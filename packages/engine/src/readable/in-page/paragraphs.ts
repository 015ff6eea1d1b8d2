import type { Block, Run } from '../blocks.ts';
import type { Context, Flow, Paragraph } from './context.ts';
import type { Facts } from './facts.ts';
import type { Inline } from './inline.ts';

export interface Paragraphs {
  newFlow(): Flow;
  /** Adds what is no text, such as an image or a line break. */
  addRun(run: Run, element: Element, flow: Flow): void;
  /** Ends the paragraph that is open. */
  flush(flow: Flow): void;
  /** Ends a flow and returns its blocks, as those of `element`. */
  settle(flow: Flow, element: Element, context: Context): Block[];
  /** Whether a block is the text of an element and nothing else. */
  isOwnText(block: Block, element: Element): boolean;
  /** All inline content of blocks, in one line. */
  runsOf(blocks: readonly Block[]): Run[];
}

/** Runs in the page. */
export function createParagraphs(newInline: () => Inline, facts: Facts): Paragraphs {
  /** The last block that is all the text of its element: whoever asks does so right after it was made. */
  let own: { readonly block: Block; readonly element: Element } | undefined;

  const addRun = (run: Run, element: Element, flow: Flow): void => {
    flow.inline.add(run);
    flow.first ??= element;
    flow.last = element;
  };

  /** Two line breaks in a row are how older pages part paragraphs. */
  const flush = (flow: Flow): void => {
    const runs = flow.inline.take();
    const { first, last } = flow;
    flow.first = undefined;
    flow.last = undefined;
    let current: Run[] = [];
    const push = (): void => {
      while (current.at(-1)?.kind === 'break') current.pop();
      if (current.length > 0) flow.children.push({ kind: 'paragraph', runs: current, first, last });
      current = [];
    };
    if (runs.length === 0) return;
    runs.forEach((run, index) => {
      if (run.kind === 'break' && (current.length === 0 || runs[index + 1]?.kind === 'break')) push();
      else current.push(run);
    });
    push();
  };

  const lineOf = ({ runs }: Paragraph, element: Element): Block => ({ kind: 'text', tag: element.$localName, runs });

  const settle = (flow: Flow, element: Element, context: Context): Block[] => {
    flush(flow);
    const children = flow.children.splice(0);
    // Tables may have a hundred thousand cells.
    if (context.cell === element)
      return children.map((child) => (child.kind === 'paragraph' ? lineOf(child, element) : child));
    const size = children.some(({ kind }) => kind === 'paragraph') ? facts.sizeOf(context) : 0;
    return children.map((child): Block => {
      if (child.kind !== 'paragraph') return child;
      const { runs } = child;
      if (children.length === 1) {
        const text: Block = { kind: 'text', ...facts.common(element, context), size, runs };
        own = { block: text, element };
        return text;
      }
      const box = facts.boxOfText(child, context);
      return { kind: 'text', tag: element.$localName, ...(box ? { box } : {}), size, runs };
    });
  };

  const runsOf = (blocks: readonly Block[]): Run[] => {
    const runs: Run[] = [];
    const gather = (list: readonly Block[]): void => {
      for (const block of list) {
        if ('runs' in block) {
          if (runs.length > 0 && block.runs.length > 0) runs.push({ kind: 'text', text: ' ', marks: 0 });
          for (const run of block.runs) runs.push(run);
        } else if ('children' in block) gather(block.children);
      }
    };
    gather(blocks);
    return runs;
  };

  return {
    newFlow: () => ({ children: [], inline: newInline(), first: undefined, last: undefined }),
    addRun,
    flush,
    settle,
    isOwnText: (block, element) => own?.block === block && own.element === element,
    runsOf,
  };
}
