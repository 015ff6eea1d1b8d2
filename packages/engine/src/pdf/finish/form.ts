import type { FormField, PlacedFields } from '../form/fields.ts';
import type { PdfDocument } from './document.ts';
import { type FieldGroup, FieldLooks, type Widget } from './form-looks.ts';
import { FieldNames } from './form-names.ts';
import { type FieldStates, fieldFlags, fieldValue, statesOf, textOf } from './form-values.ts';
import type { PageNode } from './pages.ts';
import { addSource, pageBox } from './stamp.ts';
import { readStamp, StampRefused, type StampSource } from './stamp-source.ts';
import { textString } from './text-string.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

/** The fields of a document's forms. */
export interface FormOptions extends PlacedFields {
  /** A PDF with a page for each of the document's, on which nothing but the content of the fields shows. */
  readonly looks?: Uint8Array | undefined;
}

/** What the error is named by, also when it comes from another thread, where errors have no class. */
export const FORM_REFUSED = 'FormRefused';

/** Fields that cannot be drawn: what stands in them is too large. */
export class FormRefused extends Error {
  constructor(cause: unknown) {
    super('The fields of the forms are too large.', { cause });
    this.name = FORM_REFUSED;
  }
}

/** More than any `tabindex` has. */
const MOST_TABS = 2 ** 31;

/** The fonts that every reader has (ISO 32000-1, 9.6.2.2), for what is typed into fields. */
const FONTS = { Helv: 'Helvetica', TiRo: 'Times-Roman', Cour: 'Courier', ZaDb: 'ZapfDingbats' } as const;

/**
 * Writes an interactive form (ISO 32000-1, 12.7): the links that stand in the place of fields become their widgets, and the structure elements of these links
 * forms. Each widget has an appearance, so that readers need not make one.
 * @throws FormRefused
 */
export function addForm(document: PdfDocument, pages: readonly PageNode[], form: FormOptions): void {
  const widgets = findWidgets(document, pages, form.mark);
  if (widgets.size === 0) return;
  const looks = new FieldLooks(document, form.looks ? sourceOf(document, form.looks, pages.length) : []);
  const parents = structureParents(document);
  const names = new FieldNames();
  const fields: Ref[] = [];
  for (const group of groupsOf(form.fields, widgets)) {
    fields.push(writeField(document, { group, name: names.take(group.first.name), looks, parents }));
  }
  const signed = [...widgets.keys()].some((index) => form.fields[index]?.kind === 'signature');
  writeCatalog(document, fields, signed);
  orderTabs(document, pages, form.fields, widgets);
}

/** Numbers of the fields of which a PDF has the place. */
export function fieldsIn(document: PdfDocument, pages: readonly PageNode[], mark: string): ReadonlySet<number> {
  return new Set(findWidgets(document, pages, mark).keys());
}

function sourceOf(document: PdfDocument, pdf: Uint8Array, pages: number): readonly Ref[] {
  let source: StampSource;
  try {
    source = readStamp(pdf, { pages });
  } catch (error) {
    if (error instanceof StampRefused) throw new FormRefused(error);
    throw error;
  }
  const { forms } = addSource(document, source, false);
  return source.pages.map((page) => forms.get(page) as Ref);
}

/** The widgets of each field, by its number: a field that stands in the head of a table is on several pages. */
function findWidgets(document: PdfDocument, pages: readonly PageNode[], mark: string): Map<number, Widget[]> {
  const found = new Map<number, Widget[]>();
  for (const [index, page] of pages.entries()) {
    const annotations = document.resolve(page.dictionary.get('Annots'));
    for (const reference of Array.isArray(annotations) ? annotations : []) {
      const link = document.resolve(reference);
      if (!(reference instanceof Ref) || !isDictionary(link)) continue;
      const action = document.resolve(link.get('A'));
      const address = isDictionary(action) ? document.resolve(action.get('URI')) : null;
      const text = address instanceof Text ? address.bytes.toString('latin1') : '';
      const number = text.startsWith(mark) ? Number(text.slice(mark.length)) : Number.NaN;
      const rect = document.resolve(link.get('Rect'));
      if (!Number.isInteger(number) || !Array.isArray(rect)) continue;
      const [left, bottom, right, top] = rect as [number, number, number, number];
      const { left: x, bottom: y } = pageBox(document, page);
      const widget = { reference, page: index, node: page, link, origin: [x, y] as const };
      const own = found.get(number) ?? [];
      own.push({ ...widget, left, bottom, right, top });
      found.set(number, own);
    }
  }
  return found;
}

