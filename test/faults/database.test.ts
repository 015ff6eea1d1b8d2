import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../packages/server/src/service/endpoints.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import { passTime } from '../../packages/server/src/testing/idempotency.ts';
import { type PostgresServer, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { balance, captures, onDatabase, withCredits, withoutPlan } from '../money/services.ts';
import { conversions, replayed } from './answers.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { slowly } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const HELLO = { source: { html: '<p>Hello</p>' } };
const SLOW = slowly(3_000);

interface Told {
  readonly state?: string;
  readonly status?: string;
  readonly attempts: number;
}
interface Answer {
  readonly job?: { readonly deliveries: readonly Told[] };
  readonly data?: readonly Told[];
}

describe('PostgreSQL of two services', () => {
  let server: PostgresServer;
  /** Their folders and master key are theirs too. It is empty when they start. */
  let data: TestDatabase;
  let page: HeldPage;
  beforeAll(async () => {
    [server, page] = await Promise.all([startPostgres(), startHeldPage()]);
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
    const remove = async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true });
    };
    data = { config: { dataFolder, databaseUrl: server.url, databaseConnections: 5 }, remove };
  });
  const alive: (ServiceProcess | undefined)[] = [undefined, undefined];
  afterAll(async () => {
    await Promise.all(alive.map((each) => each?.end()));
    page.close();
    await data.remove();
  });

  /** Both, the same for all tests; one that was killed is started again. */
  async function running(): Promise<readonly [ServiceProcess, ServiceProcess]> {
    // Receivers of tests listen on loopback.
    const settings = { PLATEN_EGRESS_ALLOW: `${page.allow},127.0.0.1/32` };
    const start = async (known: ServiceProcess | undefined, at: number) => {
      if (known) return known;
      const started = await startServiceProcess(data, { settings });
      alive[at] = started;
      void started.exit.then(() => {
        alive[at] = undefined;
      });
      return started;
    };
    const [one, other] = await Promise.all(alive.map(start));
    return [one as ServiceProcess, other as ServiceProcess];
  }

  it('is migrated once by two services that start at once (F34)', async () => {
    const services = await running();
    const answers = await Promise.all(services.map((each) => each.convert(HELLO)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('gives the last credit to one of many requests to both (P4)', async () => {
    const services = await running();
    const before = await onDatabase(data, captures);
    await onDatabase(data, withCredits(1));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (services[index % 2] as ServiceProcess).convert(slowly(1_000))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(402)]);
    for (const answer of answers) {
      if (answer.status === 402) expect(await answer.json()).toMatchObject({ error_code: 'credits_exhausted' });
      else expect(answer.headers.get('x-credits-remaining')).toBe('0');
    }
    expect(await onDatabase(data, balance)).toContainEqual({ included: 1, used: 1, reserved: 0 });
    expect(await onDatabase(data, captures)).toBe(before + 1);
    await onDatabase(data, withoutPlan);
    for (const each of services) {
      await until('the plan is no longer remembered', async () => (await each.convert(HELLO)).status === 200);
    }
  });

  it('has a request with an Idempotency-Key that is sent to both run in one of them; if that one is killed, once in the other', async () => {
    const [one, other] = await running();
    const made = async () => (await conversions(one)) + (await conversions(other));
    const before = await made();
    const key = { 'idempotency-key': randomUUID() };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).convert(SLOW, undefined, key)),
    );
    const ran = all.filter((answer) => answer.status === 200 && !replayed(answer));
    expect(ran.length).toBe(1);
    for (const answer of all) {
      if (answer === ran[0]) continue;
      if (answer.status === 409) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      else expect([answer.status, replayed(answer)]).toEqual([200, true]);
    }
    const bytes = Buffer.from(await (ran[0] as Response).arrayBuffer());
    for (const service of [one, other]) {
      const again = await service.convert(SLOW, undefined, key);
      expect(replayed(again)).toBe(true);
      expect(Buffer.compare(Buffer.from(await again.arrayBuffer()), bytes)).toBe(0);
    }
    expect((await made()) - before).toBe(1);

    const headers = { 'idempotency-key': randomUUID() };
    page.hold();
    const lost = one.convert(page.body, undefined, headers).catch(() => 'cut off');
    await until('it runs', async () => (await one.health()).running === 1);
    one.kill('SIGKILL');
    expect(await lost).toBe('cut off');
    page.release();
    expect((await other.convert(page.body, undefined, headers)).status).toBe(409);
    await onDatabase(data, (database) => passTime(database, 31));
    const taken = await Promise.all([1, 2, 3].map(() => other.convert(page.body, undefined, headers)));
    expect(taken.filter((answer) => answer.status === 200 && !replayed(answer)).length).toBe(1);
  });

  it('may be away: requests are refused without being let in, and served when it is back (F10)', async () => {
    const service = alive.find((each) => each !== undefined) ?? (await running())[0];
    const files = await startPutReceiver();
    const hooks = await startWebhookReceiver();
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
    const hooked = await service.convert({ ...HELLO, webhook: hooks.url });
    const sent = await service.convert({ ...HELLO, async: true, presigned_url: files.url });
    expect([hooked.status, sent.status]).toEqual([202, 202]);
    await until('both are on their way', () => answerFile && answerHook);
    await server.halt();
    answerFile?.();
    answerHook?.();
    // What the service knew of keys counts for a moment.
    const refusals: Response[] = [];
    await until('a request is refused', async () => {
      const answer = await service.convert(HELLO);
      if (answer.status !== 200) refusals.push(answer);
      return refusals.length > 0;
    });
    refusals.push(...(await Promise.all([1, 2, 3, 4].map(() => service.convert(HELLO)))));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(503);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refusal.json()).toMatchObject({ error_code: 'database_unavailable', retryable: true });
    }
    // Every endpoint that needs it says so, and health does.
    await until('it is not ready', async () => (await service.ask('GET', '/readyz')).status === 503);
    expect(await (await service.ask('GET', '/readyz')).json()).toEqual({ status: 'database_unavailable' });
    expect(await service.health()).toMatchObject({ status: 'degraded', database: 'unavailable' });
    const { authorization } = service;
    const headers = { authorization, cookie: 'platen_session=x.y', 'content-type': 'application/json' };
    const answers = await Promise.all(
      ENDPOINTS.map(async ({ method, path: at }) => {
        const body = method === 'get' || method === 'delete' ? {} : { body: '{}' };
        const url = service.url + at.replaceAll(/\{\w+\}/g, 'x_1');
        const answer = await fetch(url, { method: method.toUpperCase(), headers, ...body });
        await answer.arrayBuffer();
        return `${method} ${at} ${answer.status}`;
      }),
    );
    expect(answers.filter((answer) => / 5(?!03)\d\d$/.test(answer))).toEqual([]);
    expect(answers.filter((answer) => answer.endsWith(' 503')).length).toBeGreaterThan(30);
    await server.resume();
    await until('it is ready', async () => (await service.ask('GET', '/readyz')).status === 200);
    await until('requests are served again', async () => (await service.convert(HELLO)).status === 200);
    const read = async (at: string) => (await (await service.ask('GET', at)).json()) as Answer;
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
    service.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });
});
