import { afterEach, expect, it } from 'vitest';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { BENIGN } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

/** Milliseconds: the service is started twice, also on a machine that others use. */
const TIME = 240_000;

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

it(
  'a service that is killed during a delivery sends it again, with the same id, and converts nothing again',
  async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer = () => 'silence';
    const data = await makeDatabase('pglite');
    ending.push(() => data.remove());
    const start = async (): Promise<ServiceProcess> => {
      const service = await startServiceProcess(data, { settings: { PLATEN_EGRESS_ALLOW: receiver.allow } });
      ending.push(() => service.end());
      return service;
    };
    const first = await start();
    const accepted = await first.convert({ source: { html: BENIGN }, webhook: receiver.url });
    expect(accepted.status).toBe(202);
    await until('the delivery has come', 60_000, () => receiver.received.length === 1);
    first.kill('SIGKILL');
    expect(await first.exit).toBe('SIGKILL');

    receiver.answer = () => 204;
    const second = await start();
    await until('it has come again', 60_000, () => receiver.received.length > 1);
    const deliveries = async () =>
      ((await (await second.ask('GET', '/v1/webhook-deliveries')).json()) as { data: { status: string }[] }).data;
    await until('it is settled', 30_000, async () => (await deliveries())[0]?.status === 'delivered');
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    const [before, after] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(after?.text.replace(/127\.0\.0\.1:\d+/g, '')).toBe(before?.text.replace(/127\.0\.0\.1:\d+/g, ''));
    const opened = await fetch(String(after?.body.url).replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${second.port}`));
    expect(
      Buffer.from(await opened.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const { jobs } = await (await second.ask('GET', '/v1/jobs')).json().then((body) => ({
      jobs: (body as { data: { attempts: number; credits: number }[] }).data,
    }));
    expect(jobs).toMatchObject([{ attempts: 1, credits: 1 }]);
  },
  TIME,
);
