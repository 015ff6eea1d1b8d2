import { createGuardedSend } from '@platen/engine';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { startWebhookService } from '../../packages/server/src/testing/webhook-service.ts';
import { type Canaries, startCanaries } from './canary.ts';

/** S120: webhooks as a way into the network of the service, when they are given and when they are sent. */

/** Hosts that lead to this machine, to its network, or to what a cloud keeps for its machines. */
const HOSTS = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'a.b.LocalHost.', '2130706433', '0x7f000001'],
  ...['0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0', '0.0.0.0', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '１２７.0.0.1'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::]', 'private.test'],
  ...['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '168.63.129.16', '[64:ff9b::7f00:1]', '[fe80::1]'],
  ...['10.255.255.255', '100.64.0.0', '172.16.0.0', '192.168.255.255', '198.18.0.0', '240.0.0.0', 'mixed.test'],
];
/** What is no address of a receiver at all. */
const NO_ADDRESSES = [
  ...['file:///etc/passwd', 'ftp://example.com/', 'gopher://127.0.0.1:6379/_', 'javascript:alert(1)', 'data:,x', ''],
  ...[
    'https://',
    'https://user:pass@example.com/',
    '//127.0.0.1/',
    'unix:/var/run/docker.sock',
    'https://exa mple.com/',
  ],
];

describeOnDatabase('a webhook', (database) => {
  let canaries: Canaries;
  const names: Record<string, () => readonly string[]> = {};
  beforeAll(async () => {
    canaries = await startCanaries();
  });
  afterAll(() => canaries.close());
  beforeEach(() => emptyDatabase(database()));

  /** A service whose resolver is `names`, and that may send to these addresses of loopback. */
  async function start(...egressAllow: string[]) {
    names['private.test'] = () => ['127.0.0.1'];
    names['mixed.test'] = () => ['9.9.9.9', '127.0.0.1'];
    const guard = createGuardedSend({
      egressAllow,
      lookup: async (name) => {
        const addresses = names[name]?.();
        if (!addresses) throw new Error('ENOTFOUND');
        return addresses.map((address) => ({ address, family: 4 as const }));
      },
    });
    return await startWebhookService(database(), { webhookOptions: { guard } });
  }

  it('cannot be given an address that is not public, in any spelling; nothing is asked there', async () => {
    const service = await start();
    const port = canaries.hosts[0]?.split(':').at(-1);
    const codes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const host of HOSTS) {
      for (const url of [`https://${host}:${port}/`, `http://${host}:${port}/`, `https://${host}/latest/meta-data`]) {
        const added = await service.ask('POST', '/v1/webhooks', { body: { url, events: ['*'] } });
        codes[url] = added.body.error_code;
        expected[url] = 'url_not_allowed';
      }
    }
    expect(codes).toEqual(expected);
    for (const url of NO_ADDRESSES) {
      const added = await service.ask('POST', '/v1/webhooks', { body: { url, events: ['*'] } });
      expect([added.status, added.body.error_code], url).toEqual([400, 'invalid_request']);
      expect((await service.convert({ webhook: url })).status, url).toBe(400);
    }
    expect((await service.ask('GET', '/v1/webhooks')).body.data).toEqual([]);
    expect(canaries.hits).toEqual([]);
  });

  it('whose name leads elsewhere once it is given is not sent; nor is what a redirect asks for', async () => {
    const service = await start();
    names['rebind.test'] = () => ['9.9.9.9'];
    names['later.test'] = () => ['9.9.9.9'];
    const [host = ''] = canaries.hosts;
    const port = host.split(':').at(-1);
    // 443, and a port of the canary: what was public when it was given.
    const id = await service.endpoint('https://rebind.test/hook');
    names['rebind.test'] = () => ['127.0.0.1'];
    names['later.test'] = () => ['127.0.0.1'];
    await service.job({ webhook: { url: 'https://later.test:8443/hook' } });
    await service.webhooks.drain();
    expect((await service.deliveries()).map(({ last_error }) => last_error)).toEqual([
      'address_refused',
      'address_refused',
    ]);
    expect(await service.look(id)).toMatchObject({ failed: 1, last_status: null });

    const receiver = await startWebhookReceiver();
    const redirecting = await start(receiver.allow);
    receiver.answer = () => ({ status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
    await redirecting.job({ webhook: receiver.url });
    await redirecting.webhooks.drain();
    const [delivery] = await redirecting.deliveries();
    expect(delivery).toMatchObject({ status: 'waiting', last_status: 302, last_error: 'redirect' });
    expect(canaries.hits).toEqual([]);
  });

  it('whose name servers are down waits for the next try, and says so (F26); a name that there is not is told from it', async () => {
    const service = await start();
    names['down.test'] = () => ['9.9.9.9'];
    names['none.test'] = () => ['9.9.9.9'];
    await service.endpoint('https://down.test/hook');
    await service.endpoint('https://none.test/hook');
    const fails = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };
    names['down.test'] = fails('EAI_AGAIN');
    names['none.test'] = fails('ENOTFOUND');
    await service.job();
    await service.webhooks.drain();
    const told = (await service.deliveries()).map(({ status, last_error }) => [status, last_error]).sort();
    expect(told).toEqual([
      ['waiting', 'address_refused'],
      ['waiting', 'dns_failed'],
    ]);
  });

  it('can be told nothing by an answer that others see, and takes no more of it than 4 kB', async () => {
    const receiver = await startWebhookReceiver();
    const service = await start(receiver.allow);
    receiver.answer = () => ({ status: 500, body: 'secret of the receiver '.repeat(1_000_000) });
    await service.job({ webhook: receiver.url });
    await service.webhooks.drain();
    const [delivery] = await service.deliveries();
    const shown = (await service.ask('GET', `/v1/webhook-deliveries/${delivery.id}`)).body.delivery;
    expect(shown.tries[0].answer).toHaveLength(4_096);
    expect(JSON.stringify(await service.deliveries())).not.toContain('secret of');
    expect(service.logged()).not.toContain('secret of');
  });
});
