import type { PhrasingContent } from 'mdast';

/** Marks that hold inline content, and may be closed and opened again. */
type Mark = Extract<PhrasingContent, { readonly type: 'strong' | 'emphasis' | 'delete' }>;

export const isMark = (node: PhrasingContent): node is Mark =>
  node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete';

/** Inline content without white space and line breaks at one of its ends, where Markdown has to encode them. Changes the list. */
export function trimInline(result: PhrasingContent[], side: 'start' | 'end'): PhrasingContent[] {
  const place = side === 'start' ? 0 : -1;
  for (let node = result.at(place); node !== undefined; node = result.at(place)) {
    const kept = trimmedNode(node, side);
    if (kept !== undefined) {
      result[side === 'start' ? 0 : result.length - 1] = kept;
      break;
    }
    if (side === 'start') result.shift();
    else result.pop();
  }
  return result;
}

/** A node without the white space at one of its ends; `undefined` when nothing is left. */
function trimmedNode(node: PhrasingContent, side: 'start' | 'end'): PhrasingContent | undefined {
  if (node.type === 'break') return undefined;
  if (node.type === 'text') {
    const value = side === 'start' ? node.value.trimStart() : node.value.trimEnd();
    return value === '' ? undefined : { ...node, value };
  }
  if (!isMark(node)) return node;
  const children = trimInline([...node.children], side);
  return children.length === 0 ? undefined : { ...node, children };
}
