import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  Table as MarkdownTable,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  TableRow,
} from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { isSectionList } from './arrange.ts';
import {
  type Block,
  type Callout,
  type DocumentMeta,
  type Item,
  isContainer,
  type List,
  type Run,
  type Table,
} from './blocks.ts';
import { dialect } from './markdown-dialect.ts';
import { type InlineOptions, toPhrasing } from './markdown-inline.ts';
import { cellLines, joinRuns, oneLine, takeCheckbox, trimBreaks } from './markdown-lines.ts';
import { htmlTable } from './markdown-table.ts';
import { gridOf, type Place, withoutBold } from './table-grid.ts';

export interface MarkdownOptions {
  readonly heading_style: 'atx' | 'setext';
  readonly bullet: '-' | '*' | '+';
  readonly link_style: 'inline' | 'reference';
  readonly tables: 'gfm' | 'html';
  readonly front_matter: boolean;
  readonly images: 'link' | 'data' | 'alt' | 'none';
}

/** Writes blocks as GitHub Flavored Markdown that ends with one newline. */
export function printMarkdown(blocks: readonly Block[], meta: DocumentMeta, options: MarkdownOptions): string {
  const builder = new TreeBuilder(options, notesIn(blocks));
  const root: Root = { type: 'root', children: [...builder.blocks(blocks), ...builder.definitions()] };
  const body = toMarkdown(root, {
    extensions: dialect(),
    bullet: options.bullet,
    bulletOther: options.bullet === '*' ? '-' : '*',
    setext: options.heading_style === 'setext',
    listItemIndent: 'one',
    rule: options.bullet === '-' ? '*' : '-',
    fences: true,
    tightDefinitions: true,
  });
  const text = body.replace(/^\n+/, '').trimEnd();
  const front = options.front_matter ? frontMatter(meta) : '';
  return text === '' && front === '' ? '' : `${front}${text}\n`;
}

