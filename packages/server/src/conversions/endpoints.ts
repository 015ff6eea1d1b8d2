import { type OutputKind, outputFields, severalFields, sharedFields } from '@platen/engine';
import { z } from 'zod';
import type { AnswerEntry, Endpoint, Example } from '../http/endpoint.ts';
import { answerFields, severalAnswerFields } from './answer-fields.ts';
import { HEADERS } from './answer-headers.ts';
import { chargeFields } from './charged.ts';
import { CONVERSION_ERRORS } from './errors.ts';
import { templateFields } from './template-request.ts';

/** What the reference says of the conversion routes; the fields are those that requests are checked by. */

const OTHERS =
  'An option that belongs to another kind of output is accepted and reported as a warning; an unknown field is refused with the nearest known name.';

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

const EXAMPLES: Readonly<Record<OutputKind, readonly Example[]>> = {
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

const SUMMARIES: Readonly<Record<OutputKind, string>> = {
  pdf: 'Convert a page to PDF',
  image: 'Take a picture of a page',
  text: 'Read a page as text',
  markdown: 'Read a page as Markdown',
};

const DESCRIPTIONS: Readonly<Record<OutputKind, string>> = {
  pdf: 'Prints the document on paper of any size.',
  image: 'PNG, JPEG or WebP of the window, the whole page, an element or a part of the page.',
  text: 'The text that a person would see on the page, in reading order; what is hidden is left out. Tables keep their columns.',
  markdown: 'The page as GitHub Flavored Markdown: headings, lists, tables, code, links and images.',
};

const MEDIA_TYPES: Readonly<Record<OutputKind, readonly string[]>> = {
  pdf: ['application/pdf'],
  image: ['image/png', 'image/jpeg', 'image/webp'],
  text: ['text/plain'],
  markdown: ['text/markdown'],
};

const fact = (text: string) => z.string().optional().describe(text);

const metadata = z
  .strictObject({
    title: fact('Title of the document.'),
    description: fact('Description for search engines.'),
    language: fact('Language that the document declares (BCP 47).'),
    url: fact('Address that the document was read from, after redirects.'),
    canonical: fact('Address that the page says it is known by.'),
    author: fact('Author, or several with commas.'),
    published: fact('Date as the page writes it, mostly ISO 8601.'),
    modified: fact('Date of the last change, likewise.'),
    site_name: fact('Name of the site, or of the publisher.'),
    image: fact('Address of the picture that stands for the page.'),
  })
  .meta({
    id: 'Metadata',
    description:
      'What the page says of itself in its head, in Open Graph, JSON-LD (schema.org) and microdata. Facts that it does not tell are absent; each has at most 2,000 characters, an address 8,192.',
  });

const link = z
  .strictObject({
    url: z.string().describe('Absolute address; as it was written in HTML without `base_url`.'),
    text: z.string().describe('Text of the link, or of its image.'),
    rel: z
      .string()
      .optional()
      .describe('What the page says of it: nofollow, ugc, sponsored, author, license, tag, me, next, prev.'),
  })
  .meta({ id: 'Link' });

const image = z
  .strictObject({
    url: z.string().describe('Absolute address; as it was written in HTML without `base_url`.'),
    alt: z.string().describe('Alternative text.'),
    title: z.string().optional(),
  })
  .meta({ id: 'Image' });

const chunk = z
  .strictObject({
    index: z.int().min(0).describe('Its number, from 0.'),
    heading_path: z
      .array(z.string())
      .describe('The headings it stands under, outermost first, with the one it begins with.'),
    content: z.string().describe('Text, or Markdown that is valid by itself.'),
    tokens: z.int().min(0).describe('Upper bound of its tokens, as `max_tokens` counts them.'),
    start: z
      .int()
      .min(0)
      .describe(
        'Where it begins in `content` of the whole, in Unicode characters (as Python counts; in JavaScript `[...content].slice(start, end)`).',
      ),
    end: z
      .int()
      .min(0)
      .describe('Where it ends there. A part of a table or a code block repeats more than stands there.'),
    oversized: z
      .literal(true)
      .optional()
      .describe('It holds one thing that is not cut, such as a row of a table, and that is longer than `max_tokens`.'),
  })
  .meta({ id: 'Chunk' });

const output = z.strictObject({
  format: z.string().describe('pdf, png, jpeg, webp, text or markdown.'),
  content_type: z.string().describe('Media type of the content.'),
  filename: z.string().describe('Name to store it under.'),
  filesize: z.int().describe('Bytes of the content.'),
  encoding: z.enum(['utf-8', 'base64']).describe('How `content` is written: text and Markdown as they are.'),
  content: z.string().describe('The result.'),
  pdf_pages: z.int().optional().describe('Pages of a PDF.'),
  content_mode: z.enum(['auto', 'main', 'full']).optional().describe('Which part of the page was kept.'),
  metadata: metadata.optional().describe('What the page says of itself; with text and Markdown.'),
  links: z.array(link).max(5_000).optional().describe('Links of what was read, with `include`; each once.'),
  images: z.array(image).max(2_000).optional().describe('Images of what was read, with `include`; each once.'),
  chunks: z.array(chunk).optional().describe('The content in parts, with `chunking`.'),
});

const warning = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .meta({ id: 'Warning' });

const page = z.strictObject({
  success: z.literal(true),
  duration: z.int().describe('Milliseconds from the lent page to the result.'),
  response: z
    .strictObject({ duration: z.int(), 'status-code': z.int().optional() })
    .describe('Milliseconds until the page had loaded, and the status that the source answered.'),
  warnings: z.array(warning),
});

const result = page.extend(output.shape).meta({ id: 'Result' });
const results = page.extend({ outputs: z.array(output.meta({ id: 'Output' })) }).meta({ id: 'Results' });

/** The answer with one result. */
export const conversionAnswer = (kind: OutputKind, binary = MEDIA_TYPES[kind]): AnswerEntry => ({
  description: 'The result.',
  binary,
  json: result,
  headers: HEADERS.filter(({ kinds }) => kinds === undefined || kinds.includes(kind)),
});

function single(kind: OutputKind): Endpoint {
  return {
    method: 'post',
    path: `/v1/convert/${kind}`,
    operation: `convert_${kind}`,
    tag: 'Conversions',
    summary: SUMMARIES[kind],
    description: `${DESCRIPTIONS[kind]} ${OTHERS}`,
    request: {
      name: `${kind[0]?.toUpperCase()}${kind.slice(1)}Request`,
      schema: z.strictObject({
        ...sharedFields,
        ...outputFields[kind],
        ...answerFields,
        ...chargeFields,
        ...templateFields,
      }),
      required: [],
      multipart: true,
      examples: EXAMPLES[kind],
    },
    answer: conversionAnswer(kind),
    errors: CONVERSION_ERRORS,
  };
}

const several: Endpoint = {
  method: 'post',
  path: '/v1/convert',
  operation: 'convert',
  tag: 'Conversions',
  summary: 'Make several results of one loaded page',
  description: `The page is loaded once. The options of all outputs stand in the request; an output may have its own in place of them. ${OTHERS}`,
  request: {
    name: 'SeveralRequest',
    schema: z.strictObject({
      ...sharedFields,
      ...severalFields,
      ...outputFields.pdf,
      ...outputFields.image,
      ...outputFields.text,
      ...outputFields.markdown,
      ...severalAnswerFields,
      ...chargeFields,
      ...templateFields,
    }),
    required: ['outputs'],
    multipart: true,
    examples: [
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
    ],
  },
  answer: {
    description: 'The results, in the order in which they were asked for.',
    binary: ['multipart/mixed'],
    json: results,
    headers: HEADERS.filter(({ kinds }) => kinds === undefined),
  },
  errors: CONVERSION_ERRORS,
};

export const CONVERSION_ENDPOINTS: readonly Endpoint[] = [
  single('pdf'),
  single('image'),
  single('text'),
  single('markdown'),
  several,
];
