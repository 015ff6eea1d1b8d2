import { Gauge, type Registry } from 'prom-client';

/** What the gauges of the queue show. */
export interface JobQueueFigures {
  /** Jobs that this process could run at once. */
  slots(): { readonly busy: number; readonly idle: number };
  /** Jobs of all servers that wait, by priority, and the seconds that the oldest one has waited for. */
  queue(): Promise<{ readonly waiting: Readonly<Record<string, number>>; readonly oldestSeconds: number }>;
}

/**
 * The figures that an autoscaler reads. Those of the queue are the same on every server of one database; while it is
 * away they are left out rather than shown as they were.
 */
export function watchJobs(registry: Registry, figures: JobQueueFigures): void {
  const queue = () => figures.queue().catch(() => undefined);
  const waiting = new Gauge({
    name: 'platen_jobs_waiting',
    help: 'Jobs that wait for a worker, of all servers.',
    labelNames: ['priority'],
    registers: [registry],
    collect: async () => {
      const now = await queue();
      waiting.reset();
      for (const [priority, jobs] of Object.entries(now?.waiting ?? {})) waiting.set({ priority }, jobs);
    },
  });
  const oldest = new Gauge({
    name: 'platen_jobs_oldest_seconds',
    help: 'Time that the oldest waiting job has waited, of all servers; 0 if none waits.',
    registers: [registry],
    collect: async () => {
      const now = await queue();
      if (now) oldest.set(now.oldestSeconds);
      else oldest.remove();
    },
  });
  const slots = new Gauge({
    name: 'platen_worker_slots',
    help: 'Jobs that this process converts, and could convert beside them; a job whose result is only stored has given its slot back.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { busy, idle } = figures.slots();
      slots.set({ state: 'busy' }, busy);
      slots.set({ state: 'idle' }, idle);
    },
  });
}
