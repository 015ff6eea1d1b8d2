import { describe, expect, it } from 'vitest';
import { TemplateFailure } from './liquid.ts';
import { checkData } from './liquid-schema.ts';

const schema = {
  type: 'object',
  required: ['number', 'items'],
  additionalProperties: false,
  properties: {
    number: { type: 'string', pattern: '^A-\\d+$' },
    items: { type: 'array', minItems: 1, items: { $ref: '#/$defs/item' } },
    note: { type: 'string' },
  },
  $defs: { item: { type: 'object', required: ['price'], properties: { price: { type: 'number', minimum: 0 } } } },
};

function failureOf(data: unknown, rules: object | boolean = schema): TemplateFailure {
  try {
    checkData(data, rules);
  } catch (error) {
    if (error instanceof TemplateFailure) return error;
    throw error;
  }
  throw new Error('the data was accepted');
}

describe('checkData', () => {
  it('accepts what fits', () => {
    expect(() => checkData({ number: 'A-1', items: [{ price: 0 }] }, structuredClone(schema))).not.toThrow();
    expect(() => checkData({ anything: 1 }, true)).not.toThrow();
  });

  it('names the places and the rules, not the values', () => {
    const data = { number: 'CANARY', items: [{ price: -4711 }, {}, { price: 'CANARY' }] };
    const { fault, message } = failureOf(data);
    expect(fault.code).toBe('invalid_request');
    expect(fault.issues).toEqual(
      expect.arrayContaining([
        { pointer: '/data/number', detail: '"data.number" breaks the rule "pattern" of the schema.' },
        { pointer: '/data/items/0/price', detail: '"data.items.0.price" breaks the rule "minimum" of the schema.' },
        { pointer: '/data/items/1', detail: '"data.items.1" lacks "price" (rule "required") of the schema.' },
        { pointer: '/data/items/2/price', detail: '"data.items.2.price" breaks the rule "type" of the schema.' },
      ]),
    );
    expect(fault.issues).toHaveLength(4);
    expect(JSON.stringify(fault) + message).not.toMatch(/CANARY|4711/);
  });

  it('tells what the schema does not allow', () => {
    const data = { number: 'A-1', items: [{ price: 1 }], other: 'CANARY' };
    expect(failureOf(data).fault.issues).toEqual([
      { pointer: '/data/other', detail: '"data.other" is not allowed by the rules of the schema.' },
    ]);
  });

  it('writes names as the data has them', () => {
    expect(failureOf({ 'é [a/b]': 1 }, { additionalProperties: { type: 'string' } }).fault.issues).toMatchObject([
      { pointer: '/data/é [a~1b]' },
    ]);
  });

  it('tells what is missing at the top', () => {
    expect(failureOf({ items: [{ price: 1 }] }).message).toBe(
      'The data lacks "number" (rule "required") of the schema.',
    );
    expect(failureOf({}, false).fault.code).toBe('invalid_request');
  });

  it('does not show keys that only look like a rule', () => {
    const data = { 'a"b': { type: 1 } };
    expect(failureOf(data, { additionalProperties: { type: 'string' } }).fault.issues).toHaveLength(1);
  });

  it.each([{ $ref: '#/nowhere' }, { $ref: 'https://example.com/s.json' }, { pattern: '(' }])(
    'refuses the schema %j',
    (rules) => {
      const { fault } = failureOf('text', rules);
      expect(fault.code).toBe('template_error');
      expect(fault.problem.message).toContain('The schema of the template cannot be used');
    },
  );

  it('tells at most twenty', () => {
    const items = Array.from({ length: 100 }, () => ({}));
    expect(failureOf({ number: 'A-1', items }).fault.issues).toHaveLength(20);
  });
});
