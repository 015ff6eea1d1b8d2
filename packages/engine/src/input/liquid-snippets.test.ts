import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const render = (template: string, snippets: Record<string, string>, data: Record<string, unknown> = {}) =>
  renderLiquid(template, data, { snippets });

describe('snippets', () => {
  it.each([
    ["{% render 'a' %}", { a: 'text' }, 'text'],
    ["{% render 'a', name: who %}", { a: 'Dear {{ name }}{{ who }}' }, 'Dear &lt;Ann&gt;'],
    ["{% render 'a' for list as item %}", { a: '{{ item }}{{ forloop.index }} ' }, 'x1 y2 '],
    ["{% render 'a' with who as name %}", { a: '{{ name | upcase }}' }, '&lt;ANN&gt;'],
    ["{% include 'a' %}{{ made }}", { a: '{% assign made = who %}{{ who }}' }, '&lt;Ann&gt;&lt;Ann&gt;'],
    ["{% assign s = 'a' %}{% include s %}", { a: 'chosen' }, 'chosen'],
    ["{% for i in list %}{% render 'row', i: i %}{% endfor %}", { row: '[{{ i }}]' }, '[x][y]'],
    ["{% render 'a' %}", { a: "{% render 'b' %}", b: 'deep' }, 'deep'],
    ["{% render 'parts/foot.html' %}", { 'parts/foot.html': 'foot' }, 'foot'],
    [
      "{% layout 'page' %}{% block body %}<b>{{ who }}</b>{% endblock %}",
      { page: '<main>{% block body %}none{% endblock %}</main>{% block foot %}foot{% endblock %}' },
      '<main><b>&lt;Ann&gt;</b></main>foot',
    ],
    [
      "{% layout 'page' %}{% block body %}{{ block.super }}!{% endblock %}",
      { page: '{% block body %}<i>{{ who }}</i>{% endblock %}' },
      '<i>&lt;Ann&gt;</i>!',
    ],
    ["{% layout 'page' %}whole", { page: '({% block %}{% endblock %})' }, '(whole)'],
  ])('%s with %j prints %s', (template, snippets, expected) => {
    expect(render(template, snippets, { who: '<Ann>', list: ['x', 'y'] })).toBe(expected);
  });

  it('keep variables of a rendered snippet apart', () => {
    expect(render("{% render 'a' %}[{{ made }}]", { a: '{% assign made = 1 %}{{ who }}' }, { who: 'Ann' })).toBe('[]');
  });

  it('may render themselves as long as that ends', () => {
    const tree = "{{ node.name }}{% for child in node.children %}({% render 'tree', node: child %}){% endfor %}";
    const node = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }, { name: 'd' }] };
    expect(render("{% render 'tree', node: node %}", { tree }, { node })).toBe('a(b(c))(d)');
  });

  it.each([
    ["{% render 'adress' %}", 'There is no snippet "adress". Did you mean "address"?'],
    ["{% include 'other' %}", 'There is no snippet "other".'],
    ["{% layout 'adress' %}", 'There is no snippet "adress". Did you mean "address"?'],
    ["{% include '/etc/passwd' %}", 'There is no snippet of this name.'],
    ["{% render '../../../../etc/passwd' %}", 'There is no snippet of this name.'],
    ["{% layout '/etc/passwd' %}", 'There is no snippet of this name.'],
    ["{% include './address' %}", 'There is no snippet of this name.'],
    ['{% include name %}', 'There is no snippet of this name.'],
    ["{% include 'constructor' %}", 'There is no snippet "constructor".'],
    ["{% render '__proto__' %}", 'There is no snippet "__proto__".'],
    ["{% render 'a' %}", 'Snippets are nested more than 50 deep.'],
    ["{% include 'a' %}", 'Snippets are nested more than 50 deep.'],
    ["{% render 'b' %}", 'Snippets are nested more than 50 deep.'],
    ["{% layout 'self' %}", 'Snippets are nested more than 50 deep.'],
    ["{% for i in (1..10) %}{% render 'wide' %}{% endfor %}", 'Snippets are nested more than 50 deep.'],
  ])('%s is refused: %s', (template, message) => {
    const snippets = {
      address: 'x',
      a: "{% render 'a' %}{% include 'a' %}",
      b: "{% render 'c' %}",
      c: "{% include 'b' %}",
      self: "{% layout 'self' %}",
      wide: "{% for i in (1..10) %}{% render 'wide' %}{% endfor %}",
    };
    expect(() => render(template, snippets, { name: '/etc/CANARY' })).toThrow(message);
    expect(() => render(template, snippets, { name: '/etc/CANARY' })).not.toThrow(/CANARY|passwd|ENOENT/);
  });

  it('have their place named when they are wrong', () => {
    expect(() => render("\n{% render 'a' %}", { a: 'x\n {{ y | upcse }}' })).toThrow(
      'Snippet "a", line 2, column 2: The filter "upcse" is not known. Did you mean "upcase"?',
    );
    expect(() => render("{% render 'a' %}", { a: '{{ 1 | money }}' })).toThrow('Snippet "a", line 1, column 1: ');
  });

  it('read nothing but what they are given', () => {
    const a = '{{ o.constructor.name }}{{ o.__proto__ }}{{ "a".constructor }}{{ constructor }}{{ __proto__ }}';
    expect(render("{% render 'a', o: o %}{% include 'a' %}", { a }, { o: { x: 1 } })).toBe('');
  });
});
