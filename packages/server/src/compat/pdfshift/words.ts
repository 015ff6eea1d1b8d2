import { isFields } from '../values.ts';
import { sentIn, type Words, wordsOf } from '../words.ts';

/** Names of PDFShift's for what is called otherwise here, and how it is told that they are meant. */
const OWN = [
  ['source.url', 'source'],
  ['source.html', 'source'],
  ['allow_error_status', 'raise_for_status'],
  ['header.height', 'header.spacing'],
  ['footer.height', 'footer.spacing'],
  ['metadata.author', 'protection.author'],
  ['webhook.url', 'webhook'],
] as const;

/**
 * What fields of ours are called in a request to `/v3`. Ours are taken there too: one that was sent keeps its name.
 */
export function wordsIn(json: unknown): Words {
  const sent = sentIn(json);
  const always = (theirs: string) => theirs === 'source' || theirs === 'raise_for_status';
  const names = OWN.filter(([ours, theirs]) => !sent(ours) && (always(theirs) || sent(theirs)));
  return wordsOf(isFields(json) ? names : []);
}
