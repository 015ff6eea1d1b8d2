import { describe, expect, it } from 'vitest';
import { snippetNames, usedSnippets } from './used-snippets.ts';

describe('snippetNames', () => {
  it.each([
    [`{% render 'line' %}`, ['line']],
    [`{%- render "line", price: 3 -%}{% include 'total' %}{% render 'line' %}`, ['line', 'total']],
    [`{% liquid\n render 'line'\n include "total"\n%}`, ['line', 'total']],
    [`{% render 'line' for lines as line %}`, ['line']],
    ['{{ render }} {% assign include = 1 %}', []],
    ['', []],
  ])('of %j', (liquid, names) => {
    expect(snippetNames(liquid)).toEqual(names);
  });
});

describe('usedSnippets', () => {
  const body = { content: `{% render 'line' %}`, header: `{% render 'logo' %}`, footer: null };
  const used = async (contents: Record<string, string>, of = body) => {
    const asked: string[] = [];
    const snippets = await usedSnippets(of, async (names) => {
      asked.push(...names);
      const known = names.filter((name) => Object.hasOwn(contents, name));
      return new Map(known.map((name) => [name, { version: 1, content: contents[name] ?? '' }]));
    });
    expect(new Set(asked).size).toBe(asked.length);
    return Object.keys(snippets);
  };

  it('are those of the document, header and footer, and those that they use in turn', async () => {
    const line = `{% render 'price' %}`;
    expect(await used({ total: '', line, price: '{{ price }}', logo: '<img>' })).toEqual(['line', 'logo', 'price']);
  });

  it('end, although snippets use each other', async () => {
    expect(await used({ line: `{% render 'line' %}{% include 'missing' %}` })).toEqual(['line']);
  });

  it('are found a hundred levels deep', async () => {
    const chain = Array.from({ length: 150 }, (_, at) => [`s${at}`, `{% render 's${at + 1}' %}`]);
    expect(await used(Object.fromEntries(chain), { ...body, content: `{% render 's0' %}` })).toHaveLength(100);
  });

  it('have the names of any word', async () => {
    expect(await used({ constructor: 'x' }, { ...body, content: `{% render 'constructor' %}` })).toEqual([
      'constructor',
    ]);
    expect(await used({}, { ...body, content: `{% render 'toString' %}` })).toEqual([]);
  });
});
