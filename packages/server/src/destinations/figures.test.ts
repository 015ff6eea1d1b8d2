import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

describeOnDatabase('metrics of deliveries', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('tell how much waits', async () => {
    const receiver = await startPutReceiver();
    // Nothing is due for it.
    const service = await startWebhookService(database(), { destinationOptions: { clock: { now: () => 0 } } });
    const { id } = (await service.convert({ async: true, presigned_url: receiver.url })).body;
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/platen_deliveries_waiting\{to="destination"\} 1\n/);
    expect(metrics).toMatch(/platen_deliveries_waiting\{to="webhook"\} 0\n/);
    expect(metrics).toMatch(/platen_deliveries_oldest_seconds\{to="destination"\} \d/);
  });
});
