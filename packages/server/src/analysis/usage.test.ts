import { describe, expect, it } from 'vitest';
import { addOrganisation } from '../testing/accounts.ts';
import { analysisService, RECEIPT, START, STATEMENT } from '../testing/analysis.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { AnalysisAccess } from './access.ts';

describeOnDatabase('the analysis', (opened) => {
  const tested = analysisService(opened);

  describe('by waitlist', () => {
    const config = { analysisConfig: { aiAccess: 'waitlist' } } as const;

    it('is for organisations that were granted it', async () => {
      await tested.start(config);
      const refused = await tested.ask('summarize', { text: 'One.' });
      expect([refused.status, refused.body.code]).toEqual([403, 'ai_waitlist']);
      const ask1 = await tested.service.ask('POST', '/api/waitlist');
      const ask2 = await tested.service.ask('POST', '/api/waitlist', { body: {} });
      expect([ask1.status, ask1.body, ask2.body]).toEqual([
        200,
        { success: true, status: 'waiting' },
        { success: true, status: 'waiting' },
      ]);
      expect((await tested.ask('summarize', { text: 'One.' })).status).toBe(403);
      const own = tested.service.accounts.organisationId;
      const other = await addOrganisation(tested.database, 'Other');
      const { audit } = tested.service.accounts;
      const access = new AnalysisAccess({
        database: tested.database,
        audit,
        policy: 'waitlist',
        clock: { now: () => tested.time },
      });
      await access.grant({ organisationId: own, actor: 'operator' });
      const entries = await audit.list(own, { limit: 2 });
      expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
        ['analysis.granted', 'operator'],
        ['analysis.asked_for', 'bootstrap'],
      ]);
      expect((await tested.ask('summarize', { text: 'One.' })).status).toBe(200);
      expect((await tested.service.ask('POST', '/api/waitlist')).body.status).toBe('granted');
      expect(await access.statusOf(other)).toBe('none');
      await access.grant({ organisationId: other, actor: 'operator' });
      expect(await access.isOpenTo(other)).toBe(true);
    });

    it('has nothing to wait for when it is open', async () => {
      await tested.start();
      expect((await tested.service.ask('POST', '/api/waitlist')).body).toEqual({ success: true, status: 'granted' });
    });
  });

  describe('usage', () => {
    it('has each type that was used, and adds up', async () => {
      await tested.start();
      expect(await tested.usage()).toEqual({
        used: 0,
        limit: 1_000_000,
        remaining: 1_000_000,
        resetAt: '2030-02-01T00:00:00.000Z',
        operations: [],
      });
      await tested.ask('receipt-scanner', { documentText: RECEIPT });
      tested.time += 1_000;
      await tested.ask('summarize', { text: 'One. Two.' });
      tested.time += 1_000;
      await tested.ask('receipt-scanner', { documentText: RECEIPT });
      expect(await tested.usage()).toEqual({
        used: 3,
        limit: 1_000_000,
        remaining: 999_997,
        resetAt: '2030-02-01T00:00:00.000Z',
        operations: [
          { type: 'summarize', count: 1, lastUsed: new Date(START + 1_000).toISOString() },
          { type: 'receipt-scanner', count: 2, lastUsed: new Date(START + 2_000).toISOString() },
        ],
      });
      const stranger = await tested.service.makeKey({
        organisationId: await addOrganisation(tested.database, 'Other'),
      });
      expect((await tested.usage(stranger.secret)).used).toBe(0);
      const credits = await tested.service.ask('GET', '/v1/credits/usage');
      expect(credits.body.data.map((row: Record<string, unknown>) => [row.format, row.ai_operations])).toEqual([
        ['receipt-scanner', 2],
        ['summarize', 1],
      ]);
      tested.time = Date.UTC(2030, 1, 1);
      expect(await tested.usage()).toMatchObject({ used: 0, operations: [], resetAt: '2030-03-01T00:00:00.000Z' });
    });

    it('takes nothing for test keys', async () => {
      await tested.start();
      const { secret: key } = await tested.service.makeKey({ mode: 'test' });
      expect((await tested.ask('summarize', { text: 'One.' }, { key })).status).toBe(200);
      expect((await tested.usage()).used).toBe(0);
      const translation = await tested.ask('translate', { text: 'x', targetLanguage: 'German' }, { key });
      expect(translation.body.error).toMatch(/Test keys/);
    });

    it('P10: at the limit, 50 at once get what is left and no more', async () => {
      await tested.start({ config: { rateLimit: 0, concurrencyPerKey: 0 } });
      await tested.choose('business');
      await tested.use(993);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => tested.ask('summarize', { text: 'One. Two.' })),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
      expect(refused).toHaveLength(43);
      const last = await tested.ask('receipt-scanner', { documentText: RECEIPT });
      const resetAt = '2030-02-01T00:00:00.000Z';
      expect(last.body).toMatchObject({
        success: false,
        code: 'ai_limit_exceeded',
        remaining: 0,
        limit: 1_000,
        resetAt,
      });
      expect(last.body.error).toMatch(/1,000/);
      expect(Number(last.headers.get('retry-after'))).toBe((Date.parse(resetAt) - START) / 1_000);
      for (const { body } of refused) expect(body).toMatchObject({ code: 'ai_limit_exceeded', limit: 1_000 });
      const record = await tested.usage();
      expect(record).toMatchObject({ used: 1_000, limit: 1_000, remaining: 0 });
      expect(record.operations).toMatchObject([{ type: 'summarize', count: 1_000 }]);
      tested.time = Date.parse(resetAt);
      expect((await tested.ask('summarize', { text: 'One.' })).status).toBe(200);
    });

    it('takes bank pages beside the operation, and from neither pool when one has too little', async () => {
      await tested.start();
      await tested.choose('starter');
      const pages = (count: number) => Array(count).fill(STATEMENT).join('\f');
      expect((await tested.ask('bank-statement', { documentText: pages(499) })).status).toBe(200);
      const answer = await tested.ask('bank-statement', { documentText: pages(2) });
      expect([answer.status, answer.body.code]).toEqual([429, 'bank_pages_exceeded']);
      expect(answer.body).toMatchObject({ remaining: 1, limit: 500, resetAt: '2030-02-01T00:00:00.000Z' });
      expect((await tested.usage()).used).toBe(1);
      expect((await tested.ask('bank-statement', { documentText: pages(1) })).status).toBe(200);
      expect((await tested.ledger()).rows).toEqual([
        'ai_operations -1',
        'ai_operations -1',
        'bank_pages -499',
        'bank_pages -1',
      ]);
    });

    it('does not begin a statement with too many pages, wherever it comes from', async () => {
      const engine = engineDouble(async () => result({ bytes: Buffer.from(Array(501).fill(STATEMENT).join('\f')) }));
      await tested.start({ engine });
      await tested.choose('starter');
      for (const place of [{ source: { html: '<p>x' } }, { documentText: Array(501).fill(STATEMENT).join('\f') }]) {
        const answer = await tested.ask('bank-statement', place);
        expect([answer.status, answer.body.code]).toEqual([429, 'bank_pages_exceeded']);
        expect(answer.body.error).toContain('This statement has 501.');
      }
      const metrics = await (await fetch(`${tested.service.url}/metrics`)).text();
      expect(metrics).not.toContain('platen_analysis_wait_duration_seconds_count{operation="bank-statement"}');
      expect((await tested.ledger()).rows).toEqual([]);
      await tested.use(100);
      expect((await tested.ask('bank-statement', { source: { html: '<p>x' } })).body.code).toBe('ai_limit_exceeded');
      // What is used up has nothing rendered.
      expect(engine.asked).toHaveLength(1);
    });

    it('needs a plan where there are plans', async () => {
      await tested.start({ creditsConfig: { billing: 'test' } });
      const answer = await tested.ask('summarize', { text: 'One.' });
      expect([answer.status, answer.body.code]).toEqual([402, 'payment_required']);
    });
  });
});
