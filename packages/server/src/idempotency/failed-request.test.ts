import { EngineError } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../testing/database.ts';
import { result } from '../testing/engine-double.ts';
import { openTestIdempotencyKeys } from '../testing/idempotency.ts';
import { idempotencyService, PDF } from '../testing/idempotency-service.ts';
import { HELLO, KEY } from '../testing/service.ts';

describeOnDatabase('Idempotency-Key', (opened) => {
  const tested = idempotencyService(opened);

  describe('of a request that failed', () => {
    const failing = (...codes: ConstructorParameters<typeof EngineError>[0][]) =>
      tested.start(async () => {
        const code = codes.shift();
        if (code !== undefined) throw new EngineError(code, 'The first time it fails.');
        return result();
      });

    it('keeps what would fail again', async () => {
      await failing('source_status');
      const [first, again] = [await tested.post(), await tested.post()];
      expect([first.status, again.status, tested.engine.asked.length]).toEqual([422, 422, 1]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toBe('application/problem+json');
      expect(await again.text()).toBe(await first.text());
    });

    it.each([
      ['source_unreachable', 422],
      ['source_timeout', 408],
      ['render_crashed', 502],
      ['queue_timeout', 503],
      ['render_timeout', 504],
    ] as const)('is free again after %s', async (code, status) => {
      await failing(code);
      expect((await tested.post()).status).toBe(status);
      expect(await tested.rows()).toEqual([]);
      const again = await tested.post();
      expect([again.status, again.headers.has('idempotency-replayed'), tested.engine.asked.length]).toEqual([
        200,
        false,
        2,
      ]);
    });

    it('is free again after any fault where answers may not be kept, and done once nevertheless', async () => {
      const without = await openTestIdempotencyKeys(tested.database, { keepAnswers: false });
      let times = 0;
      await tested.start(
        async () => {
          times += 1;
          if (times === 1) throw new EngineError('source_status', 'The first time it fails.');
          return result();
        },
        { idempotencyKeys: without },
      );
      expect([(await tested.post()).status, (await tested.post()).status]).toEqual([422, 200]);
      expect(await tested.codeOf(await tested.post())).toEqual([409, 'idempotency_result_gone']);
      expect((await tested.rows()).map(({ status, answer }) => [status, answer])).toEqual([[200, null]]);
      await without.close();
    });

    it('is free again after a fault of the request, so that it can be mended', async () => {
      await tested.start();
      expect((await tested.post({ ...HELLO, zoomm: 1 })).status).toBe(400);
      expect((await tested.post()).status).toBe(200);
      expect((await tested.post()).headers.get('idempotency-replayed')).toBe('true');
    });

    it('is free again after its client has left', async () => {
      const begun = Promise.withResolvers<void>();
      await tested.start((_conversion, { signal }) => {
        begun.resolve();
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new EngineError('canceled', 'The caller left.')));
        });
      });
      const leave = new AbortController();
      const left = fetch(tested.service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': 'invoice-1' },
        body: JSON.stringify(HELLO),
        signal: leave.signal,
      }).catch(() => 'left');
      await begun.promise;
      expect((await tested.rows()).length).toBe(1);
      leave.abort();
      expect(await left).toBe('left');
      const deadline = Date.now() + 5_000;
      while ((await tested.rows()).length > 0 && Date.now() < deadline)
        await new Promise((done) => setTimeout(done, 10));
      expect(await tested.rows()).toEqual([]);
    });

    it('finds the answer that its client did not wait for, if it was made', async () => {
      const begun = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      await tested.start(async () => {
        begun.resolve();
        await gate.promise;
        return result();
      });
      const leave = new AbortController();
      const left = fetch(tested.service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': 'invoice-1' },
        body: JSON.stringify(HELLO),
        signal: leave.signal,
      }).catch(() => 'left');
      await begun.promise;
      leave.abort();
      await left;
      gate.resolve();
      const deadline = Date.now() + 5_000;
      let again = await tested.post();
      while (again.status === 409 && Date.now() < deadline) again = await tested.post();
      expect([again.status, again.headers.get('idempotency-replayed'), tested.engine.asked.length]).toEqual([
        200,
        'true',
        1,
      ]);
    });
  });
});
