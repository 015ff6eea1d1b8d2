import type { PdfFault } from '../pdf-text/protocol.ts';

/** What is said between the service and a child that draws pages: this comes as a line, then the bytes. */
export interface DrawTask {
  /** The first page that is drawn, from 1. */
  readonly first: number;
  /** How many are drawn at most. */
  readonly most: number;
  /** Pixels across; a page that is very tall is drawn smaller. */
  readonly width: number;
  /** Whether their text is told too. */
  readonly runs: boolean;
}

/** Text of a page that stands together. */
export interface Run {
  readonly text: string;
  /** In parts of the page, from its upper left corner. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

export type DrawAnswer = { readonly pages: number; readonly drawn: readonly Drawn[] } | { readonly fault: PdfFault };

export interface Drawn {
  readonly page: number;
  /** Points across and down the paper. */
  readonly paper: readonly [width: number, height: number];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly png: string;
  /** Its text, if that was asked for. */
  readonly runs?: readonly Run[];
}
