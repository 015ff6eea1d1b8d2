import type { OutputKind } from '@platen/engine';
import type { Example } from '../http/endpoint.ts';

/** Requests for conversions, as the reference shows them. */

const hello: Example = {
  name: 'html',
  summary: 'HTML',
  value: { source: { html: '<h1>Hello</h1><p>This is a <a href="https://example.com/">page</a>.</p>' } },
};

const invoice =
  '<h1>Invoice {{ number }}</h1>{% for line in lines %}<p>{{ line.text }} {{ line.price }}</p>{% endfor %}';
const invoiceData = { number: '2026-0147', lines: [{ text: 'Wayfinding plan', price: '2,960.00' }] };

const template: Example = {
  name: 'template',
  summary: 'A Liquid template with its data',
  value: { source: { html: invoice }, data: invoiceData },
};

const files: Example = {
  name: 'files',
  summary: 'HTML with a file that it refers to',
  value: {
    source: {
      html: '<link rel="stylesheet" href="style.css"><h1>Styled</h1>',
      files: { 'style.css': Buffer.from('h1 { color: navy }').toString('base64') },
    },
  },
};

export const EXAMPLES: Readonly<Record<OutputKind, readonly Example[]>> = {
  pdf: [
    hello,
    template,
    files,
    {
      name: 'paper',
      summary: 'Paper, margins, header and footer',
      value: {
        source: { html: '<h1>Report</h1><p>Two pages.</p><p style="break-before: page">The second.</p>' },
        format: 'Letter',
        margin: { top: '2cm', bottom: '2cm', left: '1.5cm', right: '1.5cm' },
        header: { source: '<p style="font-size: 8pt">{{title}}</p>' },
        footer: { source: '<p style="font-size: 8pt">{{page}} / {{total}}</p>' },
        download_name: 'report.pdf',
      },
    },
  ],
  image: [
    hello,
    {
      name: 'element',
      summary: 'One element, as WebP, in twice the resolution',
      value: {
        source: { html: '<p>Around it</p><div id="card" style="width: 300px; height: 200px; background: teal"></div>' },
        target_format: 'webp',
        css_selector: '#card',
        dpi: 2,
      },
    },
  ],
  text: [
    hello,
    template,
    { name: 'links', summary: 'With the addresses of links', value: { ...hello.value, links: 'footnotes', wrap: 72 } },
  ],
  markdown: [
    hello,
    {
      name: 'chunks',
      summary: 'In chunks for search, with the links',
      value: {
        source: {
          html: '<h1>Guide</h1><p>What it is about.</p><h2>Setup</h2><p>Read <a href="https://example.com/a">this</a> first.</p>',
        },
        chunking: 'headings',
        max_tokens: 512,
        include: ['links'],
      },
    },
    {
      name: 'front_matter',
      summary: 'With front matter, and JSON as the answer',
      value: { ...hello.value, front_matter: true, link_style: 'reference', response_type: 'json' },
    },
  ],
};

export const SEVERAL_EXAMPLES: readonly Example[] = [
  {
    name: 'pdf_and_markdown',
    summary: 'PDF and Markdown',
    value: { ...hello.value, outputs: [{ format: 'pdf' }, { format: 'markdown' }] },
  },
  {
    name: 'thumbnail',
    summary: 'A PDF and a small picture of it, as multipart/mixed',
    value: {
      ...hello.value,
      outputs: [
        { format: 'pdf', options: { format: 'A5' } },
        { format: 'jpeg', options: { quality: 60 } },
      ],
      response_type: 'multipart',
    },
  },
];
