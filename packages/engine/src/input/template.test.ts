import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { useTemplateChild } from '../testing/template-child.ts';
import { problemText } from './liquid-fault.ts';
import { checkTemplate, renderTemplate } from './template.ts';
import { endWaitingProcesses } from './template-pool.ts';

afterAll(endWaitingProcesses);

const render = async (template: string, data: Record<string, unknown> = {}) =>
  (await renderTemplate({ template, data })).html;
/** The same, in the child of the render before: for what any child answers. To start one takes longer than most of them. */
const AGAIN = { group: 'again' } as const;
const renderAgain = async (template: string, data: Record<string, unknown> = {}) =>
  (await renderTemplate({ template, data }, AGAIN)).html;

async function errorOf(promise: Promise<unknown>): Promise<EngineError> {
  const error = await promise.then(
    () => new Error('the template was rendered'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof EngineError)) throw error;
  return error;
}

/** A message of one line with these words, and nothing of the data, the machine or our code. */
function expectPlain(message: string, words = ''): void {
  expect(message).toContain(words);
  expect(message.length).toBeLessThanOrEqual(200);
  expect(message).not.toMatch(/CANARY|passwd|\.ts|node_modules|file:|\n/);
}

/** Renders in which one filter runs for hours, without a place where it could be asked to stop. */
const ENDLESS = '{{ list | has_exp: "i", "list | has_exp: \'j\', \'j < 0\'" }}';
const endlessData = () => ({ list: Array.from({ length: 200_000 }, (_, index) => index) });

describe('renderTemplate', () => {
  it('fills a template with data', async () => {
    const template = `<h1>Invoice {{ number }}</h1>
{%- for item in items %}
<p>{{ forloop.index }}. {{ item.name | upcase }}: {{ item.price | times: item.count | round: 2 }}</p>
{%- else %}nothing{% endfor %}
{% if total > 100 %}{{ date | date: "%d %B %Y" }}{% endif %}`;
    const items = [
      { name: 'Tea & milk', price: 2.505, count: 2 },
      { name: 'Çay', price: 100, count: 1 },
    ];
    await expect(renderAgain(template, { number: 'A-7', items, total: 105.01, date: '2024-02-29' })).resolves.toBe(
      `<h1>Invoice A-7</h1>
<p>1. TEA &amp; MILK: 5.01</p>
<p>2. ÇAY: 100</p>
29 February 2024`,
    );
  });

  it('prints nothing for what the data does not have', async () => {
    await expect(renderAgain('[{{ a }}{{ a.b.c }}{{ list[9] }}]', { list: [] })).resolves.toBe('[]');
  });

  it('escapes once, by itself or by hand, and keeps JSON in scripts whole', async () => {
    const data = { v: '<b>&"\'', o: { x: '</script><script>\u2028&' }, attack: '"><script>alert(1)</script>' };
    const rows: [string, string][] = [
      ['{{ v }}', '&lt;b&gt;&amp;&#34;&#39;'],
      ['{{ v | escape }}', '&lt;b&gt;&amp;&#34;&#39;'],
      ['{{ v | escape | upcase }}', '&LT;B&GT;&AMP;&#34;&#39;'],
      ['{% assign z = v | escape %}{{ z }}', '&lt;b&gt;&amp;&#34;&#39;'],
      ['{% capture c %}<i>{{ v }}</i>{% endcapture %}{{ c }}', '<i>&lt;b&gt;&amp;&#34;&#39;</i>'],
      ['{{ v | raw }}', '<b>&"\''],
      ['{{ v | append: "<i>" }}', '&lt;b&gt;&amp;&#34;&#39;&lt;i&gt;'],
      ['<a title="{{ attack }}">', '<a title="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">'],
      [
        '<script>const d = {{ o | json }}</script>',
        '<script>const d = {"x":"\\u003c/script\\u003e\\u003cscript\\u003e\\u2028\\u0026"}</script>',
      ],
    ];
    const html = await renderAgain(rows.map(([template]) => template).join('\n'), data);
    expect(html.split('\n')).toEqual(rows.map(([, expected]) => expected));
  });

  it('prints template code in data literally', async () => {
    const v = '{{ 7 | times: 7 }}{% raw %}{% include "a" %}';
    await expect(renderAgain('{{ v | raw }}', { v })).resolves.toBe(v);
  });

  it("leaves the caller's data as it is", async () => {
    const data = { n: 1, o: { list: [3, 1, 2] } };
    await renderAgain('{% increment n %}{% assign o = 1 %}{{ o.list | sort }}', data);
    expect(data).toEqual({ n: 1, o: { list: [3, 1, 2] } });
  });

  it('keeps each render apart from all others', async () => {
    await render('{% increment n %}{% assign secret = "x" %}');
    await expect(render('{% increment n %}[{{ secret }}]')).resolves.toBe('0[]');
  });

  it('renders three at once, each with its own data', async () => {
    const numbers = Array.from({ length: 3 }, (_, index) => index);
    const template = '{% for i in (1..1000) %}{{ n }}{% endfor %}';
    const documents = await Promise.all(numbers.map((n) => render(template, { n })));
    expect(documents).toEqual(numbers.map((n) => String(n).repeat(1000)));
  });
});

