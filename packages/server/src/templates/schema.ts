import { isFileName, sharedFields } from '@platen/engine';
import { z } from 'zod';
import { folder, name, placed, slug } from './name-schema.ts';
import { samples } from './sample-schema.ts';
import { styleFault } from './style.ts';

/** What requests and answers about templates look like. */

/** Bytes that Liquid parses at once. */
const MOST_LIQUID = 500_000;

const liquid = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= MOST_LIQUID, 'must have at most 500 kB');

const style = z.string().superRefine((css, context) => {
  const large = Buffer.byteLength(css) > MOST_LIQUID ? 'must have at most 500 kB' : undefined;
  const message = large ?? styleFault(css);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const bodyFields = {
  content: liquid.describe('Liquid template of the document: HTML with `{{ placeholders }}`.'),
  css: style.nullable().describe('Style sheet, put at the end of the head of the document; it is no template.'),
  header: liquid
    .nullable()
    .describe('Liquid template of what is printed at the top of every page; it has the same data and snippets.'),
  footer: liquid.nullable().describe('The same for the bottom of every page.'),
  sample_data: z.record(z.string(), z.unknown()).nullable().describe('Data to try the template with.'),
  samples,
  schema: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'JSON Schema (2020-12) that data has to keep to; other data is refused. So is what is no such schema, or refers to one that is not in it.',
    ),
  options: z
    .record(z.string(), z.unknown())
    .describe(
      'Options of conversions, used where a request does not name its own. `header` and `footer` have `height`, `start_at`, `start_number`, `on` and `inherit_css` here. Texts of `metadata` are Liquid with the same data and snippets; what they print is not escaped.',
    ),
  escape: z
    .enum(['html', 'none'])
    .describe(
      '`html`: what placeholders print is escaped, unless `| raw` says otherwise. `none`: it is printed as it is.',
    ),
  strict_variables: z
    .boolean()
    .describe('A variable that the data does not have is an error, in place of nothing that is printed.'),
};

const { content, schema, options } = bodyFields;

const changeable = {
  css: bodyFields.css.optional(),
  header: bodyFields.header.optional(),
  footer: bodyFields.footer.optional(),
  sample_data: bodyFields.sample_data.optional(),
  samples: samples.optional(),
  schema: schema.optional(),
  options: options.optional(),
  escape: bodyFields.escape.optional(),
  strict_variables: bodyFields.strict_variables.optional(),
  assets: z
    .record(
      z.string().refine(isFileName, 'must be a relative path such as "img/logo.png"'),
      z.base64('must be base64 (RFC 4648, section 4)').nullable(),
    )
    .optional()
    .describe(
      'Files that the document refers to by relative names, base64 by name; null takes one away, others stay. 25 MB together. In `multipart/form-data` they are parts.',
    ),
};
const draft = z.boolean().default(false).describe('`true`: only the draft is written; nothing is published.');

export const createRequest = z.strictObject({
  slug: slug.describe('Its name in addresses: lower-case letters, digits, `-` and `_`. It never changes.'),
  name,
  folder: placed.optional(),
  content,
  ...changeable,
  draft,
});

export const replaceRequest = z.strictObject({
  content,
  name: name.optional(),
  folder: placed.optional(),
  ...changeable,
  draft,
});

const seen = z
  .int()
  .min(1)
  .optional()
  .describe(
    '`revision` of the draft that this is about: 409 `draft_changed` if somebody has changed it since. Default: any.',
  );

export const changeRequest = z.strictObject({
  content: content.optional(),
  name: name.optional(),
  folder: placed.optional(),
  ...changeable,
  revision: seen,
});

export const publishRequest = z.strictObject({ revision: seen });

export const rollbackRequest = z.strictObject({
  version: z.int().min(1).max(2_147_483_647).describe('The version to use from now on.'),
});

export const validateTemplateRequest = z.strictObject({
  content,
  css: bodyFields.css.optional(),
  header: bodyFields.header.optional(),
  footer: bodyFields.footer.optional(),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('If given, the template is filled with it, and variables that it lacks are reported.'),
  sample_data: bodyFields.sample_data.optional().describe('The same, as a template has it; `data` goes before.'),
  schema: schema.optional(),
  options: options.optional(),
  escape: bodyFields.escape.optional(),
  strict_variables: bodyFields.strict_variables.optional(),
});

export const snippetCreateRequest = z.strictObject({
  name: slug.describe("Its name in `{% render 'name' %}`: lower-case letters, digits, `-` and `_`."),
  content: liquid.describe('Liquid.'),
});
export const snippetReplaceRequest = z.strictObject({ content: liquid.describe('Liquid.') });

export const templateParams = z.strictObject({
  slug: z.string().describe('Slug or id of a template.'),
});
export const versionedParams = z.strictObject({
  slug: z.string().describe('Slug or id of a template; with `@3` that version, with `@draft` what is being worked on.'),
});
export const snippetParams = z.strictObject({ name: z.string().describe('Name or id of a snippet.') });

export const templateListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('Templates in one answer.'),
  page: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Which of the answers, from 0.'),
  folder: folder.optional().describe('Only templates of this folder and those below it. Default: all.'),
});
export const versionListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});
export const snippetListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(/^snp_[0-9a-z]{26}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});
export const assetQuery = z.strictObject({ name: z.string().max(255).describe('Name of the file.') });

