import type { Database } from '../data/database.ts';

/** Whether an organization has the HIPAA profile, as the database has it now. */
export async function isUnderHipaa({ system }: Database, organisationId: string): Promise<boolean> {
  const row = await system
    .selectFrom('organisations')
    .select('hipaa')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row?.hipaa === true;
}
