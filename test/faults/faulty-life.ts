import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { openPutReceiver, type PutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { expectWhole, listJobs, sendJob, untilAllEnded } from './job-facts.ts';
import { BENIGN } from './pages.ts';
import { DIES, type Point } from './points.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const FAULTY = path.join(import.meta.dirname, 'faulty-service.ts');

/** What tells the tries of one event from those of another. */
const idsOf = ({ received }: WebhookReceiver): readonly unknown[] => [
  ...new Set(received.map(({ headers }) => headers['webhook-id'])),
];

/**
 * A service on one folder that is killed and ended again and again: what a test leaves, the next one finds, and at the end
 * all of it has to hold.
 */
export interface FaultyLife {
  readonly data: TestDatabase;
  readonly page: HeldPage;
  /** Takes files that are sent somewhere. */
  readonly files: PutReceiver;
  /** The service as it runs, or is started now. */
  running(): Promise<ServiceProcess>;
  /** Kills it at this point of a job: nothing is lost, and each end is reported once. */
  losesNothing(dies: Point): Promise<void>;
}

export const idsOfJobs = async (service: ServiceProcess) => (await listJobs(service)).map(({ id }) => id);

/** For the tests of a file. */
export function useFaultyLife(): FaultyLife {
  let data: TestDatabase;
  let receiver: WebhookReceiver;
  let page: HeldPage;
  let files: PutReceiver;
  let last: ServiceProcess | undefined;
  beforeAll(async () => {
    data = await makeDatabase('pglite');
    receiver = await openWebhookReceiver();
    page = await startHeldPage();
    files = await openPutReceiver();
  });
  afterAll(async () => {
    await last?.end();
    receiver.close();
    page.close();
    files.close();
    await data.remove();
  });

  async function running(): Promise<ServiceProcess> {
    if (last === undefined) {
      const settings = { PLATEN_EGRESS_ALLOW: `${receiver.allow},${page.allow},${files.allow}` };
      const started = await startServiceProcess(data, { settings, program: [FAULTY] });
      last = started;
      void started.exit.then(() => {
        if (last === started) last = undefined;
      });
    }
    return last;
  }

  /** From now on it dies at this point. */
  async function arm(service: ServiceProcess, point: Point): Promise<void> {
    const file = path.join(data.config.dataFolder, DIES);
    writeFileSync(file, point);
    service.kill('SIGUSR2');
    await until('it is armed', () => !existsSync(file));
  }

  return {
    get data() {
      return data;
    },
    get page() {
      return page;
    },
    get files() {
      return files;
    },
    running,
    async losesNothing(dies) {
      const first = await running();
      const before = await idsOfJobs(first);
      const reported = idsOf(receiver).length;
      await arm(first, dies);
      const sent = [sendJob(first, BENIGN, receiver.url), sendJob(first, BENIGN, receiver.url)].map((each) =>
        each.catch(() => undefined),
      );
      expect(await first.exit).toBe('SIGKILL');
      const told = (await Promise.all(sent)).filter((id) => id !== undefined);
      const second = await running();
      const known = (await idsOfJobs(second)).filter((id) => !before.includes(id));
      expect(known.length).toBeGreaterThan(0);
      expect(known).toEqual(expect.arrayContaining(told));
      await untilAllEnded(second, before.length + known.length);
      for (const id of known) await expectWhole(second, id);
      await until('each end is reported', () => idsOf(receiver).length >= reported + known.length);
      expect(idsOf(receiver)).toHaveLength(reported + known.length);
    },
  };
}
