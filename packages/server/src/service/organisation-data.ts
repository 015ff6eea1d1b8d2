import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { partsOf, type EvidenceFile as TableFile } from '../evidence/archive.ts';
import { tarEnd, tarEntry, tarHeader, tarPadding } from '../evidence/tar.ts';
import { ObjectMissing } from '../objects/object-store.ts';
import type { Objects, StoredObject } from '../objects/objects.ts';
import type { Vault } from '../vault/vault.ts';
import { type Column, type Table, tablesOf } from './organisation-columns.ts';
import { DIGESTS, NO_COLUMNS, NO_FIELDS, NO_TABLES, OPENED, type Row } from './organisation-tables.ts';

/** Rows that are read at once, and bytes of their sealed columns after which no more are. */
const PAGE = 200;
const PAGE_BYTES = 4 * 1024 * 1024;

export interface OrganisationDataOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly objects: Objects;
  readonly organisationId: string;
  /** When it is made. */
  readonly at: Date;
}

/**
 * What is kept of an organization as a tar archive: a folder for each table with its rows (NDJSON, sealed columns opened),
 * `files/` of templates, and `results/` of jobs. Memory does not grow with it. `about.json` says what is not in it, and why.
 */
export async function* organisationData(options: OrganisationDataOptions): AsyncGenerator<Buffer> {
  const { at } = options;
  let written = 0;
  for await (const piece of pieces()) {
    written += piece.length;
    yield piece;
  }
  yield tarEnd(written);

  async function* pieces(): AsyncGenerator<Buffer> {
    const missing: string[] = [];
    yield* tables();
    yield* assets(options);
    yield* results(options, (name) => missing.push(name));
    const about = {
      format: 'platen-organisation',
      version: 1,
      at,
      organisation: options.organisationId,
      // Results that were removed meanwhile, or are not in the store.
      missing,
      left_out: { tables: NO_TABLES, columns: NO_COLUMNS, fields: NO_FIELDS },
    };
    yield* tarEntry('about.json', Buffer.from(`${JSON.stringify(about, null, 1)}\n`), at);
  }

  async function* tables(): AsyncGenerator<Buffer> {
    for await (const file of tableFiles(options)) {
      for await (const { name, content } of partsOf(file)) yield* tarEntry(name, content, at);
    }
  }
}

async function* tableFiles(options: OrganisationDataOptions): AsyncGenerator<TableFile> {
  const { system } = options.database;
  const { rows } = await sql<Row>`select * from organisations where id = ${options.organisationId}`.execute(system);
  yield { name: 'organisation.json', content: `${JSON.stringify(rows[0] ?? null, null, 1)}\n` };
  for (const table of await tablesOf(options.database)) {
    yield { table: table.name, lines: lines(options, table) };
  }
  yield { table: 'people', lines: people(options) };
}

/** The rows of a table as lines, some read at a time. */
async function* lines(options: OrganisationDataOptions, table: Table): AsyncGenerator<string> {
  const shown = table.columns.filter(({ name }) => NO_COLUMNS[table.name]?.[name] === undefined);
  for await (const row of rowsOf(options, table, shown)) {
    const line: Record<string, unknown> = {};
    for (const { name } of shown) line[name] = await shownValue(options.vault, table.name, name, row);
    yield `${JSON.stringify(line)}\n`;
  }
}

async function* rowsOf(
  { database, organisationId }: OrganisationDataOptions,
  { name: table, order }: Table,
  shown: readonly Column[],
): AsyncGenerator<Row> {
  const names = sql.join(shown.map(({ name }) => sql.ref(name)));
  const by = sql.join(order.map(({ name }) => sql.ref(name)));
  // As text: times are finer here than those of JavaScript.
  const place = sql.join(order.map(({ name }) => sql`${sql.ref(name)}::text`));
  const sizes = shown
    .filter(({ type }) => type === 'bytea')
    .map(({ name }) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`);
  const bytes = sizes.length === 0 ? sql`0` : sql.join(sizes, sql` + `);
  for (let last: readonly string[] | undefined; ; ) {
    const values = last?.map((value, index) => sql`${value}::text::${sql.raw(order[index]?.type ?? '')}`);
    const beyond = values === undefined ? sql`true` : sql`(${by}) > (${sql.join(values)})`;
    const { rows } = await sql<Row & { readonly _place: readonly string[]; readonly _rows: number }>`
      select * from (
        select page.*, sum(_bytes) over (order by ${by}) - _bytes as _before, count(*) over ()::integer as _rows from (
          select ${names}, ${bytes} as _bytes, array[${place}] as _place
          from ${sql.table(table)} where organisation_id = ${organisationId} and ${beyond} order by ${by} limit ${PAGE}
        ) page
      ) part where _before < ${PAGE_BYTES} order by ${by}
    `.execute(database.system);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || (end._rows < PAGE && rows.length === end._rows)) return;
    last = end._place;
  }
}

async function shownValue(vault: Vault, table: string, name: string, row: Row): Promise<unknown> {
  const value = row[name];
  if (!(value instanceof Uint8Array)) return value;
  const bytes = Buffer.from(value);
  if (DIGESTS[table]?.includes(name)) return bytes.toString('hex');
  const opened = OPENED[table]?.[name];
  // What nobody has said how to open stays sealed.
  if (opened === undefined) return { sealed: bytes.length };
  const plain = await vault.open(opened.as(row), bytes);
  return (opened.read ?? readText)(plain);
}

function readText(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Members by name: rows of `members` have ids. */
async function* people({ database, organisationId }: OrganisationDataOptions): AsyncGenerator<string> {
  const rows = await database.system
    .selectFrom('members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select(['person.id', 'person.name', 'person.email', 'member.role'])
    .where('member.organisation_id', '=', organisationId)
    .orderBy('person.id')
    .execute();
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Files of templates, by the ids that templates name them by. */
async function* assets({ database, vault, organisationId, at }: OrganisationDataOptions): AsyncGenerator<Buffer> {
  for (let after = ''; ; ) {
    const row = await database.system
      .selectFrom('template_assets')
      .select(['id', 'bytes'])
      .where('organisation_id', '=', organisationId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    const content = await vault.open({ organisationId, kind: 'template_asset', id: row.id }, row.bytes);
    yield* tarEntry(`files/${row.id}`, content, at);
    after = row.id;
  }
}

async function* results(
  { database, objects, organisationId, at }: OrganisationDataOptions,
  onMissing: (name: string) => void,
): AsyncGenerator<Buffer> {
  for (let last = { job: '', position: -1 }; ; ) {
    const { rows } = await sql<{ job: string; position: number; name: string; bytes: number }>`
      select job_id as job, position, object as name, bytes::double precision as bytes from job_outputs
      where organisation_id = ${organisationId} and deleted_at is null and (job_id, position) > (${last.job}, ${last.position})
      order by job_id, position limit ${PAGE}
    `.execute(database.system);
    for (const { job, position, ...object } of rows) {
      const name = `results/${job}.${position}`;
      if (!(yield* result(objects, object, name, at))) onMissing(name);
    }
    last = rows.at(-1) ?? last;
    if (rows.length < PAGE) return;
  }
}

/** @returns false if it is not there */
async function* result(
  objects: Objects,
  object: StoredObject,
  name: string,
  at: Date,
): AsyncGenerator<Buffer, boolean> {
  // Before its header, which says that there is one.
  const content = objects.read(object);
  const first = await content.next().catch((error: unknown) => {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  });
  if (first === undefined) return false;
  yield tarHeader(name, object.bytes, at);
  if (!first.done) yield first.value;
  yield* content;
  yield tarPadding(object.bytes);
  return true;
}
