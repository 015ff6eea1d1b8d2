import type { PdfDocument } from './document.ts';
import { type CopiedPart, marked, type PartMarks } from './merge-copy.ts';
import { addTree, treeEntries } from './merge-trees.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

/** Where the structures of all parts stand in the merged file. */
export interface StructurePlaces {
  readonly document: PdfDocument;
  /** `/StructTreeRoot`. */
  readonly structure: Ref;
  /** The element that all parts stand in. */
  readonly element: Ref;
}

/** What one part adds to the structure (ISO 32000-1, 14.7). */
export interface PartStructure {
  /** Absent for a part without tags. */
  readonly element: Ref | undefined;
  readonly parents: readonly [PdfValue, PdfValue][];
  readonly ids: readonly [PdfValue, PdfValue][];
  readonly nextKey: number;
  readonly roles: Dictionary;
}

export function structureOf(
  places: StructurePlaces,
  from: PdfDocument,
  catalog: Dictionary,
  { moved }: CopiedPart,
  { marks, lang }: { readonly marks: PartMarks; readonly lang: Text | undefined },
): PartStructure {
  const root = from.resolve(catalog.get('StructTreeRoot'));
  if (!isDictionary(root)) {
    return { element: undefined, parents: [], ids: [], nextKey: marks.firstKey, roles: new Map() };
  }
  const { document } = places;
  const own = root.get('K') ?? null;
  const tops = (Array.isArray(own) ? own : [own]).map(moved).filter((top) => top instanceof Ref);
  const element = groupOf(places, tops);
  for (const top of tops) {
    const parent = tops.length === 1 ? places.element : element;
    document.replace(top.number, new Map([...document.dictionary(top), ['P', parent]]));
  }
  const group = document.dictionary(element);
  if (lang && !group.has('Lang')) document.replace(element.number, group.set('Lang', lang));
  const parents = treeEntries(from, root.get('ParentTree'), 'Nums').map(([key, value]): [PdfValue, PdfValue] => [
    (key as number) + marks.firstKey,
    moved(value),
  ]);
  const ids = treeEntries(from, root.get('IDTree'), 'Names').map(([key, value]): [PdfValue, PdfValue] => [
    key instanceof Text ? marked(key, marks) : key,
    moved(value),
  ]);
  const highest = parents.reduce((most, [key]) => Math.max(most, key as number), marks.firstKey - 1);
  const roles = from.resolve(root.get('RoleMap'));
  return { element, parents, ids, nextKey: highest + 1, roles: isDictionary(roles) ? roles : new Map() };
}

/** Chromium's structures have one element at the top; several get one. */
function groupOf({ document, element }: StructurePlaces, tops: readonly Ref[]): Ref {
  const [only] = tops;
  if (only && tops.length === 1) return only;
  return document.add(
    new Map<string, PdfValue>([
      ['Type', new Name('StructElem')],
      ['S', new Name('Document')],
      ['P', element],
      ['K', [...tops]],
    ]),
  );
}

export function writeStructure(
  { document, element, structure }: StructurePlaces,
  parts: readonly PartStructure[],
): void {
  document.replace(
    element.number,
    new Map<string, PdfValue>([
      ['Type', new Name('StructElem')],
      ['S', new Name('Document')],
      ['P', structure],
      ['K', parts.flatMap((part) => part.element ?? [])],
    ]),
  );
  const parents = parts.flatMap((part) => part.parents);
  const root: Dictionary = new Map<string, PdfValue>([
    ['Type', new Name('StructTreeRoot')],
    ['K', element],
    ['ParentTree', addTree(document, parents, 'Nums')],
    ['ParentTreeNextKey', parts.at(-1)?.nextKey ?? 0],
  ]);
  const ids = parts.flatMap((part) => part.ids);
  if (ids.length > 0) root.set('IDTree', addTree(document, ids, 'Names'));
  const roles = new Map(parts.flatMap((part) => [...part.roles]));
  if (roles.size > 0) root.set('RoleMap', roles);
  document.replace(structure.number, root);
}
