import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { NewJob } from './new-job.ts';
import type { BegunJob } from './reader.ts';
import type { ReadyWork } from './ready-work.ts';
import type { JobSignals } from './signals.ts';
import type { Held, JobStore } from './store.ts';

/** Why a worker is to stop what it does. */
export type StopReason = 'canceled' | 'lost' | 'stopping';

/**
 * Does one job and ends it in the store. `signal` is set off with a {@link StopReason}. Must not throw.
 * @param rendered to be called when only keeping the result is left: another job may begin meanwhile
 * @param ready what was accepted, if this process has it at hand
 */
export type RunJob = (job: BegunJob, signal: AbortSignal, rendered: () => void, ready?: ReadyWork) => Promise<void>;

/** A slot that nobody else gets, for a job that is about to be accepted. Ends with the one or the other. */
export interface KeptSlot {
  /** The worker's name. */
  readonly worker: string;
  /** Does the job, which was accepted as begun by this worker. */
  begin(job: NewJob, ready: ReadyWork): void;
  /** The job was not begun: the slot is for others. */
  free(): void;
}

export interface WorkerOptions {
  readonly store: JobStore;
  readonly signals: JobSignals;
  /** Jobs at the same time. */
  readonly slots: number;
  readonly run: RunJob;
  readonly log: Log;
}

/** Milliseconds between looks for jobs that no signal told of. */
const LOOK = 1_000;
/** Milliseconds in which what was told to stop has to give its job back; its lease ends by itself else. */
const LAST = 5_000;
/** Signs of life in the time of a lease: two may be lost. */
const RENEWALS = 3;
/** Jobs that a worker has at most, for each slot: with a store that is slow, results do not pile up in memory. */
const HELD_PER_SLOT = 2;

interface Running {
  readonly held: Held;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Takes jobs as long as it has free slots, and keeps the leases of those that it runs. */
export class Worker {
  /** Names this process in the rows of its jobs. */
  readonly name = `${process.pid}-${randomUUID()}`;
  readonly slots: number;
  readonly #store: JobStore;
  readonly #run: RunJob;
  readonly #signals: JobSignals;
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  /** Slots that are kept for jobs which are being accepted: each ends with the job's beginning, or without one. */
  readonly #kept = new Set<Promise<void>>();
  #rendering = 0;
  #leave: readonly (() => void)[] = [];
  #started = false;
  #stopping = false;
  #filling = false;
  /** Whether a job may wait that this worker has not been refused: else nothing is asked for until one arrives. */
  #mayWait = true;

  constructor({ store, signals, slots, run, log }: WorkerOptions) {
    this.slots = slots;
    this.#store = store;
    this.#signals = signals;
    this.#run = run;
    this.#log = log;
  }

  /** Slots that are taken. */
  get busy(): number {
    return this.#rendering;
  }

  start(): void {
    this.#started = true;
    const look = setInterval(() => void this.#fill(), LOOK).unref();
    const renew = setInterval(() => void this.#renew(), (this.#store.lease * 1_000) / RENEWALS).unref();
    this.#leave = [
      this.#signals.onArrival(() => void this.#fill()),
      this.#signals.onCancel((id) => {
        if (this.#running.has(id)) void this.#renew(id);
      }),
      () => clearInterval(look),
      () => clearInterval(renew),
    ];
    void this.#fill();
  }

  /** Takes nothing new, lets what runs end within `grace` milliseconds, and gives the rest back at once. */
  async stop(grace: number): Promise<void> {
    this.#stopping = true;
    const [onArrival, ...others] = this.#leave;
    onArrival?.();
    await this.#idle(grace);
    for (const { controller } of this.#running.values()) controller.abort('stopping' satisfies StopReason);
    await this.#idle(LAST);
    for (const leave of others) leave();
  }

  /** Resolves when nothing runs and nothing is about to, or after so many milliseconds. */
  async #idle(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, milliseconds);
    });
    const ended = async () => {
      // A slot that is kept may end with a job that runs.
      while (!isLate && this.#running.size + this.#kept.size > 0) {
        await Promise.all([...this.#kept, ...[...this.#running.values()].map(({ done }) => done)]);
      }
    };
    await Promise.race([ended(), late]);
    clearTimeout(timer);
  }

  get #hasSlot(): boolean {
    return this.#rendering < this.slots && this.#running.size < HELD_PER_SLOT * this.slots;
  }

