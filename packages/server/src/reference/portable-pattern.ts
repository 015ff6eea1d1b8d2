/** Lookaround, named groups, references back, Unicode properties and escapes, control letters: not the same elsewhere, or not there. */
const OF_JAVASCRIPT = /\(\?(?!:)|\\[pPuckb1-9]/;
/** A class that is empty or takes everything is read in two ways. */
const ODD_CLASS = /\[\^?\]/;
/** RE2 repeats a thousand times at most. */
const MOST_REPEATED = 1_000;

/**
 * Whether a regular expression means the same to RE2 (Go, Rust's `regex` and others without backtracking) as to
 * JavaScript with the flag `u`, by which JSON Schema reads it.
 */
export function isPortable(pattern: string): boolean {
  if (OF_JAVASCRIPT.test(pattern) || ODD_CLASS.test(pattern)) return false;
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, least, most]) => [least, most]);
  if (repeats.some((times) => Number(times ?? 0) > MOST_REPEATED)) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
