import { z } from 'zod';

/** Entries that tell what made the file, and when, and its state of color: they are not the user's (table 317). */
const RESERVED = /^(?:producer|creationdate|moddate|trapped)$|^(?:author|creator|producer|subject|title)_raw$/i;
const ENTRY_NAME = /^\p{L}(?:[\p{L}\p{M}\p{N} ._-]{0,62}[\p{L}\p{M}\p{N}._-])?$/u;
/** Bytes of a name in a PDF (ISO 32000-1, annex C). */
const LONGEST_NAME = 127;
const MOST_ENTRIES = 50;

interface MetadataFault {
  /** Absent: the fault is of all entries together. */
  readonly name?: string;
  readonly message: string;
}

/** What is wrong with the names of a document's metadata. */
function metadataFaults(names: readonly string[]): readonly MetadataFault[] {
  const faults: MetadataFault[] = [];
  if (names.length > MOST_ENTRIES) faults.push({ message: `must have at most ${MOST_ENTRIES} entries` });
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    if (RESERVED.test(name)) faults.push({ name, message: 'cannot be set: it is written by the service' });
    else if (!ENTRY_NAME.test(name) || Buffer.byteLength(name) > LONGEST_NAME) {
      const message =
        'must have a name of 1 to 64 letters, digits, spaces, dots, "-" and "_" that begins with a letter';
      faults.push({ name, message });
    } else if (seen.has(folded)) faults.push({ name, message: 'must not be given twice, in whatever case' });
    seen.add(folded);
  }
  return faults;
}

const text = (description: string) => z.string().min(1).max(2_000).optional().describe(description);

/** What a PDF says about itself. */
export const metadata = z
  .object({
    title: text("Title; the page's own by default. Readers show it in their window."),
    author: text('Who wrote it.'),
    subject: text('What it is about.'),
    keywords: text('Words to find it by, parted by commas.'),
    creator: text('The program that the document comes from.'),
  })
  .catchall(z.string().min(1).max(2_000))
  .superRefine((entries, context) => {
    for (const { name, message } of metadataFaults(Object.keys(entries))) {
      context.addIssue({ code: 'custom', path: name === undefined ? [] : [name], message });
    }
  })
  .meta({
    id: 'PdfMetadata',
    description:
      'Beside these fields it may have entries of your own: at most 50 in all, with names of up to 64 letters, digits, spaces and `-_.`, and texts of up to 2,000 characters.',
  });
