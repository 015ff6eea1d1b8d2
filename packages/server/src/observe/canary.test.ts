import { EngineError } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../testing/engine-double.ts';
import { RawClient } from '../testing/raw-client.ts';
import { KEY, startTestService, type TestService } from '../testing/service.ts';

/** In no field of a request may there be anything that reaches the log, on any way that a request can end. */
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
};

let service: TestService;
afterEach(() => service.close());

function expectSilence(events: number) {
  const lines = service.logged();
  expect(lines.match(/"event":"request_/g)).toHaveLength(events);
  expect(lines.toLowerCase()).not.toContain(CANARY.toLowerCase());
}

describe('the log', () => {
  it('has nothing of a request that succeeds', async () => {
    service = await startTestService();
    for (const kind of ['pdf', 'image']) {
      const response = await service.post(`/v1/convert/${kind}?secret=${CANARY}#${CANARY}`, BODY, HEADERS);
      expect(response.status).toBe(200);
    }
    expectSilence(2);
  });

  it('has nothing of a request that is refused', async () => {
    service = await startTestService();
    const path = `/v1/convert/pdf?secret=${CANARY}`;
    const answers = await Promise.all([
      service.post(path, { ...BODY, [`${CANARY}-unknown`]: CANARY }, HEADERS),
      service.post(path, { ...BODY, zoom: `${CANARY}-zoom` }, HEADERS),
      service.post(path, { ...BODY, source: { url: `ftp://${CANARY}.test/` } }, HEADERS),
      service.post(path, `{"broken": ${CANARY}`, HEADERS),
      service.post(path, BODY, { ...HEADERS, 'content-type': `text/${CANARY}` }),
      service.post(path, BODY, { ...HEADERS, authorization: `Bearer ${CANARY}-key` }),
      service.post(path, BODY, { ...HEADERS, authorization: '', 'x-api-key': `${CANARY}-key` }),
      service.post(`/v1/${CANARY}-path`, BODY, HEADERS),
      service.post(`/v1/%${CANARY}`, BODY, HEADERS),
      fetch(`${service.url}/v1/convert/pdf?${CANARY}`, { headers: HEADERS }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 415, 401, 401, 404, 400, 405]);
    expectSilence(10);
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
    service = await startTestService({ engine });
    for (const status of [422, 500, 500, 500]) {
      expect((await service.post('/v1/convert/pdf', BODY, HEADERS)).status).toBe(status);
    }
    expectSilence(4);
  });

  it('has nothing of what is no HTTP', async () => {
    service = await startTestService({ limits: { linger: 50 } });
    for (const bytes of [`${CANARY}\r\n\r\n`, `GET /${CANARY} HTTP/1.1\r\n${CANARY} broken\r\n\r\n`]) {
      const client = await RawClient.open(service.port);
      client.send(bytes);
      await client.untilClosed();
    }
    expectSilence(2);
  });

  it('would be caught with a planted leak', async () => {
    service = await startTestService();
    await service.post('/v1/convert/pdf', BODY, { ...HEADERS, 'x-request-id': `${CANARY}-planted` });
    expect(service.logged()).toContain(`${CANARY}-planted`);
    expect(service.logged()).not.toContain(KEY);
  });
});
