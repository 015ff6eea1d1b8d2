import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { cpuTime } from './processes.ts';

/** Milliseconds of CPU after which a renderer has had its turn: ordinary documents take a tenth of it. */
const TURN = 2_000;
/** As `nice` has it: among processes that want a core, one of these gets about a tenth of what an ordinary one gets. */
const LOWERED = 10;

/**
 * Lets what computes for long give way to what is short. A page without an end would take a core from everybody else
 * until it is noticed; at a lower priority it gets what others leave, which on a machine at rest is all.
 */
export class LongRenderers {
  #lowered = new Set<number>();

  /** @param pids all renderers that there are */
  check(pids: readonly number[]): void {
    this.#lowered = new Set(pids.filter((pid) => this.#lowered.has(pid)));
    for (const pid of pids) {
      if (this.#lowered.has(pid) || cpuTime(pid) < TURN) continue;
      this.#lowered.add(pid);
      lower(pid);
    }
  }
}

/** Linux has a priority for each thread; those that are made later have that of their maker. */
function lower(pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), LOWERED);
  } catch {
    // It has ended, or belongs to another user: then it keeps what it has.
  }
}
