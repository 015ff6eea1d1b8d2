import type { PdfDocument } from './document.ts';
import { isDictionary, Name, Ref } from './value.ts';

/**
 * Types of structure elements that came with PDF 2.0, some of which Chromium writes (ISO 32000-2, 14.8.4): in the
 * default namespace they are of no standard type, and each has to be mapped to one (ISO 32000-1, 14.8.4.1; ISO 14289-1,
 * 7.1).
 */
const STANDARD_TYPES = { Aside: 'Div', Em: 'Span', FENote: 'Note', Strong: 'Span', Sub: 'Span', Title: 'P' } as const;

/** Tells readers of a tagged document what its elements of other types stand for. A map that is there is kept. */
export function mapRoles(document: PdfDocument): void {
  const catalog = document.dictionary(document.trailer.get('Root'));
  const place = catalog.get('StructTreeRoot');
  const root = document.resolve(place);
  if (!(place instanceof Ref) || !isDictionary(root)) return;
  const found = document.resolve(root.get('RoleMap'));
  const roles = new Map(isDictionary(found) ? found : []);
  for (const [type, standard] of Object.entries(STANDARD_TYPES)) {
    if (!roles.has(type)) roles.set(type, new Name(standard));
  }
  document.replace(place.number, root.set('RoleMap', roles));
}
