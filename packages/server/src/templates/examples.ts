import type { Example } from '../http/endpoint.ts';

/** Requests about templates, as the reference shows them. */

export const CONTENT =
  '<h1>Invoice {{ number }}</h1>{% for line in lines %}<p>{{ line.text }} {{ line.price }}</p>{% endfor %}';
export const DATA = { number: '2026-0147', lines: [{ text: 'Wayfinding plan', price: '2,960.00' }] };

export const CREATE_EXAMPLES: readonly Example[] = [
  {
    name: 'published',
    summary: 'A template that can be used at once',
    value: { slug: 'invoice', name: 'Invoice', content: CONTENT },
  },
  {
    name: 'draft',
    summary: 'A draft with a style, a footer, options and a schema of its data',
    value: {
      slug: 'receipt',
      name: 'Receipt',
      content: CONTENT,
      css: 'h1 { color: navy }',
      footer: '<p style="font-size: 8pt">{{ number }}, {{page}} / {{total}}</p>',
      options: { format: 'A5', margin: '2cm', footer: { height: '1.5cm' } },
      schema: { type: 'object', required: ['number'], properties: { number: { type: 'string' } } },
      sample_data: DATA,
      strict_variables: true,
      draft: true,
    },
  },
];
