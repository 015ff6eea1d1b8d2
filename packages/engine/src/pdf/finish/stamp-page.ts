import { type ForeignPdf, isType } from './foreign.ts';
import { type ForeignStream, InflatedSize } from './foreign-stream.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './value.ts';

/** Nodes of a page tree that are looked at for a few pages. */
const MOST_NODES = 5_000;
const DEEPEST_TREE = 64;
/** Objects that a page may need. */
const MOST_OBJECTS = 50_000;
/** Attributes that a page has from the nodes above it (ISO 32000-1, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** What no content needs and what would bring the rest of a file along. */
const NO_CONTENT = ['Page', 'Pages', 'Catalog', 'Annot', 'StructElem', 'StructTreeRoot', 'Action', 'Filespec', 'Sig'];
/** Entries of streams that lead out of the content: metadata, structure, other files. */
const NO_DRAWING = [
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'OPI',
  'Ref',
  'AF',
  'LastModified',
  'Parent',
];
/** Letter paper, for a page that does not tell its size. */
const LETTER: Box = [0, 0, 612, 792];

type Box = readonly [number, number, number, number];

/** An object out of another file; its references are places among the objects of a stamp. */
export interface StampObject {
  readonly value: PdfValue;
  /** Of a stream. */
  readonly data?: Buffer;
}

/** A page that became a form (ISO 32000-1, 8.10) with its lower left corner at the origin. */
export interface StampPage {
  /** Place of the form among the objects. */
  readonly form: number;
  /** Points, as it is shown: turned, and cut to its crop box. */
  readonly width: number;
  readonly height: number;
}

export interface ImportedPages {
  readonly pages: readonly StampPage[];
  readonly objects: readonly StampObject[];
  /** Places of the objects, by number in their file. */
  readonly places: ReadonlyMap<number, number>;
}

/** Makes forms of the first pages of a file. */
export function importStampPages(file: ForeignPdf, root: PdfValue | undefined, count: number): ImportedPages {
  const found: Dictionary[] = [];
  let nodes = 0;
  const walk = (value: PdfValue | undefined, above: Dictionary, depth: number): void => {
    if (found.length >= count) return;
    nodes += 1;
    if (nodes > MOST_NODES || depth > DEEPEST_TREE) throw new Unreadable('a page tree that is none');
    const node = file.resolve(value);
    if (!isDictionary(node)) return;
    const known = new Map(node);
    for (const key of INHERITED) {
      const inherited = above.get(key);
      if (!known.has(key) && inherited !== undefined) known.set(key, inherited);
    }
    const kids = file.resolve(node.get('Kids'));
    if (!Array.isArray(kids) || isType(file, node, 'Page')) found.push(known);
    else for (const kid of kids) walk(kid, known, depth + 1);
  };
  walk(root, new Map(), 0);
  if (found.length === 0) throw new Unreadable('no page');
  const importer = new Importer(file);
  const pages = found.map((page) => importForm(file, importer, page));
  importer.finish();
  return { pages, objects: importer.objects, places: importer.places };
}

/** Copies values with the objects that they refer to. */
class Importer {
  readonly #file: ForeignPdf;
  readonly #inflated = new InflatedSize();
  readonly objects: StampObject[] = [];
  readonly places = new Map<number, number>();
  readonly #waiting: { readonly number: number; readonly place: number }[] = [];

  constructor(file: ForeignPdf) {
    this.#file = file;
  }

  add(object: StampObject): number {
    if (this.objects.length >= MOST_OBJECTS) throw new Unreadable('too many objects');
    return this.objects.push(object) - 1;
  }

  /** Counts a stream that is copied as it is stored. @throws TooMuch */
  count(stream: ForeignStream): void {
    this.#inflated.count(this.#file, stream);
  }

  copy(value: PdfValue): PdfValue {
    if (value instanceof Ref) return new Ref(this.#placeOf(value.number));
    if (Array.isArray(value)) return value.map((item) => this.copy(item));
    if (isDictionary(value)) return new Map([...value].map(([key, entry]) => [key, this.copy(entry)]));
    return value;
  }

  /** Copies what values that were copied refer to, and so on. */
  finish(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      this.objects[next.place] = this.#read(next.number);
    }
  }

