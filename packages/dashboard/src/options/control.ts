import type { OptionSchema } from './from-document.ts';

/** How a value is asked for. */
export type Control =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'text'; readonly orNumber: boolean }
  | { readonly kind: 'long-text' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  | { readonly kind: 'json' };

/** Texts that are longer than a line. */
const LONG = 10_000;

/** The control that a schema is best asked with; JSON for what has no simple form. */
export function controlOf(schema: OptionSchema): Control {
  const { type, anyOf, items } = schema;
  if (schema.enum) return { kind: 'choice', values: schema.enum.map(String) };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') {
    return { kind: 'number', least: schema.minimum, most: schema.maximum };
  }
  if (type === 'string')
    return (schema.maxLength ?? 0) > LONG ? { kind: 'long-text' } : { kind: 'text', orNumber: false };
  if (type === 'array' && items?.enum) return { kind: 'choices', values: items.enum.map(String) };
  if (type === 'array' && items?.type === 'string') return { kind: 'lines' };
  const types = anyOf?.map((each) => each.type) ?? [];
  if (types.includes('string'))
    return { kind: 'text', orNumber: types.includes('number') || types.includes('integer') };
  return { kind: 'json' };
}
