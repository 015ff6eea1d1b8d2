import type { PhrasingContent } from 'mdast';
import { type Cut, cutsOf } from './chunk-cuts.ts';
import { isMark, trimInline } from './markdown-trim.ts';

/** Where inline content may be cut in two. Links, images, code and formulas stay whole; marks are closed and opened. */

/** Stands for what cannot be cut. */
const WHOLE = '\ufffc';

/** The words of inline content, up to a length; what cannot be cut is one character. */
function inlineText(nodes: readonly PhrasingContent[], most: number): string {
  let text = '';
  for (const node of nodes) {
    if (text.length >= most) break;
    if (node.type === 'text') text += node.value.slice(0, most - text.length);
    else if (isMark(node)) text += inlineText(node.children, most - text.length);
    else text += node.type === 'break' ? '\n' : WHOLE;
  }
  return text;
}

function lengthOf(node: PhrasingContent): number {
  if (node.type === 'text') return node.value.length;
  return isMark(node) ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 1;
}

/** The words of inline content, of its links and of its code. */
export function wordsOf(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node): string => {
      if (node.type === 'text' || node.type === 'inlineCode') return node.value;
      if (node.type === 'break') return ' ';
      if (node.type === 'image') return node.alt ?? '';
      if ('children' in node) return wordsOf(node.children as PhrasingContent[]);
      return node.type === 'html' && node.value.startsWith('$') ? node.value : '';
    })
    .join('');
}

/** Positions in `inlineText` at which inline content may be cut, in order. */
export function inlineCuts(nodes: readonly PhrasingContent[], cut: Cut, most: number): number[] {
  const text = inlineText(nodes, most);
  const closed = closedStretches(nodes, most);
  const isFree = (at: number) => !closed.some(([from, to]) => at > from && at < to);
  return cutsOf(text, cut).filter((at) => at < text.length && isFree(at));
}

/** From an opening tag to the end tag, as of raised text; and what has to follow the line before it. */
function closedStretches(nodes: readonly PhrasingContent[], most: number): [number, number][] {
  const found: [number, number][] = [];
  const opened: number[] = [];
  const visit = (inner: readonly PhrasingContent[], start: number): number => {
    let at = start;
    for (const node of inner) {
      if (at > most) break;
      if (node.type === 'html') {
        if (/^<su[bp]>/.test(node.value)) opened.push(at);
        else if (/^<\/su[bp]>/.test(node.value)) found.push([opened.pop() ?? at, at + 1]);
        else if (node.value.startsWith('\n')) found.push([at - 1, at + 1]);
      }
      at = isMark(node) ? visit(node.children, at) : at + lengthOf(node);
    }
    return at;
  };
  visit(nodes, 0);
  // What is not closed within reach is not cut within reach.
  return [...found, ...opened.map((from): [number, number] => [from, Number.POSITIVE_INFINITY])];
}

/** Inline content up to a cut; white space at the cut belongs to neither side. */
export function headOfInline(nodes: readonly PhrasingContent[], at: number): PhrasingContent[] {
  const head: PhrasingContent[] = [];
  let left = at;
  for (const node of nodes) {
    if (left <= 0) break;
    const length = lengthOf(node);
    if (length <= left) head.push(node);
    else if (node.type === 'text') head.push({ ...node, value: node.value.slice(0, left) });
    else if (isMark(node)) head.push({ ...node, children: headOfInline(node.children, left) });
    left -= length;
  }
  return trimInline(head, 'end');
}

/** Inline content from a cut on. */
export function restOfInline(nodes: readonly PhrasingContent[], at: number): PhrasingContent[] {
  let left = at;
  for (const [index, node] of nodes.entries()) {
    const length = lengthOf(node);
    if (length > left) {
      // One copy: there may be very many.
      const rest = nodes.slice(index);
      if (node.type === 'text') rest[0] = { ...node, value: node.value.slice(left) };
      else if (isMark(node) && left > 0) rest[0] = { ...node, children: restOfInline(node.children, left) };
      return trimInline(rest, 'start');
    }
    left -= length;
  }
  return [];
}
