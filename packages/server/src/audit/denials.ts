import type { Payer } from '../access/caller.ts';
import type { Denial, DenialRecord } from '../access/denial.ts';
import { RecentMap } from '../access/recent-map.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { AuditLog } from './audit-log.ts';

/** Milliseconds in which the same refusal is recorded once: whoever repeats it must not fill the log. */
const SAME = 60_000;
const REMEMBERED = 10_000;

/** Refusals of callers that are known, for the audit log of their organisation. */
export class Denials implements DenialRecord {
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #recent = new RecentMap<{ readonly at: number; repeated: number }>(REMEMBERED);

  constructor({ audit, clock, log }: { readonly audit: AuditLog; readonly clock: Clock; readonly log?: Log }) {
    this.#audit = audit;
    this.#clock = clock;
    this.#log = log;
  }

  async record(caller: Pick<Payer, 'id' | 'organisationId'>, { reason, method, route, target }: Denial): Promise<void> {
    const name = [caller.id, reason, method, route, target].join(' ');
    const before = this.#recent.get(name);
    if (before && this.#clock.now() - before.at < SAME) {
      before.repeated += 1;
      return;
    }
    this.#recent.set(name, { at: this.#clock.now(), repeated: 0 });
    const detail = { reason, method, route, ...(before?.repeated ? { repeated: before.repeated } : {}) };
    try {
      await this.#audit.record(caller.organisationId, { actor: caller.id, action: 'access_denied', target, detail });
    } catch {
      this.#log?.event('records_unwritten', { kind: 'denials', count: 1 });
    }
  }
}
