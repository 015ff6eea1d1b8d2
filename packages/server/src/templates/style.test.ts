import { describe, expect, it } from 'vitest';
import { columnWithout, styleFault, withStyle } from './style.ts';

const TAG = `{% render 'style.css' %}`;

describe('withStyle', () => {
  it.each([
    ['<!doctype html><html><head><title>x</title></head><body>y', `<title>x</title>${TAG}</head>`],
    ['<!doctype html><head><title>x</title></HEAD ><body>y', `<title>x</title>${TAG}</HEAD >`],
    ['<!doctype html><title>x</title><body class="a">y', `</title>${TAG}<body class="a">`],
    ['<!doctype html>\n<!-- a -->\n<p>y', `<!-- a -->${TAG}\n<p>y`],
    ['<head>\n<title>x</title>\n  </head>', `</title>${TAG}\n  </head>`],
    ['{%- assign a = 1 -%}\n<!doctype html><html lang="en"><p>y', `<html lang="en">${TAG}<p>y`],
    ['<p>y', `${TAG}<p>y`],
    ['', TAG],
  ])('puts it into the head of %j', (content, expected) => {
    const { html, snippet } = withStyle(content, 'p { color: red }');
    expect(html).toContain(expected);
    expect(html.replace(TAG, '')).toBe(content);
    expect(snippet).toBe('{% raw %}<style>p { color: red }</style>{% endraw %}');
  });

  it('reports how positions on its line have moved', () => {
    const content = '<p>\n<head></head>{{ a }}';
    const { html, insertion } = withStyle(content, 'p {}');
    const at = (text: string) => (text.split('\n')[1]?.indexOf('{{ a }}') ?? 0) + 1;
    expect(columnWithout(insertion, 2, at(html))).toBe(at(content));
    expect(columnWithout(insertion, 2, 3)).toBe(3);
    expect(columnWithout(insertion, 3, 50)).toBe(50);
    expect(columnWithout(undefined, 2, 50)).toBe(50);
  });

  it('leaves a template without a style as it is', () => {
    expect(withStyle('<p>y', null)).toEqual({ html: '<p>y' });
  });
});

describe('styleFault', () => {
  it.each(['</style>', 'a</STYLE', '{% endraw %}', '{%-endraw -%}'])('refuses %j', (css) => {
    expect(styleFault(css)).toContain('must be without');
  });

  it.each(['', 'a::before { content: "{{ x }}{% if %}" }'])('lets %j be', (css) => {
    expect(styleFault(css)).toBeUndefined();
  });
});
