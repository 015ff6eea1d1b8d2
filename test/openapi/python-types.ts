/** Writes the types of the Python client from the schemas of the API: `node test/openapi/python-types.ts [--check]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENDPOINTS, openApiDocument } from '@platen/server';

const FILE = new URL('../../clients/python/src/platen/types.py', import.meta.url);

/** What the methods of the client take and give; what these refer to comes with them. */
const WANTED = [
  'PdfRequest',
  'ImageRequest',
  'TextRequest',
  'MarkdownRequest',
  'SeveralRequest',
  'Results',
  'Job',
  'Batch',
  'BatchDetails',
  'BatchRequest',
  'Template',
  'TemplateEntry',
  'CreateTemplateRequest',
  'ReplaceTemplateRequest',
  'InvoiceExtractorRequest',
  'InvoiceData',
  'ReceiptScannerRequest',
  'ReceiptData',
  'BankStatementRequest',
  'StatementTransaction',
  'ExtractDataRequest',
  'SummarizeRequest',
  'ChatRequest',
  'TranslateRequest',
  'Verification',
] as const;

/** The part of JSON Schema that the API uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

const HEAD = `# Made from the schemas of the API by "node test/openapi/python-types.ts"; do not edit.
"""What requests have and answers hold, for type checkers. At run time they are plain dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required
`;

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

class Printer {
  readonly #schemas: Readonly<Record<string, Schema>>;
  /** Classes in the order in which they were met. */
  readonly #classes = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  print(names: readonly string[]): string {
    for (const name of names) this.#define(name, this.#named(name));
    return [HEAD, ...this.#classes.values()].join('\n\n');
  }

  #named(name: string): Schema {
    const schema = this.#schemas[name];
    if (!schema) throw new Error(`The API has no schema ${name}.`);
    return schema;
  }

  /** A class for an object; once for each name. */
  #define(name: string, schema: Schema): string {
    if (this.#classes.has(name)) return name;
    // First the name: what refers to itself finds it.
    this.#classes.set(name, '');
    const properties = Object.entries(this.#propertiesOf(schema));
    const required = new Set(schema.required);
    // Names that no field of a class can have.
    const odd = properties.filter(([field]) => !/^[a-z]\w*$/i.test(field) || KEYWORDS.has(field));
    const base = odd.length === 0 ? 'TypedDict' : `_${name}Names`;
    const lines = properties
      .filter((entry) => !odd.includes(entry))
      .flatMap(([field, of]) => {
        const type = this.#typeOf(of, `${name}${capital(field)}`);
        return [
          `    ${field}: ${required.has(field) ? `Required[${type}]` : type}`,
          ...docstring(this.#descriptionOf(of), '    '),
        ];
      });
    const head =
      odd.length === 0
        ? []
        : [
            `${base} = TypedDict(`,
            `    "${base}",`,
            `    {${odd.map(([field, of]) => `"${field}": ${JSON.stringify(this.#typeOf(of, `${name}${capital(field)}`))}`).join(', ')}},`,
            '    total=False,',
            ')',
            '',
            '',
          ];
    const doc = docstring(schema.description, '    ');
    const body = [...doc, ...(doc.length > 0 && lines.length > 0 ? [''] : []), ...lines];
    this.#classes.set(
      name,
      `${[...head, `class ${name}(${base}, total=False):`, ...(body.length > 0 ? body : ['    pass'])].join('\n')}\n`,
    );
    return name;
  }

  /** Its fields, with those of the schemas that it is composed of. */
  #propertiesOf({ $ref, allOf = [], properties }: Schema): Readonly<Record<string, Schema>> {
    const parts = [...($ref === undefined ? [] : [this.#named(nameIn($ref))]), ...allOf];
    return Object.assign({}, ...parts.map((part) => this.#propertiesOf(part)), properties);
  }

  #descriptionOf(schema: Schema): string | undefined {
    return schema.description ?? (schema.$ref ? this.#descriptionOf(this.#named(nameIn(schema.$ref))) : undefined);
  }

  /** @param name of a class that has to be made for it */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) {
      const target = nameIn(schema.$ref);
      return this.#typeOf(this.#named(target), target);
    }
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice, at) => this.#typeOf(choice, `${name}${at === 0 ? '' : at + 1}`)));
    if (typeof schema.type === 'object') {
      return union(schema.type.map((type) => this.#typeOf({ ...schema, type }, name)));
    }
    if (schema.properties) return this.#define(name, schema);
    if (schema.type === 'array') return `Sequence[${schema.items ? this.#typeOf(schema.items, `${name}Item`) : 'Any'}]`;
    if (schema.type === 'object') {
      const values = schema.additionalProperties;
      const known = typeof values === 'object' && Object.keys(values).length > 0;
      return `Mapping[str, ${known ? this.#typeOf(values, `${name}Value`) : 'Any'}]`;
    }
    return SCALARS[schema.type ?? ''] ?? 'Any';
  }
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del'],
  ...['elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal'],
  ...['not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
]);

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const capital = (field: string): string =>
  field
    .split(/[^a-z0-9]+/i)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value);

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.includes('Any')) return 'Any';
  return different.length === 1 ? String(different[0]) : `Union[${different.join(', ')}]`;
}

function docstring(description: string | undefined, indent: string): string[] {
  if (!description) return [];
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll(/\s+/g, ' ').trim();
  return [`${indent}"""${text.endsWith('"') ? `${text} ` : text}"""`];
}

const { components } = openApiDocument(ENDPOINTS);
const types = new Printer(components.schemas as Readonly<Record<string, Schema>>).print(WANTED);
if (!process.argv.includes('--check')) writeFileSync(FILE, types);
else if (readFileSync(FILE, 'utf8') !== types) {
  process.stderr.write(
    'The types of the Python client are not what the schemas say. Run "node test/openapi/python-types.ts".\n',
  );
  process.exitCode = 1;
}
