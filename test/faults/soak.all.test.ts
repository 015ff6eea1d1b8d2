import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeMemory, zombiesBelow } from './process-tree.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Documents of everyday: text, a table, a chart that is drawn by script, an image. */
const DOCUMENTS = [
  '<h1>Letter</h1><p>Text.</p>',
  `<h1>Invoice</h1><table>${'<tr><td>Item</td><td>12.00</td></tr>'.repeat(60)}</table>`,
  '<canvas id="c" width="600" height="300"></canvas><script>setTimeout(() => { const d = c.getContext("2d");' +
    ' for (let x = 0; x < 600; x += 20) d.fillRect(x, 300 - x / 3, 12, x / 3) }, 300)</script>',
  `<svg width="400" height="400">${'<circle cx="200" cy="200" r="90" fill="none" stroke="red"/>'.repeat(40)}</svg>`,
];

describe('a long life', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess();
  });
  afterAll(() => service.end());

  let made = 0;
  const convertUntil = async (count: number) => {
    while (made < count) {
      const answer = await service.convert({ source: { html: DOCUMENTS[made++ % DOCUMENTS.length] } });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  };
  const work = (count: number) => Promise.all([convertUntil(count), convertUntil(count)]);

  it('of 500 conversions needs no more memory than one of 50', async () => {
    await work(50);
    const young = await memoryAtRest(service.pid);
    await work(500);
    const old = await memoryAtRest(service.pid);
    const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
    console.log(`memory of all processes: ${megabytes(young)} MB after 50, ${megabytes(old)} MB after 500 conversions`);
    expect(old / young).toBeLessThanOrEqual(1.15);
    expect(zombiesBelow(service.pid)).toEqual([]);
  }, 300_000);
});

/** Median of five samples, after five seconds of rest. */
async function memoryAtRest(root: number): Promise<number> {
  await sleep(5_000);
  const samples: number[] = [];
  while (samples.length < 5) {
    samples.push(treeMemory(root));
    await sleep(200);
  }
  return samples.sort((one, other) => one - other)[2] as number;
}
