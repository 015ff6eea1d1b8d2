import { describe, expect, it } from 'vitest';
import type { Lookup } from './lookup.ts';
import { createEgressPolicy } from './policy.ts';
import { EgressRefusal, resolveDestination } from './resolve.ts';

const never = new AbortController().signal;

/** Answers each call with the next list of addresses, the last one from then on. */
function answers(...lists: string[][]): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = async (hostname) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push(hostname);
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { lookup, asked };
}

interface Attempt {
  readonly allow?: string[];
  readonly lookup?: Lookup;
  readonly signal?: AbortSignal;
}

/** The address to dial, or the reason of the refusal. */
async function resolved(host: string, port = 443, { allow = [], lookup, signal = never }: Attempt = {}) {
  const policy = createEgressPolicy({ allow, interfaces: () => ({}) });
  try {
    const resolver = lookup ?? answers(['8.8.8.8']).lookup;
    return (await resolveDestination(policy, resolver, { host, port }, signal)).address;
  } catch (error) {
    if (error instanceof EgressRefusal) return error.reason;
    throw error;
  }
}

describe('resolveDestination', () => {
  it('gives the first of several public answers, in the order of the resolver', async () => {
    const { lookup, asked } = answers(['2606:4700::1', '8.8.8.8']);
    const policy = createEgressPolicy({ interfaces: () => ({}) });
    const destination = await resolveDestination(policy, lookup, { host: 'Pub.Test.', port: 443 }, never);
    expect(destination).toEqual({ address: '2606:4700::1', family: 6 });
    expect(asked).toEqual(['pub.test']);
  });

  it.each([
    [['8.8.8.8', '127.0.0.1']],
    [['8.8.8.8', '::1']],
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::ffff:10.0.0.1']],
    [['8.8.8.8', 'fe80::1%eth0']],
    [['8.8.8.8', 'not an address']],
  ])('refuses a name with the answers %j', async (list) => {
    expect(await resolved('multi.test', 443, { lookup: answers(list).lookup })).toBe('address');
  });

  it('refuses what is denied, by name or by any of its addresses, also when the name is allowed', async () => {
    const policy = createEgressPolicy({
      ...{ allow: ['intranet.test', 'cms.test:3000'], deny: ['cms.test', '10.9.0.0/16'], interfaces: () => ({}) },
    });
    const refusal = async (host: string, port: number, ...list: string[]) =>
      await resolveDestination(policy, answers(list).lookup, { host, port }, never).catch(
        ({ reason }: EgressRefusal) => reason,
      );
    expect(await refusal('CMS.test', 3000, '10.1.0.1')).toBe('name');
    expect(await refusal('intranet.test', 443, '10.1.0.1', '10.9.0.1')).toBe('address');
    expect(await refusal('intranet.test', 443, '10.1.0.1')).toEqual({ address: '10.1.0.1', family: 4 });
  });

  it('asks once for each call, so that the answer that was checked is the one that is used', async () => {
    const { lookup, asked } = answers(['8.8.8.8'], ['127.0.0.1']);
    expect(await resolved('rebind.test', 443, { lookup })).toBe('8.8.8.8');
    expect(await resolved('rebind.test', 443, { lookup })).toBe('address');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0', '①②⑦.⓪.⓪.①', '[::1]', '::1', '[::127.0.0.1]'],
    ...['[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::1]', '169.254.169.254', '10.0.0.1', '192.168.1.1'],
  ])('refuses the literal %s without asking', async (host) => {
    const { lookup, asked } = answers(['8.8.8.8']);
    expect(await resolved(host, 80, { lookup })).toBe('address');
    expect(asked).toEqual([]);
  });

  it('dials a mapped literal as the IPv4 address that it is', async () => {
    const policy = createEgressPolicy({ interfaces: () => ({}) });
    const { lookup } = answers();
    const destination = await resolveDestination(policy, lookup, { host: '[::ffff:8.8.8.8]', port: 80 }, never);
    expect(destination).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await resolved('[2606:4700::1]')).toBe('2606:4700::1');
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'a.b.localhost.', 'localhost..'])(
    'refuses %s whatever the resolver says',
    async (host) => {
      const { lookup, asked } = answers(['8.8.8.8']);
      expect(await resolved(host, 80, { lookup })).toBe('name');
      expect(asked).toEqual([]);
    },
  );

  it.each(['', 'a b', 'a@b', 'a/b', '[fe80::1%25eth0]', 'a..b'])('refuses the malformed host %j', async (host) => {
    expect(await resolved(host)).toBe('name');
  });

  it('refuses a name without answer like any other', async () => {
    expect(await resolved('none.test', 443, { lookup: answers([]).lookup })).toBe('unresolved');
    const failing: Lookup = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await resolved('none.test', 443, { lookup: failing })).toBe('unresolved');
    const throwing: Lookup = () => {
      throw new Error('broken');
    };
    expect(await resolved('none.test', 443, { lookup: throwing })).toBe('unresolved');
  });

  it('says the same outwardly for every reason', async () => {
    const policy = createEgressPolicy({ interfaces: () => ({}) });
    const message = (host: string, port: number) =>
      resolveDestination(policy, answers([]).lookup, { host, port }, never).catch((error: Error) => error.message);
    const messages = [await message('10.0.0.1', 80), await message('8.8.8.8', 22), await message('none.test', 80)];
    expect(new Set(messages).size).toBe(1);
  });

  it('refuses blocked ports', async () => {
    expect(await resolved('pub.test', 6379)).toBe('port');
    expect(await resolved('8.8.8.8', 22)).toBe('port');
  });

  it('follows the operator: a name whatever it resolves to, an address whatever its name is', async () => {
    const { lookup } = answers(['10.0.0.5', '127.0.0.1']);
    expect(await resolved('intranet.test', 3000, { allow: ['intranet.test:3000'], lookup })).toBe('10.0.0.5');
    expect(await resolved('intranet.test', 3001, { allow: ['intranet.test:3000'], lookup })).toBe('address');
    expect(await resolved('other.test', 3000, { allow: ['intranet.test:3000'], lookup })).toBe('address');
    expect(await resolved('any.test', 3000, { allow: ['10.0.0.5:3000', '127.0.0.1'], lookup })).toBe('10.0.0.5');
    expect(await resolved('any.test', 3000, { allow: ['10.0.0.5:3000'], lookup })).toBe('address');
    const loopback = answers(['127.0.0.1']).lookup;
    expect(await resolved('localhost', 3000, { allow: ['localhost:3000'], lookup: loopback })).toBe('127.0.0.1');
    expect(await resolved('localhost', 3000, { allow: ['127.0.0.1:3000'], lookup: loopback })).toBe('name');
    const noAddress = answers(['garbage']).lookup;
    expect(await resolved('intranet.test', 3000, { allow: ['intranet.test:3000'], lookup: noAddress })).toBe(
      'unresolved',
    );
  });

  it('stops waiting when aborted, even if the resolver never answers', async () => {
    const controller = new AbortController();
    const endless: Lookup = () => new Promise(() => {});
    const pending = resolved('slow.test', 443, { lookup: endless, signal: controller.signal });
    controller.abort(new Error('over'));
    await expect(pending).rejects.toThrow('over');
    await expect(resolved('pub.test', 443, { signal: controller.signal })).rejects.toThrow('over');
  });
});
