import { describe, expect, it } from 'vitest';
import { compile, renderCompiled, renderLiquid } from './liquid.ts';
import { startLimits } from './liquid-limits.ts';
import type { EscapeMode, TemplateTexts } from './template-protocol.ts';

function renderParts(parts: TemplateTexts, data: Record<string, unknown>, escapeMode: EscapeMode = 'html') {
  const compiled = compile({ parts, snippets: {}, escapeMode });
  return renderCompiled(compiled, { data, files: {}, strictVariables: true, limits: startLimits() });
}

const header = (text: string, data: Record<string, unknown> = {}, escapeMode: EscapeMode = 'html') =>
  renderParts({ content: '', header: text }, data, escapeMode).header;

describe('headers and footers', () => {
  it.each([
    ['{{page}} of {{ total }}', '{{page}} of {{total}}'],
    ['{{ title }} {{date}} {{ url }}', '{{title}} {{date}} {{url}}'],
    ['{{ customer.name }}: {{page}}', 'A &amp; B: {{page}}'],
    ['{{ data.date }} {{ data.customer.name }}', '2024-02-29 A &amp; B'],
    ["{{ data.date | date: 'long', 'de-DE' }}", '29. Februar 2024'],
    ['{% if customer %}<b>{{ page }}</b>{% endif %}', '<b>{{page}}</b>'],
    ['{% capture line %}{{ page }}/{{ total }} <i>{% endcapture %}{{ line }}', '{{page}}/{{total}} <i>'],
    ['{% echo page %}{% for page in pages %}{{ page }}{% endfor %}', '{{page}}12'],
    ['{% raw %}{{page}} {{other}}{% endraw %}', '{{page}} {{other}}'],
    ['{{ page | plus: 2 | minus: 5 }}/{{ total | minus: pages[0] }}', '{{page | minus: 3}}/{{total | minus: 1}}'],
    ['{{ strings.chapter }}', '{{strings.chapter}}'],
    ['<style>a{b{c:d}}</style>', '<style>a{b{c:d}}</style>'],
  ])('%s prints %s', (text, expected) => {
    expect(header(text, { customer: { name: 'A & B' }, date: '2024-02-29', pages: [1, 2] })).toBe(expected);
  });

  it('make no print variable of the data', () => {
    const data = { v: '{{page}}', open: '{', mark: '\ufdd0page\ufdd1' };
    for (const escapeMode of ['html', 'none'] as const) {
      expect(header('{{ v }}', data, escapeMode)).toBe('&#123;&#123;page}}');
      expect(header('{{ open }}{page}}', data, escapeMode)).toBe('&#123;{page}}');
      expect(header('{{ v | raw }}{{ v | markdown }}', data, escapeMode)).not.toContain('{{page}}');
      expect(header('{{ mark }}', data, escapeMode)).toBe('page');
    }
  });

  it('cannot calculate with what is known only in print', () => {
    for (const text of ['{{ page | times: 2 }}', '{% if page > 1 %}{% endif %}', '{{ page | upcase }}']) {
      expect(() => header(text)).toThrow('it can only be printed, or shifted by "plus" and "minus".');
    }
    expect(() => header('{{ title | plus: 1 }}')).toThrow('"title" is known only when the document is printed');
    expect(() => header('{{ page | plus: 0.5 }}')).toThrow('"page" is counted in whole numbers');
  });

  it('do not see what the document counts and assigns', () => {
    const content = '{% assign made = 1 %}{% increment n %}{% increment n %}';
    expect(renderParts({ content, header: '{% increment n %}', footer: '{{ made | default: "none" }}' }, {})).toEqual({
      content: '01',
      header: '0',
      footer: 'none',
    });
  });

  it('are named when they are wrong', () => {
    expect(() => header('{{ x | upcse }}')).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ problem: expect.objectContaining({ part: 'header' }) }),
      }),
    );
  });

  it('leave the print variables to the document itself', () => {
    expect(renderParts({ content: '{{ page }}{{ data }}' }, { page: 'own', data: 'own' }).content).toBe('ownown');
  });
});

describe('the escape mode "none"', () => {
  const data = { v: '<b>&', list: ['<i>', '<u>'] };

  it.each([
    ['{{ v }}', '<b>&'],
    ['{{ v | escape }}', '&lt;b&gt;&amp;'],
    ['{{ v | escape | append: v }}', '&lt;b&gt;&amp;<b>&'],
    ['{{ list }}{{ list | join: "<br>" }}', '<i><u><i><br><u>'],
    ['{% capture c %}{{ v }}{% endcapture %}{{ c | escape }}', '&lt;b&gt;&amp;'],
    ['{% echo v %}{% cycle v, "x" %}', '<b>&<b>&'],
    ['{{ v | json }}', '"\\u003cb\\u003e\\u0026"'],
    ['{{ "1 < 2" | markdown }}', '<p>1 &lt; 2</p>\n'],
    ['{{ missing }}{{ v | newline_to_br }}', '<b>&'],
  ])('%s prints %s', (template, expected) => {
    expect(renderLiquid(template, { ...data }, { escapeMode: 'none' })).toBe(expected);
  });

  it('runs no expression of the data either', () => {
    const exp = { list: [1], exp: 'i' };
    expect(() => renderLiquid('{{ list | where_exp: "i", exp }}', exp, { escapeMode: 'none' })).toThrow('in quotes');
  });
});
