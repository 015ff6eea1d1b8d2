/** Writes docs/options.md from the schema of a conversion: `node script/options-reference.ts [--check]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { conversionRequest, IMAGE_OPTIONS, PDF_OPTIONS } from '@platen/engine';
import { z } from 'zod';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: unknown;
}

const FILE = new URL('../docs/options.md', import.meta.url);
const { properties = {} } = z.toJSONSchema(conversionRequest, { io: 'input', unrepresentable: 'any' }) as Schema;

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => `${name}: ${typeOf(field)}`);
    return `{${fields.join(', ')}}`;
  }
  if (schema.type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`;
  const { minimum, maximum } = schema;
  const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return `${schema.type ?? 'any'}${bounded ? ` ${minimum} to ${maximum}` : ''}`;
}

function table(names: readonly string[]): string {
  const rows = names.map((name) => {
    const schema = properties[name] as Schema;
    const fallback = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    return `| \`${name}\` | ${typeOf(schema).replaceAll('|', '\\|')} | ${fallback} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| field | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const special = new Set([...PDF_OPTIONS, ...IMAGE_OPTIONS, 'viewport']);
const text = `# Options of a conversion

Made from the schema by \`node script/options-reference.ts\`; do not edit.

A length is a number of CSS pixels, or text with a unit: \`"10mm"\`, \`"0.4in"\`, \`"12pt"\`. An option of another output is accepted and told as a
warning; an unknown field is refused with the nearest known name.

## Input and page

${table(Object.keys(properties).filter((name) => !special.has(name)))}

## PDF

${table(PDF_OPTIONS)}

## Image

${table(['viewport', ...IMAGE_OPTIONS])}
`;

if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    process.stderr.write('docs/options.md is not what the schema says. Run "node script/options-reference.ts".\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, text);
}
