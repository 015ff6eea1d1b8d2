import { expect, it } from 'vitest';
import { validateRequest } from '../request/validate.ts';
import { inputWarnings } from './input-warnings.ts';

const codes = (html: string, data?: Record<string, unknown>) =>
  inputWarnings({ kind: 'html', html, ...(data ? { data } : {}) }).map(({ code }) => code);

it.each([
  ['example.com', 'source_looks_like_address'],
  [' www.example.co.uk/a?b=c ', 'source_looks_like_address'],
  ['example.com:8080', 'source_looks_like_address'],
  ['<p>Dear {{ name }}', 'template_without_data'],
  ['{{ total | money }}', 'template_without_data'],
  ['{% if paid %}yes{% endif %}', 'template_without_data'],
  ['<pre>{{ shown }}</pre><p>{{ name }}', 'template_without_data'],
])('%s: %s', (html, code) => {
  expect(codes(html)).toEqual([code]);
});

it.each([
  'Hello world',
  'Version 1.2',
  '<p>example.com',
  '<p>Write <code>{{ name }}</code> to print a name.',
  '<script>const t = "{{ name }}"</script>',
  '<div id="app" v-cloak>{{ message }}</div>',
])('nothing of %s', (html) => {
  expect(codes(html)).toEqual([]);
});

it('tells of marks of other languages in what is filled as Liquid, and of nothing else', () => {
  expect(codes('<p><%= name %>', { name: 'x' })).toEqual(['template_not_liquid']);
  expect(codes('<p>{{ name }} 5 <% of', { name: 'x' })).toEqual(['template_not_liquid']);
  expect(codes('{{> part}}', { name: 'x' })).toEqual(['template_not_liquid']);
  expect(codes('<p>{{ name }}', { name: 'x' })).toEqual([]);
  expect(inputWarnings(validateRequest({ source: 'https://example.com/' }, 'pdf').input)).toEqual([]);
});
