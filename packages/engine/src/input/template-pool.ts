import { endGroup } from '../isolation/end-group.ts';
import { startProcess, type TemplateProcess } from './template-process.ts';

/**
 * Children that wait for work. A child serves one group (an organisation) for its whole life, so that nothing of one is
 * ever near another; a spare one has served nobody. Whatever waits keeps this process from nothing, and ends with it.
 */

const POOL = {
  /** Children that wait for another job of their group, over all groups. */
  idleMost: 4,
  /** Milliseconds that a child waits. */
  idleMs: 60_000,
  /** Jobs of one child. */
  jobsMost: 200,
} as const;

interface Waiting {
  readonly process: TemplateProcess;
  readonly retirement: NodeJS.Timeout;
  readonly onExit: () => void;
}

interface Idle extends Waiting {
  readonly group: string;
  readonly jobs: number;
}

/** A child that is lent to one job. */
export interface Lent {
  readonly process: TemplateProcess;
  readonly group: string | undefined;
  /** Jobs that it has done before. */
  readonly jobs: number;
}

/** The child that has waited longest stands first. */
const idle = new Set<Idle>();
let spare: Waiting | undefined;

/** A child for a job: one of the group, else the spare one, else a new one. Without a group none is ever shared. */
export function lend(group: string | undefined): Lent {
  const known = group === undefined ? undefined : [...idle].findLast((waiting) => waiting.group === group);
  if (known) {
    idle.delete(known);
    return { process: wake(known), group, jobs: known.jobs };
  }
  if (!spare) return { process: startProcess(), group, jobs: 0 };
  const taken = spare;
  spare = undefined;
  return { process: wake(taken), group, jobs: 0 };
}

/** Takes a child back. It waits for the next job of its group, if it may have one. */
export function giveBack({ process, group, jobs }: Lent, { isHealthy }: { readonly isHealthy: boolean }): void {
  if (!isHealthy || group === undefined || jobs + 1 >= POOL.jobsMost) {
    endGroup(process.child);
    return;
  }
  const waiting: Idle = Object.assign(
    rest(process, () => idle.delete(waiting)),
    { group, jobs: jobs + 1 },
  );
  idle.add(waiting);
  const [oldest] = idle;
  if (oldest && idle.size > POOL.idleMost) end(oldest);
}

/**
 * Starts a spare child, if there is none, so that the next group need not wait for one. A spare that cannot be started
 * is missed by nobody.
 */
export function keepSpareProcess(): void {
  if (spare) return;
  try {
    const kept = rest(startProcess(), () => {
      if (spare === kept) spare = undefined;
    });
    spare = kept;
  } catch {
    // The next job tries again, and says so if it fails.
  }
}

/** Ends all children that wait. */
export function endWaitingProcesses(): void {
  for (const waiting of [...idle]) end(waiting);
  if (spare) end(spare);
}

function wake({ process, retirement, onExit }: Waiting): TemplateProcess {
  clearTimeout(retirement);
  process.child.ref();
  process.child.channel?.ref();
  process.child.removeListener('exit', onExit);
  return process;
}

function rest(process: TemplateProcess, onGone: () => void): Waiting {
  const { child } = process;
  const retirement = setTimeout(() => end(waiting), POOL.idleMs).unref();
  const onExit = () => {
    clearTimeout(retirement);
    onGone();
  };
  const waiting: Waiting = { process, retirement, onExit };
  child.unref();
  child.channel?.unref();
  child.once('exit', onExit);
  return waiting;
}

function end(waiting: Waiting): void {
  clearTimeout(waiting.retirement);
  if (waiting === spare) spare = undefined;
  idle.delete(waiting as Idle);
  endGroup(waiting.process.child);
}
