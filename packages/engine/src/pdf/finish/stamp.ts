import { deflate } from './deflate.ts';
import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { type PageBox, type Placement, placeOn } from './placement.ts';
import type { StampPage } from './stamp-page.ts';
import type { StampSource } from './stamp-source.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, printValue, Ref } from './value.ts';

/** Something that is laid over every page, or under it. */
export interface Stamp extends Placement {
  /** A PDF of any program that `readStamp` reads. */
  readonly pdf: Uint8Array;
  /**
   * Pages of it to use, from the front. Each page of the document gets the one that is nearest to its own size, so
   * that one file may serve a document of mixed sizes. Default 1.
   */
  readonly pages?: number;
  /** Whether each page gets the one of its own number instead. Default false. */
  readonly each?: boolean;
  /** What it is to those who read aloud: a kind of artifact (14.8.2.2.2). Default `Watermark`. */
  readonly artifact?: 'Watermark' | 'Header';
  /** 0 (not to be seen) to 1. Default 1. */
  readonly opacity?: number;
  /**
   * Under the content instead of over it: it is seen where the page has no background. Default false.
   */
  readonly behind?: boolean;
}

/**
 * Lays a stamp over the pages: as one form object for all of them, in a part of the content that is marked as an
 * artifact (ISO 32000-1, 14.8.2.2), so that readers aloud pass it over and the structure tree stays as it is.
 */
export function stampPages(document: PdfDocument, pages: readonly PageNode[], stamp: Stamp, source: StampSource): void {
  const opacity = Math.min(1, Math.max(0, stamp.opacity ?? 1));
  const { forms, layers } = addSource(document, source, opacity < 1);
  if (layers) addLayers(document, layers);
  const parts = new ContentParts(document);
  const state =
    opacity < 1
      ? document.add(
          new Map([
            ['ca', opacity],
            ['CA', opacity],
          ]),
        )
      : undefined;
  for (const [index, page] of pages.entries()) {
    const size = pageBox(document, page);
    const mark = stamp.each ? source.pages[index] : nearest(source.pages, size);
    if (!mark) throw new Unreadable('a page that is missing');
    const form = forms.get(mark) as Ref;
    const resources = ownResources(document, page);
    const names = { form: addResource(document, resources, 'XObject', 'Stamp', form), state: '' };
    if (state) names.state = addResource(document, resources, 'ExtGState', 'StampState', state);
    const drawing = draw(placeOn(stamp, mark, size), names, stamp.artifact ?? 'Watermark');
    const [before, after] = stamp.behind ? [`${drawing}q\n`, '\nQ\n'] : ['q\n', `\nQ\n${drawing}`];
    const content = contentParts(document, page.dictionary.get('Contents'));
    page.dictionary.set('Contents', [parts.add(before), ...content, parts.add(after)]);
    page.dictionary.set('Resources', resources);
    document.replace(page.number, page.dictionary);
  }
}

/** What makes a form one picture before it is laid over a page (11.6.6). */
const GROUP: Dictionary = new Map([
  ['Type', new Name('Group')],
  ['S', new Name('Transparency')],
]);

/**
 * Adds the objects of a stamp to a document.
 * @param grouped whether its pages are drawn as a whole, so that their own opacities do not replace that of the stamp
 * @returns the form of each of its pages
 */
export function addSource(document: PdfDocument, { objects, pages, layers }: StampSource, grouped: boolean) {
  const places = new Set(grouped ? pages.map(({ form }) => form) : []);
  const references = objects.map(() => document.reserve());
  const move = (value: PdfValue): PdfValue => {
    if (value instanceof Ref) return references[value.number] ?? null;
    if (Array.isArray(value)) return value.map(move);
    if (isDictionary(value)) return new Map([...value].map(([key, entry]) => [key, move(entry)]));
    return value;
  };
  for (const [place, { value, data }] of objects.entries()) {
    const { number } = references[place] as Ref;
    const moved = move(value);
    if (places.has(place) && isDictionary(moved) && !moved.has('Group')) moved.set('Group', GROUP);
    if (data && isDictionary(moved)) document.replaceStream(number, moved, data);
    else document.replace(number, moved);
  }
  const forms = new Map(pages.map((page) => [page, references[page.form] as Ref]));
  return { forms, layers: layers && (move(layers) as Dictionary) };
}

