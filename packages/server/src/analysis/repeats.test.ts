import { describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '../idempotency/keys.ts';
import { analysisService, RECEIPT } from '../testing/analysis.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { openTestVault } from '../testing/vault.ts';

describeOnDatabase('the analysis', (opened) => {
  const tested = analysisService(opened);

  describe('with an Idempotency-Key', () => {
    const header = (key: string) => ({ headers: { 'idempotency-key': key } });

    it('counts a request once, computes it anew, and keeps nothing of it', async () => {
      const idempotencyKeys = await IdempotencyKeys.open({
        database: tested.database,
        vault: await openTestVault(tested.database),
      });
      await tested.start({ idempotencyKeys });
      const first = await tested.ask('receipt-scanner', { documentText: RECEIPT }, header('one'));
      const again = await tested.ask('receipt-scanner', { documentText: RECEIPT }, header('one'));
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(again.body).toEqual(first.body);
      expect((await tested.usage()).used).toBe(1);
      const other = await tested.ask('receipt-scanner', { documentText: 'TOTAL 1.00' }, header('one'));
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
      const rows = await tested.database.system.selectFrom('idempotency_keys').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('CORNER');
      // Sealed tokens, not an answer.
      expect(rows[0]?.answer?.length).toBeLessThan(300);
      const failed = await tested.ask('receipt-scanner', {}, header('two'));
      expect(failed.status).toBe(400);
      expect((await tested.ask('receipt-scanner', { documentText: RECEIPT }, header('two'))).status).toBe(200);
      const bad = await tested.ask('receipt-scanner', { documentText: RECEIPT }, header('é'));
      expect(bad.status).toBe(400);
      await idempotencyKeys.close();
    });

    it('is for one document: what an address leads to may not change', async () => {
      const idempotencyKeys = await IdempotencyKeys.open({
        database: tested.database,
        vault: await openTestVault(tested.database),
      });
      const texts = [RECEIPT, RECEIPT, 'OTHER CAFE\nTOTAL 9.00'];
      await tested.start({
        idempotencyKeys,
        engine: engineDouble(async () => result({ bytes: Buffer.from(texts.shift() ?? '') })),
      });
      const place = { source: { url: 'http://pub.test/' } };
      expect((await tested.ask('receipt-scanner', place, header('one'))).status).toBe(200);
      expect((await tested.ask('receipt-scanner', place, header('one'))).status).toBe(200);
      const changed = await tested.ask('receipt-scanner', place, header('one'));
      expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_mismatch']);
      expect(changed.body.error).toContain('has changed');
      expect((await tested.usage()).used).toBe(1);
      await idempotencyKeys.close();
    });
  });
});
