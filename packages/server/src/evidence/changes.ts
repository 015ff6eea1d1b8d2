import { type Kysely, sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Tables } from '../data/schema.ts';

/** Days (UTC) that evidence is of, both included. Default: all. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What changes who can do what, and under which rules: names of actions begin so. */
const KINDS = [
  'key.',
  'member.',
  'invitation.',
  'organisation.',
  'people.',
  'analysis.',
  'overage_ceiling.',
  'billing_details.',
  'agreement.',
  'person.',
  'password.',
  'two_factor.',
  'connection.',
  'webhook.',
];
/** Rows that are read at once. */
const PAGE = 200;

/** Changes of keys, members, roles and settings of organisations in the period, of all organisations, in the order of their ids. */
export async function* changes({ system }: Database, period: Period): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const rows = await changesAfter(system, after, period);
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

const changesAfter = (system: Kysely<Tables>, after: string, { from, to }: Period) =>
  system
    .selectFrom('audit_log')
    .select(['id', 'organisation_id', 'seq', 'at', 'actor', 'action', 'target', 'detail'])
    .where('id', '>', after)
    .where(({ or, eb }) => or(KINDS.map((kind) => eb('action', 'like', `${kind}%`))))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, (query) =>
      query.where('at', '<', sql<Date>`${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`),
    )
    .orderBy('id')
    .limit(PAGE)
    .execute();
