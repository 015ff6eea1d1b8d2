import type { Block, Box, MARK, Run } from '../blocks.ts';
import type { Inline, Style, WhiteSpace } from './inline.ts';
import type { Sight } from './visibility.ts';

/** What an element hands down to its content. */
export interface Context {
  /** Local name of the element: to ask it takes time that adds up on large pages. */
  readonly name: string;
  readonly sight: Sight;
  readonly style: CSSStyleDeclaration;
  /** Computed style of the nearest ancestor that is a block, or of the element itself. */
  readonly blockStyle: CSSStyleDeclaration;
  /** Marks that elements around the text give it; those of its font come on top. */
  readonly marks: number;
  /** Marks that say nothing here, such as bold in a heading. */
  readonly muted: number;
  readonly link: string | undefined;
  readonly depth: number;
  /** Where the frame of the element lies in the document. */
  readonly left: number;
  readonly top: number;
  readonly inNote: boolean;
  /** In a shadow tree or a frame. */
  readonly foreign: boolean;
  readonly rightToLeft: boolean;
  /** Writing mode of what it stands in. */
  readonly flow: string;
  /** The cell whose content this is. Nobody asks where a line lies within its cell. */
  readonly cell: Element | undefined;
  /** What a style sheet writes before the element, where a list writes it by itself. */
  readonly label?: string;
  /** How the text right inside of the element reads, once that was asked: it is the same for all of it. */
  voice: Voice | undefined;
}

/** How the text right inside of an element reads. */
export interface Voice {
  /** Whether anybody can read it. */
  readonly legible: boolean;
  readonly whiteSpace: WhiteSpace;
  readonly style: Style;
  /** Marks that said nothing when this was found out. */
  readonly muted: number;
}

/** The content of one block while it is gathered. */
export interface Flow {
  readonly children: (Block | Paragraph)[];
  readonly inline: Inline;
  /** First and last node of the paragraph that is open. */
  first: Node | undefined;
  last: Node | undefined;
}

/** Text that stands in its block without an element of its own. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly runs: Run[];
  readonly first: Node | undefined;
  readonly last: Node | undefined;
}

/** What a block is besides its content. */
export interface Common {
  readonly tag: string;
  readonly hints?: string;
  readonly box: Box;
  readonly wanted?: true;
  readonly fixed?: true;
}

/** What the parts of the walk use of it. */
export interface Walk {
  readonly marks: typeof MARK;
  /** The context of an element; `undefined` when nothing in it shows. */
  enter(element: Element, style: CSSStyleDeclaration, outer: Context): Context | undefined;
  /** Elements that hold nothing to read, and those that the caller leaves out. */
  isSkipped(element: Element): boolean;
  /** Child nodes in the order in which they are laid out. */
  nodesOf(element: Element, style: CSSStyleDeclaration): readonly Node[];
  /** Reads an element into a flow. */
  visit(element: Element, flow: Flow, outer: Context): void;
  addText(node: Text, element: Element, flow: Flow, context: Context): void;
  /** What a style sheet writes before an element. */
  labelOf(element: Element): string;
  /** The content of an element as blocks. */
  contentOf(element: Element, context: Context): Block[];
  newFlow(): Flow;
  /** Ends a flow and returns its blocks, as those of `element`. */
  settle(flow: Flow, element: Element, context: Context): Block[];
  /** All inline content of blocks, in one line. */
  runsOf(blocks: readonly Block[]): Run[];
  common(element: Element, context: Context): Common;
}
