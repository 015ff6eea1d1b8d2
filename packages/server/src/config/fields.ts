import { accessSync, constants } from 'node:fs';
import { z } from 'zod';

/** Kinds of settings, with what is said of one that cannot be used. */

const SHORTEST_KEY = 24;

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `use a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `use a whole number from ${least} to ${most}`);
export const yesOrNo = z
  .enum(['0', '1', 'false', 'true'], 'use 1 for yes or 0 for no')
  .transform((value) => value === '1' || value === 'true');
export const secret = z
  .string()
  .min(SHORTEST_KEY, `use at least ${SHORTEST_KEY} characters, for example the output of "openssl rand -hex 24"`)
  .regex(/^\S(?:.*\S)?$/, 'leave out spaces at its ends and line breaks: a header cannot carry them')
  .refine((key) => !/\p{Cc}/u.test(key), 'leave out control characters: a header cannot carry them');
export const httpUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
    'use an address such as http://127.0.0.1:4318, with http: or https:',
  );
export const publicUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url) && URL.canParse(url),
    'use an origin, such as https://pdf.example',
  )
  .transform((url) => new URL(url).origin);
export const smtpUrl = z
  .string()
  .refine(
    (url) => /^smtps?:\/\/[^/]/i.test(url) && URL.canParse(url),
    'use an address such as smtps://user:password@mail.example?from=pdf@example.com',
  );
export const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//i, 'use an address such as postgresql://user:password@127.0.0.1:5432/platen');
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''));

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
