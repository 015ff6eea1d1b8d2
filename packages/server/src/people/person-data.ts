import { type Kysely, sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Tables } from '../data/schema.ts';
import type { Vault } from '../vault/vault.ts';
import { waitingEmails } from './waiting-emails.ts';

/** What is kept of a person, for the person: access and portability (articles 15 and 20 of the GDPR). */

/** Rows that are read at once, so that memory does not grow with the file. */
const PAGE = 500;

/** What a file of this kind leaves out, and why. It stands in the file. */
const LEFT_OUT = [
  'Passwords, second factors, backup codes and tokens of sessions: they let somebody in. That they exist is in "sign_in" and "sessions".',
  'Jobs, batches and requests: records of the organization, which name the person by id and go when their time is over.',
  'Documents, templates and results: content of the organization. "made" names what the person made.',
  'Wrong passwords of the last minutes: kept as digests that name nobody.',
] as const;

export interface PersonDataOptions {
  readonly database: Database;
  /** Opens emails that wait. */
  readonly vault: Vault;
  readonly userId: string;
  /** When the file is made. */
  readonly at: Date;
}

/**
 * What is kept of a person as one JSON object, a piece at a time: the person, how they sign in, sessions, memberships, invitations,
 * keys, emails that wait, what they made, all rows of the audit log that they or their account stand in, and agreements with their
 * texts. Nothing for an id that is nobody's but the rows of the audit log: those stay when an account is closed.
 */
export async function* personData({ database, vault, userId, at }: PersonDataOptions): AsyncGenerator<string> {
  const { system } = database;
  const person = await system
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified', 'two_factor_enabled', 'created_at', 'updated_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const email = person?.email ?? '';
  const head = { format: 'platen-person', version: 1, at, left_out: LEFT_OUT, person: person ?? null };
  yield JSON.stringify(head, null, 1).replace(/\n\}$/, '');
  const accepted: AuditedRow[] = [];
  const lists: readonly (readonly [name: string, rows: AsyncIterable<object>])[] = [
    ['sign_in', signIns(system, userId)],
    ['sessions', sessions(system, userId)],
    ['memberships', memberships(system, userId)],
    ['invitations', invitations(system, { userId, email })],
    ['keys', keys(system, userId)],
    ['emails_waiting', email === '' ? none() : waitingEmails({ database, vault }, email)],
    ['made', made(system, userId)],
    ['audit', noting(audit(system, userId), accepted)],
    ['agreements', agreements(system, accepted)],
  ];
  for (const [name, rows] of lists) {
    yield `,\n ${JSON.stringify(name)}: [`;
    let before = '\n  ';
    for await (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n  ';
    }
    yield before === '\n  ' ? ']' : '\n ]';
  }
  yield '\n}\n';
}

async function* none(): AsyncGenerator<object> {}

/** The same rows; those of agreements are noted. */
async function* noting(rows: AsyncIterable<AuditedRow>, accepted: AuditedRow[]): AsyncGenerator<AuditedRow> {
  for await (const row of rows) {
    if (row.action === 'agreement.accepted') accepted.push(row);
    yield row;
  }
}

type System = Kysely<Tables>;

