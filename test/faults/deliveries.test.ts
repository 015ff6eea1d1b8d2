import { afterEach, expect, it } from 'vitest';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
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

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString() === '%PDF-';

it(
  'a service that is killed while it sends a webhook and a result sends both again, whole and once, and converts nothing again',
  async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer = () => 'silence';
    const files = await startPutReceiver();
    let begun = 0;
    files.instead = () => {
      begun += 1;
      return true;
    };
    const data = await makeDatabase('pglite');
    ending.push(() => data.remove());
    const start = async (): Promise<ServiceProcess> => {
      const settings = { PLATEN_EGRESS_ALLOW: `${receiver.allow},${files.allow}` };
      const service = await startServiceProcess(data, { settings });
      ending.push(() => service.end());
      return service;
    };
    const first = await start();
    const hooked = await first.convert({ source: { html: BENIGN }, webhook: receiver.url });
    const sent = await first.convert({ source: { html: BENIGN }, async: true, presigned_url: files.url });
    expect([hooked.status, sent.status]).toEqual([202, 202]);
    const { id } = (await sent.json()) as { readonly id: string };
    await until('both are on their way', () => receiver.received.length === 1 && begun === 1);
    first.kill('SIGKILL');
    expect(await first.exit).toBe('SIGKILL');

    receiver.answer = () => 204;
    files.instead = () => false;
    const second = await start();
    await until('both have come again', () => receiver.received.length > 1 && files.files.length > 0);
    const read = async (at: string) => (await (await second.ask('GET', at)).json()) as Answer;
    const hooks = async () => (await read('/v1/webhook-deliveries')).data ?? [];
    const deliveries = async () => (await read(`/v1/jobs/${id}`)).job?.deliveries ?? [];
    await until('the webhook is settled', async () => (await hooks())[0]?.status === 'delivered');
    await until('the result is settled', async () => (await deliveries())[0]?.state === 'delivered');
    expect(await hooks()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, error: null }]);
    expect(files.files).toHaveLength(1);
    const result = Buffer.from(await (await second.ask('GET', `/v1/jobs/${id}/result`)).arrayBuffer());
    expect(isPdf(result) && files.files[0]?.bytes.equals(result)).toBe(true);

    const [before, after] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(after?.text.replace(/127\.0\.0\.1:\d+/g, '')).toBe(before?.text.replace(/127\.0\.0\.1:\d+/g, ''));
    const opened = await fetch(String(after?.body.url).replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${second.port}`));
    expect(isPdf(Buffer.from(await opened.arrayBuffer()))).toBe(true);
    expect((await read('/v1/jobs')).data).toMatchObject([
      { attempts: 1, credits: 1 },
      { attempts: 1, credits: 1 },
    ]);
  },
  TIME,
);

interface Answer {
  readonly data?: readonly { readonly status: string }[];
  readonly job?: { readonly deliveries: readonly { readonly state: string }[] };
}
