import { readFileSync } from 'node:fs';
import { EngineError } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { EVENT_LEVELS } from '../log/log.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { RawClient } from '../testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';
import { LoopDelay } from './loop-delay.ts';
import { Metrics } from './metrics.ts';

let service: TestService;
afterEach(() => service?.close());

/** The samples that are asked for, once the log shows that the requests before have ended. */
async function samples(...patterns: RegExp[]): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = text
    .split('\n')
    .filter((line) => patterns.some((pattern) => pattern.test(line)))
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]);
  return Object.fromEntries(found);
}

const ended = async (requests: number) => {
  while ((service.logged().match(/"event":"request_/g) ?? []).length < requests) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('the metrics of conversions', () => {
  it('count results, bytes, pages and warnings, and the time of each stage', async () => {
    const warnings = [
      { code: 'resource_failed', message: 'A picture did not load.' },
      { code: 'resource_failed', message: 'A font did not load.' },
    ] as const;
    const timings = { prepare: 1, retry: 0, queue: 1, page: 2, load: 20, ready: 5, render: 30, finish: 2 };
    const engine = engineDouble(async ({ format }) => {
      const bytes = Buffer.alloc(1_000);
      return result(
        format === 'pdf' ? { bytes, pages: 3, warnings, timings } : { format, bytes, pages: undefined, timings },
      );
    });
    service = await startTestService({ engine });
    await service.post('/v1/convert/pdf', HELLO);
    await service.post('/v1/convert/pdf', HELLO);
    await service.post('/v1/convert/image', { ...HELLO, target_format: 'webp' });
    expect(
      await samples(
        /^platen_(conversions|output_bytes|pages|conversion_warnings)_total/,
        /_stage_.*_sum/,
        /duration.*_c/,
      ),
    ).toMatchObject({
      'platen_conversions_total{format="pdf",outcome="ok"}': 2,
      'platen_conversions_total{format="webp",outcome="ok"}': 1,
      'platen_output_bytes_total{format="pdf"}': 2_000,
      'platen_output_bytes_total{format="webp"}': 1_000,
      platen_pages_total: 6,
      'platen_conversion_warnings_total{code="resource_failed"}': 4,
      'platen_conversion_stage_duration_seconds_sum{format="pdf",stage="queue"}': 0.002,
      'platen_conversion_stage_duration_seconds_sum{format="pdf",stage="load"}': 0.04,
      'platen_conversion_stage_duration_seconds_sum{format="pdf",stage="ready"}': 0.01,
      'platen_conversion_stage_duration_seconds_sum{format="pdf",stage="render"}': 0.06,
      'platen_conversion_stage_duration_seconds_sum{format="webp",stage="finish"}': 0.002,
      'platen_conversion_duration_seconds_count{format="pdf"}': 2,
    });
  });

  it('count several results of one page separately from single ones', async () => {
    const engine = engineDouble(async ({ format }) => result({ format, bytes: Buffer.alloc(10), pages: undefined }));
    service = await startTestService({ engine });
    const several = await service.post('/v1/convert', { ...HELLO, outputs: [{ format: 'text' }, { format: 'png' }] });
    const single = await service.post('/v1/convert', { ...HELLO, outputs: [{ format: 'text' }] });
    expect([several.status, single.status]).toEqual([200, 200]);
    expect(await samples(/^platen_(conversions|output_bytes)_total/, /stage_.*_count.*load/)).toEqual({
      'platen_conversions_total{format="several",outcome="ok"}': 1,
      'platen_conversions_total{format="text",outcome="ok"}': 1,
      'platen_output_bytes_total{format="text"}': 20,
      'platen_output_bytes_total{format="png"}': 10,
      'platen_conversion_stage_duration_seconds_count{format="several",stage="load"}': 1,
      'platen_conversion_stage_duration_seconds_count{format="text",stage="load"}': 1,
    });
  });

  it('count failures by code, with the time they took but without stages', async () => {
    const faults = [new EngineError('source_timeout', 'Late.'), new TypeError('a fault of ours')];
    const engine = engineDouble(async () => {
      throw faults.shift();
    });
    service = await startTestService({ engine });
    await service.post('/v1/convert/pdf', HELLO);
    await service.post('/v1/convert/pdf', HELLO);
    await ended(2);
    expect(
      await samples(/^platen_conversion.*_(total|count)/, /^platen_(http_request_errors|pages|output_bytes)_total/),
    ).toEqual({
      'platen_conversions_total{format="pdf",outcome="source_timeout"}': 1,
      'platen_conversions_total{format="pdf",outcome="internal_error"}': 1,
      'platen_conversion_duration_seconds_count{format="pdf"}': 2,
      'platen_http_request_errors_total{code="source_timeout"}': 1,
      'platen_http_request_errors_total{code="internal_error"}': 1,
      platen_pages_total: 0,
    });
  });
});

describe('the metrics of requests', () => {
  it('count by pattern, method and status, and refusals by code', async () => {
    service = await startTestService({ limits: { linger: 50 } });
    await service.post('/v1/convert/pdf', HELLO);
    await service.post('/v1/convert/pdf', { ...HELLO, zoom: 'big' });
    await service.post('/v1/convert/pdf?secret=1', HELLO, { authorization: 'Bearer wrong' });
    await fetch(`${service.url}/v1/no-such-path`);
    await fetch(`${service.url}/v1/no-such-path`, { method: 'PROPFIND' });
    const client = await RawClient.open(service.port);
    client.send('nonsense\r\n\r\n');
    await client.untilClosed();
    await ended(6);
    expect(await samples(/^platen_http_request.*_(total|count)/)).toEqual({
      'platen_http_requests_total{method="POST",route="/v1/convert/pdf",status="200"}': 1,
      'platen_http_requests_total{method="POST",route="/v1/convert/pdf",status="400"}': 1,
      'platen_http_requests_total{method="POST",route="/v1/convert/pdf",status="401"}': 1,
      'platen_http_requests_total{method="GET",route="(none)",status="404"}': 1,
      'platen_http_requests_total{method="other",route="(none)",status="404"}': 1,
      'platen_http_request_duration_seconds_count{method="POST",route="/v1/convert/pdf"}': 3,
      'platen_http_request_duration_seconds_count{method="GET",route="(none)"}': 1,
      'platen_http_request_duration_seconds_count{method="other",route="(none)"}': 1,
      'platen_http_request_errors_total{code="invalid_request"}': 2,
      'platen_http_request_errors_total{code="invalid_key"}': 1,
      'platen_http_request_errors_total{code="not_found"}': 2,
    });
  });
});

describe('the metrics of the state', () => {
  it('show what runs, and how the browser is', async () => {
    const engine = engineDouble(() => new Promise(() => {}));
    service = await startTestService({ engine });
    const leaving = new AbortController();
    const running = fetch(`${service.url}/v1/convert/pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(HELLO),
      signal: leaving.signal,
    });
    while (engine.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    engine.state = 'starting';
    expect(await samples(/^platen_(conversions_[rqc]|browser_status)/)).toEqual({
      platen_conversions_running: 1,
      platen_conversions_queued: 0,
      platen_conversions_concurrency: 2,
      'platen_browser_status{status="ok"}': 0,
      'platen_browser_status{status="starting"}': 1,
      'platen_browser_status{status="unavailable"}': 0,
    });
    leaving.abort();
    await expect(running).rejects.toThrow();
  });

  it('have those of the process, once for each service in it', async () => {
    service = await startTestService();
    const other = await startTestService();
    const text = await (await fetch(`${other.url}/metrics`)).text();
    await other.close();
    expect(text.match(/^process_cpu_seconds_total \d/gm)).toHaveLength(1);
    expect(text).toMatch(/^platen_event_loop_delay_p99_seconds \d/m);
    expect(Object.keys(await samples(/^nodejs_eventloop_lag_seconds/))).toHaveLength(1);
  });

  it('do not watch the process anew for each service', () => {
    const ofProcess = () => new Metrics().registry.getSingleMetric('nodejs_eventloop_lag_seconds');
    expect(ofProcess()).toBeDefined();
    expect(ofProcess()).toBe(ofProcess());
  });

  it('do not take a code that is none of ours for a label', async () => {
    const metrics = new Metrics();
    const log = metrics.counting({ event: () => {}, close: () => {} });
    for (const code of ['canary', 'toString', 'body_too_slow-canary']) {
      log.event('request_unreadable', { request_id: 'an-id', status: 400, error_code: code });
    }
    const text = await metrics.registry.metrics();
    expect(text).toContain('platen_http_request_errors_total{code="other"} 3');
    expect(text).not.toContain('canary');
  });

  it('count what happens to the browser, and locks of sources', async () => {
    const metrics = new Metrics();
    const names: string[] = [];
    const log = metrics.counting({ event: (name) => names.push(name), close: () => {} });
    log.event('engine', { what: 'browser_started' });
    log.event('engine', { what: 'browser_lost' });
    log.event('engine', { what: 'isolation_reduced' });
    log.event('source_locked', { seconds: 60 });
    const text = await metrics.registry.metrics();
    expect(names).toEqual(['engine', 'engine', 'engine', 'source_locked']);
    expect(text.match(/^platen_(browser_events|source_locks)_total.*$/gm)).toEqual([
      'platen_source_locks_total 1',
      'platen_browser_events_total{event="started"} 1',
      'platen_browser_events_total{event="lost"} 1',
    ]);
  });
});

describe('docs/observability.md', () => {
  const text = readFileSync(new URL('../../../../docs/observability.md', import.meta.url), 'utf8');

  it('lists every metric of ours as it is', async () => {
    const metrics = new Metrics();
    const loopDelay = new LoopDelay();
    const jobs = { slots: () => ({ busy: 0, idle: 0 }), queue: async () => ({ waiting: {}, oldestSeconds: 0 }) };
    const none = { waiting: 0, oldestSeconds: 0 };
    const deliveries = { backlog: async () => ({ webhook: none, destination: none }) };
    metrics.watch({ engine: engineDouble(), loopDelay, jobs, deliveries });
    loopDelay.stop();
    const rows = metrics.registry
      .getMetricsAsArray()
      .filter(({ name }) => name.startsWith('platen_'))
      .map((metric) => {
        const { name, type, help, labelNames } = metric as unknown as Record<'name' | 'type' | 'help', string> & {
          labelNames: string[];
        };
        return `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
      });
    expect(text.match(/^\| `platen_.*$/gm)?.sort()).toEqual(rows.sort());
  });

  it('lists every event of the log with its level', () => {
    const rows = Object.entries(EVENT_LEVELS).map(([name, level]) => `| \`${name}\` | ${level} |`);
    expect(text.match(/^\| `[a-z_]+` \| (?:fatal|error|warn|info) \|/gm)?.sort()).toEqual(rows.sort());
  });
});