describe('a hostile template', () => {
  const CANARY = 'CANARY-4711';
  const data = { x: '/etc/passwd', v: CANARY, o: { toString: CANARY, valueOf: CANARY }, list: [{ a: CANARY }] };

  const refused = useTemplateChild();

  it.each([
    ['{{ "return process" | constructor }}', 'The filter "constructor" is not known.'],
    ['{{ v | __proto__ }}', 'The filter "__proto__" is not known.'],
    ['{{ v | valueOf }}', 'The filter "valueOf" is not known.'],
    ['{% constructor %}', 'The tag "constructor" is not known.'],
    ['{% include x %}', 'There is no snippet'],
    ['{% render "../../../../etc/passwd" %}', 'There is no snippet of this name'],
    ['{% layout "/etc/passwd" %}', 'There is no snippet of this name'],
    ['{{ o }}', 'Line 1, column 1: An object stands where a text or a number is needed.'],
    ['{{ list | where_exp: "i", v }}', 'The filter "where_exp" needs its expression in quotes.'],
    ['{{ "now" | date: "%H", v }}', 'A time zone is not known.'],
    ['{{ v', 'An output "{{" is not closed'],
    ['{% if v %}', 'The tag "if" is not closed with "{% endif %}".'],
  ])('%s is refused: %s', async (template, message) => {
    const { code, problem } = await refused({ template, data });
    expect(code).toBe('template_error');
    expectPlain(problemText(problem), message);
  });

  it.each([
    ['{% include "/etc/passwd" %}', 'There is no snippet'],
    ['\n\n {{ v | upcse }}', 'Line 3, column 2: The filter "upcse" is not known. Did you mean "upcase"?'],
  ])('%s is an error that names the field: %s', async (template, message) => {
    const error = await errorOf(renderAgain(template, data));
    expect(error.code).toBe('template_error');
    expect(error.details.pointer).toBe('/source/html');
    expectPlain(error.message, message);
    expectPlain(String(error.cause));
  });

  it('reads nothing but the data', async () => {
    const template =
      '{{ o.constructor.name }}{{ o.__proto__ }}{{ "a".constructor }}{{ list.sort.constructor }}{{ process }}' +
      '{{ globalThis }}' +
      '{{ list | sort: "__proto__" | map: "constructor" }}{{ constructor }}{{ __proto__ }}';
    await expect(renderAgain(template, data)).resolves.toBe('');
  });

  it('does not change a prototype by keys of the data', async () => {
    const polluting = JSON.parse('{"o":{"__proto__":{"p":1},"constructor":{"prototype":{"p":2}}},"__proto__":{"p":3}}');
    await expect(renderAgain('[{{ p }}{{ o.p }}{{ fresh.p }}]', polluting)).resolves.toBe('[]');
    expect(Reflect.get({}, 'p')).toBeUndefined();
  });

  it.each([
    ['{%- for i in (1..50000000) -%}{%- endfor -%}', '50 MB of memory'],
    ['{% assign s = "aaaaaaaa" %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}', '50 MB of memory'],
    [
      '{% assign s = "aaaaaaaa" %}{% for i in (1..8) %}{% assign s = s | replace: "a", s %}{% endfor %}',
      '50 MB of memory',
    ],
    [
      '{% assign a = "1,2" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}',
      '50 MB of memory',
    ],
    ['{{ "now" | date: "%999999999d" }}', '50 MB of memory'],
    [
      '{% capture s %}x{% endcapture %}{% for i in (1..40) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
      '0 MB',
    ],
    ['{% for i in list %}{{ text }}{% endfor %}', 'larger than 20 MB'],
  ])('%s passes a limit: %s', async (template, message) => {
    const list = Array.from({ length: 5_000 }, (_, index) => index);
    const { code, problem } = await refused({ template, data: { list, text: 'x'.repeat(100_000) } });
    expect(code).toBe('template_error');
    expect(problemText(problem)).toMatch(/^Line 1, column \d+: /);
    expect(problem.message).toContain(message);
  });

  it('may nest tags, but not without end', async () => {
    const nested = (depth: number) => `${'{% if v %}'.repeat(depth)}x${'{% endif %}'.repeat(depth)}`;
    await expect(renderAgain(nested(200), data)).resolves.toBe('x');
    expect((await errorOf(renderAgain(nested(10_000), data))).message).toContain('nested too deeply');
  });

  it('is ended when it fills the heap of the child', async () => {
    const template =
      '{% assign list = text | split: "" %}{% assign more = list | reverse | join: "," %}{{ more | split: "," }}';
    const error = await errorOf(render(template, { text: 'ab'.repeat(2_000_000) }));
    expect(error.code).toBe('template_error');
    // Where memory comes slowly, its time is over first.
    expect(error.message).toMatch(/needed more than 50 MB of memory to render|took longer than 1 s to render/);
  });

  it('may take 1 s', async () => {
    const list = Array.from({ length: 5_000 }, (_, index) => index);
    const template = '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}';
    const error = await errorOf(render(template, { list }));
    expect(error.code).toBe('template_error');
    expect(error.message).toMatch(/took longer than 1 s to render\.$/);
  });

  it('is ended within a filter that goes through a list', async () => {
    const error = await errorOf(render(ENDLESS, endlessData()));
    expect(error).toMatchObject({
      code: 'template_error',
      message: 'Line 1, column 1: The template took longer than 1 s to render.',
    });
  });

  it('is ended from outside when it hangs in one step', async () => {
    const schema = { properties: { a: { pattern: '^(a+)+$' } } };
    const request = { template: 'x', data: { a: `${'a'.repeat(40)}!` }, schema };
    let error = await errorOf(renderTemplate(request));
    // A child to which the machine gave no time is no slow template: its caller is told to try again.
    for (let again = 0; error.code === 'capacity' && again < 4; again += 1)
      error = await errorOf(renderTemplate(request));
    expect(error).toMatchObject({ code: 'template_error', message: 'The template took longer than 1 s to render.' });
  });

  it('may be 500 kB large, and no larger', async () => {
    await expect(renderAgain('x'.repeat(500_000))).resolves.toHaveLength(500_000);
    expect((await errorOf(renderAgain('x'.repeat(500_001)))).message).toContain('larger than 500 kB');
    expect((await errorOf(renderAgain('ü'.repeat(250_001)))).message).toContain('larger than 500 kB');
  });

  it('may print 20 MB, and no more', async () => {
    const template = (loops: number) => `{% for i in (1..${loops}) %}${'x'.repeat(100_000)}{% endfor %}`;
    expect((await renderAgain(template(200))).length).toBe(20_000_000);
    expect((await errorOf(renderAgain(template(201)))).message).toContain('larger than 20 MB');
  });

  it('harms nobody with data that JSON cannot say', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect((await errorOf(renderAgain('{{ self }}', cycle))).code).toBe('template_error');
    expect((await errorOf(renderAgain('{{ n }}', { n: 1n }))).code).toBe('template_error');
    await expect(renderAgain('{{ n }}', { n: 1 })).resolves.toBe('1');
  });
});

