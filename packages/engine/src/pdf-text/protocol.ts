/** What is said between the service and a child that reads one PDF: its bytes come by standard input, this goes back. */
export type PdfAnswer = { readonly text: PdfText } | { readonly fault: PdfFault };

export interface PdfText {
  /** Its lines as they stand on the paper, with spaces between columns. A form feed separates pages. */
  readonly text: string;
  /** How many pages it has. */
  readonly pages: number;
  /** Numbers of the pages without any text, from 1. */
  readonly pagesWithoutText: readonly number[];
}

export type PdfFault =
  | { readonly reason: 'password' | 'broken' | 'no_text' | 'no_letters' | 'too_long' }
  | { readonly reason: 'pages'; readonly pages: number }
  | { readonly reason: 'broken_page'; readonly page: number };

/** Pages that a PDF may have. */
export const MOST_PAGES = 1_000;
/** UTF-16 code units that its text may have. */
export const MOST_TEXT = 2_000_000;
