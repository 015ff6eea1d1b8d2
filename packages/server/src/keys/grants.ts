import type { EngineIssue } from '@platen/engine';
import type { KeyCaller } from '../access/caller.ts';
import type { ScopeSets } from '../access/scope-sets.ts';
import { ScopeFault, storedScopes } from '../access/scopes.ts';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import { isWithin, parseAllowlist } from '../network/allowlist.ts';
import type { KeyRow } from './key-record.ts';

/** Who gives rights: a key with its own, or a person. */
export type Giver = Pick<KeyCaller, 'mode' | 'scopes' | 'allowlist' | 'endsAt' | 'rateLimit' | 'monthlyCreditCap'>;

/** What a key is allowed, in the words of a request. */
export interface Rights {
  readonly mode: 'live' | 'test';
  readonly scopes: readonly string[];
  readonly allowlist: readonly string[];
  readonly expires_at: Date | null;
  readonly monthly_credit_cap: number | null;
  readonly rate_limit: number | null;
}

/**
 * Refuses rights that the key that gives them does not have itself: otherwise a key that may make keys could do
 * everything, in two steps.
 * @throws ApiError `insufficient_scope` with a pointer to each field that goes further
 */
export function refuseMore(giver: Giver, rights: Rights, sets: ScopeSets): void {
  const issues: EngineIssue[] = [];
  const refuse = (pointer: string, detail: string) => issues.push({ pointer, code: 'insufficient_scope', detail });

  issues.push(...scopesBeyond(giver, rights.scopes, sets), ...modeBeyond(giver, rights.mode));
  if (!isWithin(parseAllowlist(rights.allowlist), giver.allowlist)) {
    refuse('/allowlist', 'Your key may be used from fewer addresses; give addresses out of its allowlist.');
  }
  if (giver.endsAt !== undefined && (rights.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) > giver.endsAt) {
    refuse('/expires_at', `Your key expires earlier, at ${new Date(giver.endsAt).toISOString()}.`);
  }
  if (exceeds(rights.monthly_credit_cap, giver.monthlyCreditCap)) {
    refuse('/monthly_credit_cap', `Your key has a cap of ${giver.monthlyCreditCap}; give at most that.`);
  }
  // 0 sets no limit.
  if (exceeds(rights.rate_limit || null, giver.rateLimit || undefined)) {
    refuse('/rate_limit', `Your key has a limit of ${giver.rateLimit} requests a minute; give at most that.`);
  }
  throwFirst(issues);
}

/**
 * Refuses to end a key that may do more than who ends it.
 * @throws ApiError `insufficient_scope`
 */
export function refuseStronger(giver: Giver, { mode, scopes }: Pick<Rights, 'mode' | 'scopes'>, sets: ScopeSets): void {
  throwFirst([...scopesBeyond(giver, scopes, sets), ...modeBeyond(giver, mode)]);
}

/**
 * Refuses patterns that match nothing: who gives them means something else.
 * @throws ApiError `invalid_request`
 */
export function refuseUnmatched(scopes: readonly string[], sets: ScopeSets): void {
  try {
    sets.refuseUnmatched(scopes);
  } catch (error) {
    if (!(error instanceof ScopeFault)) throw error;
    throw invalidField(`/scopes/${error.index}`, `"scopes.${error.index}" ${error.message}.`);
  }
}

function modeBeyond(giver: Giver, mode: Rights['mode']): EngineIssue[] {
  if (giver.mode === 'live' || mode === 'test') return [];
  return [{ pointer: '/mode', code: 'insufficient_scope', detail: 'A test key can create and change only test keys.' }];
}

function scopesBeyond(giver: Giver, scopes: readonly string[], sets: ScopeSets): EngineIssue[] {
  return scopes.flatMap((scope, index) =>
    sets.covers(giver.scopes, storedScopes([scope]))
      ? []
      : [
          {
            pointer: `/scopes/${index}`,
            code: 'insufficient_scope',
            detail: `You lack the scope "${scope}" that the key has or would have.`,
          },
        ],
  );
}

function throwFirst(issues: readonly EngineIssue[]): void {
  const [first] = issues;
  if (first) throw new ApiError('insufficient_scope', { detail: first.detail, issues });
}

const exceeds = (wanted: number | null, own: number | undefined): boolean =>
  own !== undefined && (wanted === null || wanted > own);

type RightsRow = Pick<KeyRow, 'kind' | 'expires_at' | 'monthly_credit_cap' | 'rate_limit'> & {
  readonly scopes: readonly string[];
  readonly allowlist: readonly string[];
};

/** What a key of the database is allowed. */
export const rightsOf = ({
  kind,
  scopes,
  allowlist,
  expires_at,
  monthly_credit_cap,
  rate_limit,
}: RightsRow): Rights => ({
  mode: kind,
  scopes,
  allowlist,
  expires_at,
  monthly_credit_cap,
  rate_limit,
});
