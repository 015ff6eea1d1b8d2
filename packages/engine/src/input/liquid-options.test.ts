import { describe, expect, it } from 'vitest';
import { compile, renderCompiled } from './liquid.ts';
import { checkJob } from './liquid-check.ts';
import { startLimits } from './liquid-limits.ts';
import { partsOf, readPart, type TemplateTexts } from './template-protocol.ts';

const render = (parts: TemplateTexts, data: Record<string, unknown>) =>
  renderCompiled(compile({ parts, snippets: {}, escapeMode: 'html' }), {
    data,
    files: {},
    strictVariables: false,
    limits: startLimits(),
  });

describe('the texts of options', () => {
  it('are printed as they are beside documents that escape', () => {
    const parts = { content: '{{ a }}', header: '{{ a }} {{page}}', '/metadata/title': '{{ a }} {{ page }}' };
    expect(render(parts, { a: 'A & {{ b }}', page: 'seven' })).toEqual({
      content: 'A &amp; {{ b }}',
      header: 'A &amp; &#123;&#123; b }} {{page}}',
      '/metadata/title': 'A & {{ b }} seven',
    });
  });

  it('are checked by their name', () => {
    const job = { task: 'check', snippets: {}, escapeMode: 'html', files: {}, strictVariables: false } as const;
    const { errors, variables } = checkJob({ ...job, parts: { content: '{{ a }}', '/metadata/title': '{{ b | x }}' } });
    expect(errors).toMatchObject([{ part: '/metadata/title', line: 1 }]);
    expect(variables).toEqual(['a']);
  });

  it('come after the documents, and no other name is a part', () => {
    expect(partsOf({ '/metadata/title': '', footer: '', content: '' })).toEqual([
      'content',
      'footer',
      '/metadata/title',
    ]);
    expect(['content', '/x', 'toString', 5, undefined].map(readPart)).toEqual([
      'content',
      '/x',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
