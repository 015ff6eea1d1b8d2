import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { NEIGHBORS } from './neighbors.ts';
import { severalFields } from './several.ts';
import { validateRequest } from './validate.ts';

function detailOf(field: string, value: unknown = 'x'): string {
  try {
    validateRequest({ source: '<p>', [field]: value }, 'pdf');
  } catch (error) {
    if (error instanceof EngineError) return error.message;
  }
  throw new Error(`"${field}" is taken`);
}

/** Fields that the service has beside those of the engine. */
const OF_THE_SERVICE = new Set([
  'template_id',
  'response_type',
  'download_name',
  'sandbox',
  'async',
  'filename',
  'webhook',
  's3_destination',
]);

/** Whether the field is there: it is given something that no field takes. */
function isField(path: string): boolean {
  const [root = '', ...rest] = path.split('.');
  if (OF_THE_SERVICE.has(root) || Object.hasOwn(severalFields, root)) return true;
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), Symbol('none'));
  try {
    validateRequest({ source: '<p>', [root]: nested }, 'pdf');
    return true;
  } catch (error) {
    return error instanceof EngineError && error.code !== 'unknown_field';
  }
}

describe('a field that is not known', () => {
  it.each([
    ['html', 'Did you mean "source.html"?'],
    ['url', 'Did you mean "source.url"?'],
    ['printBackground', 'Did you mean "disable_backgrounds"? It says the opposite'],
    ['marginTop', 'Did you mean "margin.top"?'],
    ['margin-top', 'Did you mean "margin.top"?'],
    ['paperWidth', 'Did you mean "width"? A number is CSS pixels'],
    ['document_content', 'Did you mean "source.html"?'],
    ['formats', 'Several are made by POST /v1/convert, with "outputs"'],
    ['s3_destination', 'The service has it: a connection keeps the credentials.'],
    ['callback', 'The service has it'],
    ['hideSelectors', 'Did you mean "hide_selectors"?'],
    ['landscpe', 'Did you mean "landscape"?'],
    ['constructor', 'Remove it.'],
    ['foo', 'Remove it.'],
  ])('%s: %s', (field, remedy) => {
    expect(detailOf(field)).toContain(`The field "${field}" is not known. ${remedy}`);
  });

  it('beside few others is told their names', () => {
    expect(detailOf('source', { content: '<p>' })).toBe(
      'The field "content" is not known. Known here: "url", "html", "base_url", "files".',
    );
  });

  const named = NEIGHBORS.flatMap(({ name, fields }) => fields.map((field) => ({ name, ...field })));

  it('has a remedy that is a field', () => {
    expect(named.filter(({ ours }) => ours !== undefined && !isField(ours))).toEqual([]);
    expect(named.filter(({ ours, note }) => ours === undefined && note === undefined)).toEqual([]);
  });

  it('of a neighbor is none of ours', () => {
    const taken = named.filter(({ theirs }) => {
      try {
        return detailOf(theirs) === '';
      } catch {
        return true;
      }
    });
    // `header` and such are shared; a row in the table would never be read.
    expect(taken).toEqual([]);
  });
});
