import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../testing/engine-double.ts';
import { startTestService, type TestService } from '../testing/service.ts';

let service: TestService;
afterEach(() => service.close());

const get = async (path: string) => {
  const response = await fetch(service.url + path);
  return [response.status, await response.json()] as [number, Record<string, unknown>];
};

describe('health', () => {
  it('reports the state of the service without a key', async () => {
    service = await startTestService();
    expect(await get('/livez')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/health')).toEqual([
      200,
      {
        status: 'ok',
        role: 'all',
        browser: 'Double/1.0',
        isolation: 'full',
        template_isolation: 'full',
        page_reuse: true,
        virtual_time: true,
        database: 'ok',
        storage: 'ok',
        running: 0,
        queued: 0,
        concurrency: 2,
        event_loop_delay_p99_ms: expect.any(Number),
      },
    ]);
  });

  it.each(['starting', 'unavailable'] as const)('sends requests elsewhere while the browser is %s', async (state) => {
    const engine = engineDouble();
    engine.state = state;
    service = await startTestService({ engine });
    expect(await get('/livez')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual([503, { status: state }]);
    expect(await get('/health')).toMatchObject([503, { status: 'unavailable' }]);
  });

  it('stays ready under load, and says that it is loaded', async () => {
    const engine = engineDouble();
    engine.hasCapacity = false;
    service = await startTestService({ engine });
    expect(await get('/readyz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/health')).toMatchObject([200, { status: 'degraded' }]);
  });

  it.each([{ isolation: 'degraded' }, { isolation: 'none' }, { templateIsolation: 'degraded' }] as const)(
    'says that it is walled in less than it could be: %j',
    async (level) => {
      service = await startTestService({ engine: Object.assign(engineDouble(), level) });
      expect(await get('/readyz')).toEqual([200, { status: 'ok' }]);
      const { isolation = 'full', templateIsolation = 'full' } = level as {
        readonly isolation?: string;
        readonly templateIsolation?: string;
      };
      const body = { status: 'degraded', isolation, template_isolation: templateIsolation };
      expect(await get('/health')).toMatchObject([200, body]);
    },
  );

  it('is not ready while it drains', async () => {
    service = await startTestService();
    service.lifecycle.drain();
    expect(await get('/livez')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual([503, { status: 'draining' }]);
    expect(await get('/health')).toMatchObject([503, { status: 'unavailable' }]);
  });
});
