import { describe, expect, it } from 'vitest';
import type { PublishedBody } from './body.ts';
import { fillRequest } from './fill.ts';

const BODY: PublishedBody = {
  content: '<p>{{ a }}</p>',
  css: null,
  header: null,
  footer: null,
  sample_data: { a: 'sample' },
  samples: [],
  schema: null,
  options: {},
  escape: 'html',
  strict_variables: false,
  assets: [],
  snippets: {},
};
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const fill = (request: Record<string, unknown>, body: Partial<PublishedBody> = {}) =>
  fillRequest(request, [], { id: 'tpl_1', body: { ...BODY, ...body }, files: [] });

describe('fillRequest', () => {
  it('puts the template and its data in, never the sample', () => {
    expect(fill({ template_id: 'a', data: { a: 1 } }).json).toEqual({
      template_id: 'a',
      source: { html: BODY.content },
      data: { a: 1 },
    });
    expect(fill({ template_id: 'a' }).json).toMatchObject({ data: {} });
  });

  it('lets the options of the request win, and those that decide about the same', () => {
    const options = { format: 'A5', margin: '1cm', deterministic: true };
    const { json } = fill({ template_id: 'a', width: 300, height: 200, margin: 0 }, { options });
    expect(json).toMatchObject({ width: 300, height: 200, margin: 0, deterministic: true });
    expect(json).not.toHaveProperty('format');
  });

  it('prints the header and footer of the template, where its options say', () => {
    const body = { header: 'H {{ a }}', footer: 'F', options: { header: { height: '2cm' }, margin: 0 } };
    const { json } = fill({ template_id: 'a', footer: { source: 'own' } }, body);
    expect(json).toMatchObject({
      header: { source: 'H {{ a }}', height: '2cm' },
      footer: { source: 'own' },
      margin: 0,
    });
    expect(fill({}, { options: { header: { height: '2cm' } } }).json).not.toHaveProperty('header');
  });

  it('gives the snippets, and the style as one of them', () => {
    const { json, snippets } = fill({}, { css: 'p {}', snippets: { line: { version: 3, content: '{{ x }}' } } });
    expect(snippets).toEqual({ line: '{{ x }}', 'style.css': '{% raw %}<style>p {}</style>{% endraw %}' });
    expect(json.source).toEqual({ html: `{% render 'style.css' %}${BODY.content}` });
  });

  it('lets files of the request take the place of those of the template', () => {
    const template = { id: 'tpl_1', body: BODY, files: [file('logo.png', 'theirs'), file('font.woff2', 'font')] };
    const { files } = fillRequest({}, [file('logo.png', 'own')], template);
    expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['font.woff2', 'font'],
      ['logo.png', 'own'],
    ]);
  });
});
