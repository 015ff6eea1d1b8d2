import type { Connection } from './pool.ts';

/**
 * What was under way when a backup was made has ended since, or was told to somebody: none of it is done or sent a second time.
 * Deliveries that waited have failed, and can be sent again one by one; jobs that had not ended fail when the service starts, and
 * give back what was set aside for them; emails that waited are dropped. Belongs into the transaction of a restore.
 */
export async function settle(connection: Connection): Promise<void> {
  for (const statement of STATEMENTS) await connection.query(statement, []);
}

const STATEMENTS = [
  `update webhook_deliveries set state = 'failed', ended_at = now(), last_error = 'restored' where state in ('waiting', 'held')`,
  'update webhook_events set tells_owners = false, telling_until = null where tells_owners',
  `update destination_deliveries set state = 'failed', ended_at = now(), leased_until = null, last_error = 'restored'
   where state = 'waiting'`,
  `update jobs set start_before = least(start_before, now()) where state in ('queued', 'processing')`,
  'delete from outbox',
];