  #placeOf(number: number): number {
    const known = this.places.get(number);
    if (known !== undefined) return known;
    const place = this.add({ value: null });
    this.places.set(number, place);
    this.#waiting.push({ number, place });
    return place;
  }

  #read(number: number): StampObject {
    const stream = this.#file.stream(new Ref(number));
    const value = this.#file.resolve(new Ref(number));
    if (isDictionary(value) && isType(this.#file, value, ...NO_CONTENT)) return { value: null };
    if (!stream) return { value: this.copy(value) };
    this.count(stream);
    return { value: this.copy(drawn(stream)), data: stream.data };
  }
}

/** The dictionary of a stream without what leads elsewhere. */
function drawn({ dictionary }: ForeignStream): Dictionary {
  const kept = new Map(dictionary);
  for (const key of NO_DRAWING) kept.delete(key);
  // Data in another file; nothing reads it.
  if (kept.has('F')) for (const key of ['F', 'FFilter', 'FDecodeParms']) kept.delete(key);
  return kept;
}

function importForm(file: ForeignPdf, importer: Importer, page: Dictionary): StampPage {
  const media = boxOf(file, page.get('MediaBox')) ?? LETTER;
  const box = intersect(media, boxOf(file, page.get('CropBox')) ?? media) ?? media;
  const unit = file.resolve(page.get('UserUnit'));
  const scale = typeof unit === 'number' && unit > 0 && unit < 1000 ? unit : 1;
  const [width, height] = [(box[2] - box[0]) * scale, (box[3] - box[1]) * scale];
  const turned = quarterTurns(file, page);
  const { dictionary, data } = contentsOf(file, page.get('Contents'));
  importer.count({ dictionary, data });
  const form: Dictionary = new Map([...dictionary].map(([key, value]) => [key, importer.copy(value)]));
  form
    .set('Type', new Name('XObject'))
    .set('Subtype', new Name('Form'))
    .set('BBox', [...box]);
  form.set(
    'Matrix',
    upright(box, turned).map((part) => part * scale),
  );
  form.set('Resources', importer.copy(file.resolve(page.get('Resources')) ?? new Map()));
  const group = file.resolve(page.get('Group'));
  if (isDictionary(group)) form.set('Group', importer.copy(group));
  const place = importer.add({ value: form, data });
  return turned % 2 === 0 ? { form: place, width, height } : { form: place, width: height, height: width };
}

/** One stream is taken as it is; several are one text that is cut anywhere between two tokens (7.8.2). */
function contentsOf(file: ForeignPdf, contents: PdfValue | undefined): ForeignStream {
  const parts = contents instanceof Ref && file.stream(contents) ? [contents] : file.resolve(contents);
  const streams = (Array.isArray(parts) ? parts : []).flatMap((part) => file.stream(part) ?? []);
  const [first] = streams;
  if (first && streams.length === 1) {
    const kept = new Map([...first.dictionary].filter(([key]) => key === 'Filter' || key === 'DecodeParms'));
    return { dictionary: kept, data: first.data };
  }
  const newline = Buffer.from('\n');
  return { dictionary: new Map(), data: Buffer.concat(streams.flatMap((stream) => [file.decode(stream), newline])) };
}

function quarterTurns(file: ForeignPdf, page: Dictionary): number {
  const rotate = file.resolve(page.get('Rotate'));
  return typeof rotate === 'number' && rotate % 90 === 0 ? (((rotate / 90) % 4) + 4) % 4 : 0;
}

/** The matrix that turns a page clockwise and moves its corner to the origin. */
function upright([left, bottom, right, top]: Box, turns: number): number[] {
  switch (turns) {
    case 1:
      return [0, -1, 1, 0, -bottom, right];
    case 2:
      return [-1, 0, 0, -1, right, top];
    case 3:
      return [0, 1, -1, 0, top, -left];
    default:
      return [1, 0, 0, 1, -left, -bottom];
  }
}

function boxOf(file: ForeignPdf, value: PdfValue | undefined): Box | undefined {
  const found = file.resolve(value);
  if (!Array.isArray(found) || found.length !== 4) return undefined;
  const [x0, y0, x1, y1] = found.map((part) => file.resolve(part));
  if (![x0, y0, x1, y1].every((part) => typeof part === 'number' && Math.abs(part) < 1e6)) return undefined;
  const [a, b, c, d] = [x0, y0, x1, y1] as [number, number, number, number];
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined;
}

function intersect(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined;
}
