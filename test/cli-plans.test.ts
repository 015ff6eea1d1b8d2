import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';
import { callPlaten, startPlaten } from './cli-command.ts';

/** `platen plans` and `platen billing`, as an operator calls it. */

const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-cli-plans-'));
afterAll(() => rmSync(dataFolder, { recursive: true }));

const database = usePostgres();
const here = () => ({ PLATEN_DATA: dataFolder, ...database(), PLATEN_BOOTSTRAP_KEY: '' });
const open = () => openDatabase({ dataFolder, databaseUrl: database().DATABASE_URL, databaseConnections: 1 });

const platen = async (...args: string[]) => await platenWith({}, ...args);

async function platenWith(given: Record<string, string>, ...args: string[]) {
  return await callPlaten(args, { settings: { ...given, ...here() } });
}

describe('platen plans', () => {
  it('lists plans, and gives one to an organisation', async () => {
    const lines = (await startPlaten(['plans', 'list'], { settings: here() })).stdout.trim().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[0]).toBe('starter\t9\t500\t0.04');
    expect(await platen('plans', 'set', 'first', 'starter', '--annual', '--ceiling', '12.50')).toMatchObject({
      status: 0,
    });
    expect((await platen('plans', 'set', 'first', 'boost', '--trial')).stderr).toBe('The plan boost begins now.\n');
    expect((await platen('plans', 'end', 'first')).stderr).toBe('The plan has ended.\n');
    const opened = await open();
    const plans = await opened.system.selectFrom('subscriptions').selectAll().orderBy('starts_at').execute();
    const settings = await opened.system.selectFrom('credit_settings').selectAll().execute();
    const audit = await opened.system.selectFrom('audit_log').select(['actor', 'action']).orderBy('seq').execute();
    await opened.close();
    expect(plans).toMatchObject([
      { plan: 'starter', billing: 'year', trial_ends_at: null, ends_at: null, terms: { credits: 500 } },
      { plan: 'boost', billing: 'month', trial_ends_at: expect.any(Date), ends_at: expect.any(Date) },
    ]);
    expect(settings).toMatchObject([{ overage_ceiling: 12_500_000 }]);
    expect(audit.filter(({ actor }) => actor === 'operator').map(({ action }) => action)).toEqual([
      'plan.begun',
      'overage_ceiling.changed',
      'plan.begun',
      'plan.ended',
    ]);
  });

  it('compares billing with the provider', async () => {
    const nothing = await callPlaten(['billing', 'sync'], { settings: { ...here(), BILLING: 'test' } });
    expect(nothing).toMatchObject({ status: 0, stdout: '', stderr: 'Nothing differed.\n' });
    const opened = await open();
    const { id } = await opened.system.selectFrom('organisations').select('id').executeTakeFirstOrThrow();
    const lost = { key: 'bil_unknown:1', organisation_id: id, amount_cents: 900, succeeded: true };
    await opened.system.insertInto('billing_test_charges').values(lost).execute();
    await opened.close();
    expect(await platenWith({ BILLING: 'test' }, 'billing', 'sync', '--days', '1')).toMatchObject({
      status: 1,
      stdout: `differs\tpayment\t${id}\tbil_unknown:1\t900\n`,
      stderr: '1 differed, 1 still do.\n',
    });
  });

  it.each([
    [['plans'], 'set ORGANISATION [PLAN]'],
    [['plans', 'set'], 'Name the organisation'],
    [['plans', 'set', 'first'], 'Name the plan'],
    [['plans', 'set', 'first', 'huge'], 'There is no plan "huge". Plans: starter, boost'],
    [['plans', 'set', 'org_none', 'boost'], 'There is no organisation "org_none"'],
    [['plans', 'set', 'first', '--ceiling', 'much'], '"--ceiling" has to be US dollars'],
    [['billing', 'sync'], 'BILLING'],
    [['billing', 'sync', '--days', '0'], '"--days" has to be 1 to 9999'],
    [['plans', 'end', 'first', 'boost'], '"boost" is one argument too many'],
  ])('%j is told what it lacks', async (args, message) => {
    expect(await platen(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
