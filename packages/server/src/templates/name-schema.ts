import { z } from 'zod';
import { folderFault, slugFault } from './reference.ts';

/** What templates and snippets are called, and where they are found. */

const withoutControl = (text: string) => !/\p{Cc}/u.test(text);

export const slug = z.string().superRefine((text, context) => {
  const fault = slugFault(text);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
export const name = z
  .string()
  .min(1)
  .max(100)
  .refine(withoutControl, 'must be without control characters')
  .describe('What people call it.');
export const folder = z
  .string()
  .max(100)
  .superRefine((text, context) => {
    const fault = folderFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });
/** That of a template. */
export const placed = folder.describe(
  'Where people find it in lists: at most 3 names separated by `/`, such as `Invoices/2026`, of 100 characters; empty for none. It is no part of a version.',
);
