/** Hostile Liquid templates: what each must come to. */

export interface HostileTemplate {
  readonly name: string;
  readonly template: string;
  readonly data?: Record<string, unknown>;
  readonly snippets?: Readonly<Record<string, string>>;
  /** The text it prints; none where it has to be refused with 422. */
  readonly prints?: string;
}

const times = (text: string, count: number): string => text.repeat(count);
const CANARY = 'CANARY-4711';

/** 350,000 characters of tags that are not closed, and a long list. */
export const hostileData = (): Record<string, unknown> => ({
  x: times('<script', 50_000),
  u: 'javascript:alert(1)" onx="1',
  arr: Array.from({ length: 20_000 }, (_, index) => index),
  canary: CANARY,
});

const DOUBLE = '{% assign s="aaaaaaaaaaaaaaaa" %}';

/** Code that is hidden in names: filters, tags and keys of JavaScript's own objects. */
const names: readonly HostileTemplate[] = [
  { name: 'filter constructor', template: '{{ "return process" | constructor }}' },
  { name: 'filter __proto__', template: '{{ "x" | __proto__ }}' },
  { name: 'filter valueOf', template: '{{ "x" | valueOf }}' },
  { name: 'tag constructor', template: '{% constructor %}' },
  { name: 'tag toString', template: '{% toString %}' },
  { name: 'filter by assign', template: '{% assign f = "constructor" %}{{ "return process" | constructor }}' },
  {
    name: 'keys of prototypes',
    template:
      '{{ x.constructor.name }}|{{ x.__proto__ }}|{{x.toString}}|{{ constructor }}|{{ __proto__ }}|{{ "a".constructor }}',
    data: { x: { a: 1 } },
    prints: '|||||',
  },
  {
    name: 'sort by a prototype',
    template: '{{ arr | sort: "__proto__" | map: "constructor" }}{{ arr.sort.constructor }}',
    prints: '',
  },
  {
    name: 'keys of prototypes in a snippet',
    template: "{% render 'a', x: arr %}",
    snippets: { a: '{{ x.constructor.name }}{{ x.__proto__ }}{{ x.sort.constructor }}{{ globalThis }}{{ process }}' },
    prints: '',
  },
  { name: 'an object where text is needed', template: '{{ o }}', data: { o: { toString: 'a', valueOf: 'b' } } },
  { name: 'an expression of the data', template: '{{ arr | where_exp: "i", canary }}' },
];

/** Files of the machine. */
const files: readonly HostileTemplate[] = [
  { name: 'include of a path', template: '{% include "/etc/passwd" %}' },
  { name: 'render of a path', template: '{% render "../../../../etc/passwd" %}' },
  { name: 'layout of a path', template: '{% layout "/etc/passwd" %}' },
  { name: 'include by the data', template: '{% include x %}', data: { x: '/etc/passwd' } },
  { name: 'a file by the data', template: '{{ x | image_data }}', data: { x: '/etc/passwd' } },
  { name: 'a template within a name', template: '{% render "{{ x }}" %}', data: { x: '/etc/passwd' } },
];

