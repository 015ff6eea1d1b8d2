import { sql } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../data/database.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from './accounts.ts';
import { type EngineDouble, engineDouble, result } from './engine-double.ts';
import { openTestIdempotencyKeys } from './idempotency.ts';
import { HELLO } from './service.ts';

export const PDF = '/v1/convert/pdf';

/** A service of one test that keeps idempotency keys, and the engine behind it. */
export class IdempotencyService {
  readonly #opened: () => Database;
  keys!: IdempotencyKeys;
  service!: AccountsService;
  engine!: EngineDouble;

  constructor(opened: () => Database) {
    this.#opened = opened;
  }

  get database(): Database {
    return this.#opened();
  }

  /** @param convert what the engine does; by default each answer is another one */
  async start(
    convert?: Parameters<typeof engineDouble>[0],
    options: Parameters<typeof startAccountsService>[1] = {},
  ): Promise<void> {
    let count = 0;
    const counted = async () => {
      count += 1;
      return result({ bytes: Buffer.from(`%PDF-1.7 ${count}`) });
    };
    this.engine = engineDouble(convert ?? counted);
    this.service = await startAccountsService(this.database, {
      engine: this.engine,
      idempotencyKeys: this.keys,
      ...options,
    });
  }

  post(
    body: unknown = HELLO,
    { path = PDF, key = 'invoice-1', headers = {} as Record<string, string> } = {},
  ): Promise<Response> {
    return this.service.post(path, body, { 'idempotency-key': key, ...headers });
  }

  async codeOf(response: Response): Promise<readonly [number, string]> {
    return [response.status, ((await response.json()) as { error_code: string }).error_code];
  }

  rows() {
    return this.database.system.selectFrom('idempotency_keys').selectAll().execute();
  }

  /** Runs with the table away: whatever asks it is answered with a fault. */
  async withoutTable<Value>(work: () => Promise<Value>): Promise<Value> {
    await sql`alter table idempotency_keys rename to away`.execute(this.database.system);
    try {
      return await work();
    } finally {
      await sql`alter table away rename to idempotency_keys`.execute(this.database.system);
    }
  }

  /** Runs while no answer can be written: keys are claimed, and what was done for them is charged. */
  async withoutAnswers<Value>(work: () => Promise<Value>): Promise<Value> {
    await sql`alter table idempotency_keys add constraint unended check (status is null) not valid`.execute(
      this.database.system,
    );
    try {
      return await work();
    } finally {
      await sql`alter table idempotency_keys drop constraint unended`.execute(this.database.system);
    }
  }
}

/** Gives each test of a `describe` a service that it starts by `start()`, and an empty database after it. */
export function idempotencyService(opened: () => Database): IdempotencyService {
  const tested = new IdempotencyService(opened);
  beforeEach(async () => {
    tested.keys = await openTestIdempotencyKeys(tested.database);
  });
  afterEach(async () => {
    await tested.service.close();
    await tested.keys.close();
    await emptyDatabase(tested.database);
  });
  return tested;
}
