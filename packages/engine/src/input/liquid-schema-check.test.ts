import { describe, expect, it } from 'vitest';
import { METASCHEMA } from './liquid-metaschema.ts';
import { checkSchema } from './liquid-schema-check.ts';
import { checkSchema as checkInChild } from './template.ts';

const invoice = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://example.com/invoice',
  type: 'object',
  required: ['number', 'items'],
  additionalProperties: false,
  properties: {
    number: { type: ['string', 'null'], pattern: '^A-\\d+$', examples: ['A-1'] },
    items: { type: 'array', minItems: 1, items: { $ref: '#/$defs/item' }, uniqueItems: true },
    due: { format: 'a format that nobody knows', 'x-note': { type: 'nonsense' } },
  },
  if: { properties: { number: { const: 'A-1' } } },
  // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema
  then: { required: ['due'] },
  $defs: {
    item: {
      $anchor: 'item',
      type: 'object',
      properties: { price: { multipleOf: 0.01 }, parts: { $ref: '#/$defs/parts' } },
    },
    parts: { type: 'array', items: { $ref: '#item' } },
  },
  anyOf: [{ $ref: '#/$defs/item' }, true],
};

describe('checkSchema', () => {
  it.each([[true], [false], [{}], [invoice], [METASCHEMA]])('finds nothing wrong with %#', (schema) => {
    expect(checkSchema(structuredClone(schema))).toEqual([]);
  });

  it.each([
    [{ type: 'nonsense' }, '/type', /^must be one of array, .* or a list of them$/],
    [{ type: ['string', 'date'] }, '/type/1', /^must be one of array/],
    [{ properties: 3 }, '/properties', /^must be an object with a schema for each name$/],
    [{ properties: { 'a/b': { type: 5 } } }, '/properties/a~1b/type', /^must be one of/],
    [{ properties: { a: 'string' } }, '/properties/a', /^must be a schema/],
    [{ required: 'name' }, '/required', /^must be a list of names/],
    [{ properties: { a: { required: true } } }, '/properties/a/required', /^must be a list of names/],
    [{ items: [{ type: 'string' }] }, '/items', /"prefixItems"/],
    [{ minLength: -1 }, '/minLength', /^must be a whole number, 0 or more$/],
    [{ multipleOf: 0 }, '/multipleOf', /^must be a number above 0$/],
    [{ exclusiveMinimum: true }, '/exclusiveMinimum', /^must be a number$/],
    [{ pattern: '(' }, '/pattern', /^must be a regular expression/],
    [{ patternProperties: { '[': {} } }, '/patternProperties/[', /as its name$/],
    [{ allOf: [] }, '/allOf', /^must be a list of schemas/],
    [{ anyOf: [{}, 7] }, '/anyOf/1', /^must be a schema/],
    [{ enum: 'a' }, '/enum', /^must be a list of values$/],
    [{ $defs: { a: { uniqueItems: 'yes' } } }, '/$defs/a/uniqueItems', /^must be true or false$/],
    [{ $ref: 5 }, '/$ref', /^must be a URI reference/],
    [{ $ref: '#/nowhere' }, '/$ref', /^must name a schema that is here$/],
    [{ properties: { a: { $ref: 'https://example.com/s.json' } } }, '/properties/a/$ref', /^must name a schema/],
    [{ $ref: '#' }, '/$ref', /^leads back to itself$/],
    [
      { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } },
      '/$defs/a/allOf/0/$ref',
      /^leads back/,
    ],
  ])('tells what is wrong with %j', (schema, pointer, message) => {
    const problems = checkSchema(schema);
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
  });

  it('tells every place, at most twenty', () => {
    const wrong = { type: 'x', minItems: 'y', $defs: { a: { title: 1 } } };
    expect(new Set(checkSchema(wrong).map(({ pointer }) => pointer))).toEqual(
      new Set(['/type', '/minItems', '/$defs/a/title']),
    );
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, 1]));
    expect(checkSchema({ properties: many })).toHaveLength(20);
  });

  it('cannot be used with two parts of one name', () => {
    const schema = { $defs: { a: { $id: 'https://example.com/a' }, b: { $id: 'https://example.com/a', title: 'b' } } };
    expect(checkSchema(schema)).toMatchObject([{ pointer: '', message: expect.stringContaining('$id') }]);
  });

  it('allows what ends at some value', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
    expect(checkSchema(tree)).toEqual([]);
  });

  it('works in a child, which has the files it needs', async () => {
    expect(await checkInChild({ type: 'nonsense' })).toMatchObject([{ pointer: '/type' }]);
    expect(await checkInChild(invoice)).toEqual([]);
  });
});
