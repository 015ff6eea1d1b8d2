import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { pageBox } from './stamp.ts';
import { textString } from './text-string.ts';
import { type Dictionary, Name, type PdfValue, Ref } from './value.ts';

/** An item of an outline that is written. */
export interface WrittenItem {
  readonly title: string;
  /** From 1; a level may be left out. */
  readonly level: number;
  /** Whether what is below it shows. */
  readonly open: boolean;
  /** Index of the page that it leads to. */
  readonly page: number;
  /** Points from the top of the page. */
  readonly top: number;
}

interface Node {
  readonly item: WrittenItem;
  readonly reference: Ref;
  readonly kids: Node[];
}

/** Puts an outline (ISO 32000-1, 12.3.3) in the place of the one that the document has. */
export function writeOutline(document: PdfDocument, pages: readonly PageNode[], items: readonly WrittenItem[]): void {
  const root = document.trailer.get('Root') as Ref;
  const catalog = document.dictionary(root);
  catalog.delete('Outlines');
  const top: Node[] = [];
  const above: Node[] = [];
  for (const item of items) {
    if (!pages[item.page]) continue;
    const node: Node = { item, reference: document.reserve(), kids: [] };
    while ((above.at(-1)?.item.level ?? 0) >= item.level) above.pop();
    (above.at(-1)?.kids ?? top).push(node);
    above.push(node);
  }
  if (top.length > 0) {
    const outlines = document.reserve();
    const shown = writeLevel(document, pages, top, outlines);
    const [first, last] = [top[0] as Node, top.at(-1) as Node];
    document.replace(
      outlines.number,
      new Map<string, Ref | Name | number>([
        ['Type', new Name('Outlines')],
        ['First', first.reference],
        ['Last', last.reference],
        ['Count', shown],
      ]),
    );
    catalog.set('Outlines', outlines);
  }
  document.replace(root.number, catalog);
}

/** @returns how many items show when all that is open is */
function writeLevel(document: PdfDocument, pages: readonly PageNode[], nodes: readonly Node[], parent: Ref): number {
  let shown = 0;
  for (const [index, { item, reference, kids }] of nodes.entries()) {
    const page = pages[item.page] as PageNode;
    const { bottom, height } = pageBox(document, page);
    const dictionary: Dictionary = new Map<string, PdfValue>([
      ['Title', textString(item.title)],
      ['Parent', parent],
      ['Dest', [new Ref(page.number), new Name('XYZ'), null, bottom + height - item.top, null]],
    ]);
    const [before, after] = [nodes[index - 1], nodes[index + 1]];
    if (before) dictionary.set('Prev', before.reference);
    if (after) dictionary.set('Next', after.reference);
    if (kids.length > 0) {
      const below = writeLevel(document, pages, kids, reference);
      dictionary.set('First', (kids[0] as Node).reference);
      dictionary.set('Last', (kids.at(-1) as Node).reference);
      dictionary.set('Count', item.open ? below : -below);
      if (item.open) shown += below;
    }
    document.replace(reference.number, dictionary);
    shown += 1;
  }
  return shown;
}
