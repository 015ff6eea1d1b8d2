import type { PdfDocument } from './document.ts';
import { type Dictionary, isDictionary, type PdfValue, printValue, Ref, Text } from './value.ts';

/** What a part of a merged file says about itself, beside its pages, outline and structure. */
export interface AboutPart {
  /** Entries of `/Info` (ISO 32000-1, 14.3.3). */
  readonly info: Dictionary;
  readonly lang: Text | undefined;
  readonly layers: Layers;
}

/** Layers (8.11) as the merged file has them, and those of them that are hidden. */
interface Layers {
  readonly all: readonly Ref[];
  readonly hidden: readonly Ref[];
}

/** Entries that differ by when a part was made, and say nothing about the document. */
const TIMES: readonly string[] = ['CreationDate', 'ModDate'];

/** @param moved makes a value of the part one of the merged file */
export function aboutPart(from: PdfDocument, catalog: Dictionary, moved: (value: PdfValue) => PdfValue): AboutPart {
  const info = from.resolve(from.trailer.get('Info'));
  const lang = from.resolve(catalog.get('Lang'));
  return {
    info: new Map(isDictionary(info) ? [...info].map(([key, value]) => [key, kept(from.resolve(value))]) : []),
    lang: lang instanceof Text ? kept(lang) : undefined,
    layers: layersOf(from, catalog, moved),
  };
}

/** A text apart from the file that it was read in, which it would hold. */
const kept = <Value extends PdfValue>(value: Value): Value =>
  value instanceof Text ? (new Text(Buffer.from(value.bytes)) as Value) : value;

function layersOf(from: PdfDocument, catalog: Dictionary, moved: (value: PdfValue) => PdfValue): Layers {
  const properties = from.resolve(catalog.get('OCProperties'));
  const state = isDictionary(properties) ? from.resolve(properties.get('D')) : null;
  if (!isDictionary(properties) || !isDictionary(state)) return { all: [], hidden: [] };
  const listed = (value: PdfValue | undefined): readonly PdfValue[] => {
    const found = from.resolve(value);
    return Array.isArray(found) ? found.map(moved) : [];
  };
  const all = listed(properties.get('OCGs')).filter((layer) => layer instanceof Ref);
  const numbers = (key: string) =>
    new Set(listed(state.get(key)).flatMap((layer) => (layer instanceof Ref ? layer.number : [])));
  const [on, off] = [numbers('ON'), numbers('OFF')];
  const base = from.resolve(state.get('BaseState'));
  const isOff = base !== null && !isDictionary(base) && printValue(base) === '/OFF';
  return { all, hidden: all.filter(({ number }) => off.has(number) || (isOff && !on.has(number))) };
}

/** The entries that all parts have alike. Times are those of the last part. */
export function commonInfo(parts: readonly AboutPart[]): Dictionary {
  const [first, ...rest] = parts.map(({ info }) => info);
  const common: Dictionary = new Map();
  for (const [key, value] of first ?? []) {
    if (TIMES.includes(key)) continue;
    const text = printValue(value);
    if (rest.every((info) => printValue(info.get(key) ?? null) === text)) common.set(key, value);
  }
  for (const key of TIMES) {
    const last = parts.at(-1)?.info.get(key);
    if (last !== undefined) common.set(key, last);
  }
  return common;
}

/** `/OCProperties` of the layers of all parts; undefined without any. */
export function layersOfAll(parts: readonly AboutPart[]): Dictionary | undefined {
  const all = parts.flatMap(({ layers }) => [...layers.all]);
  if (all.length === 0) return undefined;
  const state: Dictionary = new Map([['OFF', parts.flatMap(({ layers }) => [...layers.hidden])]]);
  return new Map<string, PdfValue>([
    ['OCGs', all],
    ['D', state],
  ]);
}
