import type { PdfDocument } from './document.ts';
import { textString } from './text-string.ts';
import { type Dictionary, isDictionary, Ref, type Text } from './value.ts';

/** What a document says about itself. What is not given stays as it is. */
export interface DocumentMetadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  /** As one text; by custom its words are parted by commas. */
  readonly keywords?: string;
  /** The program that the document comes from. */
  readonly creator?: string;
  /** Entries of the user's own, by the name that they have in the file. */
  readonly [name: string]: string | undefined;
}

export interface MetadataOptions {
  readonly metadata?: DocumentMetadata;
  /** Language of the whole document (BCP 47), for a document that tells none. */
  readonly lang?: string;
  /** Takes out the times of creation and change, so that equal documents are equal files. */
  readonly deterministic?: boolean;
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ['title', 'Title'],
  ['author', 'Author'],
  ['subject', 'Subject'],
  ['keywords', 'Keywords'],
  ['creator', 'Creator'],
]);

/** Writes `/Info` (ISO 32000-1, 14.3.3) and what the catalog tells of title and language. */
export function describeDocument(document: PdfDocument, options: MetadataOptions): void {
  const info = describeInfo(document, options);
  const { metadata = {}, lang, deterministic = false } = options;
  const root = document.trailer.get('Root') as Ref;
  const catalog = document.dictionary(root);
  // A metadata stream would say what was true before. Chromium writes none.
  const stale = deterministic || Object.values(metadata).some((value) => value !== undefined);
  let changed = stale && catalog.delete('Metadata');
  if (lang !== undefined && !catalog.has('Lang')) {
    catalog.set('Lang', textString(lang));
    changed = true;
  }
  if (isTagged(document, catalog) && hasText(document.resolve(info.get('Title')) as Text | null)) {
    const found = document.resolve(catalog.get('ViewerPreferences'));
    const preferences: Dictionary = isDictionary(found) ? found : new Map();
    if (preferences.get('DisplayDocTitle') !== true) {
      catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', true));
      changed = true;
    }
  }
  if (changed) document.replace(root.number, catalog);
}

function describeInfo(document: PdfDocument, { metadata = {}, deterministic = false }: MetadataOptions): Dictionary {
  const found = document.resolve(document.trailer.get('Info'));
  const info: Dictionary = isDictionary(found) ? found : new Map();
  if (deterministic) for (const key of ['CreationDate', 'ModDate']) info.delete(key);
  for (const [name, text] of Object.entries(metadata)) {
    if (text !== undefined) info.set(entryName(name), textString(text));
  }
  const place = document.trailer.get('Info');
  if (place instanceof Ref) document.replace(place.number, info);
  else document.trailer.set('Info', document.add(info));
  return info;
}

/** The known fields have names of their own, in whatever case they are written; names in a PDF are UTF-8 (7.3.5). */
function entryName(name: string): string {
  const known = KEYS.get(name.toLowerCase());
  if (known !== undefined) return known;
  return [...Buffer.from(name, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.-]/.test(character) ? character : `#${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

function isTagged(document: PdfDocument, catalog: Dictionary): boolean {
  const mark = document.resolve(catalog.get('MarkInfo'));
  return isDictionary(mark) && mark.get('Marked') === true;
}

const hasText = (value: Text | null): boolean => value !== null && value.bytes.length > 0;
