import { describe, expect, it } from 'vitest';
import { renderLiquid, TemplateFailure } from './liquid.ts';

const data = () => ({
  customer: { name: 'CANARY-4711', address: { city: 'CANARY-4711', zip: null } },
  items: [{ title: 'CANARY-4711', price: 1 }],
  key: 'CANARY-4711',
  none: [],
});

function failureOf(template: string, snippets: Record<string, string> = {}): TemplateFailure {
  try {
    renderLiquid(template, data(), { strictVariables: true, snippets });
  } catch (error) {
    if (error instanceof TemplateFailure) return error;
    throw error;
  }
  throw new Error('the template was rendered');
}

describe('strict variables', () => {
  it.each([
    [
      '\n  {{ customer.adress.city }}',
      'Line 2, column 6: The data has no "customer.adress.city": "adress" is missing. Did you mean "address"?',
      'customer.adress.city',
      'address',
    ],
    [
      '{{ custmer.name }}',
      'Line 1, column 4: The data has no "custmer.name". Did you mean "customer"?',
      'custmer.name',
      'customer',
    ],
    ['{{ total }}', 'Line 1, column 4: The data has no "total".', 'total', undefined],
    [
      '{% for item in items %}{{ item.titel }}{% endfor %}',
      'Line 1, column 27: The data has no "item.titel": "titel" is missing. Did you mean "title"?',
      'item.titel',
      'title',
    ],
    [
      '{% for item in itmes %}{% endfor %}',
      'Line 1, column 16: The data has no "itmes". Did you mean "items"?',
      'itmes',
      'items',
    ],
    ['{{ items | append: nope }}', 'Line 1, column 20: The data has no "nope".', 'nope', undefined],
    ["{{ 1 | money: 'EUR', minor: nope }}", 'Line 1, column 29: The data has no "nope".', 'nope', undefined],
    ['{% assign x = nope %}', 'Line 1, column 15: The data has no "nope".', 'nope', undefined],
    ['{% if nope == 1 %}{% endif %}', 'Line 1, column 7: The data has no "nope".', 'nope', undefined],
    ['{% case nope.x %}{% endcase %}', 'The data has no "nope.x".', 'nope.x', undefined],
    ['{{ items[7] }}', 'Line 1, column 4: The data has no "items[7]".', 'items[7]', undefined],
    ['{{ none.first.x }}', 'The data has no "none.first.x": "first" is missing.', 'none.first.x', undefined],
    // A key that comes from the data is not shown.
    ['{{ customer[key].x }}', 'The data has no "customer[…].x".', 'customer[…].x', undefined],
    ['{{ customer.constructor }}', 'The data has no "customer.constructor"', 'customer.constructor', undefined],
  ])('%s: %s', (template, message, variable, nearest) => {
    const failure = failureOf(template);
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain('CANARY');
    expect(failure.fault.code).toBe('template_variable_missing');
    expect(failure.fault.problem).toMatchObject({ part: 'content', variable, ...(nearest ? { nearest } : {}) });
  });

  it('name the snippet in which one is missing', () => {
    const failure = failureOf("{% render 'row', item: items[0] %}", { row: '{{ item.prise }}' });
    expect(failure.message).toBe(
      'Snippet "row", line 1, column 4: The data has no "item.prise": "prise" is missing. Did you mean "price"?',
    );
  });

  it('keep messages short, however long the names are', () => {
    const names = Array.from({ length: 50 }, () => 'x'.repeat(59)).join('.');
    expect(failureOf(`{{ customer.${names} }}`).message.length).toBeLessThanOrEqual(200);
  });

  it.each([
    ['{% if nope %}a{% else %}b{% endif %}', 'b'],
    ['{% if nope or customer.nope and items %}a{% else %}b{% endif %}', 'b'],
    ['{% unless customer.nope %}b{% endunless %}', 'b'],
    ["{{ customer.nope | default: 'b' }}", 'b'],
    ['{{ customer.address.zip }}|{{ items.size }}|{{ items.first.price }}', '|1|1'],
    ['{% assign a = 1 %}{% capture c %}2{% endcapture %}{{ a }}{{ c }}{% increment n %}', '120'],
    ['{% for i in items %}{{ forloop.last }}{% endfor %}', 'true'],
  ])('allow %s', (template, expected) => {
    expect(renderLiquid(template, data(), { strictVariables: true })).toBe(expected);
  });
});