/** Time and memory. */
const bombs: readonly HostileTemplate[] = [
  { name: 'empty loop', template: '{%- for i in (1..50000000) -%}{%- endfor -%}' },
  { name: 'loop with a body', template: '{% for i in (1..50000000) %}a{{i}}{% endfor %}' },
  { name: 'table', template: '{% tablerow i in (1..50000000) %}{% endtablerow %}' },
  {
    name: 'loops in loops',
    template: '{% for a in (1..9000) %}{% for b in (1..9000) %}{{ b }}{% endfor %}{% endfor %}',
  },
  {
    name: 'doubling by append',
    template: `${DOUBLE}{% for i in (1..30) %}{% assign s = s | append: s %}{% endfor %}{{s.size}}`,
  },
  {
    name: 'doubling by capture',
    template: `${DOUBLE}{% for i in (1..30) %}{% capture s %}{{s}}{{s}}{% endcapture %}{% endfor %}{{s.size}}`,
  },
  {
    name: 'doubling by concat',
    template: '{% assign a="1,2,3"|split:"," %}{% for i in (1..32) %}{% assign a=a|concat:a %}{% endfor %}',
  },
  {
    name: 'doubling by replace',
    template: '{% assign s="aaaaaaaa" %}{% for i in (1..8) %}{% assign s=s|replace:"a",s %}{% endfor %}',
  },
  {
    name: 'one replace',
    template:
      '{% assign s="a" %}{% for i in (1..14) %}{% assign s=s|append:s %}{% endfor %}{{ s | replace: "a", s | size }}',
  },
  { name: 'padding of a date', template: '{{ "now" | date: "%999999999d" | size }}' },
  { name: 'padding of a year', template: '{{ "now" | date: "%99999999999Y" | size }}' },
  { name: 'padding of a date with a locale', template: '{{ "now" | date: "%999999999d", "de-DE" | size }}' },
  { name: 'sorting again and again', template: '{% for i in (1..4000) %}{% assign b = arr | sort %}{% endfor %}' },
  { name: 'a snippet in itself', template: "{% render 'a' %}", snippets: { a: "{% render 'a' %}" } },
  { name: 'an include in itself', template: "{% include 'a' %}", snippets: { a: "{% include 'a' %}" } },
  {
    name: 'two snippets in each other',
    template: "{% render 'a' %}",
    snippets: { a: "{% render 'b' %}", b: "{% include 'a' %}" },
  },
  { name: 'a layout in itself', template: "{% layout 'a' %}", snippets: { a: "{% layout 'a' %}" } },
  {
    name: 'a block in itself',
    template: "{% layout 'a' %}{% block b %}{% block b %}{% endblock %}{% endblock %}",
    snippets: { a: '{% block b %}{% block b %}{% endblock %}{% endblock %}' },
  },
  {
    name: 'snippets in each other, ten times each',
    template: "{% render 'a' %}",
    snippets: { a: "{% for i in (1..10) %}{% render 'a' %}{% endfor %}" },
  },
  {
    name: 'doubling by join',
    template:
      '{% assign s = "aaaaaaaa" %}{% for i in (1..40) %}{% assign l = s | split: "" %}{% assign s = l | join: s %}{% endfor %}',
  },
  {
    name: 'doubling by pop and concat',
    template:
      '{% assign a = "1,2" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a | pop | push: 1 %}{% endfor %}',
  },
  {
    name: 'a chain of ten thousand snippets',
    template: "{% render 'a0' %}",
    snippets: Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`a${index}`, `{% render 'a${index + 1}' %}`]),
    ),
  },
  { name: 'replace', template: '{{ x | replace: "<", "&" | size }}', prints: '350000' },
  { name: 'group_by_exp', template: '{% assign b = arr | group_by_exp: "i", "i" %}{{ b.size }}', prints: '20000' },
  { name: 'where_exp', template: '{% assign b = arr | where_exp: "i", "i > 1" %}{{ b.size }}', prints: '19998' },
  { name: 'json with a huge indent', template: '{{ "x" | json: 4000000000 }}', prints: '"x"' },
  { name: 'cycle', template: '{% for i in (1..3) %}{% cycle "a","b" %}{% endfor %}', prints: 'aba' },
  { name: 'increment of a variable of the data', template: '{% increment canary %}{{ n }}', prints: '0' },
  { name: 'strip_html', template: '{{ x | strip_html | size }}', prints: '350000' },
  { name: 'split', template: '{{ x | split: "" | size }}', prints: '350000' },
  { name: 'truncate', template: '{{ "a" | truncate: 5, x | size }}', prints: '1' },
  { name: 'newline_to_br', template: '{{ x | newline_to_br | size }}', prints: '500000' },
  { name: 'url_encode', template: '{{ x | url_encode | size }}', prints: '450000' },
  { name: 'base64', template: '{{ x | base64_encode | size }}', prints: '466668' },
  { name: 'json', template: '{{ x | json | size }}', prints: '600002' },
  { name: 'uniq', template: '{{ arr | uniq | size }}', prints: '20000' },
  { name: 'reverse', template: '{{ arr | reverse | size }}', prints: '20000' },
  { name: 'sum', template: '{{ arr | sum }}', prints: '199990000' },
  { name: 'infinity', template: '{{ 9e999 | times: 9e999 }}', prints: '0' },
  {
    name: 'markdown of brackets',
    template: '{{ m | markdown | size }}',
    data: { m: times('[', 2_000) },
    prints: '2008',
  },
  { name: 'a barcode that is too long', template: "{{ x | barcode: 'code128' }}" },
  { name: 'a QR code that is too long', template: '{{ x | slice: 0, 7000 | qrcode }}' },
  { name: 'a number with a huge exponent', template: "{{ '1e99999999' | money: 'EUR' }}" },
];

/** What cannot be parsed. */
const malformed: readonly HostileTemplate[] = [
  { name: '10 MB', template: times('x', 10_000_000) },
  { name: 'a hundred thousand tags that are not closed', template: times('{%if 1%}', 60_000) },
  { name: 'ten thousand ifs in each other', template: times('{% if 1 %}', 10_000) + times('{% endif %}', 10_000) },
  { name: 'a tag that is not closed', template: '{% for' },
  { name: 'an output that is not closed', template: '{{' },
  { name: 'a filter that is not known', template: '{{ canary | nosuch }}' },
  { name: 'a deep path', template: `{{ ${times('a.', 20_000)}a }}`, prints: '' },
];

/** Data that looks like code. */
const data: readonly HostileTemplate[] = [
  {
    name: 'Liquid in the data',
    template: '{{ v }}',
    data: { v: '{{ 7 | times: 7 }}{% raw %}' },
    prints: '{{ 7 | times: 7 }}{% raw %}',
  },
  {
    name: 'a script in text',
    template: '{{ v }}',
    data: { v: '</script><script>alert(1)</script>' },
    prints: '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
  },
  {
    name: 'a script in a script',
    template: '<script>{{ v | json }}</script>',
    data: { v: '</script><script>alert(1)</script>' },
    prints: '<script>"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"</script>',
  },
  {
    name: 'an address within an address',
    template: '<a href="/?q={{ v | url_encode }}">',
    data: { v: '"><script>&' },
    prints: '<a href="/?q=%22%3E%3Cscript%3E%26">',
  },
  {
    name: 'a style that would end',
    template: '<style>p{content:"{{ v }}"}</style>',
    data: { v: '</style><script>' },
    prints: '<style>p{content:"&lt;/style&gt;&lt;script&gt;"}</style>',
  },
  {
    name: 'a quote in an attribute',
    template: '<a href="{{ u }}">',
    prints: '<a href="javascript:alert(1)&#34; onx=&#34;1">',
  },
];

export const HOSTILE_TEMPLATES = { names, files, bombs, malformed, data };
