import { z } from 'zod';

/** A statement or an invoice in a format that other programs read. */

export interface Exported {
  readonly format: string;
  readonly mediaType: string;
  /** Null where the format needs something that the document does not state. */
  readonly text: string | null;
  /** Paths of what it needs. */
  readonly missing: readonly string[];
}

/** The member of an answer. */
export const exported = z
  .object({
    format: z.string(),
    mediaType: z.string(),
    text: z.string().nullable().describe('null if the format needs a value that was not found.'),
    missing: z.array(z.string()).describe('Paths of the values that it needs.'),
  })
  .meta({ id: 'ExportedDocument', description: 'What was read, in the format of `export`.' })
  .optional();

/** The text, unless something is missing. */
export function exportedAs(
  format: string,
  mediaType: string,
  { missing, write }: { readonly missing: readonly string[]; readonly write: () => string },
): Exported {
  return { format, mediaType, text: missing.length > 0 ? null : write(), missing };
}

/** Which of some values are not stated. */
export function missingOf(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([path, value]) => (value === null || value === undefined ? [path] : []));
}
