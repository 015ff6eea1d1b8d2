/** A method and a path, as a scope has them. */
export interface Pattern {
  /** `*`: any. */
  readonly method: string;
  /** Segments of the path; a `*` at the end stands for one or more. */
  readonly segments: readonly string[];
}

export const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

/** Whether a pattern lets through a request, or whatever another pattern or an endpoint stands for. */
export function matches(pattern: Pattern, method: string, segments: readonly string[]): boolean {
  if (pattern.method !== '*' && pattern.method !== method) return false;
  const open = pattern.segments.at(-1) === '*';
  if (!hasLengthOf(pattern, segments)) return false;
  // Another pattern that goes on for ever goes beyond one of its length that does not.
  if (!open && segments.at(-1) === '*') return false;
  return pattern.segments.every((segment, at) => segment === '*' || segment === segments[at]);
}

/**
 * What a pattern lets through of an endpoint: its path, with what the pattern says in place of variable segments.
 * Undefined if that is nothing.
 * @param path with the names of its variable segments in braces
 */
export function partOf(
  pattern: Pattern,
  { method, path }: { readonly method: string; readonly path: string },
): readonly string[] | undefined {
  const segments = segmentsOf(path);
  if (pattern.method !== '*' && pattern.method !== method) return undefined;
  if (!hasLengthOf(pattern, segments)) return undefined;
  const part = segments.map((segment, at) => {
    const wanted = pattern.segments[at] ?? '*';
    if (wanted === '*' || wanted === segment) return segment;
    return takes(segment, wanted) ? wanted : undefined;
  });
  return part.every((segment) => segment !== undefined) ? part : undefined;
}

const hasLengthOf = (pattern: Pattern, segments: readonly string[]): boolean =>
  segments.length === pattern.segments.length ||
  (segments.length > pattern.segments.length && pattern.segments.at(-1) === '*');

/** Whether a segment with a name in braces may stand for a text: `{slug}.pdf` for `invoice.pdf`. */
function takes(segment: string, text: string): boolean {
  const [before, after] = segment.split(/\{\w+\}/);
  if (before === undefined || after === undefined) return false;
  return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