describe('what belongs to a template', () => {
  const data = { name: 'A & B', date: '2024-02-29' };

  it('is rendered with it in one go', async () => {
    const request = {
      template: "{% render 'hello' %}<p>{{ name }}",
      header: '<b>{{ name }}</b> {{page}}',
      footer: "{% include 'hello' %}{{ data.date }}",
      snippets: { hello: 'Hello ' },
      data,
    };
    await expect(renderTemplate(request, AGAIN)).resolves.toEqual({
      html: 'Hello <p>A &amp; B',
      header: '<b>A &amp; B</b> {{page}}',
      footer: 'Hello 2024-02-29',
    });
  });

  it('says where it is wrong', async () => {
    const header = '\n{{ x | upcse }}';
    const error = await errorOf(renderTemplate({ template: 'x', header, data }, AGAIN));
    expect(error.details).toMatchObject({
      pointer: '/header/source',
      template: { part: 'header', line: 2, column: 1, nearest: 'upcase' },
    });
  });

  it('may be strict, plain, and have files', async () => {
    const strict = await errorOf(renderTemplate({ template: '{{ nmae }}', data, strictVariables: true }, AGAIN));
    expect(strict).toMatchObject({
      code: 'template_variable_missing',
      message: 'Line 1, column 4: The data has no "nmae". Did you mean "name"?',
      details: { pointer: '/source/html', template: { variable: 'nmae', nearest: 'name' } },
    });
    expect((await renderTemplate({ template: '{{ name }}', data, escape: 'none' }, AGAIN)).html).toBe('A & B');
    const files = [{ name: 'dot.png', bytes: new Uint8Array([1, 2, 3]) }];
    expect((await renderTemplate({ template: "{{ 'dot.png' | image_data }}", data, files }, AGAIN)).html).toBe(
      'data:image/png;base64,AQID',
    );
  });

  it('is refused with data that does not fit its schema', async () => {
    const schema = { required: ['total'], properties: { name: { type: 'number' } } };
    const error = await errorOf(renderTemplate({ template: '{{ name }}', data, schema }, AGAIN));
    expect(error.code).toBe('invalid_request');
    expect(error.details.issues?.map(({ pointer }) => pointer).sort()).toEqual(['/data', '/data/name']);
    expect(error.message).not.toContain('A & B');
  });

  it('is refused when it is too large, snippets included', async () => {
    const error = await errorOf(renderTemplate({ template: 'x', header: 'x'.repeat(500_001), data }, AGAIN));
    expect(error.details.pointer).toBe('/header/source');
    const snippets = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'x'.repeat(450_000)]));
    expect((await errorOf(renderTemplate({ template: 'x', snippets, data }, AGAIN))).message).toContain(
      'larger than 2 MB',
    );
  });

  it('draws barcodes and reads Markdown in a child', async () => {
    const template = "{{ '4006381333931' | barcode: 'ean13' }}{{ 'x' | qrcode }}{{ '*x*' | markdown }}";
    const { html } = await renderTemplate({ template, data }, AGAIN);
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).toContain('<p><em>x</em></p>');
    const wrong = "{{ '4006381333932' | barcode: 'ean13' }}";
    expect((await errorOf(renderTemplate({ template: wrong, data }, AGAIN))).message).toBe(
      'Line 1, column 1: The filter "barcode" cannot draw this: Incorrect EAN-13 check digit provided.',
    );
  });
});

