import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  conversionRequest,
  ENGINE_ERRORS,
  EngineError,
  kindOf,
  OUTPUT_FORMATS,
  severalFields,
  validateRequest,
  WARNINGS,
} from '@platen/engine';
import { API_ERRORS, ENDPOINTS, openApiDocument } from '@platen/server';
import { describe, expect, it } from 'vitest';

/** What is promised is told and tried: no option, error or warning is documented, accepted or tested alone. */

const ROOT = path.join(import.meta.dirname, '..');
const document = openApiDocument(ENDPOINTS);
const tests = sources(['packages/*/src/**/*.test.ts', 'test/**/*.ts'], [import.meta.filename]);
/** Tests that look at what an option does, rather than at how it is checked. */
const effects = sources(
  ['packages/*/src/**/*.test.ts', 'test/**/*.ts'],
  [import.meta.filename, ...files('packages/engine/src/request/*.test.ts')],
);
const reference = sources(['docs/reference/*.md'], []);

function files(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).map((file) => path.join(ROOT, file));
}

function sources(patterns: readonly string[], without: readonly string[]): string {
  const found = patterns.flatMap(files).filter((file) => !without.includes(file));
  expect(found.length).toBeGreaterThan(5);
  return found.map((file) => readFileSync(file, 'utf8')).join('\n');
}

const schemas: Readonly<Record<string, DocumentedSchema>> = document.components.schemas ?? {};
interface DocumentedSchema {
  readonly $ref?: string;
  readonly properties?: object;
  readonly allOf?: readonly DocumentedSchema[];
}
/** Its own, and those of what it is put together from. */
function optionsOf({ $ref, properties = {}, allOf = [] }: DocumentedSchema): string[] {
  const target = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  return [...Object.keys(properties), ...(target ? optionsOf(target) : []), ...allOf.flatMap(optionsOf)];
}
const documented = new Set(
  Object.entries(schemas)
    .filter(([name]) => name.endsWith('Request'))
    .flatMap(([, schema]) => optionsOf(schema)),
);
const accepted = [...Object.keys(conversionRequest.shape), ...Object.keys(severalFields)];

describe('every option', () => {
  it.each(accepted)('%s is documented', (option) => {
    expect([...documented]).toContain(option);
    expect(reference).toContain(`\`${option}\``);
  });

  it.each([...documented])('%s is tested for what it does', (option) => {
    expect(effects).toMatch(new RegExp(`\\b${option}['"]?\\s*[:=}]|'${option}'`));
  });

  it.each(Object.keys(conversionRequest.shape))('%s is known to every kind of output', (option) => {
    for (const format of OUTPUT_FORMATS) {
      const codes = issues({ source: '<p>x', [option]: { unknown: { unknown: [] } } }, kindOf(format));
      expect(codes.get(`/${option}`)).not.toBe('unknown_field');
    }
  });
});

function issues(body: object, kind: Parameters<typeof validateRequest>[1]): Map<string, string> {
  try {
    validateRequest(body, kind);
    return new Map();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return new Map(error.details.issues?.map(({ pointer, code }) => [pointer, code]));
  }
}

describe('every error', () => {
  it.each(Object.keys(API_ERRORS))('%s is tested and documented', (code) => {
    expect(tests).toMatch(new RegExp(`['"\`]${code}['"\`]|\\b${code}: `));
    // Nobody is left to read this answer.
    if (code !== 'canceled') expect(reference).toContain(`\`${code}\``);
  });

  it('of the engine has an answer', () => {
    expect(Object.keys(API_ERRORS)).toEqual(expect.arrayContaining(Object.keys(ENGINE_ERRORS)));
  });
});

describe('every warning', () => {
  it.each(Object.keys(WARNINGS))('%s is tested and documented', (code) => {
    expect(tests).toMatch(new RegExp(`['"\`]${code}['"\`]`));
    expect(reference).toContain(`\`${code}\``);
  });
});
