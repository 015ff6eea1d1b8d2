import { describe, expect, it } from 'vitest';
import { KnownNames, sampleOf } from './liquid-known.ts';

const schema = {
  type: 'object',
  properties: {
    customer: { $ref: '#/$defs/person' },
    items: {
      type: 'array',
      items: { allOf: [{ $ref: '#/$defs/item' }, { properties: { note: { type: 'string' } } }] },
    },
    open: { type: 'object' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  $defs: {
    person: {
      type: 'object',
      properties: { name: { type: 'string', default: 'Ann' }, boss: { $ref: '#/$defs/person' } },
    },
    item: { type: 'object', properties: { price: { type: 'number' } } },
  },
};

describe('KnownNames', () => {
  it('knows what the schema declares', () => {
    const known = new KnownNames(undefined, schema);
    const paths = [
      ['customer', 'boss', 'boss', 'name'],
      ['items', 0, 'price'],
      ['items', 'first', 'note'],
      ['items', 'size'],
      ['open', 'anything', 'at', 'all'],
      ['labels', 'x'],
    ];
    for (const path of paths) expect(known.has(path), path.join('.')).toBe(true);
    expect(known.missingAt(['customer', 'boss', 'nmae'])).toEqual({ at: 2, known: ['name', 'boss'] });
    expect(known.missingAt(['itmes'])).toMatchObject({ at: 0, known: ['customer', 'items', 'open', 'labels'] });
    expect(known.missingAt(['items', 0, 'prise'])).toMatchObject({ at: 2, known: ['price', 'note'] });
    expect(known.missingAt(['labels', 'x', 'y'])).toMatchObject({ at: 2 });
  });

  it('knows what the data has, and nothing of its prototypes', () => {
    const known = new KnownNames({ a: [{ b: 1 }], c: null }, undefined);
    for (const path of [['a', 0, 'b'], ['a', 'last', 'b'], ['a', 'size'], ['c']]) expect(known.has(path)).toBe(true);
    for (const path of [['a', 1], ['constructor'], ['a', 'map'], ['__proto__']]) expect(known.has(path)).toBe(false);
  });

  it('comes to an end with a schema that refers to itself alone', () => {
    expect(new KnownNames(undefined, { $ref: '#' }).has(['a'])).toBe(false);
    expect(sampleOf({ $ref: '#' })).toEqual({});
  });
});

describe('sampleOf', () => {
  it('makes data that has every declared name', () => {
    const sample = sampleOf(schema) as { customer: { name: string; boss: { name: string } }; items: object[] };
    expect(sample.customer.name).toBe('Ann');
    expect(sample.customer.boss.name).toBe('Ann');
    expect(sample.items).toEqual([{ price: 1, note: 'text' }]);
    expect(sampleOf({ enum: ['x', 'y'] })).toBe('x');
    expect(sampleOf({ type: 'boolean' })).toBe(true);
  });
});
