import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService, stoppedClock } from '../testing/accounts.ts';
import { Browser, PASSWORD, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { INSTANCE_CHAIN } from './records.ts';
import { SessionStore } from './sessions.ts';
import { SignInDelays } from './sign-in-delays.ts';
import { PeopleSweeper } from './sweeper.ts';

const DAY = 24 * 3_600_000;

describeOnDatabases('what has expired', (opened) => {
  let database: Database;
  let service: AccountsService;
  let sweeper: PeopleSweeper;
  let clock: ReturnType<typeof stoppedClock>;
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
    clock = Object.assign(stoppedClock(), { time: Date.now() });
    const parts = { database, clock, reach: {}, secret: 'secret' };
    const { audit } = service.accounts;
    sweeper = new PeopleSweeper({
      ...parts,
      audit,
      sessions: new SessionStore(parts),
      delays: new SignInDelays(parts),
    });
  });
  afterEach(async () => {
    await sweeper.close();
    await service.close();
    await emptyDatabase(database);
  });

  const addresses = async () => {
    const rows = await database.system.selectFrom('users').select('email').orderBy('email').execute();
    return rows.map(({ email }) => email);
  };
  const signUp = (email: string) =>
    new Browser(service).post('/v1/auth/sign-up', { name: 'Eve', email, password: PASSWORD });

  it('is removed: accounts not verified for a week, and no others', async () => {
    await signUpFirst(service, 'ada@example.com');
    await signUp('eve@example.com');
    await sweeper.sweep();
    clock.time += 7 * DAY - 60_000;
    await sweeper.sweep();
    expect(await addresses()).toEqual(['ada@example.com', 'eve@example.com']);
    clock.time += 2 * 3_600_000;
    await sweeper.sweep();
    expect(await addresses()).toEqual(['ada@example.com']);
    const left = await database.system.selectFrom('accounts').select('id').execute();
    expect(left).toHaveLength(1);
    const records = await service.accounts.audit.list(INSTANCE_CHAIN, {
      limit: 10,
      action: 'people.unverified_removed',
    });
    expect(records).toMatchObject([{ actor: 'system', detail: { count: 1 } }]);
    // The address is free again.
    expect((await signUp('eve@example.com')).body.status).toBe('verification_sent');
    expect(await addresses()).toHaveLength(2);
  });

  it('is looked for once an hour', async () => {
    await signUpFirst(service, 'ada@example.com');
    await sweeper.sweep();
    await signUp('eve@example.com');
    await database.system
      .updateTable('users')
      .set({ created_at: new Date(0) } as never)
      .where('email', '=', 'eve@example.com')
      .execute();
    clock.time += 3_599_999;
    await sweeper.sweep();
    expect(await addresses()).toHaveLength(2);
    clock.time += 1;
    await sweeper.sweep();
    expect(await addresses()).toEqual(['ada@example.com']);
  });
});
