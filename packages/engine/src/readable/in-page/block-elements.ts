import type { Block } from '../blocks.ts';
import type { CalloutContent } from './callouts.ts';
import type { CodeReader } from './code.ts';
import type { Context, Walk } from './context.ts';
import type { Facts } from './facts.ts';
import type { Lists } from './lists.ts';
import type { Notes } from './notes.ts';
import type { Paragraphs } from './paragraphs.ts';
import type { TableReader } from './table.ts';
import type { Tables } from './tables.ts';

export interface BlockElements {
  blocksOf(element: Element, context: Context): readonly Block[];
}

export interface BlockParts {
  createLists(walk: Walk, notes: Notes): Lists;
  createTableReader(): TableReader;
  createTables(walk: Walk, reader: TableReader): Tables;
  readCallout(element: Element, children: readonly Block[]): CalloutContent | undefined;
}

export interface BlockTools {
  readonly facts: Facts;
  readonly code: CodeReader;
  readonly notes: Notes;
  readonly isOwnText: Paragraphs['isOwnText'];
}

/** Elements that are blocks: headings, code, lists, tables and groups. Runs in the page. */
export function createBlockElements(
  parts: BlockParts,
  walk: Walk,
  { facts, code, notes, isOwnText }: BlockTools,
): BlockElements {
  const { marks: MARK, contentOf, runsOf, common } = walk;
  const lists = parts.createLists(walk, notes);
  const tables = parts.createTables(walk, parts.createTableReader());

  const blocksOf = (element: Element, context: Context): readonly Block[] => {
    const { $localName: localName } = element;
    const role = element.$getAttribute('role');
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
    const declared = Number(element.$getAttribute('aria-level') ?? Number.NaN);
    const written = Number(element.$localName[1]);
    const level = Math.min(6, Math.max(1, Number.isNaN(declared) ? (Number.isNaN(written) ? 2 : written) : declared));
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
    // A script may have put a drawing in the place of its source, as Mermaid does.
    if (text.trim() === '') return groupOf(element, context);
    return [{ kind: 'code', ...common(wrapper, context), ...(language === '' ? {} : { language }), text }];
  };

  const groupOf = (element: Element, context: Context): Block[] => {
    const isQuote = element.$localName === 'blockquote';
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

  return { blocksOf };
}
