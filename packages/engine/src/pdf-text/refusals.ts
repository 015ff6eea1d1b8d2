import type { EngineError } from '../errors.ts';
import { fault } from '../request/fault.ts';
import { MOST_PAGES, MOST_TEXT, type PdfFault } from './protocol.ts';

type PdfRefusal = PdfFault | { readonly reason: 'no_pdf' | 'timeout' };

const number = new Intl.NumberFormat('en-US');

/** What is said of a PDF that is not read, with what helps. */
export function explain(refusal: PdfRefusal, pointer: string): EngineError {
  if (refusal.reason === 'pages') {
    const detail = `The PDF has ${number.format(refusal.pages)} pages. Send at most ${number.format(MOST_PAGES)} at a time.`;
    return fault('too_many_pages', pointer, detail);
  }
  return fault('unreadable_pdf', pointer, detailOf(refusal));
}

function detailOf(refusal: Exclude<PdfRefusal, { readonly reason: 'pages' }>): string {
  switch (refusal.reason) {
    case 'no_pdf':
      return 'The file is no PDF: it does not begin with "%PDF-".';
    case 'password':
      return 'The PDF is encrypted and opens with a password only. Send it without one.';
    case 'no_text':
      return 'The PDF has no text, only pictures or lines. Have its letters recognized (OCR) first.';
    case 'no_letters':
      return 'The fonts of the PDF do not say which letters they show. Have its letters recognized (OCR), or write it anew with another program.';
    case 'too_long':
      return `The PDF has more than ${number.format(MOST_TEXT)} characters, or a page with more than paper has. Send a part of it.`;
    case 'broken_page':
      return `Page ${refusal.page} of the PDF cannot be read. Write the PDF anew with another program.`;
    case 'timeout':
      return 'The PDF takes too long to read. Send a part of it, or its text.';
    default:
      return 'The PDF is broken, or needs more memory than a file may have. Write it anew with another program.';
  }
}
