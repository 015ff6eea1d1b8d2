import { trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { createTracerProvider } from './trace-export.ts';

let receiver: OtlpReceiver;
afterEach(() => receiver.close());

describe('createTracerProvider', () => {
  it('logs once that spans do not arrive, until they arrive again', async () => {
    const statuses = [400, 401, 200, 403];
    receiver = await startOtlpReceiver(() => statuses.shift());
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    const provider = createTracerProvider({ endpoint: receiver.url, serviceName: 'press' }, log);
    const told: number[] = [];
    while (statuses.length > 0) {
      provider.getTracer('test').startSpan('one').end();
      provider.getTracer('test').startSpan('two').end();
      await provider.forceFlush().catch(() => {});
      told.push(lines.length);
    }
    expect(told).toEqual([1, 1, 1, 2]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'trace_export_failed', spans: 2, status: 400 },
      { event: 'trace_export_failed', spans: 2, status: 403 },
    ]);
    expect(receiver.spans().map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('leaves the tracing of others in the process alone', async () => {
    receiver = await startOtlpReceiver();
    const log = createLog('silent', { write: () => {} });
    const provider = createTracerProvider({ endpoint: receiver.url, serviceName: 'press' }, log);
    trace.getTracer('of another library').startSpan('not ours').end();
    await provider.shutdown();
    expect(receiver.received()).toBe('');
  });
});
