/** Tokens as providers count them, summed over every attempt of a call, also over failed ones. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  readonly total: number;
  /** False when some answer came without a count; such answers count 0. */
  readonly complete: boolean;
}

export const NO_TOKENS: TokenCount = { input: 0, output: 0, total: 0, complete: true };

/** A larger count from one answer is a provider's mistake. */
const MOST = 1_000_000_000;

export function addTokens(a: TokenCount, b: TokenCount): TokenCount {
  const [input, output] = [a.input + b.input, a.output + b.output];
  return { input, output, total: input + output, complete: a.complete && b.complete };
}

/** The count of one answer; what the provider left out counts 0. */
export function tokenCount(input: number | undefined, output: number | undefined): TokenCount {
  const [read, written] = [whole(input), whole(output)];
  const complete = read !== null && written !== null;
  return { input: read ?? 0, output: written ?? 0, total: (read ?? 0) + (written ?? 0), complete };
}

function whole(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) || value < 0 || value > MOST ? null : Math.round(value);
}
