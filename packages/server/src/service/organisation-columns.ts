import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { NO_TABLES } from './organisation-tables.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: boolean;
}

/** A table with rows of organizations. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Tells the rows of an organization apart, in an order that an index has if there is one. */
  readonly order: readonly Column[];
}

/** All of them but those that are left out, as the database has them. */
export async function tablesOf({ system }: Pick<Database, 'system'>): Promise<readonly Table[]> {
  const { rows } = await sql<Column & { readonly table: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as notnull
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and exists (
      select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organisation_id' and not o.attisdropped)
    order by c.relname, a.attnum
  `.execute(system);
  const indexes = await indexesOf(system);
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => NO_TABLES[name] === undefined)
    .map(([name, columns]) => ({ name, columns, order: orderOf(columns, indexes.get(name) ?? []) }));
}

interface Index {
  readonly table: string;
  readonly primary: boolean;
  readonly columns: readonly string[];
}

/** Indexes of whole tables, on columns. */
async function indexesOf(system: Database['system']): Promise<ReadonlyMap<string, readonly Index[]>> {
  const { rows } = await sql<Index>`
    select c.relname as "table", i.indisprimary as primary, array(
      select a.attname::text from unnest(i.indkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place
    ) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and i.indpred is null and i.indexprs is null
    order by c.relname, i.indexrelid
  `.execute(system);
  return Map.groupBy(rows, ({ table }) => table);
}

function orderOf(columns: readonly Column[], indexes: readonly Index[]): readonly Column[] {
  const primary = indexes.find((index) => index.primary)?.columns ?? [];
  const isThere = (name: string) => columns.some((column) => column.name === name && column.notnull);
  const own = indexes.filter((index) => index.columns[0] === 'organisation_id' && index.columns.every(isThere));
  const whole = own.find((index) => primary.every((name) => index.columns.includes(name)));
  const names = new Set([...((whole ?? own[0])?.columns ?? []), ...primary]);
  // Of one organization alone.
  names.delete('organisation_id');
  const order = [...names].flatMap((name) => columns.filter((column) => column.name === name));
  return order.length > 0 ? order : columns.filter(({ name }) => name === 'organisation_id');
}
