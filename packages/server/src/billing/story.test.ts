import { expect, it } from 'vitest';
import { describeOnDatabase } from '../testing/database.ts';
import { DAY, FAILS_LATER, HELLO, newCard, useSubscribers } from '../testing/subscribers.ts';

describeOnDatabase('a subscription over HTTP', (opened) => {
  const { customer } = useSubscribers(opened);

  it('that is canceled on the fifth day of its trial costs nothing, and lasts to the end of the trial', async () => {
    const one = await customer();
    expect(await one.converts()).toBe(402);
    expect(await one.begin()).toMatchObject({
      state: 'trialing',
      plan: 'starter',
      trial_ends_at: '2030-02-07T12:00:00.000Z',
      card: { brand: 'visa' },
    });
    expect(await one.converts()).toBe(200);
    await one.days(5);
    expect(await one.cancel()).toMatchObject({ state: 'trialing', ends_at: '2030-02-07T12:00:00.000Z' });
    expect(await one.converts()).toBe(200);
    await one.days(3);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.converts()).toBe(402);
    expect(await one.ask('GET', '/v1/credits/usage')).toMatchObject({ success: true });
    await one.days(40);
    expect(await one.charged()).toEqual([]);
  });

  it('is needed by nobody who only tries: work in the sandbox is done without one, also later and in batches', async () => {
    const one = await customer();
    const free = { ...HELLO, sandbox: true };
    expect((await one.send('POST', '/v1/convert/pdf', free)).status).toBe(200);
    const job = (await one.send('POST', '/v1/convert/pdf', { ...free, async: true })).body.id;
    expect((await one.send('GET', `/v1/jobs/${job}?wait=30`)).body.job).toMatchObject({
      status: 'succeeded',
      credits: 0,
    });
    const batch = (
      await one.send('POST', '/v1/batches', {
        source: { html: '<p>{{ n }}</p>' },
        items: [{ data: { n: 1 } }],
        sandbox: true,
      })
    ).body.id;
    expect((await one.send('GET', `/v1/batches/${batch}?wait=30`)).body.batch).toMatchObject({
      succeeded: 1,
      credits: 0,
    });
  });

  it('is charged once when its trial is over, not before, and then each month', async () => {
    const one = await customer();
    await one.begin();
    await one.ask('POST', '/v1/billing/test/clock', { advance_seconds: 7 * DAY - 1 });
    expect(await one.charged()).toEqual([]);
    expect(await one.ask('POST', '/v1/billing/test/clock', { advance_seconds: 1 })).toMatchObject({
      state: 'active',
      paid_until: '2030-03-07T12:00:00.000Z',
    });
    expect(await one.charged()).toEqual([900]);
    expect(await one.converts()).toBe(200);
    await one.days(28);
    expect(await one.charged()).toEqual([900, 900]);
  });

  it('is had for a year at the price of ten months, with credits by the month', async () => {
    const one = await customer();
    const begun = await one.begin({ trial: false, plan: 'boost', billing: 'year' });
    expect(begun).toMatchObject({ state: 'active', paid_until: '2031-01-31T12:00:00.000Z' });
    expect(await one.charged()).toEqual([24_000]);
    await one.use(2_500);
    await one.days(32);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500, used: 0 });
    await one.days(333);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2032-01-31T12:00:00.000Z' });
    expect(await one.charged()).toEqual([24_000, 24_000]);
  });

  it('is upgraded at once: what is left is given back to the cent, and the rest charged', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.days(7);
    expect(await one.change({ plan: 'boost' })).toMatchObject({
      plan: 'boost',
      paid_until: '2030-03-07T12:00:00.000Z',
    });
    // Of 28 days 21 are left: 9.00 × 3/4.
    expect(await one.charged()).toEqual([900, 2_400 - 675]);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500 });
    // Of a month of which no credits are left nothing is given back, nor can it be had twice.
    await one.use(2_500);
    await one.change({ plan: 'growth' });
    expect(await one.charged()).toEqual([900, 1_725, 3_900]);
  });

  it('is changed in the instant in which it begins, and begins anew in that in which it ends', async () => {
    // The clock of these tests stands still: all of it has one time.
    const one = await customer();
    await one.begin({ trial: false, plan: 'boost' });
    expect(await one.change({ plan: 'boost', billing: 'year' })).toMatchObject({ plan: 'boost', billing: 'year' });
    expect(await one.change({ plan: 'growth', billing: 'year' })).toMatchObject({ plan: 'growth', state: 'active' });
    expect(await one.charged()).toEqual([2_400, 24_000 - 2_400, 39_000 - 24_000]);

    const other = await customer();
    await other.begin();
    expect(await other.cancel()).toMatchObject({ state: 'trialing' });
    await other.days(7);
    expect(await other.look()).toMatchObject({ state: 'canceled' });
    expect(await other.begin({ trial: false })).toMatchObject({ state: 'active', plan: 'starter' });
    expect(await other.charged()).toEqual([900]);
  });

  it('is downgraded when the period is over', async () => {
    const one = await customer();
    await one.begin({ trial: false, plan: 'boost' });
    expect(await one.change({ plan: 'starter' })).toMatchObject({
      plan: 'boost',
      next: { plan: 'starter', billing: 'month' },
    });
    await one.days(27);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500 });
    await one.days(1);
    expect(await one.look()).toMatchObject({ plan: 'starter', next: null });
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 500 });
    expect(await one.charged()).toEqual([2_400, 900]);
  });

  it('has an invoice for the credits beyond it, by the month', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.use(510);
    await one.days(28);
    // Ten at four cents.
    expect(await one.charged()).toEqual([900, 900 + 40]);
    expect(
      await one.use(1_000).then(
        () => 'taken',
        (error) => error.code,
      ),
    ).toBe('credits_exhausted');
    await one.use(513);
    await one.cancel();
    await one.days(31);
    expect(await one.look()).toMatchObject({ state: 'canceled' });
    expect(await one.charged()).toEqual([900, 940, 52]);
  });

  it('is charged nothing when what is left is less than a card can be charged', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.use(512);
    await one.cancel();
    await one.days(31);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.charged()).toEqual([900]);
  });

  it('whose card fails works for seven days, is tried again, and goes on with a new card', async () => {
    const one = await customer();
    await one.begin();
    await one.ask('POST', '/v1/billing/card', { card: FAILS_LATER });
    await one.days(7);
    expect(await one.look()).toMatchObject({
      state: 'past_due',
      owed: { next_try_at: '2030-02-08T12:00:00.000Z', work_until: '2030-02-14T12:00:00.000Z' },
    });
    expect(await one.converts()).toBe(200);
    await one.days(6);
    expect(await one.ask('POST', '/v1/billing/card', { card: '4000000000000002' })).toBe('card_declined');
    expect(await one.change({ plan: 'boost' })).toBe('payment_required');
    expect(await one.ask('POST', '/v1/billing/card', { card: newCard() })).toMatchObject({
      state: 'active',
      owed: null,
    });
    expect(await one.charged()).toEqual([900]);
    await one.days(10);
    expect(await one.converts()).toBe(200);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2030-03-07T12:00:00.000Z' });
  });

  it('that nobody pays ends after seven days, and begins anew with a card that works', async () => {
    const one = await customer();
    expect(await one.begin({ card: FAILS_LATER, trial: false })).toBe('card_declined');
    expect(await one.look()).toMatchObject({ state: 'none' });
    await one.begin();
    await one.ask('POST', '/v1/billing/card', { card: FAILS_LATER });
    await one.days(14);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.converts()).toBe(402);
    expect(await one.charged()).toEqual([]);
    expect(await one.begin()).toBe('trial_used');
    expect(await one.begin({ trial: false })).toMatchObject({ state: 'active' });
    expect(await one.converts()).toBe(200);
    expect(await one.begin({ trial: false })).toBe('subscription_exists');
  });

  it('has one trial for each card and organisation', async () => {
    const [one, other] = [await customer(), await customer()];
    const card = newCard();
    expect(await one.begin({ card })).toMatchObject({ state: 'trialing' });
    expect(await other.begin({ card })).toBe('trial_used');
    expect(await other.begin()).toMatchObject({ state: 'trialing' });
  });

  it('waits until a card is confirmed that asks for it', async () => {
    const one = await customer();
    const begun = await one.begin({ card: '4000000000003220', trial: false, return_url: 'https://example.com/x' });
    expect(begun).toMatchObject({
      state: 'incomplete',
      plan: 'starter',
      confirmation_url: 'https://example.com/x',
    });
    expect(await one.converts()).toBe(402);
    expect(await one.ask('POST', '/v1/billing/card/confirm')).toMatchObject({
      state: 'active',
      confirmation_url: null,
    });
    expect(await one.charged()).toEqual([900]);
    // A second tab changes nothing.
    expect(await one.ask('POST', '/v1/billing/card/confirm')).toMatchObject({ state: 'active' });
    expect(await one.charged()).toEqual([900]);
  });

  it('is resumed before it ends, with all that it had', async () => {
    const one = await customer();
    expect(await one.cancel()).toBe('subscription_missing');
    await one.begin({ trial: false });
    expect(await one.cancel()).toMatchObject({ ends_at: '2030-02-28T12:00:00.000Z' });
    expect(await one.ask('POST', '/v1/billing/subscription/resume')).toMatchObject({ ends_at: null });
    await one.days(40);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2030-03-31T12:00:00.000Z' });
    expect(await one.converts()).toBe(200);
  });

  it('is charged once when it is asked for twice at once', async () => {
    const one = await customer();
    const card = newCard();
    const answers = await Promise.all([1, 2, 3].map(() => one.begin({ trial: false, card })));
    expect(answers.filter((answer) => answer === 'subscription_exists')).toHaveLength(2);
    expect(await one.charged()).toEqual([900]);
    await Promise.all([one.change({ plan: 'boost' }), one.change({ plan: 'boost' })]);
    expect((await one.charged()).length).toBe(2);
  });

  it('takes no number of a card that may be real', async () => {
    const one = await customer();
    for (const card of ['4111111111111111', '4242424242424241', '1', undefined]) {
      expect(await one.begin({ card })).toBe('invalid_request');
    }
    expect(await one.begin({ plan: 'gold' })).toBe('not_found');
  });
});
