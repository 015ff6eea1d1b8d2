import { EngineError } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { RawClient } from '../testing/raw-client.ts';
import { HELLO, startTestService, type TestService } from '../testing/service.ts';
import { shutDown } from './shutdown.ts';

const PDF = '/v1/convert/pdf';
let service: TestService;
afterEach(() => service.close());

/** An engine with one slot: the first conversion ends when the test says so, the others wait for it. */
function slowEngine() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const refusals: ((error: Error) => void)[] = [];
  const engine = engineDouble(
    (_conversion, { signal }) =>
      new Promise((resolve, reject) => {
        const canceled = () => reject(new EngineError('canceled', 'The caller canceled the conversion.'));
        signal?.addEventListener('abort', canceled, { once: true });
        if (engine.asked.length === 1) void finished.then(() => resolve(result()));
        else refusals.push(reject);
      }),
  );
  engine.close = async () => {
    for (const refuse of refusals) refuse(new EngineError('capacity', 'The service stops. Try again.'));
    await finished;
  };
  return { engine, finish };
}

const asked = async (engine: { asked: unknown[] }, count: number) => {
  while (engine.asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

const end = (engine: ReturnType<typeof slowEngine>['engine'], grace: number) =>
  shutDown({
    app: service.app,
    lifecycle: service.lifecycle,
    engine,
    log: createLog('silent', { write: () => {} }),
    grace,
  });

describe('shutDown', () => {
  it('finishes what runs, refuses what waits and what comes, and accepts no more connections', async () => {
    const { engine, finish } = slowEngine();
    service = await startTestService({ engine });
    const kept = await RawClient.open(service.port);
    kept.send('GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n');
    await kept.untilReceived(/"ok"/);
    const running = service.post(PDF, HELLO);
    await asked(engine, 1);
    const waiting = service.post(PDF, HELLO);
    await asked(engine, 2);

    const ended = end(engine, 10_000);
    const refused = await waiting;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('connection')).toBe('close');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await expect(service.post(PDF, HELLO)).rejects.toThrow();
    kept.send('\r\n');
    expect(await kept.untilClosed()).toMatch(/503 Service Unavailable[\s\S]*connection: close[\s\S]*"draining"/i);

    finish();
    const answer = await running;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await ended;
  });

  it('aborts what has not finished in time, and asks its client to retry', async () => {
    const { engine } = slowEngine();
    service = await startTestService({ engine });
    const running = service.post(PDF, HELLO);
    await asked(engine, 1);
    const ended = end(engine, 50);
    const answer = await running;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error_code: 'capacity', retryable: true });
    await ended;
  });

  it('does not wait for connections on which nothing was asked', async () => {
    const { engine, finish } = slowEngine();
    service = await startTestService({ engine });
    const silent = await RawClient.open(service.port);
    finish();
    await end(engine, 60_000);
    expect(await silent.untilClosed()).toBe('');
  });
});
