import { insertInvoice } from '../billing/invoice-store.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { AccountsService } from './accounts.ts';

/** Rows that a test needs and does not make by requests. */

/** Somebody who could sign in. */
export async function addUser({ system }: Database): Promise<string> {
  const id = newId('usr');
  await system
    .insertInto('users')
    .values({ id, name: 'Test', email: `${id}@example.com` })
    .execute();
  return id;
}

/** A member of an organisation, who could sign in. */
export async function addMember(database: Database, organisationId: string, role = 'developer'): Promise<string> {
  const id = newId('mem');
  const userId = await addUser(database);
  await database.system
    .insertInto('members')
    .values({ id, organisation_id: organisationId, user_id: userId, role })
    .execute();
  return id;
}

/** An agreement that the organisation of a service has accepted. */
export async function addAcceptance({ accounts: { audit, organisationId } }: AccountsService): Promise<void> {
  const text = { sha256: 'a'.repeat(64), version: 'test', text: 'Agreement\n\n1. Text\n\nIt is agreed.' };
  await audit.act(
    organisationId,
    (queries) =>
      queries
        .insertInto('agreement_texts')
        .values({ ...text, at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    () => ({
      actor: 'test',
      action: 'agreement.accepted',
      detail: {
        sha256: text.sha256,
        version: text.version,
        organisation: 'Test',
        name: 'Ada',
        email: 'ada@example.com',
      },
    }),
  );
}

/** An invoice of an organisation, issued and not paid. @returns its id */
export async function addInvoice(database: Database, organisationId: string): Promise<string> {
  const { id } = await database.inOrganisation(organisationId, (queries) =>
    insertInvoice(queries, {
      organisationId,
      seller: { name: 'Test', address: [], taxes: [] },
      lines: [{ kind: 'plan', text: 'Starter, a month', quantity: 1, unitPrice: 9_000_000, cents: 900 }],
      at: Date.now(),
    }),
  );
  return id;
}
