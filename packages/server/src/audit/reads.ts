import type { Clock } from '../clock.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditDetail } from './chain.ts';

/** Milliseconds between two pages of one read. */
const PAUSE = 15 * 60_000;
/** Lists that are remembered; the one that came first is forgotten first. */
const MOST = 10_000;

/** Rows about who reads the audit log: one for a list, however many pages of it are read. */
export class AuditReads {
  readonly #audit: Pick<AuditLog, 'record'>;
  readonly #clock: Clock;
  readonly #lastPages = new Map<string, number>();

  constructor(audit: Pick<AuditLog, 'record'>, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /**
   * Before rows are answered: without this row, there is no answer. A further page belongs to a list, narrowed in the same way,
   * that the same reader began, or went on with, at this server in the last 15 minutes; any other is a read of its own, whatever
   * its cursor.
   * @param options.detail by what the list was narrowed
   */
  async note(
    organisationId: string,
    actor: string,
    { isFurther, detail }: { readonly isFurther: boolean; readonly detail: AuditDetail },
  ): Promise<void> {
    const name = JSON.stringify([organisationId, actor, detail]);
    const last = this.#lastPages.get(name);
    const now = this.#clock.now();
    const goesOn = isFurther && last !== undefined && now - last < PAUSE;
    if (!goesOn) await this.#audit.record(organisationId, { actor, action: 'audit.read', detail });
    this.#lastPages.delete(name);
    this.#lastPages.set(name, now);
    if (this.#lastPages.size <= MOST) return;
    const [first] = this.#lastPages.keys();
    if (first !== undefined) this.#lastPages.delete(first);
  }
}
