import type { Clock } from '../clock.ts';
import { crowded, DueWork } from '../data/due-work.ts';
import { isAway, whenBack } from '../data/when-back.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts';

/** Seconds for which a process has a delivery unless it renews that; others take over when it is over. */
const LEASE = 60;
/** Uploads at the same time; of one organization; and to one host. Each has a part of its file in memory. */
const SLOTS = 8;
const SLOTS_OF_ONE = 4;
const SLOTS_OF_QUEUE = 2;

export interface SenderOptions {
  readonly store: DeliveryStore;
  readonly deliverer: Deliverer;
  readonly clock: Clock;
  /** Seconds. Default 60. */
  readonly lease?: number | undefined;
  /** Called when a delivery of a job has been tried. */
  readonly onChange: (jobId: string) => void;
}

/** Sends what is due. Every process does. What a process that stops has not finished, it gives back. */
export function createSender({
  store,
  deliverer,
  clock,
  lease = LEASE,
  onChange,
}: SenderOptions): DueWork<DeliveryRow> {
  return new DueWork<DeliveryRow>({
    slots: SLOTS,
    claim: async (name, running) =>
      await store.claim(`${name}-`, {
        lease,
        now: clock.now(),
        busy: crowded(running, (row) => row.organisation_id, SLOTS_OF_ONE),
        busyQueues: crowded(running, (row) => row.queue, SLOTS_OF_QUEUE),
      }),
    work: async (row, signal) => {
      const lost = new AbortController();
      // A database that is away for a moment does not end an upload: whoever takes over finds out by the ticket.
      const renew = () =>
        store.renew(row, lease).then(
          (mine) => mine || lost.abort(new Error('Another process has this delivery.')),
          () => {},
        );
      const timer = setInterval(() => void renew(), (lease * 1_000) / 3);
      try {
        await deliverer.deliver(row, AbortSignal.any([signal, lost.signal]));
      } catch (error) {
        // Else its lease ends, and somebody tries again.
        if (signal.aborted || isAway(error)) await whenBack(() => store.handBack(row), signal);
      } finally {
        clearInterval(timer);
        onChange(row.job_id);
      }
    },
  });
}
