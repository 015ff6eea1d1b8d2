import { describe, expect, it } from 'vitest';
import { renderCompiled } from './liquid.ts';
import { compiledFor } from './liquid-cache.ts';
import { startLimits } from './liquid-limits.ts';
import type { RenderJob } from './template-protocol.ts';

const job = (over: Partial<RenderJob> = {}): RenderJob => ({
  task: 'render',
  parts: { content: '{{ a }}' },
  snippets: {},
  escapeMode: 'html',
  data: {},
  files: {},
  strictVariables: false,
  ...over,
});

const render = (over: Partial<RenderJob>) =>
  renderCompiled(compiledFor(job(over)), { ...job(over), limits: startLimits() }).content;

describe('compiledFor', () => {
  it('compiles a template once', () => {
    expect(compiledFor(job({ key: 'v1' }))).toBe(compiledFor(job({ key: 'v1' })));
    expect(compiledFor(job())).toBe(compiledFor(job()));
  });

  it('does not trust a key that is given to another text, snippet or escape mode', () => {
    expect(render({ key: 'v2', data: { a: 1 } })).toBe('1');
    expect(render({ key: 'v2', parts: { content: 'new' } })).toBe('new');
    const content = "{% render 's' %}";
    expect(render({ key: 'v3', parts: { content }, snippets: { s: 'one' } })).toBe('one');
    expect(render({ key: 'v3', parts: { content }, snippets: { s: 'two' } })).toBe('two');
    expect(render({ key: 'v4', data: { a: '<' } })).toBe('&lt;');
    expect(render({ key: 'v4', data: { a: '<' }, escapeMode: 'none' })).toBe('<');
  });

  it('keeps what was used last, and not more than fits', () => {
    const large = (key: string) => compiledFor(job({ key, parts: { content: key.padEnd(150_000, 'x') } }));
    const [first, second] = [large('first'), large('second')];
    expect(large('first')).toBe(first);
    large('third');
    expect(large('first')).toBe(first);
    expect(large('second')).not.toBe(second);
    const huge = () => compiledFor(job({ key: 'huge', parts: { content: 'x'.repeat(250_000) } }));
    expect(huge()).not.toBe(huge());
  });

  it('leaves nothing of one rendering to the next', () => {
    const content =
      '{% increment n %}{% decrement m %}{% cycle "a", "b" %}{% for i in (1..4) limit: 1 offset: continue %}{{ i }}' +
      '{% endfor %}[{{ secret }}]{% assign secret = a %}{% capture c %}{{ c }}{{ a }}{% endcapture %}{{ c }}';
    const printed = ['x', 'y', 'z'].map((a) => render({ key: 'v5', parts: { content }, data: { a } }));
    expect(printed).toEqual(['0-1a1[]x', '0-1a1[]y', '0-1a1[]z']);
  });
});
