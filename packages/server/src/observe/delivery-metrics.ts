import { Gauge, type Registry } from 'prom-client';

/** What waits to be sent, of all servers of one database. */
export interface Backlog {
  readonly waiting: number;
  /** Seconds since the oldest of them was made. */
  readonly oldestSeconds: number;
}

export interface DeliveryFigures {
  backlog(): Promise<Readonly<Record<'webhook' | 'destination', Backlog>>>;
}

/** While the database is away the figures are left out rather than shown as they were. */
export function watchDeliveries(registry: Registry, figures: DeliveryFigures): void {
  const backlog = async () => Object.entries((await figures.backlog().catch(() => undefined)) ?? {});
  const waiting = new Gauge({
    name: 'platen_deliveries_waiting',
    help: 'Webhooks and results that wait to be sent, of all servers.',
    labelNames: ['to'],
    registers: [registry],
    collect: async () => {
      const now = await backlog();
      waiting.reset();
      for (const [to, { waiting: count }] of now) waiting.set({ to }, count);
    },
  });
  const oldest = new Gauge({
    name: 'platen_deliveries_oldest_seconds',
    help: 'Time since the oldest of them was made, of all servers; 0 if none waits.',
    labelNames: ['to'],
    registers: [registry],
    collect: async () => {
      const now = await backlog();
      oldest.reset();
      for (const [to, { oldestSeconds }] of now) oldest.set({ to }, oldestSeconds);
    },
  });
}
