import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';

/** `open`: everybody who is let in may use the analysis; `waitlist`: organisations that were granted it. */
export type AnalysisPolicy = 'open' | 'waitlist';

export type AccessStatus = 'none' | 'waiting' | 'granted';

/** Who does something for which organisation. */
interface AccessContext {
  readonly organisationId: string;
  readonly actor: string;
}

export interface WaitlistEntry {
  readonly organisationId: string;
  readonly status: 'waiting' | 'granted';
  /** ISO 8601. */
  readonly since: string;
}

export interface AnalysisAccessOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly policy: AnalysisPolicy;
  readonly clock: Clock;
}

/** Which organisations may use the analysis. */
export class AnalysisAccess {
  readonly #database: Database;
  readonly #audit: AuditLog;
  readonly #policy: AnalysisPolicy;
  readonly #clock: Clock;

  constructor({ database, audit, policy, clock }: AnalysisAccessOptions) {
    this.#database = database;
    this.#audit = audit;
    this.#policy = policy;
    this.#clock = clock;
  }

  async isOpenTo(organisationId: string): Promise<boolean> {
    return this.#policy === 'open' || (await this.statusOf(organisationId)) === 'granted';
  }

  async statusOf(organisationId: string): Promise<AccessStatus> {
    if (this.#policy === 'open') return 'granted';
    const row = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('analysis_access')
        .select('status')
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst(),
    );
    return row?.status ?? 'none';
  }

  /** Puts an organisation on the waitlist; asking again changes nothing. @returns what holds from now on */
  async ask({ organisationId, actor }: AccessContext): Promise<AccessStatus> {
    if (this.#policy === 'open') return 'granted';
    await this.#audit.act(
      organisationId,
      (queries) =>
        queries
          .insertInto('analysis_access')
          .values({ organisation_id: organisationId, status: 'waiting', asked_at: this.#now(), granted_at: null })
          .onConflict((conflict) => conflict.column('organisation_id').doNothing())
          .returning('status')
          .executeTakeFirst(),
      (row) => row && { actor, action: 'analysis.asked_for', target: organisationId },
    );
    return await this.statusOf(organisationId);
  }

  /** Organisations that asked or were granted it, the oldest first; for the operator. */
  async list(): Promise<readonly WaitlistEntry[]> {
    const rows = await this.#database.system.selectFrom('analysis_access').selectAll().execute();
    return rows
      .map(({ organisation_id, status, asked_at, granted_at }) => ({
        organisationId: organisation_id,
        status,
        since: ((status === 'granted' ? granted_at : asked_at) ?? new Date(0)).toISOString(),
      }))
      .sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  /** Lets an organisation in, whether it has asked or not. */
  async grant({ organisationId, actor }: AccessContext): Promise<void> {
    const granted = { status: 'granted', granted_at: this.#now() } as const;
    await this.#audit.act(
      organisationId,
      (queries) =>
        queries
          .insertInto('analysis_access')
          .values({ organisation_id: organisationId, asked_at: null, ...granted })
          .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(granted))
          .execute(),
      () => ({ actor, action: 'analysis.granted', target: organisationId }),
    );
  }

  #now(): Date {
    return new Date(this.#clock.now());
  }
}
