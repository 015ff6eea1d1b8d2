import { EngineError } from '@platen/engine';
import { expect, it } from 'vitest';
import { HELLO, sized, useCredits } from '../testing/credits-service.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';

describeOnDatabase('credits over HTTP', (opened) => {
  const tested = useCredits(opened);
  const { convert, start } = tested;

  it('of a key end at its cap', async () => {
    await start({ engine: sized(10) });
    const { secret } = await tested.service.makeKey({ monthly_credit_cap: 2 });
    for (const status of [200, 200, 402]) expect((await convert(HELLO, secret)).status).toBe(status);
    const refused = await convert(HELLO, secret);
    expect(refused.body.error_code).toBe('credits_exhausted');
    expect(refused.body.detail).toContain('this key may use 2 a month');
    expect((await convert()).status).toBe(200);
    tested.time = Date.UTC(2030, 1, 1);
    expect((await convert(HELLO, secret)).status).toBe(200);
  });

  it('of a key and of those that replace it are counted for one cap', async () => {
    const context = await start({ engine: sized(10) });
    const first = await tested.service.makeKey({ monthly_credit_cap: 5 });
    const rotate = async (id: string) => {
      const { row, key } = await tested.service.accounts.keys.rotate(context, id, 3_600_000);
      return { id: row.id, secret: key };
    };
    for (const status of [200, 200]) expect((await convert(HELLO, first.secret)).status).toBe(status);
    const second = await rotate(first.id);
    // Both work for a while.
    expect((await convert(HELLO, second.secret)).status).toBe(200);
    expect((await convert(HELLO, first.secret)).status).toBe(200);
    const third = await rotate(second.id);
    expect((await convert(HELLO, third.secret)).status).toBe(200);
    for (const { secret } of [first, second, third]) {
      const refused = await convert(HELLO, secret);
      expect([refused.status, refused.body.error_code]).toEqual([402, 'credits_exhausted']);
    }
    // Usage tells them apart, and another key has a cap of its own.
    const { data } = (await tested.service.ask('GET', '/v1/credits/usage')).body;
    const used = new Map(data.map(({ key_id, credits }: { key_id: string; credits: number }) => [key_id, credits]));
    expect([first, second, third].map(({ id }) => used.get(id))).toEqual([3, 1, 1]);
    const other = await tested.service.makeKey({ monthly_credit_cap: 1 });
    expect((await convert(HELLO, other.secret)).status).toBe(200);
    await tested.service.accounts.keys.update(context, third.id, { monthly_credit_cap: 6 });
    tested.service.accounts.finder.forget();
    expect((await convert(HELLO, third.secret)).status).toBe(200);
    expect((await convert(HELLO, third.secret)).status).toBe(402);
    tested.time = Date.UTC(2030, 1, 1);
    expect((await convert(HELLO, third.secret)).status).toBe(200);
  });

  it('of a chain of keys have one winner when many ask for the last', async () => {
    const context = await start({ engine: sized(10) });
    const first = await tested.service.makeKey({ monthly_credit_cap: 1 });
    const { key: second } = await tested.service.accounts.keys.rotate(context, first.id, 3_600_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => convert(HELLO, index % 2 === 0 ? first.secret : second)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 402)]);
  });

  it('of keys that a key makes or rotates count for its cap, also when it has ended', async () => {
    const context = await start({ engine: sized(10) });
    const scopes = ['keys:manage', 'convert:pdf'];
    const parent = await tested.service.makeKey({ scopes, monthly_credit_cap: 3 });
    const make = async (key: string) => {
      const body = { name: 'x', scopes, monthly_credit_cap: 3 };
      return (await tested.service.ask('POST', '/v1/keys', { key, body })).body;
    };
    const child = await make(parent.secret);
    const grandchild = await make(child.secret);
    const stranger = await tested.service.makeKey({ scopes, monthly_credit_cap: 3 });
    const taken = (await tested.service.ask('POST', `/v1/keys/${stranger.id}/rotate`, { key: grandchild.secret })).body
      .secret;
    const sibling = await make(parent.secret);
    for (const key of [child.secret, grandchild.secret, taken]) expect((await convert(HELLO, key)).status).toBe(200);
    for (const key of [parent.secret, child.secret, grandchild.secret, taken, sibling.secret]) {
      expect((await convert(HELLO, key)).body.error_code).toBe('credits_exhausted');
    }
    expect((await convert(HELLO, sibling.secret)).body.detail).toContain(`made by ${parent.id}`);
    // Neither a successor nor the end of the parent frees what it made.
    const next = await tested.service.accounts.keys.rotate(context, parent.id, 0);
    expect((await convert(HELLO, sibling.secret)).status).toBe(402);
    await tested.service.accounts.keys.revoke(context, next.row.id);
    expect((await convert(HELLO, sibling.secret)).status).toBe(402);
    tested.time = Date.UTC(2030, 1, 1);
    expect((await convert(HELLO, sibling.secret)).status).toBe(200);
  });

  it('of a family of keys have one winner when all ask for the last', async () => {
    await start({ engine: sized(10) });
    const parent = await tested.service.makeKey({ monthly_credit_cap: 1 });
    const body = { name: 'x', scopes: ['*'], monthly_credit_cap: 1 };
    const made = [];
    for (let at = 0; at < 4; at += 1)
      made.push(await tested.service.ask('POST', '/v1/keys', { key: parent.secret, body }));
    const answers = await Promise.all(made.map((child) => convert(HELLO, child.body.secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402, 402]);
  });

  it('of work that fails are given back to the chain', async () => {
    let fails = true;
    const engine = engineDouble(async () => {
      if (fails) throw new EngineError('render_crashed', 'It crashed.');
      return result({ bytes: Buffer.alloc(10) });
    });
    const context = await start({ engine });
    const first = await tested.service.makeKey({ monthly_credit_cap: 1 });
    const { key } = await tested.service.accounts.keys.rotate(context, first.id, 3_600_000);
    const body = { name: 'x', scopes: ['*'], monthly_credit_cap: 1 };
    const child = (await tested.service.ask('POST', '/v1/keys', { key, body })).body.secret;
    for (const each of [key, child]) expect((await convert(HELLO, each)).status).toBe(502);
    fails = false;
    expect((await convert(HELLO, first.secret)).status).toBe(200);
    for (const each of [key, child]) expect((await convert(HELLO, each)).status).toBe(402);
  });
});