  /** Takes what waits, as long as there are slots. */
  async #fill(): Promise<void> {
    this.#mayWait = true;
    await this.#goOn();
  }

  /** Takes what was left for want of slots. One look at a time: what arrives meanwhile is seen by another one right after it. */
  async #goOn(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (this.#mayWait && !this.#stopping && this.#hasSlot) {
        this.#mayWait = false;
        const job = await this.#store.claim(this.name);
        if (!job) continue;
        this.#mayWait ||= job.more_wait;
        this.#begin(job);
      }
    } catch {
      // The database is away: the next look comes soon.
      this.#mayWait = true;
    } finally {
      this.#filling = false;
    }
  }

  /** A slot for a job that this process is about to accept; undefined if none is free, or somebody else may be about to get the last one. */
  keepSlot(): KeptSlot | undefined {
    if (!this.#started || this.#stopping || this.#filling || !this.#hasSlot) return undefined;
    this.#rendering += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#kept.add(promise);
    const end = () => {
      this.#rendering -= 1;
      this.#kept.delete(promise);
      resolve();
    };
    return {
      worker: this.name,
      begin: (job, ready) => {
        end();
        this.#begin(begunNow(job), ready);
      },
      free: () => {
        end();
        void this.#goOn();
      },
    };
  }

  #begin(job: BegunJob, ready?: ReadyWork): void {
    const controller = new AbortController();
    // Claimed while the worker began to stop.
    if (this.#stopping) controller.abort('stopping' satisfies StopReason);
    this.#rendering += 1;
    let rendering = true;
    const rendered = () => {
      if (!rendering) return;
      rendering = false;
      this.#rendering -= 1;
      void this.#goOn();
    };
    const done = this.#run(job, controller.signal, rendered, ready)
      .catch(() => this.#log.event('job_unfinished', { job: job.id }))
      .finally(() => {
        const wasFull = this.#running.size >= HELD_PER_SLOT * this.slots;
        this.#running.delete(job.id);
        rendered();
        // The end of an item may have put the file of its batch into the queue.
        if (job.batch_id !== null) void this.#fill();
        else if (wasFull) void this.#goOn();
      });
    this.#running.set(job.id, { held: { id: job.id, fence: job.fence }, controller, done });
  }

  /** Tells that the jobs are not lost, or only this one, and learns which were, or are to be canceled. */
  async #renew(id?: string): Promise<void> {
    const running = [...this.#running.values()].filter(({ held }) => id === undefined || held.id === id);
    if (running.length === 0) return;
    try {
      const kept = await this.#store.renew(running.map(({ held }) => held));
      for (const { held, controller } of running) {
        const state = kept.get(held.id);
        if (!this.#running.has(held.id)) continue;
        if (!state) controller.abort('lost' satisfies StopReason);
        else if (state.cancelRequested) controller.abort('canceled' satisfies StopReason);
      }
    } catch {
      // The next renewal comes before the leases have ended.
    }
  }
}

/** A job as `begin_accepted_job` has begun it. */
const begunNow = ({ id, organisationId, format, template, tag, request }: NewJob): BegunJob => ({
  id,
  organisation_id: organisationId,
  kind: 'convert',
  batch_id: null,
  batch_position: null,
  batch_standing: null,
  batch_result: null,
  schedule_id: null,
  attempts: 1,
  fence: 1,
  format,
  template: template ?? null,
  tag: tag ?? null,
  request,
});