const time = z.iso.datetime();
const versionNumber = z.int().nullable();

const facts = {
  id: z.string(),
  slug: z.string(),
  name,
  folder: z.string().describe('Empty for none.'),
  status: z
    .enum(['draft', 'published', 'changed'])
    .describe('`draft`: nothing is published. `changed`: the draft differs from what is published.'),
  version: versionNumber.describe('Number of the newest version; null before the first.'),
  published_version: versionNumber.describe('The version that `template_id: "slug"` uses.'),
  created: z.int().describe('When it was made, in milliseconds since 1970.'),
  created_at: time,
  updated_at: time,
};

const entry = z.strictObject(facts).meta({ id: 'TemplateEntry', description: 'A template without what it says.' });

const record = z
  .strictObject({
    ...facts,
    revision: z.int().describe('Counts the changes of the draft.'),
    shown: z.union([z.int(), z.literal('draft')]).describe('What the following is of: a version, or the draft.'),
    ...bodyFields,
    assets: z
      .array(
        z.strictObject({ name: z.string(), size: z.int().describe('Bytes.'), sha256: z.string().describe('In hex.') }),
      )
      .describe('Its files.'),
    snippets: z
      .array(z.strictObject({ name: z.string(), version: z.int(), content: z.string() }))
      .describe('The snippets that it uses: of a version as they were then, of the draft as they are now.'),
  })
  .meta({ id: 'Template' });

export const templateAnswer = z.strictObject({ success: z.literal(true), template: record });
export const templateListAnswer = z.strictObject({
  success: z.literal(true),
  templates: z.strictObject({
    has_more: z.boolean(),
    data: z.array(entry),
    limit: z.int(),
    page: z.int(),
    total: z.int(),
  }),
});

const problem = z
  .strictObject({
    part: z.enum(['content', 'header', 'footer', 'options', 'schema']),
    pointer: z.string().optional().describe('JSON Pointer (RFC 6901) into the options or the schema.'),
    snippet: z.string().optional().describe('The snippet that it is in.'),
    line: z.int().optional().describe('From 1, in the part or the snippet.'),
    column: z.int().optional(),
    message: z.string().describe('What is wrong; no value of the data.'),
    variable: z.string().optional().describe('Path of the variable that the data does not have.'),
    nearest: z.string().optional().describe('The nearest name that is known.'),
  })
  .meta({ id: 'TemplateProblem' });
export const validationAnswer = z.strictObject({
  success: z.literal(true),
  valid: z.boolean().describe('Whether it could be published, and filled with the data if there is any.'),
  errors: z.array(problem),
  warnings: z.array(problem),
  variables: z.array(z.string()).describe('Paths of the variables that it uses.'),
});

export const doneAnswer = z.strictObject({ success: z.literal(true) });

const list = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    success: z.literal(true),
    data: z.array(row),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
  });

const version = z
  .strictObject({
    version: z.int(),
    published: z.boolean().describe('Whether it is the one that is used.'),
    created_at: time,
    created_by: z.string().describe('Id of the key or person that published it first.'),
  })
  .meta({ id: 'TemplateVersion' });
export const versionListAnswer = list(version);

const snippetFacts = {
  id: z.string(),
  name: z.string(),
  version: z.int().describe('Counts the changes of its content.'),
  created_at: time,
  updated_at: time,
};
const snippetEntry = z.strictObject(snippetFacts).meta({ id: 'SnippetEntry' });
const snippet = z.strictObject({ ...snippetFacts, content: z.string() }).meta({ id: 'Snippet' });
export const snippetAnswer = z.strictObject({ success: z.literal(true), snippet });
export const snippetListAnswer = list(snippetEntry);

export type TemplateEntryJson = z.infer<typeof entry>;
export type TemplateJson = z.infer<typeof record>;
export type ProblemJson = z.infer<typeof problem>;
export type VersionJson = z.infer<typeof version>;
export type SnippetEntryJson = z.infer<typeof snippetEntry>;
export type SnippetJson = z.infer<typeof snippet>;

const { data, strict_variables, escape: escapeMode } = sharedFields;

/** Of a template that is filled and not converted. */
export const filledRequest = z.strictObject({ data, strict_variables, escape: escapeMode });
