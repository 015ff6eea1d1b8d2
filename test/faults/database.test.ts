import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import { type PostgresServer, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const HELLO = { source: { html: '<p>Hello</p>' } };

interface Told {
  readonly state?: string;
  readonly status?: string;
  readonly attempts: number;
}
interface Answer {
  readonly job?: { readonly deliveries: readonly Told[] };
  readonly data?: readonly Told[];
}

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function service(on: TestDatabase, settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const started = await startServiceProcess(on, { settings });
  ending.push(() => started.end());
  return started;
}

describe('PostgreSQL', () => {
  let server: PostgresServer;
  /** As two services share it, whose folders and master key are theirs too. It is empty when the first of them start. */
  let data: TestDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
    const remove = async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true });
    };
    data = { config: { dataFolder, databaseUrl: server.url, databaseConnections: 5 }, remove };
  });
  afterAll(() => data.remove());

  it('is migrated once by two services that start at once (F34)', async () => {
    const services = await Promise.all([service(data), service(data)]);
    const answers = await Promise.all(services.map((each) => each.convert(HELLO)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('may be away: requests are refused without being let in, and served when it is back (F10)', async () => {
    const files = await startPutReceiver();
    const hooks = await startWebhookReceiver();
    const one = await service(data, { PLATEN_EGRESS_ALLOW: `${files.allow},${hooks.allow}` });
    // Both have come, and are answered when nothing can be written down.
    let answerFile: (() => void) | undefined;
    files.instead = (request, response) => {
      request.resume();
      answerFile = () => void response.writeHead(200).end();
      return true;
    };
    let answerHook: (() => void) | undefined;
    hooks.answer = () =>
      new Promise((resolve) => {
        answerHook = () => resolve(204);
      });
    const hooked = await one.convert({ ...HELLO, webhook: hooks.url });
    const sent = await one.convert({ ...HELLO, async: true, presigned_url: files.url });
    expect([hooked.status, sent.status]).toEqual([202, 202]);
    await until('both are on their way', () => answerFile && answerHook);
    await server.halt();
    answerFile?.();
    answerHook?.();
    // What the service knew of keys counts for a moment.
    const refusals: Response[] = [];
    await until('a request is refused', async () => {
      const answer = await one.convert(HELLO);
      if (answer.status !== 200) refusals.push(answer);
      return refusals.length > 0;
    });
    refusals.push(...(await Promise.all([1, 2, 3, 4].map(() => one.convert(HELLO)))));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(503);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refusal.json()).toMatchObject({ error_code: 'database_unavailable', retryable: true });
    }
    await server.resume();
    await until('requests are served again', async () => (await one.convert(HELLO)).status === 200);
    const read = async (at: string) => (await (await one.ask('GET', at)).json()) as Answer;
    const { id } = (await sent.json()) as { readonly id: string };
    const deliveries = async () => [
      ...((await read(`/v1/jobs/${id}`)).job?.deliveries ?? []),
      ...((await read('/v1/webhook-deliveries')).data ?? []),
    ];
    await until('what was sent is known', async () =>
      (await deliveries()).every(({ state, status = state }) => status === 'delivered'),
    );
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(hooks.received).toHaveLength(1);
  });
});
