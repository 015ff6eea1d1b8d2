import { readFileSync } from 'node:fs';
import type { TemplateProcess } from './template-process.ts';
import { LIMIT_FAULTS, TEMPLATE_LIMITS, type TemplateJob } from './template-protocol.ts';

/** How a job with a child ended. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The template passed a limit, and the child could not say so itself. */
  | { readonly kind: 'limit'; readonly message: string }
  /** The child was ended by somebody else: the template is not to blame. */
  | { readonly kind: 'lost' }
  /** The machine gave the child too little time, or no start. */
  | { readonly kind: 'starved' }
  | { readonly kind: 'unsendable' }
  | { readonly kind: 'canceled' };

/**
 * Runs `expire` after `ms`, but not before the answers that have arrived by then are read: a busy process would
 * otherwise take its own delay for the child's.
 */
function deadline(ms: number, expire: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(expire), ms);
}

/** What bubblewrap ends with when the child in it was killed: 128 and the number of SIGKILL. */
const KILLED = 128 + 9;

/** Milliseconds between two looks at a child that works. */
const WATCH_MS = 500;

/** Clock ticks of a second in the files of a process (proc(5)); Linux has had no other value for decades. */
const TICKS = 100;

/** Milliseconds of processor time of a process, where the system tells them. */
function cpuMsOf(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  } catch {
    return undefined;
  }
}

/**
 * Gives a job to a child and waits for its answer. Whatever is left of the child is the caller's affair.
 *
 * A child measures its processor time itself. It is watched from outside as well: it may hang in one step, or the machine
 * may be too busy for it, which is not the template's fault.
 */
export function runJob(
  { child, pid, ready }: TemplateProcess,
  job: TemplateJob,
  signal?: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let settled = false;
    let isStarted = false;
    const settle = (outcome: Outcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      child.removeListener('message', onMessage).removeListener('exit', onExit);
      resolve(outcome);
    };
    const cancel = () => settle({ kind: 'canceled' });
    const onMessage = (answer: unknown) => {
      if (!isStartOf(answer)) return settle({ kind: 'answer', answer });
      isStarted = true;
      clearTimeout(timer);
      watch(performance.now(), cpuMsOf(pid()));
    };
    const watch = (start: number, cpuAtStart: number | undefined) => {
      timer = deadline(WATCH_MS, () => {
        const cpu = cpuMsOf(pid());
        const spent = cpu === undefined || cpuAtStart === undefined ? undefined : cpu - cpuAtStart;
        const passed = performance.now() - start;
        const isOver = spent === undefined ? passed > TEMPLATE_LIMITS.blindMs : spent > TEMPLATE_LIMITS.hangMs;
        if (isOver) settle({ kind: 'limit', message: LIMIT_FAULTS.time });
        else if (passed > TEMPLATE_LIMITS.wallMs) settle({ kind: 'starved' });
        else watch(start, cpuAtStart);
      });
    };
    // A child that runs out of heap aborts without a word; one that is killed was killed by somebody.
    const onExit = (code: number | null, by: NodeJS.Signals | null) =>
      settle(
        !isStarted || by === 'SIGKILL' || code === KILLED
          ? { kind: 'lost' }
          : { kind: 'limit', message: LIMIT_FAULTS.memory },
      );
    const send = () => {
      if (settled) return;
      clearTimeout(timer);
      timer = deadline(TEMPLATE_LIMITS.startMs, () => settle({ kind: 'starved' }));
      child.on('message', onMessage).on('exit', onExit);
      if (!child.connected) return settle({ kind: 'lost' });
      try {
        // A child that is gone already is noticed by its exit.
        child.send(job, () => undefined);
      } catch {
        settle({ kind: 'unsendable' });
      }
    };
    let timer = deadline(TEMPLATE_LIMITS.startMs, () => settle({ kind: 'starved' }));
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    ready.then(send, () => settle({ kind: 'lost' }));
  });
}

const isStartOf = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'started' in answer;
