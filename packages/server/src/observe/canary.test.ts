import { EngineError } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../testing/engine-double.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { RawClient } from '../testing/raw-client.ts';
import { KEY, startTestService, type TestService } from '../testing/service.ts';

/**
 * In no field of a request may there be anything that reaches the log, the metrics or the traces, on any way that a
 * request can end.
 */
const CANARY = 'CaNaRy7391';
const BODY = {
  source: { html: `<p>${CANARY}-html` },
  data: { [`${CANARY}-name`]: `${CANARY}-value` },
  css: `${CANARY}-css`,
  javascript: `${CANARY}-script`,
  wait_for: `${CANARY}Function`,
  wait_for_selector: `#${CANARY}-selector`,
  http_headers: { [`X-${CANARY}`]: `${CANARY}-header` },
  cookies: [{ name: `${CANARY}-cookie`, value: `${CANARY}-value` }],
  auth: { username: `${CANARY}-user`, password: `${CANARY}-password` },
  header: { source: `${CANARY}-band` },
  css_selector: `.${CANARY}`,
};
const HEADERS = {
  'user-agent': `${CANARY}-agent`,
  referer: `http://pub.test/${CANARY}-referer`,
  cookie: `${CANARY}-cookie=1`,
  accept: `image/${CANARY}`,
  'x-forwarded-for': `${CANARY}-forwarded`,
  'x-request-id': `${CANARY} is no valid id`,
  [`x-${CANARY}`]: `${CANARY}-value`,
  traceparent: `00-${CANARY}-01`,
  tracestate: `${CANARY}=${CANARY}`,
  baggage: `${CANARY}=${CANARY}`,
};

let service: TestService;
let receiver: OtlpReceiver;
afterEach(async () => {
  await service.close();
  await receiver.close();
});

async function start(options: Parameters<typeof startTestService>[0] = {}): Promise<void> {
  receiver = await startOtlpReceiver();
  service = await startTestService({
    ...options,
    config: { traces: { endpoint: receiver.url, serviceName: 'press' } },
  });
}

const ended = () => service.logged().match(/"event":"request_/g)?.length ?? 0;

/** Everything that the service logged, measured and traced, once so many requests have ended. */
async function observed(requests: number) {
  while (ended() < requests) await new Promise((resolve) => setTimeout(resolve, 5));
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  await service.close();
  // The request for the metrics has an event of its own.
  expect(ended()).toBe(requests + 1);
  return { log: service.logged(), metrics, traces: receiver.received() };
}

/** @param spans of requests that got as far as a conversion, stages included */
async function expectSilence({
  requests,
  spans,
}: {
  readonly requests: number;
  readonly spans: number;
}): Promise<void> {
  const { log, metrics, traces } = await observed(requests);
  expect(receiver.spans()).toHaveLength(spans);
  for (const text of [log, metrics, traces]) expect(text.toLowerCase()).not.toContain(CANARY.toLowerCase());
}

describe('what the service logs, measures and traces', () => {
  it('has nothing of a request that succeeds', async () => {
    await start();
    for (const kind of ['pdf', 'image', 'text', 'markdown']) {
      const response = await service.post(`/v1/convert/${kind}#${CANARY}`, BODY, HEADERS);
      expect(response.status).toBe(200);
    }
    const several = { ...BODY, outputs: [{ format: 'pdf' }, { format: 'text' }], download_name: CANARY };
    expect((await service.post('/v1/convert', several, HEADERS)).status).toBe(200);
    const form = new FormData();
    form.set('request', JSON.stringify({ source: { html: CANARY } }));
    form.set(CANARY, new Blob([CANARY]), `${CANARY}.css`);
    const { 'content-type': _, ...headers } = { 'content-type': '', ...HEADERS };
    const sent = await fetch(`${service.url}/v1/convert/text`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, ...headers },
      body: form,
    });
    expect(sent.status).toBe(200);
    await expectSilence({ requests: 6, spans: 48 });
  });

  it('has nothing of a request that is refused', async () => {
    await start();
    const path = '/v1/convert/pdf';
    const asked = `${path}?secret=${CANARY}`;
    const answers = await Promise.all([
      service.post(path, { ...BODY, [`${CANARY}-unknown`]: CANARY }, HEADERS),
      service.post(path, { ...BODY, zoom: `${CANARY}-zoom` }, HEADERS),
      service.post(path, { ...BODY, source: { url: `ftp://${CANARY}.test/` } }, HEADERS),
      service.post(path, `{"broken": ${CANARY}`, HEADERS),
      service.post(path, BODY, { ...HEADERS, 'content-type': `text/${CANARY}` }),
      service.post(asked, BODY, HEADERS),
      service.post(asked, BODY, { ...HEADERS, authorization: `Bearer ${CANARY}-key` }),
      service.post(asked, BODY, { ...HEADERS, authorization: '', 'x-api-key': `${CANARY}-key` }),
      service.post(`/v1/${CANARY}-path`, BODY, HEADERS),
      service.post(`/v1/%${CANARY}`, BODY, HEADERS),
      fetch(`${service.url}/v1/convert/pdf?${CANARY}`, { headers: HEADERS }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 415, 400, 401, 401, 404, 400, 405]);
    await expectSilence({ requests: 11, spans: 6 });
  });

  it('has nothing of a request that fails, whatever the error says', async () => {
    const faults = [
      new EngineError('template_error', `${CANARY}-engine`, { pointer: `/${CANARY}`, cause: new Error(CANARY) }),
      new Error(`${CANARY}-fault`, { cause: CANARY }),
      Object.assign(new Error(CANARY), { code: CANARY, statusCode: 418, [CANARY]: CANARY }),
      `${CANARY}-thrown`,
    ];
    const engine = engineDouble(async () => {
      throw faults.shift();
    });
    await start({ engine });
    for (const status of [422, 500, 500, 500]) {
      expect((await service.post('/v1/convert/pdf', BODY, HEADERS)).status).toBe(status);
    }
    await expectSilence({ requests: 4, spans: 4 });
  });

  it('has nothing of bytes that are no HTTP', async () => {
    await start({ limits: { linger: 50 } });
    for (const bytes of [`${CANARY}\r\n\r\n`, `GET /${CANARY} HTTP/1.1\r\n${CANARY} broken\r\n\r\n`]) {
      const client = await RawClient.open(service.port);
      client.send(bytes);
      await client.untilClosed();
    }
    await expectSilence({ requests: 2, spans: 0 });
  });

  it('would be caught with a planted leak', async () => {
    const trace = 'c0ffee7391c0ffee7391c0ffee739100';
    await start();
    const planted = { 'x-request-id': `${CANARY}-planted`, traceparent: `00-${trace}-c0ffee7391c0ffee-01` };
    await service.post('/v1/convert/pdf', BODY, { ...HEADERS, ...planted });
    const { log, metrics, traces } = await observed(1);
    expect(log).toContain(`${CANARY}-planted`);
    expect(traces).toContain(trace);
    expect(metrics).toContain('route="/v1/convert/pdf"');
    for (const text of [log, metrics, traces]) expect(text).not.toContain(KEY);
  });
});
