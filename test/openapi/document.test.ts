import { readFileSync } from 'node:fs';
import { ENDPOINTS, openApiDocument } from '@platen/server';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { runTool } from './tools.ts';

/** The OpenAPI document as tools that others wrote see it. */

const FILE = new URL('../../docs/reference/openapi.json', import.meta.url);
const RULES = new URL('spectral.yaml', import.meta.url);

/** Every keyword of that name in the document, wherever it stands. */
function keywordsOf(node: unknown, keyword: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === keyword ? [value] : []),
    ...keywordsOf(value, keyword),
  ]);
}

describe('the OpenAPI document', () => {
  it('has nothing to complain about for Spectral', async () => {
    const options = ['--ruleset', RULES.pathname, '--format', 'text', '--fail-severity', 'hint'];
    const found = await runTool('spectral', ['lint', FILE.pathname, ...options]).then(
      () => [],
      (error: { stdout: string }) => error.stdout.split('\n'),
    );
    expect(found).toEqual([]);
  });

  it('has nothing to complain about for Redocly', async () => {
    const found = await runTool('redocly', ['lint', FILE.pathname, '--extends', 'recommended', '--format', 'json']);
    const { problems } = JSON.parse(found) as { problems: readonly unknown[] };
    expect(problems).toEqual([]);
  });

  it('is small, since what operations share is there once', () => {
    const document = openApiDocument(ENDPOINTS);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(300_000);
    const errors = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses as object))
      .filter(([status]) => /^[45]/.test(status));
    expect(errors.length).toBeGreaterThan(200);
    expect(errors.filter(([, response]) => !Object.hasOwn(response, '$ref'))).toEqual([]);
  });

  it('names each error of an operation, by itself or by a group of its introduction', () => {
    const { info, paths, components } = openApiDocument(ENDPOINTS);
    const rows = [...String(info.description).matchAll(/^\| ([a-z ]+) \| (.+) \|$/gm)];
    const groups = new Map(rows.map(([, name = '', text = '']) => [name, text]));
    const codesOf = (text: string): string[] => [
      ...[...text.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
      ...[...text.matchAll(/(?:^| )(?:those )?of ([a-z, ]+)/gi)].flatMap(([, names = '']) =>
        names.split(/, | and /).flatMap((name) => codesOf(groups.get(name) ?? `\`no group ${name}\``)),
      ),
    ];
    // What many operations have is a component of its own; the first one says nothing but that there was an error.
    const textOf = ({ description, $ref = '' }: { readonly description?: string; readonly $ref?: string } = {}) =>
      description ??
      (/_\d+$/.test($ref) ? String(components.responses?.[$ref.split('/').at(-1) ?? '']?.description) : '');
    // The document is without what only pages of the service may ask for.
    for (const { method, path, errors } of ENDPOINTS.filter(({ withoutKeys }) => !withoutKeys)) {
      const responses = (paths[path]?.[method]?.responses ?? {}) as Record<string, object>;
      const told = codesOf(`${textOf(responses['4XX'])} ${textOf(responses['5XX'])}`);
      expect([...new Set(told)].sort(), `${method} ${path}`).toEqual([...new Set(errors)].sort());
    }
  });

  it('has only patterns that are read without JavaScript', () => {
    const patterns = keywordsOf(JSON.parse(readFileSync(FILE, 'utf8')), 'pattern').filter(
      (pattern) => typeof pattern === 'string',
    );
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => RE2JS.compile(pattern), pattern).not.toThrow();
  });

  it('offers no credential that a generated client would send empty', () => {
    const { security, components } = openApiDocument(ENDPOINTS);
    const schemes = Object.entries(components.securitySchemes ?? {});
    expect(security[0]).toEqual({ bearer: [] });
    expect(schemes.filter(([, { scheme }]) => scheme === 'basic')).toEqual([]);
  });
});
