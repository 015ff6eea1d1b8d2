import { z } from 'zod';

/** Members that several kinds have. Of everything that a text does not state, the member is there, and null. */

const LONGEST_NAME = 200;

export const nonBlank = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => /\S/.test(text), 'must not be blank');

/** A name that a caller gives. */
export const name = () => z.string().max(LONGEST_NAME);
export const nonBlankName = () => nonBlank(LONGEST_NAME);

/** Optional, since a service may read the text from elsewhere. */
export const documentText = z
  .string()
  .optional()
  .describe('Text of the document, at most 2,000,000 characters; form feeds separate its pages.');

export const includeEvidence = z
  .boolean()
  .default(false)
  .describe('Adds `evidence`: for each value where it stands in the text, as offsets in UTF-16 code units.');

export const date = (text: string) => z.iso.date().nullable().describe(text);
export const number = (text: string) => z.number().nullable().describe(text);
export const words = (text: string) => z.string().nullable().describe(text);
export const oneOf = <const Value extends string>(values: readonly Value[], text: string) =>
  z.enum(values).nullable().describe(text);
export const count = z.int().min(0);

const verificationStatus = z.enum(['verified', 'unverified', 'failed']);

const checks = z.array(
  z
    .object({
      name: z.string(),
      ok: z.boolean(),
      expected: z.union([z.number(), z.string(), z.null()]),
      actual: z.union([z.number(), z.string(), z.null()]),
    })
    .meta({ id: 'VerificationCheck' }),
);

export const verification = z
  .object({
    status: verificationStatus.describe(
      '`verified`: every value that is given is proven. `unverified`: the text has too little to tell. `failed`: a check failed.',
    ),
    checks,
    fields: z
      .record(z.string(), z.object({ status: verificationStatus, checks }))
      .describe('The same for each value that is given; without a check a value is never `verified`.'),
    ungrounded: z.array(z.string()).describe('Paths of values that do not stand in the text, such as a sum.'),
    engine: z.enum(['rules', 'model', 'model+rules']).describe('What answered.'),
  })
  .meta({ id: 'Verification', description: 'What was checked of an answer.' });

export const evidence = z
  .record(z.string(), z.object({ start: count, end: count }))
  .optional()
  .describe('With `includeEvidence`: where each value stands in the text, by its path.');
