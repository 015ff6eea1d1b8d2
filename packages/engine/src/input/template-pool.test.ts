import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { endGroup } from '../isolation/end-group.ts';
import { renderTemplate } from './template.ts';
import { endWaitingProcesses, giveBack, keepSpareProcess, type Lent, lend } from './template-pool.ts';

const run = promisify(execFile);
const lents: Lent[] = [];

function take(group?: string): Lent {
  const lent = lend(group);
  lents.push(lent);
  return lent;
}

/** Lends a child, has it start, and gives it back. */
async function use(group: string | undefined, isHealthy = true): Promise<number | undefined> {
  const lent = take(group);
  await lent.process.ready;
  giveBack(lent, { isHealthy });
  return lent.process.pid();
}

const pidOf = ({ process }: Lent): number | undefined => process.pid();
const render = async (template: string, data: Record<string, unknown>, group?: string) =>
  (await renderTemplate({ template, data }, { group })).html;

/** The child that waits for this group. */
function waitingFor(group: string): number {
  const lent = lend(group);
  giveBack(lent, { isHealthy: true });
  return lent.process.pid() as number;
}

afterEach(() => {
  endWaitingProcesses();
  for (const { process } of lents.splice(0)) endGroup(process.child);
});

describe('the pool of children', () => {
  it('gives a group the child that it had, and no other group', async () => {
    const first = await use('a');
    expect(await use('a')).toBe(first);
    expect(await use('b')).not.toBe(first);
    expect(await use(undefined)).not.toBe(first);
    expect(await use('a')).toBe(first);
  });

  it('never gives a child without a group to anybody again', async () => {
    const first = await use(undefined);
    expect(await use(undefined)).not.toBe(first);
    expect(await use('a')).not.toBe(first);
  });

  it('never lends a child to two at once', async () => {
    await use('a');
    const [first, second] = [take('a'), take('a')];
    expect(pidOf(first)).not.toBe(pidOf(second));
    await Promise.all([first.process.ready, second.process.ready]);
  });

  it('ends a child in which something failed', async () => {
    const lent = take('a');
    await lent.process.ready;
    giveBack(lent, { isHealthy: false });
    await once(lent.process.child, 'exit');
    expect(pidOf(take('a'))).not.toBe(pidOf(lent));
  });

  it('ends the child that has waited longest when too many wait', async () => {
    const groups = ['a', 'b', 'c', 'd', 'e'];
    const all = groups.map(take);
    await Promise.all(all.map(({ process }) => process.ready));
    const [oldest, second] = all as [Lent, Lent];
    const ended = once(oldest.process.child, 'exit');
    for (const lent of all) giveBack(lent, { isHealthy: true });
    await ended;
    expect(pidOf(take('b'))).toBe(pidOf(second));
  });

  it('ends a child after two hundred jobs', async () => {
    const lent = take('a');
    await lent.process.ready;
    giveBack({ ...lent, jobs: 198 }, { isHealthy: true });
    const last = take('a');
    expect(pidOf(last)).toBe(pidOf(lent));
    giveBack(last, { isHealthy: true });
    await once(lent.process.child, 'exit');
  });

  it('gives the spare child to one caller only', async () => {
    keepSpareProcess();
    keepSpareProcess();
    const [spare, other] = [take('a'), take('a')];
    await Promise.all([spare.process.ready, other.process.ready]);
    expect(pidOf(spare)).not.toBe(pidOf(other));
  });

  it('does not give a spare child that has died', async () => {
    keepSpareProcess();
    const spare = take();
    keepSpareProcess();
    const second = take();
    second.process.child.kill('SIGKILL');
    await once(second.process.child, 'exit');
    keepSpareProcess();
    const next = take();
    await next.process.ready;
    expect([pidOf(spare), pidOf(second)]).not.toContain(pidOf(next));
  });

  it('does not keep its parent alive', async () => {
    const script = `
      import { renderTemplate } from ${JSON.stringify(new URL('./template.ts', import.meta.url).href)};
      const render = () => renderTemplate({ template: '{{ a }}', data: { a: 1 } }, { group: 'a' });
      console.log((await render()).html + (await render()).html);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 });
    expect(stdout).toBe('11\n');
  });
});

describe('a child that serves a group', () => {
  it('leaves nothing of one render to the next', async () => {
    await render('{% assign secret = a %}{% increment n %}{{ a }}', { a: 'x' }, 'a');
    const first = waitingFor('a');
    const again = await render('[{{ secret }}]{% increment n %}{{ a }}', {}, 'a');
    expect(again).toBe('[]0');
    expect(waitingFor('a')).toBe(first);
  });

  it('keeps what a template tries to change of the language to itself', async () => {
    const data = JSON.parse('{"o":{"__proto__":{"p":1},"constructor":{"prototype":{"p":2}}},"__proto__":{"p":3}}');
    const attack =
      '{% assign __proto__ = o %}{% assign constructor = o %}{% capture toString %}x{% endcapture %}' +
      '{% increment __proto__ %}{% increment hasOwnProperty %}{{ o.__proto__.p }}{{ o | json }}{% cycle "__proto__": 1 %}';
    await render(attack, data, 'a');
    const first = waitingFor('a');
    await expect(
      render('[{{ p }}{{ o.p }}{{ toString }}{{ constructor }}{{ hasOwnProperty }}]{{ o | json }}', { o: {} }, 'a'),
    ).resolves.toBe('[]{}');
    expect(waitingFor('a')).toBe(first);
  });

  it('is replaced after a fault', async () => {
    await render('x', {}, 'a');
    const first = waitingFor('a');
    await expect(render('{{ x | nope }}', {}, 'a')).rejects.toThrow('is not known');
    expect(waitingFor('a')).not.toBe(first);
  });
});

describe('a child that is killed', () => {
  const LONG = '{% for i in (1..100000) %}{{ i }}{% endfor %}';

  it('harms nobody while it waits', async () => {
    await render('x', {}, 'a');
    process.kill(waitingFor('a'), 'SIGKILL');
    await expect(render('{{ a }}', { a: 1 }, 'a')).resolves.toBe('1');
  });

  it('harms nobody while it works: the job is done again', async () => {
    await render('x', {}, 'a');
    const pid = waitingFor('a');
    const work = render(`${LONG}{{ a }}`, { a: 'done' }, 'a');
    await sleep(20);
    process.kill(pid, 'SIGKILL');
    expect((await work).endsWith('100000done')).toBe(true);
    expect(waitingFor('a')).not.toBe(pid);
  });

  it.runIf(process.platform === 'linux')(
    'is not taken for a slow template when the machine gives it no time',
    async () => {
      await render('x', {}, 'a');
      const pid = waitingFor('a');
      const work = render(LONG, {}, 'a');
      await sleep(30);
      process.kill(pid, 'SIGSTOP');
      await expect(work).rejects.toMatchObject({ code: 'capacity' });
    },
    20_000,
  );
});
