import { isSectionList } from './arrange.ts';
import {
  type Block,
  type Box,
  type Heading,
  type Item,
  isContainer,
  type List,
  type Run,
  type Table,
} from './blocks.ts';
import { markerOf } from './list-marker.ts';
import { gridOf, type Place } from './table-grid.ts';
import { type LinkTargets, TextInlines } from './text-inline.ts';
import { textTable } from './text-table.ts';
import { textWidth, wrapText } from './text-width.ts';

export interface TextOptions {
  readonly links: LinkTargets;
  /** Columns after which lines are broken; 0 leaves paragraphs in one line. */
  readonly wrap: number;
}

/** A heading in a text, by the place at which its line begins. */
export interface TextHeading {
  readonly at: number;
  readonly level: number;
  readonly text: string;
}

export interface TextDocument {
  /** Ends with one newline; empty when there is nothing to read. */
  readonly text: string;
  readonly headings: readonly TextHeading[];
}

/** Writes blocks as plain text. */
export function printText(blocks: readonly Block[], options: TextOptions): string {
  return textDocument(blocks, options).text;
}

/** Writes blocks as plain text, of which it is known where the headings are. */
export function textDocument(blocks: readonly Block[], options: TextOptions): TextDocument {
  const printer = new TextPrinter(options);
  printer.blocks(blocks);
  const { text, headings } = printer.finish();
  return { text: text === '' ? '' : `${text}\n`, headings };
}

/** A gap of this share of the font size parts paragraphs; less is a line below another. */
const PARAGRAPH_GAP = 0.45;
/** Indentation stops growing here, or deep lists would be quadratic in size. */
const DEEPEST_INDENT = 40;

class TextPrinter {
  readonly #options: TextOptions;
  readonly #lines: string[] = [];
  readonly #inline: TextInlines;
  readonly #headings: { readonly line: number; readonly level: number; readonly text: string }[] = [];
  #indent = '';
  /** Text that takes the place of the indent on the next line, such as a bullet. */
  #lead: string | undefined;
  #last: { readonly box: Box | undefined; readonly size: number; readonly loose: boolean } | undefined;

  constructor(options: TextOptions, inline = new TextInlines(options.links)) {
    this.#options = options;
    this.#inline = inline;
  }

  blocks(blocks: readonly Block[]): void {
    for (const block of blocks) this.#block(block);
  }

  finish(): TextDocument {
    if (this.#inline.targets.size > 0) {
      this.#blank();
      for (const [target, number] of this.#inline.targets) this.#lines.push(`[${number}] ${target}`);
    }
    const lines = this.#lines.map((line) => line.trimEnd());
    const first = lines.findIndex((line) => line !== '');
    const last = lines.findLastIndex((line) => line !== '');
    if (first < 0) return { text: '', headings: [] };
    const kept = lines.slice(first, last + 1);
    const headings: TextHeading[] = [];
    let [line, at] = [first, 0];
    for (const heading of this.#headings) {
      for (; line < heading.line; line += 1) at += (lines[line] as string).length + 1;
      headings.push({ at, level: heading.level, text: heading.text });
    }
    return { text: kept.join('\n'), headings };
  }

  #block(block: Block): void {
    switch (block.kind) {
      case 'text':
        this.#paragraph(block, this.#inline.text(block.runs), /^(?:p|figcaption)$/.test(block.tag));
        return;
      case 'line':
        this.#paragraph(block, block.cells.map(({ runs }) => this.#inline.text(runs).trim()).join('  '), false);
        return;
      case 'heading':
        this.#heading(block);
        return;
      case 'term':
        this.#paragraph(block, this.#inline.text(block.runs).replaceAll('\n', ' '), false);
        return;
      case 'code':
        this.#verbatim(block.text.split('\n'));
        return;
      case 'rule':
        // A line of signs means nothing to a reader of text; the gap does.
        this.#blank();
        return;
      case 'table':
        this.#table(block);
        return;
      case 'definitions':
        this.#definitions(block.children);
        return;
      case 'description':
        this.#indented('  ', () => this.blocks(block.children));
        return;
      case 'details':
        if (block.summary.length > 0)
          this.#paragraph({ ...block, box: undefined }, this.#inline.text(block.summary), true);
        this.blocks(block.children);
        return;
      case 'note':
        this.#blank();
        this.#led(`[${block.id}] `, () => this.blocks(block.children));
        return;
      case 'quote':
        this.#blank();
        this.#indented('  ', () => this.blocks(block.children));
        this.#blank();
        return;
      case 'list':
        this.#list(block);
        return;
      case 'item':
        this.#item(block);
        return;
      default:
        if (isContainer(block)) this.blocks(block.children);
    }
  }

  // ---- Lines

