import { z } from 'zod';

const selectors = (text: string) =>
  z
    .union([z.string().min(1).max(1_000), z.array(z.string().min(1).max(1_000)).max(100)])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .describe(text);

/** Options that text and Markdown share. */
export const readableFields = {
  content: z
    .enum(['auto', 'main', 'full'])
    .default('auto')
    .describe(
      'What to keep: `main` is the main content without the frame of the site, `full` is everything visible and what is collapsed (`details`, panels, tabs), `auto` is the main content of a URL with its title, authors and facts, and everything but navigation, cookie dialogs and advertising of HTML.',
    ),
  include_selectors: selectors('CSS selectors of what stays, whatever `content` leaves out.').optional(),
  exclude_selectors: selectors('CSS selectors of what is left out.').optional(),
  only_selector: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('CSS selector: only what matches is read, and of that everything visible.'),
  chunking: z
    .enum(['none', 'headings'])
    .default('none')
    .describe(
      'With `headings` the answer is JSON that also has the result in `chunks`, for search and language models: each heading begins one, and each is valid by itself.',
    ),
  max_tokens: z
    .int()
    .min(16)
    .max(10_000_000)
    .optional()
    .describe(
      'With `chunking`, the most tokens of a chunk: longer sections are cut between paragraphs, list items, rows (the head of the table is repeated), lines of code (in a fence of their own), or else sentences and words. Without it, the most tokens of the result, which then ends at such a place, with a warning. Tokens are an upper bound: at least what `cl100k_base` and `o200k_base` count, 10 % (English prose) to 30 % more for most pages. Front matter is not counted.',
    ),
  include: z
    .array(z.enum(['links', 'images', 'html', 'page_html']))
    .max(4)
    .default([])
    .describe(
      'What the answer, which then is JSON, lists beside the content: the links of what was read (`url`, `text`, `rel`), its images (`url`, `alt`, `title`), what was read as `html` without scripts and styles, and the whole page as `page_html`, as its scripts left it. JSON answers have the `metadata` of the page in any case.',
    ),
  elements: selectors(
    'CSS selectors of elements that the answer, which then is JSON, lists one by one, whatever `content` leaves out: `tag`, `text`, `html` inside, `attributes`, and the box in CSS pixels. At most 1,000 of each.',
  ).optional(),
};

/** Options of text. */
export const textFields = {
  links: z
    .enum(['none', 'inline', 'footnotes'])
    .default('none')
    .describe('Where the addresses of links stand: nowhere, after their text, or numbered at the end.'),
  wrap: z
    .int()
    .min(0)
    .max(1_000)
    .default(0)
    .describe(
      'Columns after which lines are broken; 0 keeps a paragraph in one line. Tables and code stay as they are.',
    ),
};

/** Options of Markdown. */
export const markdownFields = {
  heading_style: z
    .enum(['atx', 'setext'])
    .default('atx')
    .describe('Headings with `#` in front, or the first two levels underlined.'),
  bullet: z.enum(['-', '*', '+']).default('-').describe('Sign in front of list items.'),
  link_style: z
    .enum(['inline', 'reference'])
    .default('inline')
    .describe('Addresses beside the text of links, or numbered at the end.'),
  tables: z
    .enum(['gfm', 'html'])
    .default('gfm')
    .describe('Tables with pipes, their spans expanded, or as HTML with their spans.'),
  front_matter: z
    .boolean()
    .default(false)
    .describe('Begin with a block of YAML: title, address, language, description, author and date, where known.'),
  images: z
    .enum(['link', 'data', 'alt', 'none'])
    .default('link')
    .describe(
      'Images as links to their files, also those given as data URLs, their alternative text only, or nothing.',
    ),
};

const readableOptions = z.strictObject({ ...readableFields, ...textFields, ...markdownFields });

/** Options with their defaults filled in. */
export type ReadableOptions = z.output<typeof readableOptions>;
