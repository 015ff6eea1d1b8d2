import type { PdfDocument } from './document.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

/** The place of the call of a footnote: only its note leads there. */
const CALL = /^platen\d*-call-\d{1,6}$/;
const DEEPEST_TREE = 16;

/**
 * Chromium writes footnotes as groups without meaning. They become notes (ISO 32000-1, 14.8.4.4), each with a name of its own
 * (ISO 14289-1, 7.9). A note is what holds the link back to its call.
 */
export function tagNotes(document: PdfDocument): void {
  const catalog = document.dictionary(document.trailer.get('Root'));
  const destinations = document.resolve(catalog.get('Dests'));
  if (!isDictionary(destinations) || !destinations.keys().some((name) => CALL.test(name))) return;
  const place = catalog.get('StructTreeRoot');
  const root = document.resolve(place);
  if (!(place instanceof Ref) || !isDictionary(root)) return;
  const notes: Ref[] = [];
  const waiting = kidsOf(document, root).filter((kid) => kid instanceof Ref);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const element = document.resolve(next);
    if (!isDictionary(element)) continue;
    const kids = kidsOf(document, element);
    const inner = kids.filter((kid) => kid instanceof Ref);
    if (typeOf(element) === 'NonStruct' && inner.some((kid) => leadsBack(document, kid))) notes.push(next);
    // In the order of the document.
    for (const kid of inner.reverse()) waiting.push(kid);
  }
  if (notes.length === 0) return;
  const names = notes.flatMap((note, index): PdfValue[] => {
    const id = new Text(Buffer.from(`note${String(index + 1).padStart(8, '0')}`, 'latin1'));
    document.replace(note.number, document.dictionary(note).set('S', new Name('Note')).set('ID', id));
    return [id, note];
  });
  const ends: PdfValue = [names[0] as Text, names.at(-2) as Text];
  const known = root.get('IDTree');
  const before = known instanceof Ref ? limitsOf(document, known, 0) : undefined;
  let tree: Dictionary = new Map([['Names', names]]);
  if (known instanceof Ref && before) {
    document.replace(known.number, document.dictionary(known).set('Limits', before));
    // Chromium's names begin with "node", which stands before "note".
    tree = new Map([
      [
        'Kids',
        [
          known,
          document.add(
            new Map<string, PdfValue>([
              ['Limits', ends],
              ['Names', names],
            ]),
          ),
        ],
      ],
    ]);
  }
  document.replace(place.number, root.set('IDTree', document.add(tree)));
}

/** Whether an element is the link of a note back to its call. */
function leadsBack(document: PdfDocument, place: Ref): boolean {
  const element = document.resolve(place);
  if (!isDictionary(element) || typeOf(element) !== 'Link') return false;
  return kidsOf(document, element).some((kid) => {
    const object = document.resolve(kid);
    const annotation = isDictionary(object) ? document.resolve(object.get('Obj')) : null;
    const destination = isDictionary(annotation) ? annotation.get('Dest') : undefined;
    return destination instanceof Name && CALL.test(destination.text);
  });
}

/** The first and the last name of a name tree (ISO 32000-1, 7.9.6). */
function limitsOf(document: PdfDocument, node: Ref, depth: number): [PdfValue, PdfValue] | undefined {
  const [kids, names] = ['Kids', 'Names'].map((key) => document.resolve(document.dictionary(node).get(key)));
  if (Array.isArray(names) && names.length > 1) return [names[0] as PdfValue, names.at(-2) as PdfValue];
  if (!Array.isArray(kids) || depth > DEEPEST_TREE) return undefined;
  const [first, last] = [kids[0], kids.at(-1)];
  if (!(first instanceof Ref) || !(last instanceof Ref)) return undefined;
  const [from, to] = [limitsOf(document, first, depth + 1), limitsOf(document, last, depth + 1)];
  return from && to ? [from[0], to[1]] : undefined;
}

function kidsOf(document: PdfDocument, element: Dictionary): readonly PdfValue[] {
  const kids = element.get('K') ?? null;
  const values = kids instanceof Ref ? document.resolve(kids) : kids;
  return Array.isArray(values) ? values : [kids];
}

function typeOf(element: Dictionary): string {
  const type = element.get('S');
  return type instanceof Name ? type.text : '';
}