/** Facts about the document as YAML; JSON strings are YAML strings (YAML 1.2, section 1.3). */
function frontMatter(meta: DocumentMeta): string {
  const lines = Object.entries(meta)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

function notesIn(blocks: readonly Block[], found = new Set<string>()): ReadonlySet<string> {
  for (const block of blocks) {
    if (block.kind === 'note') found.add(block.id);
    if (isContainer(block)) notesIn(block.children, found);
  }
  return found;
}

/** Lists nested deeper are printed at this depth: indentation would make the text quadratic in size. */
const DEEPEST_LIST = 24;

class TreeBuilder {
  readonly #options: MarkdownOptions;
  readonly #inline: InlineOptions;
  readonly #references: string[] = [];
  #depth = 0;

  constructor(options: MarkdownOptions, notes: ReadonlySet<string>) {
    this.#options = options;
    const link = (url: string, children: PhrasingContent[]) => this.#link(url, children);
    this.#inline = { images: options.images, link, notes };
  }

  blocks(blocks: readonly Block[]): RootContent[] {
    return blocks.flatMap((block) => this.#block(block));
  }

  /** Addresses of links that stand at the end of the document. */
  definitions(): RootContent[] {
    return this.#references.map((url, index) => ({
      type: 'definition',
      identifier: String(index + 1),
      label: String(index + 1),
      url,
    }));
  }

  #link(url: string, children: PhrasingContent[]): PhrasingContent {
    if (this.#options.link_style === 'inline') return { type: 'link', url, children: children as never };
    let index = this.#references.indexOf(url);
    if (index < 0) index = this.#references.push(url) - 1;
    const identifier = String(index + 1);
    return { type: 'linkReference', identifier, label: identifier, referenceType: 'full', children: children as never };
  }

  #block(block: Block): RootContent[] {
    switch (block.kind) {
      case 'text':
        return this.#paragraph(block.runs);
      case 'line':
        return this.#paragraph(joinRuns(block.cells.map(({ runs }) => runs)));
      case 'heading': {
        const children = toPhrasing(oneLine(block.runs), this.#inline);
        return children.length === 0 ? [] : [{ type: 'heading', depth: block.level as 1, children }];
      }
      case 'term':
        return this.#paragraph(block.runs);
      case 'code':
        return [{ type: 'code', lang: block.language ?? null, value: block.text }];
      case 'rule':
        return [{ type: 'thematicBreak' }];
      case 'table':
        return this.#table(block);
      case 'definitions':
        return this.#definitions(block.children);
      case 'description':
        return this.blocks(block.children);
      case 'details': {
        const summary = toPhrasing(oneLine(block.summary), this.#inline);
        const label: RootContent[] =
          summary.length === 0 ? [] : [{ type: 'paragraph', children: [{ type: 'strong', children: summary }] }];
        return [...label, ...this.blocks(block.children)];
      }
      case 'note': {
        const children = this.#flow(block.children);
        return [{ type: 'footnoteDefinition', identifier: block.id.toLowerCase(), label: block.id, children }];
      }
      case 'quote':
        return [{ type: 'blockquote', children: this.#flow(block.children) }];
      case 'callout':
        return [this.#callout(block)];
      case 'list':
        return this.#list(block);
      case 'item':
        return this.blocks(block.children);
      default:
        return this.blocks(block.children);
    }
  }

  #flow(blocks: readonly Block[]): (BlockContent | DefinitionContent)[] {
    return this.blocks(blocks) as (BlockContent | DefinitionContent)[];
  }

  /** A displayed formula stands in a paragraph of its own. */
  #paragraph(runs: readonly Run[]): RootContent[] {
    const result: RootContent[] = [];
    let current: Run[] = [];
    const push = (): void => {
      const children = toPhrasing(trimBreaks(current), this.#inline);
      if (children.length > 0) result.push({ type: 'paragraph', children });
      current = [];
    };
    for (const run of runs) {
      if (run.kind === 'math' && run.display) {
        push();
        result.push({ type: 'html', value: `$$\n${run.tex}\n$$` });
      } else current.push(run);
    }
    push();
    return result;
  }

  #callout({ tone, children }: Callout): RootContent {
    const inner = this.#flow(children);
    const label: PhrasingContent = { type: 'html', value: `[!${tone.toUpperCase()}]` };
    const [first, ...rest] = inner;
    const opening: Paragraph =
      first?.type === 'paragraph'
        ? { type: 'paragraph', children: [label, { type: 'text', value: '\n' }, ...first.children] }
        : { type: 'paragraph', children: [label] };
    return { type: 'blockquote', children: [opening, ...(first?.type === 'paragraph' ? rest : inner)] };
  }

  // ---- Lists

  #list(list: List): RootContent[] {
    if (isSectionList(list) || this.#depth >= DEEPEST_LIST) {
      return list.children.flatMap((item) => (item.kind === 'item' ? this.blocks(item.children) : this.#block(item)));
    }
    const result: RootContent[] = [];
    let items: ListItem[] = [];
    let start: number | null = null;
    let expected: number | undefined;
    const push = (): void => {
      if (items.length > 0) result.push({ type: 'list', ordered: list.ordered, start, spread: false, children: items });
      items = [];
    };
    this.#depth += 1;
    for (const item of list.children) {
      if (item.kind !== 'item') {
        push();
        result.push(...this.#block(item));
        continue;
      }
      // Markdown counts on by itself: a jump begins another list.
      if (item.number !== undefined && item.number !== expected) {
        push();
        start = Math.max(0, item.number);
      }
      items.push(this.#item(item));
      expected = (item.number ?? 0) + 1;
    }
    this.#depth -= 1;
    push();
    return result;
  }

  #item(item: Item): ListItem {
    const { checked, children } = takeCheckbox(item.children);
    const content = this.#flow(children);
    const paragraphs = content.filter(({ type }) => type === 'paragraph').length;
    return { type: 'listItem', checked, spread: paragraphs > 1, children: content };
  }

  /** Terms with their descriptions below, marked by a colon: GFM has no such list, and other dialects read this one. */
  #definitions(children: readonly Block[]): RootContent[] {
    const result: RootContent[] = [];
    for (const child of children) {
      if (child.kind !== 'description') {
        result.push(...this.#block(child));
        continue;
      }
      const [first, ...rest] = this.#flow(child.children);
      const term = result.at(-1);
      if (term?.type === 'paragraph' && first?.type === 'paragraph') {
        term.children.push({ type: 'html', value: '\n: ' }, ...first.children);
        result.push(...rest);
      } else result.push(...(first ? [first] : []), ...rest);
    }
    return result;
  }

  // ---- Tables

  #table(table: Table): RootContent[] {
    const caption = this.blocks(table.caption);
    if (this.#options.tables === 'html') {
      return [...caption, { type: 'html', value: htmlTable(table) }];
    }
    const { rows, headRows, aligns } = gridOf(table);
    const [first] = rows;
    if (!first) return caption;
    const head = headRows > 0 ? first : first.map(() => undefined);
    const body = headRows > 0 ? rows.slice(1) : rows;
    const row = (places: readonly (Place | undefined)[], bold: boolean): TableRow => ({
      type: 'tableRow',
      children: places.map((place) => ({
        type: 'tableCell' as const,
        children:
          place && !place.covered ? this.#cell(bold ? place.cell.children : place.cell.children.map(withoutBold)) : [],
      })),
    });
    const markdown: MarkdownTable = {
      type: 'table',
      align: aligns.map((align) => align ?? null),
      children: [row(head, false), ...body.map((places) => row(places, true))],
    };
    return [...caption, markdown];
  }

  /** A cell is one line: its paragraphs and items are parted by `<br>`. */
  #cell(blocks: readonly Block[]): PhrasingContent[] {
    const lineBreak: PhrasingContent = { type: 'html', value: '<br>' };
    const parts = cellLines(blocks).map((leaf): PhrasingContent[] => {
      if (leaf.code !== undefined) {
        return leaf.code.split('\n').flatMap((line, index): PhrasingContent[] => {
          const code: PhrasingContent[] = line.trim() === '' ? [] : [{ type: 'inlineCode', value: line.trim() }];
          return index === 0 ? code : [lineBreak, ...code];
        });
      }
      const content = toPhrasing(trimBreaks(leaf.runs), { ...this.#inline, lineBreak });
      return leaf.mark === '' ? content : [{ type: 'text', value: leaf.mark }, ...content];
    });
    return parts
      .filter((part) => part.length > 0)
      .flatMap((part, index) => (index === 0 ? part : [lineBreak, ...part]));
  }
}