  #blank(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
    this.#last = undefined;
  }

  #line(text: string): void {
    this.#lines.push((this.#lead ?? this.#indent) + text);
    this.#lead = undefined;
  }

  #paragraph(block: Block, text: string, spaced: boolean, loose = false): void {
    if (text.trim() === '') return;
    const { box, size = 16 } = block;
    if (this.#lead === undefined && this.#isApart(box, size, spaced || loose)) this.#blank();
    for (const line of text.split('\n')) {
      const { wrap } = this.#options;
      const space = Math.max(10, wrap - textWidth(this.#indent));
      for (const part of wrap > 0 ? wrapText(line, space) : [line]) this.#line(part);
    }
    this.#last = { box, size, loose };
  }

  /** Whether a gap parts a paragraph from what was printed last. */
  #isApart(box: Box | undefined, size: number, spaced: boolean): boolean {
    const last = this.#last;
    if (!last) return false;
    if (last.loose) return true;
    if (!box || !last.box) return spaced;
    const gap = box[1] - (last.box[1] + last.box[3]);
    // Beside or above: another column.
    if (gap < -PARAGRAPH_GAP * size) return true;
    return spaced ? gap > 1 || gap < 0 : gap > PARAGRAPH_GAP * Math.min(size, last.size);
  }

  #heading(block: Heading): void {
    const text = this.#inline.text(block.runs).replaceAll('\n', ' ');
    const before = this.#lines.length;
    const begins = this.#indent === '' && this.#lead === undefined;
    this.#paragraph(block, text, true, true);
    if (!begins || this.#lines.length === before) return;
    const line = before + (this.#lines[before] === '' ? 1 : 0);
    this.#headings.push({ line, level: block.level, text: text.trim() });
  }

  #verbatim(lines: readonly string[]): void {
    if (this.#lead === undefined) this.#blank();
    for (const line of lines) this.#line(line);
    this.#blank();
  }

  #indented(indent: string, print: () => void): void {
    const outer = this.#indent;
    if (outer.length < DEEPEST_INDENT) this.#indent += indent;
    print();
    this.#indent = outer;
  }

  /** Prints with a mark before the first line, and the others below its text. */
  #led(mark: string, print: () => void): void {
    const lead = (this.#lead ?? this.#indent) + mark;
    this.#indented(' '.repeat(textWidth(mark)), () => {
      this.#lead = lead;
      print();
      this.#lead = undefined;
    });
  }

  // ---- Lists

  #list(list: List): void {
    const apart = this.#indent === '' && this.#lead === undefined;
    if (apart) this.#blank();
    if (isSectionList(list)) {
      for (const item of list.children) {
        this.#blank();
        if (isContainer(item)) this.blocks(item.children);
      }
    } else {
      for (const item of list.children) this.#block(item);
    }
    if (apart) this.#blank();
  }

  #item(item: Item): void {
    this.#last = undefined;
    if (!item.marker) {
      this.blocks(item.children);
      return;
    }
    this.#led(markerOf(item), () => this.blocks(item.children));
  }

  #definitions(children: readonly Block[]): void {
    this.#blank();
    children.forEach((child, index) => {
      const next = children[index + 1];
      const value = next?.kind === 'description' ? onlyText(next.children) : undefined;
      const single = value !== undefined && children[index + 2]?.kind !== 'description';
      if (child.kind === 'term' && single) {
        const text = `${this.#inline.text(child.runs)}  ${this.#inline.text(value)}`.replaceAll('\n', ' ');
        this.#paragraph({ ...child, box: undefined }, text, false);
      } else if (!(child.kind === 'description' && index > 0 && this.#isPrinted(children, index))) {
        this.#block(child);
      }
    });
    this.#blank();
  }

  /** Whether a description stands on the line of its term already. */
  #isPrinted(children: readonly Block[], index: number): boolean {
    const before = children[index - 1];
    const after = children[index + 1];
    const child = children[index];
    if (child?.kind !== 'description' || before?.kind !== 'term' || after?.kind === 'description') return false;
    return onlyText(child.children) !== undefined;
  }

  // ---- Tables

  #table(table: Table): void {
    if (this.#lead === undefined) this.#blank();
    this.blocks(table.caption);
    for (const line of textTable(gridOf(table), (place) => this.#cell(place))) this.#line(line);
    this.#blank();
  }

  #cell({ cell }: Place): string[] {
    const [only] = cell.children;
    if (cell.children.length === 1 && only?.kind === 'text') return this.#inline.text(only.runs).split('\n');
    const inner = new TextPrinter({ ...this.#options, wrap: 0 }, this.#inline);
    inner.blocks(cell.children);
    return inner.#lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  }
}

function onlyText(blocks: readonly Block[]): readonly Run[] | undefined {
  const [only] = blocks;
  return blocks.length === 1 && only?.kind === 'text' ? only.runs : undefined;
}
