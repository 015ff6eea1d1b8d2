import { afterEach, describe, expect, it } from 'vitest';
import { AnalystPool } from './analyst-pool.ts';

const RECEIPT = 'CORNER CAFE\n12/01/2030\nTea  2.50\nCake  4.00\nTOTAL  6.50';
/** Takes seconds, whatever the machine. */
const LONG = '2030-01-02  Rent  -4.00  6.00\n'.repeat(66_000);

let pool: AnalystPool;
afterEach(() => pool.close());

const never = () => new AbortController().signal;
const statement = (text: string) => ({ kind: 'bank-statement', text }) as const;
const receipt = { kind: 'receipt-scanner', text: RECEIPT } as const;

describe('AnalystPool', () => {
  it('answers while the thread of this process stays free', async () => {
    pool = new AnalystPool({ threads: 1 });
    const { answer, tokens, engine } = await pool.run(receipt, { group: 'a', signal: never() });
    expect(answer.receiptData.total).toBe(6.5);
    expect([tokens, engine]).toEqual([{ input: 0, output: 0, total: 0 }, 'rules']);
  });

  it('stops an analysis when its client disconnects, and continues with the next', async () => {
    pool = new AnalystPool({ threads: 1 });
    await pool.run(receipt, { group: 'a', signal: never() });
    const controller = new AbortController();
    const long = pool.run(statement(LONG), { group: 'a', signal: controller.signal });
    const next = pool.run(receipt, { group: 'a', signal: never() });
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    setTimeout(() => controller.abort(new Error('left')), 200);
    await expect(long).rejects.toThrow('left');
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect((await next).answer.receiptData.total).toBe(6.5);
  });

  it('forgets what waits when its client leaves', async () => {
    pool = new AnalystPool({ threads: 1 });
    const [long, waits] = [new AbortController(), new AbortController()];
    const first = pool.run(statement(LONG), { group: 'a', signal: long.signal });
    const second = pool.run(receipt, { group: 'a', signal: waits.signal });
    waits.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    long.abort(new Error('over'));
    await expect(first).rejects.toThrow('over');
  });

  it('lets groups take turns', async () => {
    pool = new AnalystPool({ threads: 3 });
    const begun: string[] = [];
    const run = (name: string, group: string) => {
      const stop = new AbortController();
      const onBegin = () => begun.push(name);
      const ended = pool.run(statement(LONG), { group, signal: stop.signal, onBegin }).catch(() => {});
      return { stop, ended };
    };
    // Two at a time, and both are of the first group; the other one is next, though it asked last.
    const all = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')];
    expect(begun).toEqual(['a1', 'a2']);
    all[0]?.stop.abort();
    await all[0]?.ended;
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1']);
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  });

  it('does not keep short texts waiting for long ones', async () => {
    pool = new AnalystPool({ threads: 1 });
    const stop = new AbortController();
    const long = [1, 2, 3].map(() =>
      pool.run(statement(LONG), { group: 'a', signal: stop.signal }).catch(() => 'left'),
    );
    const short = await Promise.race([pool.run(receipt, { group: 'a', signal: never() }), ...long]);
    expect(short).toMatchObject({ answer: { receiptData: { total: 6.5 } } });
    expect(pool.state).toMatchObject({ waiting: 2 });
    stop.abort();
    expect(await Promise.all(long)).toEqual(['left', 'left', 'left']);
  });

  it('fails with what is wrong with a request, without the text', async () => {
    pool = new AnalystPool({ threads: 1 });
    const translate = { kind: 'translate', text: 'x', options: { targetLanguage: 'German' } } as const;
    await expect(pool.run(translate, { group: 'a', signal: never() })).rejects.toMatchObject({
      code: 'ai_not_configured',
    });
    // A request that the routes never make.
    const broken = { kind: 'chat', text: 'x', options: null as unknown as { question: string } } as const;
    const error = await pool.run(broken, { group: 'a', signal: never() }).catch((reason: Error) => reason);
    expect(error).toMatchObject({ message: 'The analysis failed.', stack: expect.stringMatching(/TypeError/) });
  });

  it('refuses when it is closed', async () => {
    pool = new AnalystPool();
    const running = pool.run(statement(LONG), { group: 'a', signal: never() });
    const refused = expect(running).rejects.toMatchObject({ code: 'ai_unavailable' });
    await pool.close();
    await refused;
    await expect(pool.run(receipt, { group: 'a', signal: never() })).rejects.toMatchObject({ code: 'capacity' });
  });
});
