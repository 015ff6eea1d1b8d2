import type { FastifyRequest } from 'fastify';
import { bringsToken, type OperatorOptions } from '../access/operator.ts';
import { RateLimit } from '../access/rate-limit.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { clientOf } from '../network/client.ts';
import { sourceOf } from '../network/source.ts';
import { INSTANCE_CHAIN } from '../people/records.ts';

/** Requests of the operator in a minute: the page asks for two answers every five seconds. */
const READS = 120;
/** Wrong tokens of one source in a minute, after which the log says so. */
const GUESSES = 20;
/** Milliseconds for which the reads of one source are one row of the audit log: the page reads again every five seconds. */
const READING = 3_600_000;
/** Sources whose reading is remembered; beyond, the one that came longest ago is forgotten. */
const MOST_SOURCES = 1_000;

export interface AdmissionParts extends Omit<OperatorOptions, 'token'> {
  /** What an operator has to send. Without one, nobody is. */
  readonly token?: string | undefined;
  readonly clock: Clock;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly log?: Log | undefined;
}

/** Lets the operator in, and nobody else; what is read is in the audit log of the instance. */
export class OperatorAdmission {
  readonly #parts: AdmissionParts;
  readonly #reads: RateLimit;
  readonly #guesses: RateLimit;
  readonly #told: RateLimit;
  /** When the reading of each source that is recorded began; the longest ago first. */
  readonly #readings = new Map<string, { readonly began: number; readonly row: Promise<void> }>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#reads = new RateLimit({ limit: READS, clock: parts.clock });
    this.#guesses = new RateLimit({ limit: GUESSES, clock: parts.clock });
    this.#told = new RateLimit({ limit: 1, clock: parts.clock });
  }

  /**
   * A right token is let in whatever others have sent: behind a proxy that says nothing of who asks, all have one address. That
   * it is not guessed is because of its length.
   * @throws ApiError `not_found` for everybody else: to them there is no such path; `rate_limited` for too many reads
   */
  async admit(request: FastifyRequest): Promise<void> {
    const { token, reach } = this.#parts;
    const source = sourceOf(clientOf(request, reach).address);
    if (token === undefined) throw new ApiError('not_found');
    if (!bringsToken(request, { ...this.#parts, token })) {
      this.#tellGuesses(source);
      throw new ApiError('not_found');
    }
    if (!this.#reads.take('operator')) {
      throw new ApiError('rate_limited', { retryAfter: this.#reads.look('operator').nextIn / 1_000 });
    }
    await this.#record(source);
  }

  /** Says so, once a minute at most, where one source sends wrong tokens faster than a person types them. */
  #tellGuesses(source: string): void {
    if (this.#guesses.take(source) && this.#guesses.look(source).remaining > 0) return;
    if (this.#told.take(source)) this.#parts.log?.event('operator_guessed', {});
  }

  /** Before the answer: what is not recorded is not shown. Reads that come at once wait for the one row. */
  async #record(source: string): Promise<void> {
    const { audit, clock } = this.#parts;
    const began = clock.now();
    const known = this.#readings.get(source);
    if (known && began - known.began < READING) return await known.row;
    const entry = { actor: 'operator', action: 'operator.read', target: null, detail: { source } } as const;
    const row = Promise.resolve(audit.record(INSTANCE_CHAIN, entry)).then(() => undefined);
    this.#readings.delete(source);
    this.#readings.set(source, { began, row });
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > MOST_SOURCES && oldest !== undefined) this.#readings.delete(oldest);
    await row.catch((error: unknown) => {
      this.#readings.delete(source);
      throw error;
    });
  }
}
