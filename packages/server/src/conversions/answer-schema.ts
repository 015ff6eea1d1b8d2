import { z } from 'zod';

/** What answers of conversions look like. */

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

const elements = z
  .strictObject({
    selector: z.string(),
    count: z.int().describe('How many match; `elements` may have fewer, with a warning.'),
    elements: z.array(
      z.strictObject({
        tag: z.string(),
        text: z.string().describe('What a person can read in it.'),
        html: z.string().describe('HTML inside of it.'),
        attributes: z.record(z.string(), z.string()),
        left: z.number().describe('In the document, in CSS pixels.'),
        top: z.number(),
        width: z.number(),
        height: z.number(),
      }),
    ),
  })
  .meta({ id: 'Elements' });

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
  html: z.string().optional().describe('What was read as HTML, with `include`.'),
  page_html: z.string().optional().describe('The page as its scripts left it, with `include`.'),
  elements: z.array(elements).optional().describe('Elements that `elements` asked for, in the order of its selectors.'),
  chunks: z.array(chunk).optional().describe('The content in parts, with `chunking`.'),
});

export const warning = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    detail: z
      .record(
        z.string(),
        z.union([
          z.string(),
          z.number(),
          z.boolean(),
          z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
        ]),
      )
      .optional()
      .describe(
        'Figures, names of fields, and in `items` at most ten of what it is about: `address` with `status` or `reason`, or the `message` and `line` of a script error; of HTML that was given, the line within its script.',
      ),
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

export const result = page.extend(output.shape).meta({ id: 'Result' });
export const results = page.extend({ outputs: z.array(output.meta({ id: 'Output' })) }).meta({ id: 'Results' });
