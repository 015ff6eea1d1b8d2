import { describe, expect, it } from 'vitest';
import type { Lookup } from './lookup.ts';
import { createEgressPolicy } from './policy.ts';
import { type EgressRefusal, resolveDestination } from './resolve.ts';
import { discoverTranslation } from './translation.ts';

const never = new AbortController().signal;
const interfaces = () => ({});

/** A network whose resolver answers for `ipv4only.arpa` with these, one after the other, the last one from then on. */
function network(...answers: (readonly string[] | Error)[]) {
  let asked = 0;
  let time = 0;
  const lookup: Lookup = async (name) => {
    expect(name).toBe('ipv4only.arpa');
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const translation = discoverTranslation({ lookup, now: () => time });
  const policy = createEgressPolicy({ translation, interfaces, deny: ['9.9.9.9'], allow: ['[2a00:1:2::10.0.0.7]:80'] });
  return {
    later: (milliseconds: number) => {
      time += milliseconds;
    },
    asked: () => asked,
    /** The address that is dialed, or the reason of the refusal. */
    reach: async (address: string) =>
      await resolveDestination(policy, async () => [{ address, family: 6 }], { host: 'x.test', port: 80 }, never).then(
        () => 'reached',
        ({ reason }: EgressRefusal) => reason,
      ),
  };
}

describe('an IPv6 address that the network translates to IPv4', () => {
  // RFC 6052, section 2.4, with a prefix of public space.
  it.each([
    ['2a00:1:2::192.0.0.170', '2a00:1:2::', '2a00:1:2::'],
    ['2a00:1:c000:aa::', '2a00:1:a00:1::', '2a00:1:808:808::'],
    ['2a00:1:2c0:0:aa::', '2a00:1:20a:0:1::', '2a00:1:208:808:8::'],
    ['2a00:1:2:c000:0:aa00::', '2a00:1:2:a00:0:100::', '2a00:1:2:808:8:800::'],
    ['2a00:1:2:3c0:0:aa::', '2a00:1:2:30a:0:1::', '2a00:1:2:308:8:808::'],
    ['2a00:1:2:3:c0:0:aa00:0', '2a00:1:2:3:a:0:100:0', '2a00:1:2:3:8:808:800:0'],
  ])('%s tells the prefix', async (answer, privately, publicly) => {
    const isWhole = privately.endsWith('2::');
    const { reach } = network(['192.0.0.170', answer]);
    expect(await reach(isWhole ? `${privately}10.0.0.1` : privately)).toBe('address');
    expect(await reach(isWhole ? `${publicly}8.8.8.8` : publicly)).toBe('reached');
  });

  it('is refused when the address in it is denied, and reached when it is allowed itself', async () => {
    const { reach } = network(['2a00:1:2::192.0.0.171']);
    expect(await reach('2a00:1:2::9.9.9.9')).toBe('address');
    expect(await reach('2a00:1:2::127.0.0.1')).toBe('address');
    expect(await reach('2a00:1:2::10.0.0.7')).toBe('reached');
    expect(await reach('2a00:1:3::10.0.0.1')).toBe('reached');
  });

  it('is an ordinary one where nothing is translated', async () => {
    for (const answers of [['192.0.0.170', '192.0.0.171'], ['2a00::1'], new Error('no such name')]) {
      expect(await network(answers).reach('2a00:1:2::10.0.0.1')).toBe('reached');
    }
  });

  it('is known while the resolver is away, and the network is asked again after a while only', async () => {
    const { reach, later, asked } = network(['2a00:1:2::192.0.0.170'], new Error('away'), []);
    for (let i = 0; i < 5; i += 1) expect(await reach('2a00:1:2::10.0.0.1')).toBe('address');
    expect(asked()).toBe(1);
    later(11 * 60_000);
    expect(await reach('2a00:1:2::10.0.0.1')).toBe('address');
    expect(await reach('2a00:1:2::10.0.0.1')).toBe('address');
    expect(asked()).toBe(2);
    later(61_000);
    await reach('2a00:1:2::10.0.0.1');
    expect(await reach('2a00:1:2::10.0.0.1')).toBe('reached');
  });
});
