import type { PdfDocument } from './document.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './value.ts';

/** Elements that may have few kinds of children (ISO 14289-1, 7.5 and 7.6; ISO 32000-1, tables 336 and 337), and those kinds. */
const STRICT = new Set(['L', 'Table', 'TBody', 'TFoot', 'THead']);
const KINDS = new Set(['Caption', 'L', 'LI', 'TBody', 'TFoot', 'THead', 'TR']);
/** Groups that stand in each other. */
const DEEPEST = 8;

/**
 * Puts the rows of tables and the items of lists where they stood before their siblings were grouped: an element without
 * meaning between a table and its rows is one that it may not have. Elsewhere such elements are passed through by readers.
 */
export function liftGroups(document: PdfDocument): void {
  const catalog = document.dictionary(document.trailer.get('Root'));
  const root = document.resolve(catalog.get('StructTreeRoot'));
  if (!isDictionary(root)) return;
  const waiting = childrenOf(document, root);
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const element = document.resolve(place);
    if (!isDictionary(element)) continue;
    const kids = STRICT.has(typeOf(element)) ? lift(document, place, element) : childrenOf(document, element);
    // Not by spreading: an element may have more children than a call has arguments.
    for (const kid of kids) waiting.push(kid);
  }
}

/** @returns the children afterwards */
function lift(document: PdfDocument, place: Ref, element: Dictionary): readonly Ref[] {
  const kids = childrenOf(document, element);
  const lifted = kids.map((kid) => within(document, kid, DEEPEST));
  if (!lifted.some((inner, index) => inner !== undefined && inner[0] !== kids[index])) return kids;
  const all: Ref[] = [];
  for (const [index, inner] of lifted.entries()) {
    const kid = kids[index] as Ref;
    if (inner === undefined || inner[0] === kid) {
      all.push(kid);
      continue;
    }
    for (const each of inner) {
      document.replace(each.number, document.dictionary(each).set('P', place));
      all.push(each);
    }
  }
  document.replace(place.number, element.set('K', all));
  return all;
}

/** A child as what its parent may have: itself, or all that is in a group; undefined if there is anything else in it. */
function within(document: PdfDocument, place: Ref, depth: number): readonly Ref[] | undefined {
  const element = document.resolve(place);
  if (!isDictionary(element) || depth === 0) return undefined;
  const type = typeOf(element);
  if (KINDS.has(type)) return [place];
  if (type !== 'NonStruct') return undefined;
  const kids = valuesOf(document, element);
  const all: Ref[] = [];
  for (const kid of kids) {
    const inner = kid instanceof Ref ? within(document, kid, depth - 1) : undefined;
    if (!inner) return undefined;
    for (const each of inner) all.push(each);
  }
  return all.length > 0 ? all : undefined;
}

function valuesOf(document: PdfDocument, element: Dictionary): readonly PdfValue[] {
  const kids = element.get('K') ?? null;
  const values = kids instanceof Ref ? document.resolve(kids) : kids;
  return Array.isArray(values) ? values : [kids];
}

const childrenOf = (document: PdfDocument, element: Dictionary): Ref[] =>
  valuesOf(document, element).filter((kid) => kid instanceof Ref);

function typeOf(element: Dictionary): string {
  const type = element.get('S');
  return type instanceof Name ? type.text : '';
}