function groupsOf(fields: readonly FormField[], widgets: ReadonlyMap<number, readonly Widget[]>): FieldGroup[] {
  const groups = new Map<string, { first: FormField; members: { field: FormField; widget: Widget }[] }>();
  for (const [index, field] of fields.entries()) {
    const own = widgets.get(index);
    if (!own) continue;
    const key = field.kind === 'radio' && field.name !== '' ? `${field.form} ${field.name}` : `${index}`;
    const group = groups.get(key) ?? { first: field, members: [] };
    group.members.push(...own.map((widget) => ({ field, widget })));
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface FieldContext {
  readonly group: FieldGroup;
  readonly name: string;
  readonly looks: FieldLooks;
  readonly parents: ReadonlyMap<number, Ref>;
}

const TYPES = { text: 'Tx', checkbox: 'Btn', radio: 'Btn', choice: 'Ch', signature: 'Sig' } as const;

/** @returns the field: its widget itself where it has one */
function writeField(document: PdfDocument, { group, name, looks, parents }: FieldContext): Ref {
  const { first, members } = group;
  const states = statesOf(group);
  const entries = describeField(group, name, states);
  const widgets = members.map(({ field, widget }, index) => {
    const key = widget.link.get('StructParent');
    const dictionary = looks.widget(field, widget, states.at(index));
    if (typeof key === 'number') {
      dictionary.set('StructParent', key);
      tagForm(document, parents.get(key));
    }
    return dictionary;
  });
  const references = members.map(({ widget }) => widget.reference);
  const [only, ...others] = references as [Ref, ...Ref[]];
  if (others.length === 0) {
    document.replace(only.number, new Map([...(widgets[0] as Dictionary), ...entries]));
    return only;
  }
  const field = document.add(entries.set('Kids', references));
  for (const [index, { field: member, widget }] of members.entries()) {
    const dictionary = (widgets[index] as Dictionary).set('Parent', field);
    if (first.kind === 'radio') dictionary.set('TU', textOf(member.label === '' ? member.value : member.label));
    document.replace(widget.reference.number, dictionary);
  }
  return field;
}

function describeField(group: FieldGroup, name: string, states: FieldStates): Dictionary {
  const { kind, name: own, label } = group.first;
  const entries: Dictionary = new Map<string, PdfValue>([
    ['FT', new Name(TYPES[kind])],
    ['T', textString(name)],
  ]);
  // What is sent for it has the name that the control has.
  if (name !== own && own !== '') entries.set('TM', textOf(own.slice(0, 1_000)));
  const read = kind === 'radio' && group.members.length > 1 ? own : label;
  entries.set('TU', textOf(read === '' ? name : read));
  const flags = fieldFlags(group);
  if (flags !== 0) entries.set('Ff', flags);
  return new Map([...entries, ...fieldValue(group, states)]);
}

/** The elements of the structure that annotations belong to, by the annotation's key. */
function structureParents(document: PdfDocument): ReadonlyMap<number, Ref> {
  const root = document.resolve(document.dictionary(document.trailer.get('Root')).get('StructTreeRoot'));
  const tree = isDictionary(root) ? document.resolve(root.get('ParentTree')) : null;
  const pairs = isDictionary(tree) ? document.resolve(tree.get('Nums')) : null;
  const parents = new Map<number, Ref>();
  if (!Array.isArray(pairs)) return parents;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [key, element] = [pairs[at], pairs[at + 1]];
    if (typeof key === 'number' && element instanceof Ref) parents.set(key, element);
  }
  return parents;
}

function tagForm(document: PdfDocument, reference: Ref | undefined): void {
  const element = reference && document.resolve(reference);
  if (!reference || !isDictionary(element)) return;
  document.replace(reference.number, element.set('S', new Name('Form')));
}

function writeCatalog(document: PdfDocument, fields: readonly Ref[], signed: boolean): void {
  const fonts = Object.entries(FONTS).map(([name, base]): [string, PdfValue] => {
    const font = new Map<string, PdfValue>([
      ['Type', new Name('Font')],
      ['Subtype', new Name('Type1')],
      ['BaseFont', new Name(base)],
    ]);
    if (name !== 'ZaDb') font.set('Encoding', new Name('WinAnsiEncoding'));
    return [name, document.add(font)];
  });
  const form = document.add(
    new Map<string, PdfValue>([
      ['Fields', [...fields]],
      ['DR', new Map<string, PdfValue>([['Font', new Map(fonts)]])],
      ['DA', textString('/Helv 0 Tf 0 g')],
      // There are fields for signatures (12.7.2); nothing is signed yet.
      ...(signed ? [['SigFlags', 1] as const] : []),
    ]),
  );
  const root = document.trailer.get('Root') as Ref;
  document.replace(root.number, document.dictionary(root).set('AcroForm', form));
}

/**
 * Puts the widgets of each page in the order of the document, in which the tab key goes through them, or in that of `tabindex`. Other annotations
 * keep their places.
 */
function orderTabs(
  document: PdfDocument,
  pages: readonly PageNode[],
  fields: readonly FormField[],
  widgets: ReadonlyMap<number, readonly Widget[]>,
): void {
  const places = new Map<number, number>();
  const own = new Set<number>();
  for (const [index, found] of widgets) {
    const tab = fields[index]?.tab ?? 0;
    for (const { reference, page } of found) {
      places.set(reference.number, index + (tab > 0 ? tab - MOST_TABS : 0) * fields.length);
      if (tab > 0) own.add(page);
    }
  }
  const placeOf = (value: PdfValue): number | undefined =>
    value instanceof Ref ? places.get(value.number) : undefined;
  for (const [index, page] of pages.entries()) {
    const annotations = document.resolve(page.dictionary.get('Annots'));
    if (!Array.isArray(annotations)) continue;
    const isWidget = (value: PdfValue) => placeOf(value) !== undefined;
    const ordered = annotations.filter(isWidget).sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
    if (ordered.length === 0) continue;
    const next = ordered.values();
    page.dictionary.set(
      'Annots',
      annotations.map((value) => (isWidget(value) ? (next.next().value as PdfValue) : value)),
    );
    if (own.has(index)) page.dictionary.set('Tabs', new Name('W'));
    document.replace(page.number, page.dictionary);
  }
}
