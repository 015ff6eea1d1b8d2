import { readFileSync } from 'node:fs';
import { type AnalystRequest, createAnalyst } from '../packages/analysis/src/index.ts';

/**
 * A process for the analyses of one text: reads it from a file, analyses it as often as asked, and tells as JSON what
 * that took. With `thread` it is done by the thread that the service uses.
 */

const [file = '', order = '{}', rounds = '1', where = 'process'] = process.argv.slice(2);
const request = { ...JSON.parse(order), text: readFileSync(file, 'utf8') } as AnalystRequest;
const run = where === 'thread' ? await threadRun() : (one: AnalystRequest) => createAnalyst().run(one);
const idle = process.resourceUsage().maxRSS;
const times: number[] = [];
let status = '';
for (let round = 0; round < Number(rounds); round += 1) {
  const before = process.cpuUsage();
  const { answer } = await run(request);
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
  if ('verification' in answer) status = answer.verification.status;
}
const peak = process.resourceUsage().maxRSS;
process.stdout.write(JSON.stringify({ times, idle: idle / 1024, peak: peak / 1024, status }));
process.exit();

async function threadRun() {
  const { AnalystPool } = await import('../packages/server/src/analysis/analyst-pool.ts');
  const pool = new AnalystPool({ threads: 1 });
  const options = { group: 'bench', signal: new AbortController().signal };
  await pool.run({ kind: 'receipt-scanner', text: 'TOTAL 1.00' }, options);
  return (one: AnalystRequest) => pool.run(one, options);
}
