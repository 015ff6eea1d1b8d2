import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { recognizedCaller } from '../access/caller.ts';
import { RateLimit } from '../access/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import { type ApiErrorCode, toApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Log } from '../log/log.ts';
import { chargeOf } from './request-charge.ts';

/** Milliseconds between writes. */
const EVERY = 1_000;
const MOST_WAITING = 10_000;
const PART = 500;
/** Rows a minute of what one caller is refused at the gate: refusals are cheap, and whoever repeats them fills no table. */
const REFUSALS = 20;

type Row = Selectable<Tables['request_log']>;

export interface LogFilter {
  readonly status: 'all' | 'success' | 'error';
  readonly keyId?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: { readonly at: Date; readonly id: string };
  readonly limit: number;
}

/**
 * One row for each request of a caller that is known, without anything of its content: all that were let in, and
 * the first 20 a minute of those that were not. A guessed key leaves no row with anybody. Rows are written together,
 * once a second; what was not written when a process is killed is lost.
 */
export class RequestLog {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #refusals: RateLimit;
  #rows: Row[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log?: Log }) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#refusals = new RateLimit({ limit: REFUSALS, clock });
  }

  /** Follows the requests of a scope behind the gate. */
  follow(scope: FastifyInstance): void {
    const codes = new WeakMap<object, ApiErrorCode>();
    scope.addHook('onError', (request, _reply, error, done) => {
      codes.set(request, toApiError(error).code);
      done();
    });
    scope.addHook('onRequest', (request, reply, done) => {
      const begun = performance.now();
      onExchangeEnd(reply.raw, (finished) => {
        const known = recognizedCaller(request);
        if (!known) return;
        const { caller, isAdmitted } = known;
        if (!isAdmitted && !this.#refusals.take(caller.id)) return;
        const { format = null, credits = 0 } = chargeOf(request) ?? {};
        this.#add({
          id: newId('req'),
          organisation_id: caller.organisationId,
          key_id: caller.kind === 'key' ? caller.id : null,
          at: new Date(Math.floor(this.#clock.now())),
          method: request.method,
          route: request.routeOptions.url ?? '(none)',
          status: finished ? reply.raw.statusCode : 499,
          duration_ms: Math.round(performance.now() - begun),
          bytes: finished ? Number(reply.getHeader('content-length') ?? 0) : 0,
          format,
          credits,
          error_code: codes.get(request) ?? null,
          request_id: request.id,
        });
      });
      done();
    });
  }

  /** Newest first. */
  async list(organisationId: string, { status, keyId, since, until, before, limit }: LogFilter): Promise<Row[]> {
    await this.flush();
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('request_log')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(status === 'success', (query) => query.where('status', '<', 400))
        .$if(status === 'error', (query) => query.where('status', '>=', 400))
        .$if(keyId === '*', (query) => query.where('key_id', 'is not', null))
        .$if(keyId !== undefined && keyId !== '*', (query) => query.where('key_id', '=', keyId as string))
        .$if(since !== undefined, (query) => query.where('at', '>=', since as Date))
        .$if(until !== undefined, (query) => query.where('at', '<', until as Date))
        .$if(before !== undefined, (query) =>
          query.where((row) =>
            row.or([
              row('at', '<', before?.at as Date),
              row.and([row('at', '=', before?.at as Date), row('id', '<', before?.id as string)]),
            ]),
          ),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  /** The request of this id, if it is one of the organization's. */
  async find(organisationId: string, requestId: string): Promise<Row | undefined> {
    await this.flush();
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('request_log')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('request_id', '=', requestId)
        .executeTakeFirst(),
    );
  }

  /** Whether it is known, whoever made it: for the record of who asked for what is not theirs. */
  async exists(requestId: string): Promise<boolean> {
    const row = await this.#database.system
      .selectFrom('request_log')
      .select('id')
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Writes what waits. What cannot be written is lost, and that is logged. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  #add(row: Row): void {
    if (this.#rows.length >= MOST_WAITING) return;
    this.#rows.push(row);
    this.#timer ??= setTimeout(() => void this.flush(), EVERY).unref();
  }

  async #write(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    try {
      for (let at = 0; at < rows.length; at += PART) {
        await this.#database.system
          .insertInto('request_log')
          .values(rows.slice(at, at + PART))
          .execute();
      }
    } catch {
      this.#log?.event('records_unwritten', { kind: 'requests', count: rows.length });
    }
  }
}
