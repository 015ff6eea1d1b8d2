import type { IncomingHttpHeaders } from 'node:http';

/** A content coding of ours. */
export type Coding = 'br' | 'gzip';

/** The smaller results first. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];

/** The coding that a client likes best of ours (RFC 9110, section 12.5.3); undefined where that is none. */
export function acceptedCoding(headers: IncomingHttpHeaders): Coding | undefined {
  const weights = weightsOf(String(headers['accept-encoding'] ?? ''));
  const others = weights.get('*') ?? 0;
  const weightOf = (coding: Coding): number => weights.get(coding) ?? others;
  const best = CODINGS.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  const accepted = weightOf(best);
  return accepted > 0 && accepted >= (weights.get('identity') ?? 0) ? best : undefined;
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      // What is no number is no wish either.
      return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
