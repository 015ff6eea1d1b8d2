import type { Declared } from './in-page/declared.ts';

/**
 * The tree of blocks: what a person sees on a page, in reading order. The walk in the page builds it; the choice of
 * the main content takes blocks out of it; printers write it as text or Markdown.
 */

/** Marks of a run of text, as bits that add up. */
export const MARK = {
  strong: 1,
  emphasis: 2,
  strike: 4,
  sub: 8,
  sup: 16,
  code: 32,
  /** The label of a button. */
  control: 64,
  /** The caller asked for it. */
  wanted: 128,
} as const;

/** A stretch of inline content. */
export type Run =
  | TextRun
  | { readonly kind: 'break' }
  | {
      readonly kind: 'image';
      readonly source: string;
      readonly alt: string;
      readonly link?: string;
      /** Text of the `title` attribute. */
      readonly title?: string;
    }
  | { readonly kind: 'math'; readonly tex: string; readonly display: boolean }
  /** A reference to the note of this name. */
  | { readonly kind: 'note'; readonly id: string }
  | { readonly kind: 'checkbox'; readonly checked: boolean };

export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  /** Sum of `MARK`. */
  readonly marks: number;
  /** Absolute address. */
  readonly link?: string;
}

/** Left, top, width and height in the document, in CSS pixels. */
export type Box = readonly [left: number, top: number, width: number, height: number];

interface Common {
  /** Name of the element that the block comes from. */
  readonly tag: string;
  /** Its class, id, role and the like, as lower-case words joined by hyphens; what the author calls the block. */
  readonly hints?: string;
  readonly box?: Box;
  /** Font size in CSS pixels. */
  readonly size?: number;
  /** The caller asked for this block: it stays, whatever is chosen. */
  readonly wanted?: true;
  /** Fixed to the window. */
  readonly fixed?: true;
}

export interface TextBlock extends Common {
  readonly kind: 'text';
  readonly runs: readonly Run[];
}

export interface Heading extends Common {
  readonly kind: 'heading';
  readonly level: number;
  readonly runs: readonly Run[];
}

/** A container without a meaning of its own; landmarks are known by tag and hints. */
export interface Group extends Common {
  readonly kind: 'group';
  readonly children: readonly Block[];
  readonly rightToLeft?: true;
}

export interface List extends Common {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly children: readonly Block[];
}

export interface Item extends Common {
  readonly kind: 'item';
  /** Number and its style, in an ordered list. */
  readonly number?: number;
  readonly style?: string;
  /** Whether the list shows a bullet or number. */
  readonly marker: boolean;
  readonly children: readonly Block[];
}

export interface Quote extends Common {
  readonly kind: 'quote';
  readonly children: readonly Block[];
}

export interface Callout extends Common {
  readonly kind: 'callout';
  readonly tone: CalloutTone;
  readonly children: readonly Block[];
}

export type CalloutTone = 'note' | 'tip' | 'important' | 'warning' | 'caution';

export interface Code extends Common {
  readonly kind: 'code';
  readonly language?: string;
  readonly text: string;
}

export interface Rule extends Common {
  readonly kind: 'rule';
}

/** A definition list; its children are terms and descriptions. */
export interface Definitions extends Common {
  readonly kind: 'definitions';
  readonly children: readonly Block[];
}

export interface Term extends Common {
  readonly kind: 'term';
  readonly runs: readonly Run[];
}

export interface Description extends Common {
  readonly kind: 'description';
  readonly children: readonly Block[];
}

export interface Details extends Common {
  readonly kind: 'details';
  /** Its children do not show until someone opens it. */
  readonly closed?: true;
  readonly summary: readonly Run[];
  readonly children: readonly Block[];
}

/** The text that a footnote reference leads to. */
export interface Note extends Common {
  readonly kind: 'note';
  readonly id: string;
  readonly children: readonly Block[];
}

export interface Table extends Common {
  readonly kind: 'table';
  readonly caption: readonly Block[];
  /** Rows of cells as the author wrote them; spans are not expanded. */
  readonly rows: readonly Row[];
}

export interface Row {
  /** Whether it belongs to the head of the table, by its place or by its cells. */
  readonly head: boolean;
  readonly cells: readonly Cell[];
}

export type Align = 'left' | 'center' | 'right';

export interface Cell {
  readonly children: readonly Block[];
  readonly columns?: number;
  readonly rows?: number;
  readonly align?: Align;
}

/** Short texts side by side, such as a label and its value. */
export interface Line extends Common {
  readonly kind: 'line';
  readonly cells: readonly TextBlock[];
}

export type Block =
  | Line
  | TextBlock
  | Heading
  | Group
  | List
  | Item
  | Quote
  | Callout
  | Code
  | Rule
  | Definitions
  | Term
  | Description
  | Details
  | Note
  | Table;

/** Facts about the document as a whole. */
export interface DocumentMeta {
  readonly title: string;
  /** Address of the document; empty when it has none of its own. */
  readonly url: string;
  readonly language: string;
  readonly description: string;
  readonly author: string;
  readonly published: string;
  readonly modified: string;
  readonly siteName: string;
  /** Absolute address that the page says it is known by. */
  readonly canonical: string;
  /** Absolute address of the picture that stands for the page. */
  readonly image: string;
}

/** The rendered page. */
export interface Rendered {
  readonly meta: DocumentMeta;
  /** What the author declares for machines. */
  readonly declared?: Declared;
  /** What links are said to be, such as `nofollow`, by their absolute address. */
  readonly rels?: Readonly<Record<string, string>>;
  /** Size of the document in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly Block[];
}

/** A block that holds other blocks. */
export type Container = Extract<Block, { readonly children: readonly Block[] }>;

export function isContainer(block: Block): block is Container {
  return 'children' in block;
}

/** The plain words of inline content. */
export function plainText(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) {
    if (run.kind === 'text') text += run.text;
    else if (run.kind === 'break') text += ' ';
    else if (run.kind === 'math') text += run.tex;
  }
  return text;
}
