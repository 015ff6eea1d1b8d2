import type { Payer } from './caller.ts';

/** What somebody was refused. */
export interface Denial {
  readonly reason: 'scope' | 'role' | 'address' | 'other_organisation';
  readonly method: string;
  /** Pattern of the route, never what was sent. */
  readonly route: string;
  /** What was lacking, or the id that is not theirs. */
  readonly target?: string;
}

/** Where refusals of callers that are known are recorded. */
export interface DenialRecord {
  /** Records a refusal. It stays refused if that fails. */
  record(caller: Pick<Payer, 'id' | 'organisationId'>, denial: Denial): Promise<void>;
}
