import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditDetail, AuditEntry } from '../audit/chain.ts';
import { RETENTION_KINDS, type RetentionKind, type RetentionPeriods } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import { invalidField } from '../http/valid.ts';

/** Changes of periods; null goes back to that of the instance. */
export type PeriodChanges = Readonly<Partial<Record<RetentionKind, number | null>>>;

export interface RetentionPolicyOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  /** Of the instance. */
  readonly periods: RetentionPeriods;
}

/** What an organization says of how long it keeps things. Each change and its row in the audit log are one transaction. */
export class RetentionPolicy {
  readonly #audit: AuditLog;
  /** Of the instance. */
  readonly periods: RetentionPeriods;

  constructor({ audit, periods }: Pick<RetentionPolicyOptions, 'audit' | 'periods'>) {
    this.#audit = audit;
    this.periods = periods;
  }

  /**
   * Changes periods. It counts for what is there already, too: what is older goes within ten minutes.
   * @returns whether there is such an organization
   * @throws ApiError `invalid_request` for a period that is longer than the instance's
   */
  async change(organisationId: string, actor: string, changes: PeriodChanges): Promise<boolean> {
    for (const kind of RETENTION_KINDS) {
      const days = changes[kind];
      if (days === undefined || days === null || days <= this.periods[kind]) continue;
      const most = `${this.periods[kind]} days`;
      throw invalidField(`/retention/${kind}`, `"${kind}" is kept for ${most} here, and can be kept for less.`);
    }
    const named = Object.entries(changes).flatMap(([kind, days]) =>
      days === undefined ? [] : [[kind, days] as const],
    );
    const detail: AuditDetail = Object.fromEntries(named);
    return await this.#audit.act(
      organisationId,
      async (queries) => {
        const row = await queries
          .selectFrom('organisations')
          .select('retention')
          .where('id', '=', organisationId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        const chosen = Object.entries({ ...row.retention, ...detail }).filter(([, days]) => days !== null);
        await queries
          .updateTable('organisations')
          .set({ retention: JSON.stringify(Object.fromEntries(chosen)) })
          .where('id', '=', organisationId)
          .execute();
        return true;
      },
      (found) =>
        found ? { actor, action: 'organisation.retention_changed', target: organisationId, detail } : undefined,
    );
  }

  /**
   * Sets a legal hold, or lifts it. It waits for what is being removed; from its end on nothing is.
   * @param reason why; null lifts it. One that is set already keeps its beginning
   * @returns whether there is such an organization
   */
  async hold(organisationId: string, actor: string, reason: string | null): Promise<boolean> {
    return await this.#audit.act(
      organisationId,
      async (queries) => {
        const row = await queries
          .selectFrom('organisations')
          .select('held_since')
          .where('id', '=', organisationId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        const since = reason === null ? null : (row.held_since ?? new Date());
        await queries
          .updateTable('organisations')
          .set({ held_since: since, hold_reason: reason })
          .where('id', '=', organisationId)
          .execute();
        return true;
      },
      (found): AuditEntry | undefined => {
        if (!found) return undefined;
        const target = organisationId;
        if (reason === null) return { actor, action: 'organisation.hold_lifted', target, detail: {} };
        return { actor, action: 'organisation.hold_set', target, detail: { reason } };
      },
    );
  }
}
