import type { ForeignPdf } from './foreign.ts';
import { type Dictionary, isDictionary, type PdfValue, Ref } from './value.ts';

/**
 * Which of the layers that were taken over are hidden (ISO 32000-1, 8.11.4): without that, what a drawing hides would
 * be shown.
 * @param places of the objects that were taken over, by number in their file
 */
export function layersOf(
  file: ForeignPdf,
  catalog: Dictionary,
  places: ReadonlyMap<number, number>,
): Dictionary | undefined {
  const properties = file.resolve(catalog.get('OCProperties'));
  if (!isDictionary(properties)) return undefined;
  const taken = (value: PdfValue | undefined): Ref[] => {
    const found = file.resolve(value);
    const layers = Array.isArray(found) ? found : [];
    return layers.flatMap((layer) => {
      const place = layer instanceof Ref ? places.get(layer.number) : undefined;
      return place === undefined ? [] : [new Ref(place)];
    });
  };
  const layers = taken(properties.get('OCGs'));
  if (layers.length === 0) return undefined;
  const found = file.resolve(properties.get('D'));
  const state: Dictionary = isDictionary(found) ? found : new Map();
  const kept: Dictionary = new Map();
  const base = file.resolve(state.get('BaseState'));
  if (base !== null) kept.set('BaseState', base);
  for (const key of ['ON', 'OFF']) kept.set(key, taken(state.get(key)));
  return new Map<string, PdfValue>([
    ['OCGs', layers],
    ['D', kept],
  ]);
}
