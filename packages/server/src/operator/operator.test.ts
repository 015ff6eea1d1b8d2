import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { processFacts } from '../service/process-facts.ts';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { signUpFirst } from '../testing/browser.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { engineDouble } from '../testing/engine-double.ts';
import { addMember } from '../testing/rows.ts';

const TOKEN = 'token-of-the-operator-of-this-service';
/** Each of them is a secret, or has one in it. */
const SECRETS = {
  PLATEN_OPERATOR_TOKEN: TOKEN,
  PLATEN_BOOTSTRAP_KEY: 'secret-one-of-twenty-four-letters',
  PLATEN_METRICS_TOKEN: 'secret-two-of-twenty-four-letters',
  PLATEN_MASTER_KEY: Buffer.from('secret-three-of-32-bytes-or-more').toString('hex'),
  DATABASE_URL: 'postgresql://platen:secret-four@db.internal:5432/platen?password=secret-five',
  SMTP_URL: 'smtps://me:secret-six@mail.example?from=pdf@example.com',
  AI_BASE_URL: 'https://models.example/v1',
  AI_MODEL: 'small',
  AI_API_KEY: 'secret-nine',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:secret-seven@traces.example/v1?key=secret-eight',
  PLATEN_OAUTH_BOX: 'app:secret-ten',
};

describeOnDatabases('what the operator is shown', (opened) => {
  let service: AccountsService;
  /** Milliseconds that the clock of the service is ahead. */
  let ahead: number;
  beforeEach(async () => {
    ahead = 0;
    const clock = { now: () => Date.now() + ahead };
    const { shown } = readConfig(SECRETS);
    service = await startAccountsService(opened(), { config: { operatorToken: TOKEN, shown }, clock });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(opened());
  });

  const asOperator = (path: string) => service.ask('GET', path, { key: TOKEN });

  it('lists organisations by pages with their plan, members and use', async () => {
    const { organisationId: first } = service.accounts;
    await service.ask('POST', '/v1/convert/pdf', { body: { source: { html: 'x' } } });
    const second = await addOrganisation(opened(), '<b>Second</b>');
    await addMember(opened(), second);
    const third = await addOrganisation(opened(), 'Third');
    for (const [organisationId, trial] of [
      [second, false],
      [third, true],
    ] as const) {
      const choice = { plan: 'starter', billing: 'month', trial } as const;
      await service.credits.agreements.begin({ organisationId, actor: 'test' }, choice);
    }
    await opened()
      .system.updateTable('subscriptions')
      .set({ trial_ends_at: new Date(Date.now() - 1) })
      .where('organisation_id', '=', third)
      .execute();

    const newest = await asOperator('/v1/operator/organisations?limit=2');
    expect(newest.body.data).toMatchObject([
      { id: third, name: 'Third', members: 0, plan: null },
      { id: second, name: '<b>Second</b>', members: 1, plan: 'starter', credits_used: 0, hipaa: false, held: false },
    ]);
    const rest = await asOperator(`/v1/operator/organisations?cursor=${newest.body.next_cursor}`);
    expect(rest.body).toMatchObject({ data: [{ id: first, plan: null, credits_used: 1 }], has_more: false });
    await opened()
      .system.updateTable('credit_balances')
      .set({ period_start: new Date(0), period_end: new Date(1) })
      .execute();
    expect((await asOperator(`/v1/operator/organisations?cursor=${second}`)).body.data[0].credits_used).toBe(0);
    const { body, headers } = await asOperator('/v1/operator');
    expect(body.plans).toEqual([
      { plan: null, organisations: 2 },
      { plan: 'starter', organisations: 1 },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('tells of every process that lives, and of the settings in force without a secret', async () => {
    const startedAt = new Date().toISOString();
    await service.credits.holder.tell(() => processFacts(engineDouble(), { role: 'all', startedAt }));
    const { body } = await asOperator('/v1/operator');
    expect(body.processes).toMatchObject([{ role: 'all', isolation: 'full', started_at: startedAt, queued: 0 }]);
    expect(body.jobs).toEqual({ waiting: 0, oldest_seconds: 0 });
    const settings = new Map<string, object>(body.settings.map((row: { name: string }) => [row.name, row]));
    expect(settings.get('PLATEN_RATE_LIMIT')).toMatchObject({ set: true, value: '250' });
    expect(settings.get('DATABASE_URL')).toMatchObject({ set: true, value: 'postgresql://db.internal:5432' });
    expect(settings.get('OTEL_EXPORTER_OTLP_ENDPOINT')).toMatchObject({ value: 'https://traces.example' });
    expect(settings.get('AI_API_KEY')).toMatchObject({ set: true, value: null });
    expect(settings.get('PLATEN_CHROME')).toMatchObject({ set: false, value: null });
    expect(JSON.stringify(body)).not.toMatch(/secret|token-of-the-operator/);
    expect(JSON.stringify(body)).not.toContain(SECRETS.PLATEN_MASTER_KEY);

    await opened()
      .system.updateTable('credit_holders')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await asOperator('/v1/operator')).body.processes).toEqual([]);
  });

  it('is no path for anybody else: a key with all rights, an owner, a token that is nearly right', async () => {
    const owner = await signUpFirst(service);
    const { secret } = await service.makeKey();
    for (const path of ['/v1/operator', '/v1/operator/organisations', '/v1/operator/organisations?limit=no']) {
      for (const key of ['', secret, TOKEN.slice(1), `${TOKEN}x`]) {
        expect(await service.ask('GET', path, { key })).toMatchObject({
          status: 404,
          body: { error_code: 'not_found' },
        });
      }
      expect((await owner.get(path)).status).toBe(404);
    }
    expect((await asOperator('/v1/operator/organisations?limit=no')).status).toBe(400);
  });

  it('is read within a limit, in the audit log once an hour for each source, and whatever others have guessed', async () => {
    const recorded = async () =>
      await opened()
        .system.selectFrom('audit_log')
        .select(['organisation_id', 'detail'])
        .where('action', '=', 'operator.read')
        .execute();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await asOperator('/v1/operator')).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
    expect(await recorded()).toMatchObject([{ organisation_id: 'instance', detail: { source: '127.0.0.1' } }]);
    // Behind a proxy that says nothing of who asks, strangers have the address of the operator.
    for (let guess = 0; guess < 50; guess += 1) {
      ahead += 500;
      expect((await service.ask('GET', '/v1/operator', { key: `${TOKEN}${guess}` })).status).toBe(404);
    }
    expect([200, 429]).toContain((await asOperator('/v1/operator')).status);
    expect(service.logged().match(/operator_guessed/g)).toHaveLength(1);
  });
});
