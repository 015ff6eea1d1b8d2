import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { shutDown } from '../service/shutdown.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { HELLO, startTestService, type TestService } from '../testing/service.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const STAGES = ['prepare', 'queue', 'page', 'load', 'ready', 'render', 'finish'];
const CLIENT = 3;
const SERVER = 2;
const ERROR = 2;

let service: TestService;
let receiver: OtlpReceiver;
afterEach(async () => {
  await service?.close();
  await receiver?.close();
});

async function startTraced(engine = engineDouble(), status?: () => number | undefined) {
  receiver = await startOtlpReceiver(status);
  service = await startTestService({ engine, config: { traces: { endpoint: receiver.url, serviceName: 'press' } } });
}

/** Ends the service, which sends what waits, and gives what the collector has. */
async function collected(): Promise<ReceivedSpan[]> {
  await service.close();
  return receiver.spans();
}

const attributes = (span: ReceivedSpan | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
const milliseconds = (nano: string) => Number(BigInt(nano) / 1_000n) / 1_000;
const serverSpan = (spans: ReceivedSpan[]) => spans.find(({ kind }) => kind === SERVER);

describe('the trace of a conversion', () => {
  it('has a span of the request, and one below it for each stage with its times', async () => {
    const timings = { prepare: 3, retry: 0, queue: 10, page: 7, load: 20, ready: 5.5, render: 30, finish: 4.5 };
    const engine = engineDouble(async () => {
      await sleep(200);
      return result({ pages: 3, warnings: [{ code: 'script_error', message: 'A script failed.' }], timings });
    });
    await startTraced(engine);
    const before = Date.now();
    await service.post('/v1/convert/pdf', HELLO);
    const after = Date.now();
    const spans = await collected();

    const request = serverSpan(spans)!;
    expect(request.name).toBe('POST /v1/convert/pdf');
    expect(request.parentSpanId).toBeUndefined();
    expect(attributes(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/convert/pdf',
      'http.response.status_code': 200,
      'platen.format': 'pdf',
      'platen.outputs': 1,
      'platen.bytes': result().bytes.byteLength,
      'platen.pages': 3,
      'platen.warnings': 1,
    });
    expect(request.status.code).not.toBe(ERROR);
    const begun = milliseconds(request.startTimeUnixNano);
    const ended = milliseconds(request.endTimeUnixNano);
    expect(begun).toBeGreaterThanOrEqual(before - 2);
    expect(ended).toBeLessThanOrEqual(after + 2);

    const stages = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(stages.map(({ name }) => name)).toEqual(STAGES);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    const at = stages.map(({ startTimeUnixNano: start, endTimeUnixNano: end }) => [start, end].map(milliseconds));
    const lengths = at.map(([start = 0, end = 0]) => end - start);
    const { retry: _none, ...some } = timings;
    for (const [index, length] of Object.values(some).entries()) expect(lengths[index]).toBeCloseTo(length, 1);
    const gaps = at.slice(1).map(([start = 0], index) => start - (at[index]?.[1] ?? 0));
    expect(gaps.every((gap) => Math.abs(gap) < 0.01)).toBe(true);
    expect(at[0]?.[0]).toBeGreaterThanOrEqual(begun);
    expect(at.at(-1)?.[1]).toBeLessThanOrEqual(ended);
  });

  it('belongs to the trace of the caller, and names the service', async () => {
    await startTraced();
    await service.post('/v1/convert/pdf', HELLO, { traceparent: `00-${TRACE}-${SPAN}-01` });
    const spans = await collected();
    expect(spans).toHaveLength(1 + STAGES.length);
    expect(serverSpan(spans)).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
    expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
    expect(receiver.received()).toContain('{"key":"service.name","value":{"stringValue":"press"}}');
  });

  it('is not made when the caller does not record its own', async () => {
    await startTraced();
    await service.post('/v1/convert/pdf', HELLO, { traceparent: `00-${TRACE}-${SPAN}-00` });
    expect(await collected()).toEqual([]);
  });

  it('has codes of refusals and failures, and no stages', async () => {
    const faults = [new EngineError('source_timeout', 'Late.'), new TypeError('canary')];
    const engine = engineDouble(async () => {
      throw faults.shift();
    });
    await startTraced(engine);
    await service.post('/v1/convert/image', { ...HELLO, zoom: 'big' });
    await service.post('/v1/convert/image', HELLO);
    await service.post('/v1/convert/image', HELLO);
    await service.post('/v1/convert/image', HELLO, { authorization: 'Bearer wrong' });
    const spans = await collected();
    expect(
      spans.map((span) => [attributes(span)['error.type'], attributes(span)['http.response.status_code']]),
    ).toEqual([
      ['invalid_request', 400],
      ['source_timeout', 408],
      ['internal_error', 500],
    ]);
    expect(spans.map(({ status }) => status.code === ERROR)).toEqual([false, false, true]);
    expect(attributes(spans[1])).toMatchObject({ 'platen.format': 'png' });
    expect(receiver.received()).not.toContain('canary');
    expect(spans.every(({ kind }) => kind !== CLIENT)).toBe(true);
  });

  it('marks a request whose client disconnected', async () => {
    const engine = engineDouble(
      (_conversion, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new EngineError('canceled', 'The client left.')));
        }),
    );
    await startTraced(engine);
    const leaving = new AbortController();
    const running = fetch(`${service.url}/v1/convert/pdf`, {
      method: 'POST',
      headers: { 'x-api-key': 'test-key-of-twenty-four-characters', 'content-type': 'application/json' },
      body: JSON.stringify(HELLO),
      signal: leaving.signal,
    });
    while (engine.asked.length === 0) await sleep(5);
    leaving.abort();
    await expect(running).rejects.toThrow();
    while (!service.logged().includes('request_finished')) await sleep(5);
    const [span, ...others] = await collected();
    expect(others).toEqual([]);
    expect(attributes(span)).toMatchObject({ 'error.type': 'canceled' });
    expect(attributes(span)).not.toHaveProperty('http.response.status_code');
    expect(span?.status.code).toBe(ERROR);
  });
});

describe('a collector that fails', () => {
  it.each(['hangs', 'is gone'])(
    'neither fails nor delays conversions when it %s, nor holds up the end',
    async (how) => {
      const asked: number[] = [];
      await startTraced(engineDouble(), () => void asked.push(1));
      if (how === 'is gone') await receiver.close();
      for (let count = 0; count < 5; count += 1) {
        expect((await service.post('/v1/convert/pdf', HELLO)).status).toBe(200);
      }
      const log = createLog('silent', { write: () => {} });
      const { app, lifecycle, traces } = service;
      const stopped = shutDown({ app, lifecycle, traces, engine: engineDouble(), log, grace: 1_000 });
      // An export that is tried again until its own time is over takes 8 s and more.
      expect(await Promise.race([stopped.then(() => 'stopped'), sleep(6_000, 'held up')])).toBe('stopped');
      expect(asked).toHaveLength(how === 'hangs' ? 1 : 0);
    },
  );
});