function addLayers(document: PdfDocument, layers: Dictionary): void {
  const root = document.trailer.get('Root') as Ref;
  const catalog = document.dictionary(root);
  if (catalog.has('OCProperties')) throw new Unreadable('layers');
  document.replace(root.number, catalog.set('OCProperties', layers));
}

/** Pieces of content, each of them once. */
class ContentParts {
  readonly #document: PdfDocument;
  readonly #parts = new Map<string, Ref>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  add(text: string): Ref {
    const known = this.#parts.get(text);
    if (known) return known;
    const bytes = Buffer.from(text, 'latin1');
    const packed = deflate(bytes);
    const smaller = packed.length + 20 < bytes.length;
    const dictionary: Dictionary = new Map(smaller ? [['Filter', new Name('FlateDecode')]] : []);
    const reference = this.#document.addStream(dictionary, smaller ? packed : bytes);
    this.#parts.set(text, reference);
    return reference;
  }
}

function draw(
  matrix: readonly number[],
  { form, state }: { readonly form: string; readonly state: string },
  artifact: string,
): string {
  const numbers = matrix.map((part) => printValue(Number(part.toFixed(6)))).join(' ');
  const opacity = state === '' ? '' : `/${state} gs `;
  return `/Artifact <</Type/Pagination/Subtype/${artifact}>> BDC q ${opacity}${numbers} cm /${form} Do Q EMC\n`;
}

function contentParts(document: PdfDocument, contents: PdfValue | undefined): PdfValue[] {
  if (contents === undefined) return [];
  // An array that stands as an object of its own is not a stream.
  const found = contents instanceof Ref ? document.read(contents.number) : contents;
  return Array.isArray(found) ? found : [contents];
}

/** Resources of a page that no other page has too. */
function ownResources(document: PdfDocument, page: PageNode): Dictionary {
  const resources = document.resolve(page.dictionary.get('Resources'));
  if (isDictionary(resources)) return new Map(resources);
  for (const parent of [...page.parents].reverse()) {
    const found = document.resolve(document.dictionary(new Ref(parent)).get('Resources'));
    if (isDictionary(found)) return new Map(found);
  }
  return new Map();
}

/** @returns the name of a resource, which is like no other of its kind */
function addResource(document: PdfDocument, resources: Dictionary, kind: string, stem: string, value: Ref): string {
  const found = document.resolve(resources.get(kind));
  const entries: Dictionary = new Map(isDictionary(found) ? found : []);
  let name = stem;
  for (let number = 2; entries.has(name); number += 1) name = `${stem}${number}`;
  resources.set(kind, entries.set(name, value));
  return name;
}

/** The media box of a page (7.7.3.3), its own or one of the nodes above. */
export function pageBox(document: PdfDocument, page: PageNode): PageBox {
  const nodes = [page.dictionary, ...[...page.parents].reverse().map((number) => document.dictionary(new Ref(number)))];
  const value = nodes.map((node) => node.get('MediaBox')).find((box) => box !== undefined);
  const box = document.resolve(value);
  const [left, bottom, right, top] = Array.isArray(box) ? box.map((part) => document.resolve(part)) : [];
  if (typeof left !== 'number' || typeof bottom !== 'number' || typeof right !== 'number' || typeof top !== 'number') {
    throw new Unreadable('a page without a size');
  }
  return { left, bottom, width: right - left, height: top - bottom };
}

/** The page whose size is nearest. */
function nearest(pages: readonly StampPage[], { width, height }: PageBox): StampPage {
  const distance = (page: StampPage) => Math.abs(page.width - width) + Math.abs(page.height - height);
  return pages.reduce((best, page) => (distance(page) < distance(best) ? page : best));
}
