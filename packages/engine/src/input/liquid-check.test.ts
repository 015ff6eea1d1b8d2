import { describe, expect, it } from 'vitest';
import { checkJob } from './liquid-check.ts';
import type { CheckJob } from './template-protocol.ts';

const check = (content: string, over: Partial<CheckJob> = {}) =>
  checkJob({
    task: 'check',
    parts: { content },
    snippets: {},
    escapeMode: 'html',
    files: {},
    strictVariables: false,
    ...over,
  });

const data = () => ({
  customer: { name: 'CANARY-4711', address: { city: 'CANARY-4711' } },
  items: [{ title: 'CANARY-4711', price: 1 }],
});

describe('checkJob', () => {
  it('finds nothing in a template without a mistake', () => {
    const template = '{{ customer.name }}{% for i in items %}{{ i.title }}{{ i.price | money: "EUR" }}{% endfor %}';
    expect(check(template, { data: data() })).toEqual({
      errors: [],
      warnings: [],
      variables: ['customer.name', 'items'],
    });
  });

  it('finds several errors, each with its place', () => {
    const template = '{{ a | upcse }}\n{% if x %}{{ b | nosuch }}{% endif %}\n{% asign c = 1 %}';
    expect(check(template).errors).toEqual([
      {
        part: 'content',
        line: 1,
        column: 1,
        message: 'The filter "upcse" is not known. Did you mean "upcase"?',
        nearest: 'upcase',
      },
      { part: 'content', line: 2, column: 11, message: 'The filter "nosuch" is not known.' },
      {
        part: 'content',
        line: 3,
        column: 1,
        message: 'The tag "asign" is not known. Did you mean "assign"?',
        nearest: 'assign',
      },
    ]);
  });

  it.each([
    ['{{ a', 'An output "{{" is not closed with "}}".'],
    ['{% for x %}{% endfor %}', 'A loop needs the form "item in list".'],
    ['{% if a %}', 'The tag "if" is not closed with "{% endif %}".'],
  ])('tells of %s', (template, message) => {
    expect(check(template).errors).toEqual([expect.objectContaining({ line: 1, column: 1, message })]);
  });

  it('looks at all parts and snippets', () => {
    const { errors } = check('{{ a | x1 }}', {
      parts: { content: '{{ a | x1 }}', header: '{{ a | x2 }}', footer: '{{ a | x3 }}' },
      snippets: { s: '\n{{ a | x4 }}', unused: "{% render 'nope' %}" },
    });
    expect(errors.map(({ part, snippet, line, message }) => [part, snippet, line, message])).toEqual([
      ['content', 's', 2, 'The filter "x4" is not known.'],
      ['content', 'unused', 1, 'There is no snippet "nope".'],
      ['content', undefined, 1, 'The filter "x1" is not known.'],
      ['header', undefined, 1, 'The filter "x2" is not known.'],
      ['footer', undefined, 1, 'The filter "x3" is not known.'],
    ]);
  });

  it('finds snippets that do not exist, also within tags', () => {
    const template = "{% if a %}{% for b in c %}\n{% render 'adress' %}{% endfor %}{% endif %}";
    expect(check(template, { snippets: { address: 'x' } }).errors).toEqual([
      {
        part: 'content',
        line: 2,
        column: 1,
        message: 'There is no snippet "adress". Did you mean "address"?',
        nearest: 'address',
      },
    ]);
  });

  it('finds variables that the sample data does not have, through loops, assignments and snippets', () => {
    const template =
      '{{ customer.adress.city }}\n{% for i in items %}{{ i.titel }}{% endfor %}{% assign c = customer %}{{ c.nme }}' +
      "{% if false %}{{ custmer }}{% endif %}{% render 'row', item: items[0] %}";
    const { errors, warnings } = check(template, { data: data(), snippets: { row: '{{ item.prise }}' } });
    expect(errors).toEqual([]);
    expect(
      warnings.map(({ variable, nearest, line, column, snippet }) => [variable, nearest, line, column, snippet]),
    ).toEqual(
      expect.arrayContaining([
        ['customer.adress.city', 'address', 1, 4, undefined],
        ['i.titel', 'title', 2, 24, undefined],
        ['c.nme', 'name', 2, 74, undefined],
        ['custmer', 'customer', 2, 99, undefined],
        ['item.prise', 'price', 1, 4, 'row'],
      ]),
    );
    expect(warnings).toHaveLength(5);
    expect(JSON.stringify(warnings)).not.toContain('CANARY');
  });

  const schema = {
    properties: {
      customer: { $ref: '#/$defs/customer' },
      items: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
      extra: { type: 'object' },
    },
    $defs: { customer: { type: 'object', properties: { name: { type: 'string' }, vat: { type: 'string' } } } },
  };

  it('accepts what the schema declares, and takes it for sample data when there is none', () => {
    const template =
      '{{ customer.vat }}{{ extra.anything }}{% for i in items %}{{ i.title }}{{ i.titel }}{% endfor %}{{ customer.vatt }}';
    for (const sample of [{}, { data: { customer: { name: 'A' }, items: [{ title: 'B' }], extra: { anything: 1 } } }]) {
      expect(check(template, { schema, ...sample }).warnings.map(({ variable }) => variable)).toEqual([
        'i.titel',
        'customer.vatt',
      ]);
    }
  });

  it('checks the sample data against the schema', () => {
    const { errors } = check('x', { schema, data: { customer: 'CANARY' } });
    expect(errors).toEqual([{ part: 'content', message: '"data.customer" breaks the rule "type" of the schema.' }]);
    expect(check('x', { schema: { $ref: '#/nowhere' } }).errors).toHaveLength(1);
  });

  it('tells what keeps the sample from being rendered', () => {
    expect(check("{{ customer.name | money: 'EUR' }}", { data: data() }).errors).toEqual([
      expect.objectContaining({ line: 1, message: 'The filter "money" needs a number, or a text such as "1234.50".' }),
    ]);
    expect(check('{{ nope }}{% if nope %}{% endif %}', { data: data(), strictVariables: true }).errors).toEqual([
      expect.objectContaining({ variable: 'nope', message: 'The data has no "nope".' }),
    ]);
    expect(check('{% if nope %}{% endif %}', { data: data(), strictVariables: true }).errors).toEqual([]);
    expect(check("{% render 'a' %}", { data: data(), snippets: { a: "{% render 'a' %}" } }).errors).toHaveLength(1);
  });

  it('knows the print variables of headers', () => {
    const header = '{{page}} {{ data.customer.name }} {{ customer.name }} {{ data.custmer }}';
    const result = check('', { parts: { content: '', header }, data: data() });
    expect(result.warnings.map(({ part, variable }) => [part, variable])).toEqual([['header', 'data.custmer']]);
    expect(result.variables).toEqual(['custmer', 'customer.name']);
  });

  it('says nothing of variables when there is nothing to know them by', () => {
    expect(check('{{ a.b[0].c }}{{ a[d].e }}')).toEqual({
      errors: [],
      warnings: [],
      variables: ['a', 'a.b[0].c', 'd'],
    });
  });
});
