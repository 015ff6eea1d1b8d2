import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';
import { markupFilters } from './liquid-filters.ts';

const render = (template: string, data: Record<string, unknown> = {}) => renderLiquid(template, structuredClone(data));

function faultOf(template: string, data: Record<string, unknown> = {}): string {
  try {
    renderLiquid(template, data);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the template was rendered');
}

const REFERENCES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#34;': '"', '&#39;': "'" };
const decode = (html: string) => html.replace(/&(?:amp|lt|gt|#34|#39);/g, (reference) => REFERENCES[reference] ?? '');

/** Text in which every character matters to HTML, to references or to Liquid. */
const hostileText = fc.string({ unit: fc.constantFrom(...'<>&"\';#%ltamp3C {}|\\\n'), maxLength: 30 });

describe('printing', () => {
  it('shows any text of the data as it is', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = render('{{ text }}', { text });
        expect(html).not.toMatch(/[<>"']/);
        expect(decode(html)).toBe(text);
      }),
    );
  });

  it('escapes by hand exactly like by itself', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(render('{{ text | escape }}', { text })).toBe(render('{{ text }}', { text }));
        expect(render('{{ text | escape | escape }}', { text })).toBe(render('{{ text }}', { text }));
      }),
    );
  });

  it('lets no chain of filters print markup of the data', () => {
    const meantToPrintMarkup = ['raw', 'json', 'jsonify', 'inspect', 'newline_to_br'];
    const names = [
      ...Object.keys(markupFilters),
      'url_decode',
      'base64_decode',
      'url_encode',
      'concat',
      'push',
      'date',
    ];
    const filter = fc.tuple(
      fc.constantFrom(...names.filter((name) => !meantToPrintMarkup.includes(name))),
      fc.constantFrom('', ': a', ': a, b', ': 2, a', ': captured', ': a, captured'),
    );
    const start = fc.constantFrom('a', 'list', 'captured', 'a | escape', 'a | escape | split: b');
    const chains = fc.tuple(start, fc.array(filter, { minLength: 1, maxLength: 4 }), hostileText, hostileText);
    fc.assert(
      fc.property(chains, ([value, filters, a, b]) => {
        const chain = filters.map(([name, args]) => ` | ${name}${args}`).join('');
        const template = `{% capture captured %}{{ a }}{% endcapture %}{{ ${value}${chain} }}`;
        let html = '';
        try {
          html = render(template, { a, b, list: [a, b] });
        } catch {
          // Many chains make no sense; what they print is nothing.
        }
        expect(html).not.toMatch(/[<>"']/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads back what "json" writes into a script, and never ends the script', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const html = render('{{ value | json }}', { value });
        expect(html).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(html)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('marked text', () => {
  const data = { v: '<b>&', list: ['<i>', '<u>'], empty: '', path: 'a&b c', lt: '<', amp: '&', quote: '"' };

  it.each([
    // Printed once escaped, whatever happened between.
    ['{{ v | escape | upcase }}', '&LT;B&GT;&AMP;'],
    ['{{ v | escape | append: "<br>" }}', '&lt;b&gt;&amp;<br>'],
    ['{{ v | escape | append: v }}', '&lt;b&gt;&amp;&lt;b&gt;&amp;'],
    ['{{ v | escape | prepend: "<br>" }}', '<br>&lt;b&gt;&amp;'],
    ['{{ v | escape | replace: "&lt;", "[" }}', '[b&gt;&amp;'],
    ['{{ "a,b" | escape | replace: ",", v }}', 'a&lt;b&gt;&amp;b'],
    ['{{ "a,b,c" | escape | replace_first: ",", "<br>" }}', 'a<br>b,c'],
    ['{{ "a,b,c" | escape | replace_last: ",", v }}', 'a,b&lt;b&gt;&amp;c'],
    ['{{ "a-b-c" | escape | split: "-" | join: "<br>" }}', 'a<br>b<br>c'],
    ['{{ "<-b-c" | escape | split: "-" | first }}', '&lt;'],
    ['{{ v | escape | slice: 0, 4 }}', '&lt;'],
    ['{{ v | escape | strip_html }}', '&lt;b&gt;&amp;'],
    ['{{ "one two three" | escape | truncate: 9, "<i>…</i>" }}', 'o<i>…</i>'],
    ['{{ "one & two" | escape | truncatewords: 1, v }}', 'one&lt;b&gt;&amp;'],
    ['{{ v | escape | default: "none" }}', '&lt;b&gt;&amp;'],
    ['{{ path | escape | uri_escape }}', 'a&amp;b%20c'],
    ['{{ path | escape | url_encode }}', 'a%26amp%3Bb+c'],
    ['{% assign z = v | escape %}{{ z }}{{ z | downcase }}', '&lt;b&gt;&amp;&lt;b&gt;&amp;'],
    ['{% capture c %}<p>{{ v }}</p>{% endcapture %}{{ c }}', '<p>&lt;b&gt;&amp;</p>'],
    ['{% capture c %}{{ v }} &amp; co{% endcapture %}{{ c | escape }}', '&lt;b&gt;&amp; &amp; co'],
    ['{% capture c %}<br>{% endcapture %}{{ v | append: c }}', '&lt;b&gt;&amp;<br>'],
    ['{% capture c %}<br>{% endcapture %}{{ "x&y&z" | replace: "&", c }}', 'x<br>y<br>z'],
    ['{% capture c %}<br>{% endcapture %}{{ "x&y&z" | replace_first: "&", c }}', 'x<br>y&amp;z'],
    ['{% capture c %}<br>{% endcapture %}{{ "x&y&z" | replace_last: "&", c }}', 'x&amp;y<br>z'],
    ['{% capture c %}<br>{% endcapture %}{{ list | join: c }}', '&lt;i&gt;<br>&lt;u&gt;'],
    ['{% capture c %}<br>{% endcapture %}{{ list | array_to_sentence_string: c }}', '&lt;i&gt; <br> &lt;u&gt;'],
    ['{% capture c %}<i>…</i>{% endcapture %}{{ "a<b>c<d>e" | truncate: 5, c }}', '<i>…</i>'],
    ['{% capture c %}…{% endcapture %}{{ "a<b>c<d>e" | truncate: 5, c }}', 'a&lt;b&gt;…'],
    ['{% capture c %}<i>…</i>{% endcapture %}{{ "a<b" | truncate: 5, c }}', 'a&lt;b'],
    ['{% capture c %}<i>…</i>{% endcapture %}{{ "a< b c" | truncatewords: 2, c }}', 'a&lt; b<i>…</i>'],
    ['{% capture c %}<b>{% endcapture %}{{ empty | default: c }}', '<b>'],
    ['{% capture c %}<b>{% endcapture %}{% assign l = list | push: c %}{{ l }}', '&lt;i&gt;&lt;u&gt;<b>'],
    ['{% capture c %}<b>{% endcapture %}{% cycle c, v %}', '<b>'],
    [
      '{% for i in list %}{% cycle v, "x" %}{% cycle "g": "1", "2" %}{% endfor %}{% cycle "g": "1", "2" %}',
      '&lt;b&gt;&amp;1x21',
    ],
    ['{% cycle v | raw %}{% echo v | raw %}{% echo v %}{% echo %}', '<b>&<b>&&lt;b&gt;&amp;'],
    ['{% capture c %}<b>{% endcapture %}{% echo c %}', '<b>'],
    ['{% liquid assign z = v | escape\n echo z %}', '&lt;b&gt;&amp;'],
    ['{{ v | newline_to_br }}{{ "a<\nb" | newline_to_br }}', '&lt;b&gt;&amp;a&lt;<br />\nb'],
    ['{{ "&lt;<" | escape_once }}', '&lt;&lt;'],
    ['{{ v | xml_escape }}', '&lt;b&gt;&amp;'],
    ['{{ v | raw }}{% assign r = v | raw %}{{ r | upcase }}', '<b>&<B>&'],
    ['{{ list | raw }}', '<i><u>'],
    // Text of the data is looked for as text, so it takes no quote or bracket of the author away.
    ['{{ v | escape | replace: lt, "[" | remove: amp }}', '[b&gt;'],
    [
      '{% capture c %}<i title="{{ v }}">{% endcapture %}{{ c | remove: quote | replace: lt, "" }}',
      '<i title="b&gt;&amp;">',
    ],
    ['{% capture c %}<i title="a">{% endcapture %}{{ c | split: quote | join: "" }}', '<i title="a">'],
    ['{% capture c %}<i title="a">{% endcapture %}{{ c | remove: "<i " }}', 'title="a">'],
    // Without a mark: everything is text of the data.
    ['{{ list }}', '&lt;i&gt;&lt;u&gt;'],
    ['{{ list | join: "<br>" }}', '&lt;i&gt;&lt;br&gt;&lt;u&gt;'],
    ['{{ "<b>" }}', '&lt;b&gt;'],
    ['{{ "%3Cb%3E" | escape | url_decode }}', '&lt;b&gt;'],
    ['{{ "PGI+" | escape | base64_decode }}', '&lt;b&gt;'],
    // JSON is for scripts; for an attribute it is escaped.
    ['{{ list | json }}', '["\\u003ci\\u003e","\\u003cu\\u003e"]'],
    ['{{ list | json | escape }}', '[&#34;\\u003ci\\u003e&#34;,&#34;\\u003cu\\u003e&#34;]'],
    ['{% assign j = list | json %}{{ j }}', '["\\u003ci\\u003e","\\u003cu\\u003e"]'],
    ['{{ missing | json }}', 'null'],
    ['{% capture c %}<b>{% endcapture %}{{ c | json }}', '"\\u003cb\\u003e"'],
  ])('%s prints %s', (template, expected) => {
    expect(render(template, data)).toBe(expected);
  });

  it.each([
    ['{% capture c %} {% endcapture %}{% if c == blank %}blank{% endif %}', 'blank'],
    ['{% capture c %}{% endcapture %}{% if c == empty %}empty{% endif %}', 'empty'],
    ['{% capture c %}x{% endcapture %}{% if c == "x" and "x" == c and c != "y" %}equal{% endif %}', 'equal'],
    ['{% capture c %}axb{% endcapture %}{% if c contains "x" %}contains{% endif %}', 'contains'],
    ['{% capture c %}x{% endcapture %}{% case c %}{% when "x" %}case{% endcase %}', 'case'],
    ['{% capture c %}x{% endcapture %}{% if list contains c %}yes{% else %}no{% endif %}', 'no'],
    ['{% capture c %}12{% endcapture %}{{ c | plus: 1 }} {{ c.size }} {{ c | size }}', '13 2 2'],
    ['{% assign l = "b,a,b" | escape | split: "," %}{{ l | uniq | sort | join: " " }}', 'a b'],
    [
      '{% assign g = list | group_by_exp: "i", "i | size | escape" %}{{ g.size }}: {{ g[0].items }}',
      '1: &lt;i&gt;&lt;u&gt;',
    ],
    ['{% capture c %}x{% endcapture %}[{{ c.constructor }}{{ c.toString }}{{ c.text }}{{ c.kind }}]', '[]'],
  ])('compares and counts like text: %s', (template, expected) => {
    expect(render(template, data)).toBe(expected);
  });
});

describe('data', () => {
  it('is never parsed as a template or an expression', () => {
    const data = { v: '{{ 7 | times: 7 }}{% raw %}', list: [1], exp: 'i | append: "<b>"', key: '{{ v }}' };
    expect(render('{{ v }}', data)).toBe('{{ 7 | times: 7 }}{% raw %}');
    expect(faultOf('{{ list | group_by_exp: "i", exp }}', data)).toBe(
      'Line 1, column 1: The filter "group_by_exp" needs its expression in quotes.',
    );
    expect(faultOf('{{ list | where_exp: "i", "list | where_exp: \'j\', exp" }}', data)).toMatch(/in quotes\.$/);
  });

  it('is read by its own properties only', () => {
    const names = [
      'constructor',
      '__proto__',
      'toString',
      'constructor.name',
      'constructor.constructor',
      '__proto__.x',
    ];
    const owners = ['o', 'list', '"text"', '1', 'forloop', 'o.a', 'list.first'];
    const reads = owners.flatMap((owner) => names.map((name) => `{{ ${owner}.${name} }}`)).join('');
    const bare = names.map((name) => `{{ ${name} }}`).join('');
    expect(render(`{% for i in list %}${reads}${bare}{% endfor %}`, { o: { a: 1 }, list: [1] })).toBe('');
    expect(render('{{ list | sort: "__proto__" | map: "constructor" }}', { list: [{ a: 1 }] })).toBe('');
    expect(render('{{ o.constructor }}{{ o.length }}', { o: { constructor: 'Lotus', length: 3 } })).toBe('Lotus3');
  });

  it('cannot reach the prototypes of objects', () => {
    const data = JSON.parse(
      '{"__proto__":{"polluted":1},"o":{"__proto__":{"polluted":1},"a":[{"__proto__":{"p":1}}]}}',
    );
    expect(renderLiquid('[{{ polluted }}{{ o.polluted }}{{ o.a[0].p }}{{ o | json }}]', data)).toBe('[{"a":[{}]}]');
    render('{% assign __proto__ = o %}{% increment __proto__ %}{% capture constructor %}x{% endcapture %}', {
      o: { p: 1 },
    });
    expect(Reflect.get({}, 'p')).toBeUndefined();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('shows times in the zone that they are written with', () => {
    const data = { offset: '2024-01-15T23:30:00+08:00', utc: '2024-01-15T23:30:00Z' };
    const template = '{{ offset | date: "%d %H:%M %z" }}, {{ utc | date: "%d %H:%M" }}, {{ 0 | date: "%B", "UTC" }}';
    expect(render(template, data)).toBe('15 23:30 +0800, 15 23:30, January');
  });
});

describe('faults', () => {
  it.each([
    ['\n {{ x | upcse }}', 'Line 2, column 2: The filter "upcse" is not known. Did you mean "upcase"?'],
    ['{{ x | constructor }}', 'Line 1, column 1: The filter "constructor" is not known.'],
    ['{{ x | __proto__ }}', 'Line 1, column 1: The filter "__proto__" is not known.'],
    ['{% asign x = 1 %}', 'Line 1, column 1: The tag "asign" is not known. Did you mean "assign"?'],
    ['{% toString %}', 'Line 1, column 1: The tag "toString" is not known.'],
    ['a{% endif %}', 'Line 1, column 2: The tag "endif" has no opening tag that it belongs to.'],
    ['{% if x %}\n{% for i in x %}', 'Line 2, column 1: The tag "for" is not closed with "{% endfor %}".'],
    ['{% capture x %}', 'Line 1, column 1: The tag "capture" is not closed with "{% endcapture %}".'],
    ['{% raw %}{{ x }}', 'Line 1, column 10: The tag "raw" is not closed with "{% endraw %}".'],
    ['ab {{ x', 'Line 1, column 4: An output "{{" is not closed with "}}".'],
    ['{% if x', 'Line 1, column 1: A tag "{%" is not closed with "%}".'],
    ['{{ | upcase }}', 'A value is missing or not valid.'],
    ['{% for x %}{% endfor %}', 'Line 1, column 1: A loop needs the form "item in list".'],
    ['{% assign x 1 %}', 'The tag "assign" needs "=" after the name of the variable.'],
    ['{{ x | append }}', 'Line 1, column 1: The filter "append" needs one argument.'],
    ['{% cycle x | nosuch %}', 'Line 1, column 1: The filter "nosuch" is not known.'],
    ['{{ "%" | url_decode }}', 'Line 1, column 1: A text is not valid for the filter "url_decode".'],
  ])('%j: %s', (template, message) => {
    expect(faultOf(template, { x: ['y'] })).toContain(message);
  });

  it('never quote the data', () => {
    const canary = 'CANARY-4711';
    const data = {
      text: `${canary} | ${canary}`,
      path: `[${canary}`,
      object: { toString: canary, valueOf: canary },
      list: [{ a: canary }],
    };
    const templates = [
      '{{ object }}',
      '{{ object | upcase }}',
      '{{ object | plus: 1 }}',
      '{{ list | where: path, 1 }}',
      '{{ list | find: path, 1 }}',
      '{{ list | group_by: path }}',
      '{{ list | where_exp: "i", text }}',
      '{{ list | find_exp: text, "i | nosuch" }}',
      '{{ "now" | date: "%H", text }}',
      '{{ text | base64_decode }}',
      '{{ "now" | date: object }}',
      '{% for i in list limit: object %}{{ i | times: object }}{{ object }}{% endfor %}',
      '{% tablerow i in list cols: object %}{{ object }}{% endtablerow %}',
    ];
    for (const template of templates) expect(faultOf(template, data), template).not.toContain(canary);
  });

  it('quote only names, and stay short', () => {
    const name = `x${'y'.repeat(300)}`;
    expect(faultOf(`{{ 1 | ${name} }}`)).toBe('Line 1, column 1: A filter is not known.');
    expect(faultOf(`{% ${name} %}`)).toBe('Line 1, column 1: A tag is not known.');
    expect(faultOf(`{% for ${name} %}`).length).toBeLessThanOrEqual(200);
  });
});
