import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Backlog, DeliveryFigures } from '../observe/delivery-metrics.ts';

/** Milliseconds that an answer of the database is used again: whoever asks often does not make it work. */
const FRESH = 1_000;

/** How much waits to be sent, of webhooks and of results. */
export function deliveryFigures(database: Database): DeliveryFigures {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: ReturnType<DeliveryFigures['backlog']> | undefined;
  const count = async () => {
    // Of the partial indexes of what waits.
    const { rows } = await sql<{ to: 'webhook' | 'destination'; waiting: number; oldest: number | null }>`
      select 'webhook' as to, count(*)::integer as waiting,
        extract(epoch from now() - min(created_at))::double precision as oldest
      from webhook_deliveries where state = 'waiting'
      union all
      select 'destination', count(*)::integer, extract(epoch from now() - min(created_at))::double precision
      from destination_deliveries where state = 'waiting'
    `.execute(database.system);
    const of = (to: string): Backlog => {
      const row = rows.find((each) => each.to === to);
      return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
    };
    return { webhook: of('webhook'), destination: of('destination') };
  };
  return {
    backlog: async () => {
      if (!answer || performance.now() - asked > FRESH) {
        asked = performance.now();
        answer = count();
      }
      return await answer;
    },
  };
}
