import type { AuditLog } from '../audit/audit-log.ts';
import { wallClock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { valid } from '../http/valid.ts';
import { createStderrLog } from '../log/log.ts';
import { PersonCorrection } from '../people/person-correction.ts';
import { personData } from '../people/person-data.ts';
import { PersonErasure } from '../people/person-erasure.ts';
import { PersonRecords } from '../people/records.ts';
import { personChange } from '../people/schema.ts';
import type { Vault } from '../vault/vault.ts';

/** Somebody with an account. */
export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly created_at: Date;
  readonly organisations: readonly { readonly id: string; readonly role: string }[];
}

const PAGE = 500;
const ACTOR = 'operator';

interface Parts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly vault: Vault;
}

/** What an operator does for a person who asks for their rights. */
export function peopleOf({ database, audit, vault }: Parts) {
  const records = new PersonRecords({ database, audit, clock: wallClock, log: createStderrLog('error') });
  // Links are sent by a service only: here the operator knows who asks, and tells them.
  const silent = { addressChange: () => {}, addressChanged: () => {}, account: () => {} };
  const correction = new PersonCorrection({ database, records, emails: silent, clock: wallClock, secret: '' });
  const erasure = new PersonErasure({ database, audit, vault, onKeysEnded: () => {} });
  return {
    listPeople: () => list(database),
    exportPerson: async (who: string) => {
      const userId = await find(database, who, { closedToo: true });
      await records.record(userId, { action: 'person.exported' }, ACTOR);
      return personData({ database, vault, userId, at: new Date() });
    },
    changePerson: async (who: string, change: { readonly name?: string; readonly email?: string }) => {
      const { name, email } = valid(personChange, change);
      const userId = await find(database, who);
      if (email !== undefined) await correction.setAddress(userId, email, { actor: ACTOR });
      if (name !== undefined) await correction.rename(userId, name, ACTOR);
    },
    erasePerson: async (who: string) => {
      const id = await find(database, who);
      return { id, keysLeft: await erasure.erase(id, ACTOR) };
    },
  };
}

async function* list({ system }: Database): AsyncGenerator<PersonRow> {
  for (let after = ''; ; ) {
    const people = await system
      .selectFrom('users')
      .select(['id', 'name', 'email', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const ids = people.map(({ id }) => id);
    const members =
      ids.length === 0
        ? []
        : await system
            .selectFrom('members')
            .select(['user_id', 'organisation_id as id', 'role'])
            .where('user_id', 'in', ids)
            .orderBy('id')
            .execute();
    for (const person of people) {
      const own = members.filter(({ user_id: id }) => id === person.id).map(({ id, role }) => ({ id, role }));
      yield { ...person, organisations: own };
    }
    after = ids.at(-1) ?? after;
    if (people.length < PAGE) return;
  }
}

/**
 * @param options.closedToo whether the id of an account that is closed will do: rows of the audit log still name it
 * @throws ApiError `not_found`
 */
async function find(
  { system }: Database,
  who: string,
  { closedToo = false }: { readonly closedToo?: boolean } = {},
): Promise<string> {
  const row = await system
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) => or([eb('id', '=', who), eb('email', '=', who.toLowerCase())]))
    .executeTakeFirst();
  if (row) return row.id;
  const named = closedToo && /^usr_\w+$/.test(who);
  const trace = named
    ? await system
        .selectFrom('audit_log')
        .select('actor')
        .where(({ or, eb }) => or([eb('actor', '=', who), eb('target', '=', who)]))
        .limit(1)
        .executeTakeFirst()
    : undefined;
  if (trace) return who;
  throw new ApiError('not_found', { detail: 'There is no person with this id or address.' });
}
