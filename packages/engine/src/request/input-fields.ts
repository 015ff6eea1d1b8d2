import { z } from 'zod';
import { LIMITS } from './limits.ts';

const url = z.string().min(1).max(LIMITS.urlLength);

/** A name that a document refers to a file by: a path below the document, as a relative link has it. */
const fileName = z
  .string()
  .min(1)
  .max(LIMITS.fileNameLength)
  .regex(
    /^(?![/ ]|[a-z][a-z\d+.-]*:)[^\\?#\p{Cc}\p{Surrogate}]+(?<! )$/iu,
    'must be a relative path such as "img/logo.png"',
  )
  // An encoded dot is a dot too (URL standard, "double-dot path segment").
  .refine((name) => !name.replace(/%2e/gi, '.').split('/').includes('..'), { error: 'must be a path without ".."' });

const source = z.union([
  z.string().min(1).describe('A URL if it begins with http:// or https://, else HTML.'),
  z
    .strictObject({
      url: url.optional().describe('Page to render; http or https.'),
      html: z.string().min(1).optional().describe('HTML to render. With `data` it is a Liquid template.'),
      base_url: url.optional().describe('Address that relative links, images and scripts of `html` refer to.'),
      files: z
        .record(fileName, z.base64('must be base64 (RFC 4648, section 4)'))
        .refine((files) => Object.keys(files).length <= LIMITS.files, {
          error: `must have at most ${LIMITS.files} files`,
        })
        .optional()
        .describe(
          'Files that `html` refers to by relative names: base64 by name, for example `{"logo.png": "iVBOR…"}`.',
        ),
    })
    .meta({ id: 'Source', description: 'Exactly one of `url` and `html`.' }),
]);

/** What is converted. */
export const inputFields = {
  source: source.optional().describe('What to convert: an address or HTML.'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Variables for the Liquid placeholders of `source.html`, and of the header and footer.'),
  strict_variables: z
    .boolean()
    .optional()
    .describe('Refuses a template that uses a variable which `data` does not have. Default: it prints nothing.'),
  escape: z
    .enum(['html', 'none'])
    .optional()
    .describe('What becomes of values that a template prints: `html` (default) escapes them, `none` leaves them.'),
};

/** Checks a name that a file came with in another way than as a field of the request. */
export const isFileName = (name: string): boolean => fileName.safeParse(name).success;
