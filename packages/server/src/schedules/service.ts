import type { Asker } from '../access/asker.ts';
import type { Caller } from '../access/caller.ts';
import { pointed } from '../batches/check.ts';
import type { Clock } from '../clock.ts';
import type { ConversionKind, Conversions, PreparedConversion } from '../conversions/service.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import type { Accepted } from '../jobs/new-job.ts';
import type { JobService } from '../jobs/service.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import { checkedNextTime } from './cron.ts';
import { ownerOf } from './owner.ts';
import type { ScheduleChange, ScheduleRequest } from './schema.ts';
import type { ScheduleFields, ScheduleRow, ScheduleStore, Turn } from './store.ts';

/** Fields of a conversion that say how it is answered: nobody waits for a run. */
const OF_ANSWERS = ['async', 'on_timeout', 'response_type', 'encode'];

export interface ScheduleServiceOptions {
  readonly database: Database;
  readonly store: ScheduleStore;
  readonly vault: Vault;
  readonly conversions: Conversions;
  readonly jobs: JobService;
  readonly clock: Clock;
}

/** Somebody else has taken this turn. */
export class TurnLost extends Error {}

/** Takes the turn back with all else of its transaction. */
class NotAccepted extends Error {
  readonly answer: Accepted;

  constructor(answer: Accepted) {
    super('The job was not accepted.');
    this.answer = answer;
  }
}

/** Makes and changes schedules, and their runs. */
export class ScheduleService {
  readonly store: ScheduleStore;
  readonly #options: ScheduleServiceOptions;

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
    this.store = options.store;
  }

  /**
   * @throws ApiError with what is wrong with the request or the times; `schedule_limit`
   */
  async create(
    asker: Asker & { readonly caller: Caller },
    { name, cron, timezone, format, request }: ScheduleRequest,
    id = newId('sch'),
  ): Promise<ScheduleRow> {
    const next_at = checkedNextTime(cron, timezone, this.#options.clock.now());
    const fields = await this.#fields(asker, { id, format, request });
    return await this.store.create(asker.caller.organisationId, { id, name, cron, timezone, next_at, ...fields });
  }

  /**
   * Changes what is named. Whoever changes more than its name, or lets it go on, owns it from then on; what is asked for
   * is then checked as theirs.
   * @returns undefined if it is not there any more
   */
  async change(
    asker: Asker & { readonly caller: Caller },
    row: ScheduleRow,
    change: ScheduleChange,
  ): Promise<ScheduleRow | undefined> {
    const { organisation_id: organisationId, id } = row;
    const { name = row.name, cron = row.cron, timezone = row.timezone, paused } = change;
    const now = this.#options.clock.now();
    const isPaused = paused ?? row.next_at === null;
    if (!changesOwner(change)) {
      const pause = isPaused && row.next_at !== null ? pausedAt(now) : {};
      return await this.store.update(organisationId, id, { name, ...pause });
    }
    const next = checkedNextTime(cron, timezone, now);
    const request = change.request ?? JSON.parse((await this.#request(row)).toString('utf8'));
    const format = change.format ?? (row.format as ConversionKind);
    const fields = await this.#fields(asker, { id, format, request });
    const sameTimes = cron === row.cron && timezone === row.timezone;
    const going = {
      next_at: (sameTimes && row.next_at) || next,
      paused_at: null,
      paused_reason: null,
      paused_code: null,
    };
    const pause = isPaused ? (row.next_at === null ? {} : pausedAt(now)) : going;
    return await this.store.update(organisationId, id, { name, cron, timezone, ...fields, ...pause });
  }

  /**
   * Makes a run.
   * @param options.turn the time that it is for; absent for one that was asked for beside them
   * @returns the id of its job
   * @throws ApiError of {@link JobService.accept}, `schedule_without_owner`; TurnLost
   */
  async run(
    row: ScheduleRow,
    { turn, id = newId('job'), requestId }: { readonly turn?: Turn; readonly id?: string; readonly requestId?: string },
  ): Promise<string> {
    const { database, conversions, jobs, clock } = this.#options;
    const owner = await ownerOf(database, row, clock.now());
    if ('reason' in owner) throw new ApiError('schedule_without_owner');
    const asker = { caller: owner.payer, method: 'POST', route: `schedule:${row.format}` };
    const json: unknown = JSON.parse((await this.#request(row)).toString('utf8'));
    const asked = { asker, kind: row.format as ConversionKind, body: { json, files: [] } };
    const prepared = await conversions.prepare(asked);
    await jobs.accept(asked, prepared, {
      id,
      requestId,
      priority: 'normal',
      within: (accept) =>
        this.store
          .transaction(async (queries) => {
            const now = new Date(clock.now());
            if (turn && !(await this.store.takeTurn(queries, turn, id))) throw new TurnLost();
            const accepted = await accept(queries);
            if (accepted.kind !== 'accepted') throw new NotAccepted(accepted);
            await this.store.link(queries, id, row.id);
            if (!turn) await this.store.noteRun(queries, row.id, { job: id, now });
            return accepted;
          })
          .catch((error) => {
            // The turn is given back with all else.
            if (error instanceof NotAccepted) return error.answer;
            throw error;
          }),
    });
    // Said in the middle of the transaction, it came too early.
    jobs.signals.arrived();
    return id;
  }

  /** What is kept of a request that was checked. */
  async #fields(
    asker: Asker & { readonly caller: Caller },
    { id, format, request }: { readonly id: string; readonly format: ConversionKind; readonly request: unknown },
  ): Promise<Omit<ScheduleFields, 'name' | 'cron' | 'timezone'>> {
    const { conversions, jobs, vault } = this.#options;
    const { caller } = asker;
    refuseAnswers(request);
    const prepared: PreparedConversion = await pointed({ pointer: (own) => `/request${own}` }, async () => {
      const checked = await conversions.prepare({ asker, kind: format, body: { json: request, files: [] } });
      // So that what no run may do is said now.
      await jobs.keepOf(caller.organisationId, checked);
      return checked;
    });
    const { kind, organisationId } = caller;
    const bytes = Buffer.from(JSON.stringify(request));
    return {
      actor_kind: kind,
      actor: caller.id,
      format,
      template: prepared.template ?? null,
      tag: prepared.tag ?? null,
      sandbox: prepared.isSandbox,
      request: await vault.seal(sealedAs({ id, organisation_id: organisationId }), bytes),
    };
  }

  async #request(row: ScheduleRow): Promise<Buffer> {
    return await this.#options.vault.open(sealedAs(row), row.request);
  }
}

/** Whether a change is one of what is done, and by whom. */
export const changesOwner = ({ cron, timezone, format, request, paused }: ScheduleChange): boolean =>
  [cron, timezone, format, request].some((field) => field !== undefined) || paused === false;

const pausedAt = (now: number) => ({
  next_at: null,
  paused_at: new Date(now),
  paused_reason: 'requested',
  paused_code: null,
});

const sealedAs = ({ id, organisation_id }: Pick<ScheduleRow, 'id' | 'organisation_id'>): SealedObject => ({
  organisationId: organisation_id,
  kind: 'schedule_request',
  id,
});

function refuseAnswers(request: unknown): void {
  if (typeof request !== 'object' || request === null) return;
  const name = OF_ANSWERS.find((field) => Object.hasOwn(request, field));
  if (name === undefined) return;
  throw invalidField(`/request/${name}`, `Leave out "${name}": a run is a job, and nobody waits for it.`);
}
