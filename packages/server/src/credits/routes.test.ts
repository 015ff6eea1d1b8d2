import { EngineError } from '@platen/engine';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HELLO, START, sized, useCredits } from '../testing/credits-service.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { CREDIT_BYTES } from './cost.ts';
import { USD } from './plans.ts';

describeOnDatabase('credits over HTTP', (opened) => {
  const tested = useCredits(opened);
  const { choose, convert, credits, start, use } = tested;

  it('counts the credits of results, and reports them with each answer', async () => {
    await start({ engine: sized(0, 1, CREDIT_BYTES - 1, CREDIT_BYTES, CREDIT_BYTES + 1, 2 * CREDIT_BYTES) });
    const costs: (string | null)[] = [];
    for (let at = 0; at < 6; at += 1) {
      const { status, headers } = await convert();
      expect(status).toBe(200);
      expect(headers.get('x-credits-used')).toBe(headers.get('x-credits-cost'));
      expect(headers.get('x-credits-remaining')).toBeNull();
      expect(headers.get('x-job-id')).toMatch(/^job_\w{26}$/);
      costs.push(headers.get('x-credits-cost'));
    }
    expect(costs).toEqual(['0', '1', '1', '1', '2', '2']);
    expect(await credits()).toMatchObject({ base: null, used: 7, reserved: 0, remaining: null });
  });

  it('of several results costs their sum', async () => {
    await start({ engine: sized(CREDIT_BYTES + 1, 10) });
    const outputs = [{ format: 'pdf' }, { format: 'text' }];
    const { headers } = await tested.service.ask('POST', '/v1/convert', { body: { ...HELLO, outputs } });
    expect(headers.get('x-credits-cost')).toBe('3');
    const { body } = await tested.service.ask('GET', '/v1/credits/usage');
    expect(body.data).toMatchObject([{ format: 'several', jobs: 1, credits: 3, bytes: CREDIT_BYTES + 11 }]);
  });

  it('are not to be bought where nothing is billed', async () => {
    await start();
    const body = { plan: 'starter', card: '4242424242424242' };
    const { status, body: refused } = await tested.service.ask('POST', '/v1/billing/subscription', { body });
    expect([status, refused.error_code]).toEqual([409, 'billing_off']);
    const looked = await tested.service.ask('GET', '/v1/billing/subscription');
    expect(looked.body.subscription).toMatchObject({ provider: 'off', state: 'none' });
  });

  it('takes nothing for what failed', async () => {
    await start({
      engine: engineDouble(async () => {
        throw new EngineError('render_crashed', 'It crashed.');
      }),
    });
    await choose('starter');
    expect((await convert()).status).toBe(502);
    expect(await credits()).toMatchObject({ base: 500, used: 0, reserved: 0, remaining: 500 });
    expect((await tested.service.ask('GET', '/v1/credits/usage')).body.data).toEqual([]);
  });

  it('takes nothing from a client that has left', async () => {
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let aborted = false;
    await start({
      engine: engineDouble(async (_conversion, { signal }) => {
        begun();
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        aborted = true;
        // It was done all the same.
        return result();
      }),
    });
    const leaving = new AbortController();
    const asked = fetch(`${tested.service.url}/v1/convert/pdf`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', authorization: 'Bearer test-key-of-twenty-four-characters' },
      body: JSON.stringify(HELLO),
    });
    await running;
    expect(await credits()).toMatchObject({ used: 0, reserved: 1 });
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => aborted).toBe(true);
    await expect.poll(credits).toMatchObject({ used: 0, reserved: 0 });
  });

  it('refuses where they end, and says what helps', async () => {
    await start({ engine: sized(10) });
    await choose('starter');
    const body = { overage_ceiling_cents: 0 };
    expect((await tested.service.ask('PATCH', '/v1/billing', { body })).body).toEqual({ success: true, ...body });
    expect((await tested.service.ask('GET', '/v1/account')).body.overage.ceiling_cents).toBe(0);
    await use(499);
    const last = await convert();
    expect([last.status, last.headers.get('x-credits-remaining')]).toEqual([200, '0']);
    const refused = await convert();
    expect([refused.status, refused.body.error_code, refused.body.retryable]).toEqual([
      402,
      'credits_exhausted',
      false,
    ]);
    expect(refused.body.detail).toBe(
      'Not enough of the 500 credits of this period are left. The limit resets at 2030-02-28T12:00:00.000Z. Raise the ceiling for credits beyond the plan, or choose a larger plan: GET /v1/plans lists them.',
    );
    tested.time = Date.UTC(2030, 1, 28, 12);
    expect((await convert()).headers.get('x-credits-remaining')).toBe('499');
  });

  it('goes beyond the plan up to its price, and bills that', async () => {
    await start({ engine: sized(10) });
    await choose('starter');
    await use(500);
    expect((await convert()).status).toBe(200);
    await use(223);
    expect((await convert()).status).toBe(200);
    expect((await convert()).body.error_code).toBe('credits_exhausted');
    const { body } = await tested.service.ask('GET', '/v1/account');
    expect(body.overage).toEqual({
      credits: 225,
      unit_price_micro_usd: 40_000,
      amount_cents: 900,
      ceiling_cents: 900,
    });
    const invoices = await tested.service.ask('GET', '/v1/invoices');
    expect(invoices.body.data).toEqual([
      {
        period: { start: '2030-01-31T12:00:00.000Z', end: '2030-02-28T12:00:00.000Z' },
        status: 'open',
        currency: 'usd',
        lines: [
          { kind: 'plan', text: 'Starter, a month', quantity: 1, unit_price_micro_usd: 9 * USD, amount_cents: 900 },
          {
            kind: 'overage',
            text: 'Credits beyond the plan',
            quantity: 225,
            unit_price_micro_usd: 40_000,
            amount_cents: 900,
          },
        ],
        total_cents: 1_800,
      },
    ]);
  });

  it('does not deliver what turns out dearer than may be used', async () => {
    const context = await start({ engine: sized(3 * CREDIT_BYTES) });
    await choose('starter');
    await tested.service.credits.agreements.setCeiling(context, 0);
    await use(498);
    const refused = await convert();
    expect([refused.status, refused.body.error_code]).toEqual([402, 'credits_exhausted']);
    expect(refused.headers.get('content-type')).toMatch(/problem/);
    expect(await credits()).toMatchObject({ used: 498, reserved: 0 });
    await tested.service.credits.agreements.setCeiling(context, USD);
    expect((await convert()).status).toBe(200);
    expect(await credits()).toMatchObject({ used: 501, remaining: 0 });
  });

  it('in a trial end with it, and go beyond it never', async () => {
    await start({ engine: sized(10) });
    await choose('starter', { trial: true });
    const { body } = await tested.service.ask('GET', '/v1/account');
    expect(body.plan).toMatchObject({ name: 'starter', status: 'trialing', ends_at: '2030-02-07T12:00:00.000Z' });
    expect(body.pools.ai_operations).toMatchObject({ limit: 50, resets_at: '2030-02-01T00:00:00.000Z' });
    await use(500);
    const refused = await convert();
    expect([refused.status, refused.body.error_code]).toEqual([402, 'credits_exhausted']);
    expect(refused.body.detail).toContain('A trial has no more');
    tested.time += 7 * 86_400_000;
    expect((await convert()).body.error_code).toBe('payment_required');
    expect((await tested.service.ask('GET', '/v1/account')).body.plan.status).toBe('unpaid');
    expect((await tested.service.ask('GET', '/v1/invoices')).body.data).toMatchObject([{ lines: [], total_cents: 0 }]);
  });

  it('need a plan where there is billing', async () => {
    const context = await start({ creditsConfig: { billing: 'test' } });
    const refused = await convert();
    expect([refused.status, refused.body.error_code]).toEqual([402, 'payment_required']);
    await choose('boost');
    expect((await convert()).status).toBe(200);
    expect(await tested.service.credits.agreements.end(context)).toBe(true);
    expect((await convert()).status).toBe(402);
  });

  describe('of a trial', () => {
    const END = START + 7 * 86_400_000;

    it('end after seven days and stay so when the clock is set back, while reading goes on', async () => {
      await start({ engine: sized(10), creditsConfig: { billing: 'test' } });
      await choose('starter', { trial: true });
      tested.time = END - 1;
      expect((await convert()).status).toBe(200);
      tested.service.credits.subscriptions.forget(tested.service.accounts.organisationId);
      tested.time = END;
      expect((await convert()).body.error_code).toBe('payment_required');
      for (const path of ['/v1/account', '/v1/credits/usage', '/v1/invoices', '/v1/keys', '/v1/logs']) {
        expect((await tested.service.ask('GET', path)).status).toBe(200);
      }
      const again = async () => {
        tested.service.credits.subscriptions.forget(tested.service.accounts.organisationId);
        return (await convert()).body.error_code;
      };
      tested.time = END - 1;
      expect(await again()).toBe('payment_required');
      // Before it began there was nothing else to fall back to.
      tested.time = START - 86_400_000;
      expect(await again()).toBe('payment_required');
      await tested.service.close();
      await start({ engine: sized(10), creditsConfig: { billing: 'test' } });
      expect(await again()).toBe('payment_required');
      expect((await tested.service.ask('GET', '/v1/account')).body.plan.status).toBe('unpaid');
      expect(
        (await tested.service.ask('GET', '/v1/invoices')).body.data.flatMap(({ lines }: { lines: [] }) => lines),
      ).toEqual([]);
      tested.time = END + 1;
      await choose('starter');
      expect(await again()).toBeUndefined();
    });

    it('are had once by an organisation', async () => {
      await start({ creditsConfig: { billing: 'test' } });
      const both = await Promise.allSettled([choose('starter', { trial: true }), choose('boost', { trial: true })]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      tested.time = END + 30 * 86_400_000;
      await expect(choose('boost', { trial: true })).rejects.toMatchObject({ code: 'trial_used' });
      await choose('boost');
      await expect(choose('boost', { trial: true })).rejects.toMatchObject({ code: 'trial_used' });
    });

    it('do not come back with a plan that was ended', async () => {
      const context = await start({ engine: sized(10), creditsConfig: { billing: 'test' } });
      await choose('starter');
      tested.time = START + 1_000;
      await tested.service.credits.agreements.end(context);
      tested.time = START;
      tested.service.credits.subscriptions.forget(context.organisationId);
      expect((await convert()).body.error_code).toBe('payment_required');
    });
  });

  it('are not taken in the sandbox, which marks results and is slow', async () => {
    const engine = sized(CREDIT_BYTES + 1);
    await start({ engine });
    const { secret } = await tested.service.makeKey({ mode: 'test' });
    const attempts = [
      await convert(HELLO, secret),
      await convert({ ...HELLO, sandbox: false }, secret),
      await convert({ ...HELLO, sandbox: true }),
    ];
    for (const { status, headers } of attempts) {
      expect([status, headers.get('x-credits-cost'), headers.get('x-credits-used')]).toEqual([200, '2', '0']);
      expect(headers.get('x-sandbox')).toBe('true');
    }
    expect(engine.asked.map(({ options }) => options.mark)).toEqual(['SANDBOX', 'SANDBOX', 'SANDBOX']);
    const plain = await convert();
    expect(plain.headers.get('x-sandbox')).toBeNull();
    expect(engine.asked.at(-1)?.options.mark).toBeUndefined();
    expect((await credits()).used).toBe(2);
    // The database counts by its own clock, which goes on while this machine is slow.
    const wholeIn = (seconds: number) =>
      sql`update caller_rates set whole_at = clock_timestamp() + make_interval(secs => ${seconds}) where caller like 'sandbox %'`.execute(
        opened().system,
      );
    await wholeIn(60);
    const refused = await convert(HELLO, secret);
    expect([refused.status, refused.body.error_code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(refused.headers.get('ratelimit-policy')).toBe('"sandbox";q=10;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"sandbox";r=0;t=[1-6]$/);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.body['violated-policies']).toEqual(['sandbox']);
    tested.time += 6_001;
    await wholeIn(53);
    // Others are refused without asking the database for a second.
    await expect.poll(async () => (await convert(HELLO, secret)).status).toBe(200);
  });

  it('of a plan come with its limits for requests', async () => {
    await start({ config: { rateLimit: 1_000, concurrencyPerKey: 0 } });
    const { secret: key } = await tested.service.makeKey();
    expect((await tested.service.ask('GET', '/v1/account', { key })).body.limits).toEqual({
      requests_per_minute: 1_000,
      concurrent_requests: null,
    });
    await choose('starter');
    const { headers, body } = await tested.service.ask('GET', '/v1/account', { key });
    expect(body.limits).toEqual({ requests_per_minute: 250, concurrent_requests: 50 });
    expect(headers.get('ratelimit-policy')).toBe('"default";q=250;w=60, "concurrent";q=50;qu="concurrent-requests"');
  });

  it('and plans can be looked at by everybody', async () => {
    await start();
    const { status, body } = await tested.service.ask('GET', '/v1/plans', { key: '' });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(9);
    expect(body.data[0]).toMatchObject({ name: 'starter', price_cents: 900, year_price_cents: 9_000, credits: 500 });
    expect(body.data[8]).toMatchObject({ name: 'scale-1m', overage_price_micro_usd: 1_000, ai_operations: 100_000 });
  });
});
