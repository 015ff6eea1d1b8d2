import type { Database } from '../data/database.ts';
import { ROLE_TABLE } from '../rights/roles.ts';

/** Who can do what at this moment, of all organisations: what a review of access looks at. */

/** Rows that are read at once. */
const PAGE = 200;

export const roleTable = (): string => `${JSON.stringify(ROLE_TABLE, null, 2)}\n`;

/** Rows in the order of `id` as lines, some read at a time. */
async function* lines<Row extends { readonly id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

export const organisations = ({ system }: Database): AsyncGenerator<string> =>
  lines((after) =>
    system
      .selectFrom('organisations')
      .select(['id', 'name', 'hipaa', 'retention', 'held_since', 'hold_reason', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );

export const members = ({ system }: Database): AsyncGenerator<string> =>
  lines((after) =>
    system
      .selectFrom('members as member')
      .innerJoin('users as person', 'person.id', 'member.user_id')
      .select(['member.id', 'member.organisation_id', 'member.user_id', 'member.role', 'member.created_at'])
      .select(['person.name', 'person.email', 'person.email_verified', 'person.two_factor_enabled'])
      .where('member.id', '>', after)
      .orderBy('member.id')
      .limit(PAGE)
      .execute(),
  );

export const invitations = ({ system }: Database): AsyncGenerator<string> =>
  lines((after) =>
    system
      .selectFrom('invitations')
      .select(['id', 'organisation_id', 'email', 'role', 'status', 'inviter_id', 'created_at', 'expires_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );

/** Keys, those that ended too: what they could do, from where, and when they were used last. */
export const keys = ({ system }: Database): AsyncGenerator<string> =>
  lines((after) =>
    system
      .selectFrom('api_keys')
      .select(['id', 'organisation_id', 'user_id', 'name', 'kind', 'scopes', 'allowlist', 'made_by'])
      .select(['created_at', 'expires_at', 'revoked_at', 'rotated_to', 'overlap_until', 'last_used_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  );
