import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { AnalystRequest } from '@platen/analysis';
import { threadEnvironment } from '@platen/engine';
import { ApiError } from '../errors.ts';
import type { AnalysisPoolState } from '../observe/analysis-observer.ts';
import { AnalysisFailed } from './failed.ts';
import type { Analyzed, FromThread, ThreadSettings } from './messages.ts';

export interface AnalystPoolOptions extends ThreadSettings {
  /** Threads for short texts. Default: one for each core, from 2 to 4. Long ones have one fewer, but one. */
  readonly threads?: number;
}

export interface RunOptions {
  /** Those of one group take turns with others. */
  readonly group: string;
  readonly signal: AbortSignal;
  /** Whether the model may be asked, if there is one. Default true. */
  readonly withModel?: boolean;
  /** Called when a thread begins, with the milliseconds that it was waited for. */
  readonly onBegin?: (waited: number) => void;
}

interface Job {
  readonly id: number;
  readonly group: string;
  readonly request: AnalystRequest;
  readonly withModel: boolean;
  readonly onBegin: () => void;
  readonly resolve: (result: Analyzed) => void;
  readonly reject: (reason: unknown) => void;
  /** Whether it has a thread for itself, since it computes for long. */
  readonly alone: boolean;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  /** Whether its one job has it for itself. */
  alone: boolean;
}

/** Analyses that wait for a thread; more are refused. */
const MOST_WAITING = 200;
/** Analyses of one thread at once: with a model they wait for it most of the time, without one they compute. */
const AT_ONCE = { rules: 1, model: 16 };
/** Milliseconds that a thread has to give up an analysis before it is ended with all that it does. */
const GRACE = 2_000;
/**
 * Characters of a text from which on it has a thread for itself, so that short ones are not behind it; the thread is
 * ended after it, so that the memory it took goes back.
 */
const LARGE = 200_000;
/** Memory of one thread, in MiB. */
const MEMORY = 768;
/**
 * MiB of it for what has just been made: V8 would let them grow to 96 and more, of which a long text uses all without
 * being done sooner.
 */
const YOUNG = 24;

/**
 * Analyses texts in threads, so that the server goes on answering, whatever is in them. A thread that computes is ended
 * when its client leaves or its time is over; what computes for long shares it with nothing else.
 */
export class AnalystPool {
  /** Whether there is a model to be asked. */
  readonly hasModel: boolean;
  readonly #settings: ThreadSettings;
  readonly #most: number;
  readonly #atOnce: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #ids = 0;
  #closed = false;

  constructor({ threads = Math.min(4, Math.max(2, availableParallelism())), ...settings }: AnalystPoolOptions = {}) {
    const { model } = settings;
    this.hasModel = model !== undefined;
    this.#settings = settings;
    this.#most = threads;
    this.#atOnce = model ? AT_ONCE.model : AT_ONCE.rules;
  }

