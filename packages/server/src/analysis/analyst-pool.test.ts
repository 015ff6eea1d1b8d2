import { afterEach, describe, expect, it } from 'vitest';
import { AnalystPool } from './analyst-pool.ts';

const RECEIPT = 'CORNER CAFE\n12/01/2030\nTea  2.50\nCake  4.00\nTOTAL  6.50';
/** Takes seconds, whatever the machine. */
const LONG = '2030-01-02  Rent  -4.00  6.00\n'.repeat(66_000);

let pool: AnalystPool;
afterEach(() => pool.close());

const never = () => new AbortController().signal;
const statement = (text: string) => ({ kind: 'statement', text }) as const;
const receipt = { kind: 'receipt', text: RECEIPT } as const;

describe('AnalystPool', () => {
  it('answers while the thread of this process stays free', async () => {
    pool = new AnalystPool({ threads: 1 });
    const { answer, tokens, engine } = await pool.run(receipt, { group: 'a', signal: never() });
    expect(answer.receiptData.total).toBe(6.5);
    expect([tokens, engine]).toEqual([{ input: 0, output: 0, total: 0 }, 'rules']);
  });

  it('ends what computes when its client leaves, and goes on with the next', async () => {
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
    pool = new AnalystPool({ threads: 2 });
    const stop = new AbortController();
    const ended: string[] = [];
    const run = async (name: string, request: typeof receipt | ReturnType<typeof statement>, group: string) => {
      await pool.run(request, { group, signal: stop.signal }).catch(() => {});
      ended.push(name);
    };
    // The first group has a thread; what it asks next waits for the other group, which has none.
    const all = [
      run('long', statement(LONG), 'a'),
      run('b1', receipt, 'b'),
      run('a2', statement(LONG), 'a'),
      run('b2', receipt, 'b'),
    ];
    await all[3];
    expect(ended).toEqual(['b1', 'b2']);
    stop.abort();
    await Promise.all(all);
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
    await pool.close();
    await expect(running).rejects.toMatchObject({ code: 'ai_unavailable' });
    await expect(pool.run(receipt, { group: 'a', signal: never() })).rejects.toMatchObject({ code: 'capacity' });
  });
});
