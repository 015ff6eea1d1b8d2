import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { connect } from './connect.ts';
import { type Database, openDatabase } from './database.ts';

let server: PostgresServer;
let database: Database;
beforeAll(async () => {
  server = await startPostgres();
  database = await openDatabase({ dataFolder: '', databaseUrl: server.url, databaseConnections: 3 });
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

const ask = () => database.system.selectFrom('settings').select('name').execute();
const write = () =>
  database.system.transaction().execute(async (queries) => {
    await queries.selectFrom('settings').select('name').execute();
    await queries.insertInto('settings').values({ name: 'seen', value: '{}' }).execute();
  });
const askInVain = async (query: () => Promise<unknown>) => {
  const error = await query().then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'database_unavailable', retryAfter: 2 });
};
/** More than the pool holds, so that some have to wait for a connection. */
const many = (query: () => Promise<unknown>) => Array.from({ length: 8 }, () => askInVain(query));

describe('while PostgreSQL is down', () => {
  it('queries are refused, and work again when it is back', async () => {
    await Promise.all([ask(), ask(), ask()]);
    await server.halt();
    await Promise.all([...many(ask), ...many(write)]);
    await server.resume();
    expect(await ask()).toEqual([]);
  });

  it('queries are refused although a connection is open, when it answers nothing', async () => {
    await Promise.all([ask(), ask(), ask()]);
    const processes = await stoppable();
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      await Promise.all([...many(ask), ...many(write)]);
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    expect(await ask()).toEqual([]);
  });

  it('a statement that takes too long is refused, and does not stop the others', async () => {
    const { system } = database;
    const holder = await connect({ dataFolder: '', databaseUrl: server.url, databaseConnections: 1 });
    const connection = await holder.connect();
    await connection.query('begin; lock table settings in access exclusive mode');
    await Promise.all([askInVain(ask), askInVain(ask)]);
    expect(await system.selectFrom('users').select('id').execute()).toEqual([]);
    connection.release(true);
    await holder.end();
    expect(await ask()).toEqual([]);
  });
});

describe('a start', () => {
  const at = (url: string) => openDatabase({ dataFolder: '', databaseUrl: url, databaseConnections: 2 });

  it('waits for a PostgreSQL that starts later', async () => {
    await server.halt();
    const opening = at(server.url);
    await Promise.all([opening.then((opened) => opened.close()), server.resume()]);
  });

  it('is refused at once by a PostgreSQL that does not let us in, without a word of the password', async () => {
    const url = server.url.replace('platen_admin@', 'nobody:canary@');
    await expect(at(url)).rejects.toThrow(/^DATABASE_URL: the database refuses the connection \(28000\)$/);
    await expect(at(server.url.replace(/postgres$/, 'none'))).rejects.toThrow(/\(3D000\)$/);
  });
});

/** The server and the processes of its connections. */
async function stoppable(): Promise<readonly number[]> {
  const pool = await connect({ dataFolder: '', databaseUrl: server.url, databaseConnections: 1 });
  const connection = await pool.connect();
  const { rows } = await connection.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    [],
  );
  connection.release();
  await pool.end();
  return [server.pid(), ...rows.map(({ pid }) => pid)];
}
