export type VerificationStatus = 'verified' | 'unverified' | 'failed';

/** Something about a value, or about several, that holds or does not. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: number | string | null;
  readonly actual: number | string | null;
}
