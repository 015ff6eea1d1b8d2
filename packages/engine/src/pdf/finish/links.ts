import { DOCUMENT_ORIGIN } from '../../page/open.ts';
import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

/** Addresses that a link may open. An address of Chromium's is always absolute. */
const SAFE_ADDRESS = /^(?:https?|mailto|tel|ftp|sms):/i;

/**
 * Takes the action from every link that would run script, open a file, or do anything but go to an address or to a
 * place in the document. The annotation itself stays, since the structure tree refers to it.
 */
export function disarmLinks(document: PdfDocument, pages: readonly PageNode[]): void {
  for (const page of pages) {
    const place = page.dictionary.get('Annots');
    const annotations = document.resolve(place);
    if (!Array.isArray(annotations)) continue;
    let direct = false;
    for (const annotation of annotations) {
      const dictionary = document.resolve(annotation);
      if (!isDictionary(dictionary) || !disarm(document, dictionary)) continue;
      if (annotation instanceof Ref) document.replace(annotation.number, dictionary);
      else direct = true;
    }
    if (!direct) continue;
    if (place instanceof Ref) document.replace(place.number, annotations);
    else document.replace(page.number, page.dictionary);
  }
}

/** @returns whether something was taken out */
function disarm(document: PdfDocument, annotation: Dictionary): boolean {
  const extra = annotation.delete('AA');
  if (!annotation.has('A') || isSafe(document, document.resolve(annotation.get('A')))) return extra;
  return annotation.delete('A');
}

function isSafe(document: PdfDocument, action: PdfValue): boolean {
  if (!isDictionary(action) || action.has('Next')) return false;
  const kind = document.resolve(action.get('S'));
  if (!(kind instanceof Name)) return false;
  if (kind.text === 'GoTo') return true;
  const address = document.resolve(action.get('URI'));
  if (kind.text !== 'URI' || !(address instanceof Text)) return false;
  const text = address.bytes.toString('latin1');
  // A relative link of inline HTML leads to an address that cannot exist.
  return SAFE_ADDRESS.test(text) && !text.startsWith(DOCUMENT_ORIGIN);
}