  /**
   * @throws AnalysisFailed; ApiError `capacity` when too many wait; the reason of the signal
   */
  async run<Request extends AnalystRequest>(
    request: Request,
    { group, signal, withModel = true, onBegin }: RunOptions,
  ): Promise<Analyzed<Request['kind']>> {
    signal.throwIfAborted();
    if (this.#closed || this.#waiting.length >= MOST_WAITING) throw new ApiError('capacity');
    this.#ids += 1;
    const id = this.#ids;
    const asked = performance.now();
    const begin = () => onBegin?.(performance.now() - asked);
    const leave = () => this.#giveUp(id, signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await new Promise<Analyzed>((resolve, reject) => {
        const alone = request.text.length > LARGE;
        this.#waiting.push({ id, group, request, withModel, onBegin: begin, resolve, reject, alone });
        this.#begin();
      });
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** What the threads do now. */
  get state(): AnalysisPoolState {
    const running = [...this.#threads].reduce((sum, { jobs }) => sum + jobs.size, 0);
    return { running, waiting: this.#waiting.length, threads: this.#threads.size };
  }

  /** Ends all threads; what they do fails. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new ApiError('capacity'));
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #begin(): void {
    for (;;) {
      const index = this.#next();
      const [job] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!job) return;
      const place = this.#placeFor(job.alone);
      const thread = place === 'new' || place === undefined ? this.#start() : place;
      thread.alone = job.alone;
      thread.jobs.set(job.id, job);
      job.onBegin();
      thread.worker.ref();
      thread.worker.postMessage({ id: job.id, request: job.request, withModel: job.withModel });
    }
  }

  /** The first of those that there is room for, and whose group has the fewest under way. */
  #next(): number {
    const running = new Map<string, number>();
    for (const { jobs } of this.#threads) {
      for (const { group } of jobs.values()) running.set(group, (running.get(group) ?? 0) + 1);
    }
    const room = { alone: this.#placeFor(true) !== undefined, beside: this.#placeFor(false) !== undefined };
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [index, { group, alone }] of this.#waiting.entries()) {
      const count = running.get(group) ?? 0;
      if (count >= fewest || !(alone ? room.alone : room.beside)) continue;
      [best, fewest] = [index, count];
    }
    return best;
  }

  /** An idle thread, a new one, or the one with the fewest others for what needs none for itself. */
  #placeFor(alone: boolean): Thread | 'new' | undefined {
    const threads = [...this.#threads];
    const idle = threads.find(({ jobs }) => jobs.size === 0) ?? 'new';
    const alike = threads.filter((thread) => thread.jobs.size > 0 && thread.alone === alone);
    if (alone) return alike.length < Math.max(1, this.#most - 1) ? idle : undefined;
    if (alike.length < this.#most) return idle;
    const [least] = alike.sort((a, b) => a.jobs.size - b.jobs.size);
    return least && least.jobs.size < this.#atOnce ? least : undefined;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#settings,
      // A setting that a thread does not need is a setting that it cannot give away.
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: YOUNG },
    });
    const thread: Thread = { worker, jobs: new Map(), alone: false };
    this.#threads.add(thread);
    worker.on('message', (message: FromThread) => this.#hear(thread, message));
    // Out of memory, or a fault at its start; `exit` follows.
    worker.on('error', () => {});
    worker.once('exit', () => this.#ended(thread));
    return thread;
  }

  #hear(thread: Thread, message: FromThread): void {
    const job = thread.jobs.get(message.id);
    if (!job) return;
    thread.jobs.delete(message.id);
    if ('result' in message) job.resolve(message.result);
    else if ('failure' in message) job.reject(new AnalysisFailed(message.failure.code, message.failure));
    else job.reject(faultOf(message.fault));
    if (thread.jobs.size === 0) {
      thread.worker.unref();
      if (job.request.text.length > LARGE) this.#end(thread);
    }
    this.#begin();
  }

  #ended(thread: Thread): void {
    this.#threads.delete(thread);
    for (const job of thread.jobs.values()) job.reject(new AnalysisFailed('ai_unavailable'));
    thread.jobs.clear();
    if (!this.#closed) this.#begin();
  }

  #giveUp(id: number, reason: unknown): void {
    const index = this.#waiting.findIndex((job) => job.id === id);
    if (index !== -1) {
      for (const job of this.#waiting.splice(index, 1)) job.reject(reason);
      return;
    }
    const thread = [...this.#threads].find(({ jobs }) => jobs.has(id));
    thread?.jobs.get(id)?.reject(reason);
    if (!thread) return;
    if (thread.jobs.size === 1) {
      thread.jobs.delete(id);
      this.#end(thread);
      return;
    }
    thread.worker.postMessage({ abort: id });
    setTimeout(() => {
      if (thread.jobs.delete(id)) this.#end(thread);
    }, GRACE).unref();
  }

  #end(thread: Thread): void {
    // Nothing new for it: another thread takes its place.
    this.#threads.delete(thread);
    void thread.worker.terminate();
  }
}

/** An error whose frames are those of the thread; its message says nothing of the text. */
function faultOf(fault: string): Error {
  const error = new Error('The analysis failed.');
  error.stack = fault;
  return error;
}