describe('checkTemplate', () => {
  it('tells what is wrong without a document', async () => {
    const request = { template: '{{ nmae }}', footer: '{{ x | upcse }}', data: { name: 'CANARY' } };
    const check = await checkTemplate(request, AGAIN);
    expect(check).toEqual({
      errors: [expect.objectContaining({ part: 'footer', line: 1, column: 1, nearest: 'upcase' })],
      warnings: [expect.objectContaining({ part: 'content', variable: 'nmae', nearest: 'name' })],
      variables: ['nmae'],
    });
  });

  it('has the limits of a rendering', async () => {
    const list = Array.from({ length: 5_000 }, (_, index) => index);
    const template = '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}';
    const { errors } = await checkTemplate({ template, data: { list } });
    expect(errors).toEqual([expect.objectContaining({ message: 'The template took longer than 1 s to render.' })]);
    expect((await errorOf(checkTemplate({ template: 'x'.repeat(500_001) }))).code).toBe('template_error');
  }, 30_000);
});

describe('canceling', () => {
  it('ends at once when the signal has aborted before', async () => {
    const canceled = renderTemplate({ template: 'x', data: {} }, { signal: AbortSignal.abort() });
    expect((await errorOf(canceled)).code).toBe('canceled');
  });

  it('ends a child that starts, a child that renders, and renders that wait', async () => {
    const controller = new AbortController();
    const requests = Array.from({ length: 12 }, () =>
      errorOf(renderTemplate({ template: ENDLESS, data: endlessData() }, { signal: controller.signal })),
    );
    await sleep(300);
    const late = errorOf(renderTemplate({ template: ENDLESS, data: endlessData() }, { signal: controller.signal }));
    controller.abort();
    const codes = (await Promise.all([...requests, late])).map((error) => error.code);
    expect(new Set(codes)).toEqual(new Set(['canceled']));
    await expect(render('{{ a }}', { a: 'fine' })).resolves.toBe('fine');
  });

  it('leaves no child and no listener behind', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await Promise.all(Array.from({ length: 4 }, () => renderTemplate({ template: 'x', data: {} }, { signal })));
    expect(listeners).toBe(0);
    await sleep(20);
    endWaitingProcesses();
    const processes = () => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
    await expect.poll(processes).toBe(0);
  });
});
