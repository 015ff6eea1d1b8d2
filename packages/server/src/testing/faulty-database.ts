import { Kysely, PostgresDialect } from 'kysely';
import type { Database } from '../data/database.ts';
import { forKysely, type Pool } from '../data/pool.ts';
import type { Tables } from '../data/schema.ts';

/** What befalls the next statements that have a text in them. */
export interface DatabaseFault {
  readonly name: string;
  /** State of PostgreSQL, such as 40P01. */
  readonly code: string;
  /** Whether the statement was carried out nevertheless: its answer is lost. */
  readonly after?: boolean;
  times: number;
}

/** A database with faults, which a test adds to `faults`. */
export function faultyDatabase(pool: Pool, faults: readonly DatabaseFault[]): Database {
  const system = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: forKysely(faulty(pool, faults)) }) });
  return {
    kind: pool.kind,
    system,
    inOrganisation: (_organisation, work) => system.transaction().execute(work),
    read: (_organisation, query) => query(system),
    close: () => pool.end(),
  };
}

function faulty(pool: Pool, faults: readonly DatabaseFault[]): Pool {
  return {
    ...pool,
    connect: async () => {
      const connection = await pool.connect();
      return {
        release: (discard) => connection.release(discard),
        query: async (text, parameters) => {
          const fault = faults.find(({ name, times }) => times > 0 && text.includes(name));
          if (!fault) return await connection.query(text, parameters);
          fault.times -= 1;
          if (fault.after) await connection.query(text, parameters);
          throw Object.assign(new Error('The database says no.'), { code: fault.code });
        },
      };
    },
  };
}