/** Rows in the order of `id`, a page at a time. */
async function* paged<Row extends { readonly id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

async function* signIns(system: System, userId: string): AsyncGenerator<object> {
  yield* await system
    .selectFrom('accounts')
    .select(['id', 'provider_id as kind', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .execute();
  const factors = await system
    .selectFrom('two_factors')
    .select(['id', 'verified'])
    .where('user_id', '=', userId)
    .execute();
  for (const { id, verified } of factors) yield { id, kind: 'second_factor', in_use: verified === true };
}

const sessions = (system: System, userId: string) =>
  paged((after) =>
    system
      .selectFrom('sessions')
      .select(['id', 'active_organisation_id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );

const memberships = (system: System, userId: string) =>
  paged((after) =>
    system
      .selectFrom('members as member')
      .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select(['member.id', 'member.organisation_id', 'organisation.name as organisation', 'member.role'])
      .select('member.created_at')
      .where('member.user_id', '=', userId)
      .where('member.id', '>', after)
      .orderBy('member.id')
      .limit(PAGE)
      .execute(),
  );

/** Those to the person, and those that they sent: of these without the address, which is somebody else's. */
async function* invitations(
  system: System,
  { userId, email }: { readonly userId: string; readonly email: string },
): AsyncGenerator<object> {
  for (const which of ['received', 'sent'] as const) {
    const rows = paged((after) =>
      system
        .selectFrom('invitations')
        .select(['id', 'organisation_id', 'role', 'status', 'created_at', 'expires_at'])
        .$if(which === 'received', (query) => query.where('email', '=', email))
        .$if(which === 'sent', (query) => query.where('inviter_id', '=', userId))
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute(),
    );
    for await (const row of rows) yield { which, ...row };
  }
}

const keys = (system: System, userId: string) =>
  paged((after) =>
    system
      .selectFrom('api_keys')
      .select(['id', 'organisation_id', 'user_id as owner', 'made_by', 'name', 'kind', 'scopes', 'allowlist'])
      .select(['created_at', 'expires_at', 'revoked_at', 'last_used_at', 'last_used_address'])
      .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('made_by', '=', userId)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );

/** What the person agreed to, with the text as it was. */
async function* agreements(system: System, accepted: readonly AuditedRow[]): AsyncGenerator<object> {
  for (const { organisation_id, at, detail } of accepted) {
    const { sha256 = '' } = detail as { readonly sha256?: string };
    const row = await system
      .selectFrom('agreement_texts')
      .select(['version', 'text'])
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    yield { organisation_id, at, sha256, version: row?.version ?? null, text: row?.text ?? null };
  }
}

/** What belongs to an organization, and was made by the person: kind, id and time. */
async function* made(system: System, userId: string): AsyncGenerator<object> {
  const owned = ['connections', 'webhook_endpoints'] as const;
  for (const table of owned) {
    const rows = paged((after) =>
      system
        .selectFrom(table)
        .select(['id', 'organisation_id', 'created_at'])
        .where(({ or, eb }) => or([eb('actor', '=', userId), eb('owner', '=', userId)]))
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute(),
    );
    for await (const row of rows) yield { kind: table, ...row };
  }
  const schedules = paged((after) =>
    system
      .selectFrom('schedules')
      .select(['id', 'organisation_id', 'created_at'])
      .where('actor', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
  for await (const row of schedules) yield { kind: 'schedules', ...row };
  const versions = await system
    .selectFrom('template_versions')
    .select(['template_id as id', 'version', 'organisation_id', 'created_at'])
    .where('actor', '=', userId)
    .orderBy('template_id')
    .orderBy('version')
    .execute();
  for (const row of versions) yield { kind: 'template_versions', ...row };
}

/**
 * Rows that the person did, or that were done to their account, of all chains: those of organizations that they have left too. By
 * two indexes (migration 0034), so that what others did is not read.
 */
async function* audit(system: System, userId: string): AsyncGenerator<AuditedRow> {
  for (let after = { organisation_id: '', seq: '0' }; ; ) {
    const of = (column: 'actor' | 'target') => sql`(
      select id, organisation_id, seq, at, actor, action, target, detail from audit_log
      where ${sql.ref(column)} = ${userId} and (organisation_id, seq) > (${after.organisation_id}, ${after.seq}::bigint)
      order by organisation_id, seq limit ${PAGE}
    )`;
    const { rows } = await sql<AuditedRow>`
      select * from (${of('actor')} union ${of('target')}) page order by organisation_id, seq limit ${PAGE}
    `.execute(system);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { organisation_id: last.organisation_id, seq: String(last.seq) };
  }
}

interface AuditedRow {
  readonly organisation_id: string;
  readonly seq: number;
  readonly action: string;
  readonly at: Date;
  readonly detail: unknown;
}
