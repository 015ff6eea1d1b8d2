import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  Table as MarkdownTable,
  Paragraph,
  PhrasingContent,
  RootContent,
  TableRow,
} from 'mdast';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { isSectionList } from './arrange.ts';
import {
  type Block,
  type CalloutTone,
  type DocumentMeta,
  type Item,
  isContainer,
  type List,
  type Run,
  type Table,
} from './blocks.ts';
import { frontMatter } from './front-matter.ts';
import { dialect } from './markdown-dialect.ts';
import { type InlineOptions, inlineCode, toPhrasing } from './markdown-inline.ts';
import { cellLines, joinRuns, oneLine, takeCheckbox, trimBreaks } from './markdown-lines.ts';
import { htmlTable } from './markdown-table.ts';
import { trimInline } from './markdown-trim.ts';
import { gridOf, type Place, withoutBold } from './table-grid.ts';

export interface MarkdownOptions {
  readonly heading_style: 'atx' | 'setext';
  readonly bullet: '-' | '*' | '+';
  readonly link_style: 'inline' | 'reference';
  readonly tables: 'gfm' | 'html';
  readonly front_matter: boolean;
  readonly images: 'link' | 'data' | 'alt' | 'none';
}

export interface MarkdownDocument {
  readonly blocks: readonly RootContent[];
  /** Writes some of the blocks as Markdown, without a newline at the end. */
  write(blocks: readonly RootContent[]): string;
}

/** Writes blocks as GitHub Flavored Markdown that ends with one newline. */
export function printMarkdown(blocks: readonly Block[], meta: DocumentMeta, options: MarkdownOptions): string {
  const document = markdownDocument(blocks, options);
  return withFrontMatter(document.write(document.blocks), meta, options);
}

/** Blocks as those of GitHub Flavored Markdown. */
export function markdownDocument(blocks: readonly Block[], options: MarkdownOptions): MarkdownDocument {
  const builder = new TreeBuilder(options, notesIn(blocks));
  const style: Options = {
    extensions: dialect(),
    bullet: options.bullet,
    bulletOther: options.bullet === '*' ? '-' : '*',
    setext: options.heading_style === 'setext',
    listItemIndent: 'one',
    rule: options.bullet === '-' ? '*' : '-',
    fences: true,
    tightDefinitions: true,
  };
  return {
    blocks: [...builder.blocks(blocks), ...builder.definitions()],
    write: (some) =>
      toMarkdown({ type: 'root', children: [...some] }, style)
        .replace(/^\n+/, '')
        .trimEnd(),
  };
}

/** Markdown that ends with one newline, after the front matter that was asked for. */
export function withFrontMatter(body: string, meta: DocumentMeta, options: MarkdownOptions): string {
  const front = options.front_matter ? frontMatter(meta) : '';
  return body === '' && front === '' ? '' : `${front}${body}\n`;
}

function notesIn(blocks: readonly Block[], found = new Set<string>()): ReadonlySet<string> {
  for (const block of blocks) {
    if (block.kind === 'note') found.add(block.id);
    if (isContainer(block)) notesIn(block.children, found);
  }
  return found;
}

/** Lists and quotes nested deeper are printed at this depth: their marks would make the text quadratic in size. */
const DEEPEST = 24;

type FlowContent = (BlockContent | DefinitionContent)[];

class TreeBuilder {
  readonly #options: MarkdownOptions;
  readonly #inline: InlineOptions;
  /** Addresses with the number of each. */
  readonly #references = new Map<string, number>();
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
    return Array.from(this.#references, ([url, number]) => ({
      type: 'definition',
      identifier: String(number),
      label: String(number),
      url,
    }));
  }

  #link(url: string, children: PhrasingContent[]): PhrasingContent {
    if (this.#options.link_style === 'inline') return { type: 'link', url, children: children as never };
    const number = this.#references.get(url) ?? this.#references.size + 1;
    this.#references.set(url, number);
    const identifier = String(number);
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
        return this.#quoted(block.children, (children) => ({ type: 'blockquote', children }));
      case 'callout':
        return this.#quoted(block.children, (children) => callout(block.tone, children));
      case 'list':
        return this.#list(block);
      case 'item':
        return this.blocks(block.children);
      default:
        return this.blocks(block.children);
    }
  }

  #flow(blocks: readonly Block[]): FlowContent {
    return this.blocks(blocks) as FlowContent;
  }

  /** A displayed formula stands in a paragraph of its own. */
  #paragraph(runs: readonly Run[]): RootContent[] {
    const result: RootContent[] = [];
    let current: Run[] = [];
    const push = (): void => {
      const children = trimInline(trimInline(toPhrasing(current, this.#inline), 'start'), 'end');
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

  #quoted(blocks: readonly Block[], quote: (content: FlowContent) => RootContent): RootContent[] {
    if (this.#depth >= DEEPEST) return this.blocks(blocks);
    this.#depth += 1;
    const content = this.#flow(blocks);
    this.#depth -= 1;
    return [quote(content)];
  }

  // ---- Lists

  #list(list: List): RootContent[] {
    if (isSectionList(list) || this.#depth >= DEEPEST) {
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
        for (const block of this.#block(item)) result.push(block);
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
        for (const block of this.#block(child)) result.push(block);
        continue;
      }
      const [first, ...rest] = this.#flow(child.children);
      const term = result.at(-1);
      if (term?.type === 'paragraph' && first?.type === 'paragraph') {
        term.children = [...term.children, { type: 'html', value: '\n: ' }, ...first.children];
      } else if (first) result.push(first);
      for (const block of rest) result.push(block);
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
          const code: PhrasingContent[] = line.trim() === '' ? [] : inlineCode(line.trim(), true);
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

function callout(tone: CalloutTone, content: FlowContent): RootContent {
  const label: PhrasingContent = { type: 'html', value: `[!${tone.toUpperCase()}]` };
  const [first, ...rest] = content;
  const opening: Paragraph =
    first?.type === 'paragraph'
      ? { type: 'paragraph', children: [label, { type: 'text', value: '\n' }, ...first.children] }
      : { type: 'paragraph', children: [label] };
  return { type: 'blockquote', children: [opening, ...(first?.type === 'paragraph' ? rest : content)] };
}
