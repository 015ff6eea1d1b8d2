import type { JsonSchema } from '../http/endpoint.ts';
import { defaultSentence } from './json-schema.ts';

/** The type of a field in words; named types are links to the page of types. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](types.md#${name.toLowerCase()})`;
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object') return objectType(schema);
  // A value that may be null has both types in a list.
  return `${[schema.type ?? 'any'].flat().join(' or ')}${boundsOf(schema)}`;
}

function objectType({ properties, additionalProperties: values }: JsonSchema): string {
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => `${name}: ${typeOf(field)}`);
    return `{${fields.join(', ')}}`;
  }
  return typeof values === 'object' && Object.keys(values).length > 0 ? `object of ${typeOf(values)}` : 'object';
}

/** Limits of a number. Those of whole numbers that JavaScript sets are none. */
function boundsOf({ minimum, maximum }: JsonSchema): string {
  const least = isLimit(minimum) ? minimum : undefined;
  const most = isLimit(maximum) ? maximum : undefined;
  if (least !== undefined && most !== undefined) return ` ${least} to ${most}`;
  if (least !== undefined) return ` from ${least}`;
  return most === undefined ? '' : ` to ${most}`;
}

const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** A table of the fields of an object. */
export function fieldTable({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const { description = '', 'x-default': value } = field;
    const fallback = value === undefined ? '' : `\`${JSON.stringify(value)}\``;
    const mark = required.includes(name) && fallback === '' ? ' (required)' : '';
    // The default has a column of its own.
    const meaning = description.replace(defaultSentence(value), '').trim();
    return tableRow([`\`${name}\`${mark}`, typeOf(field), fallback, meaning]);
  });
  return ['| field | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

/** A row of a table in Markdown. */
export function tableRow(cells: readonly unknown[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
