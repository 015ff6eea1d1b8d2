import type { ServerResponse } from 'node:http';
import type { OutputFormat } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../packages/engine/src/egress/address.ts';
import { createEgressPolicy } from '../../packages/engine/src/egress/policy.ts';
import { isRefusedUnresolved } from '../../packages/engine/src/egress/resolve.ts';
import { carry, useRange, WAYS } from './range.ts';

/** Addresses that a caller gives as the source, and where they lead. */
const range = useRange();
const portOf = (host: string) => host.slice(host.lastIndexOf(':') + 1);
const canaryPort = () => portOf(range.canaries.hosts[0] as string);
const source = (url: string) => range.attack({ source: { url } });
const redirect = (status: number, location: string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(status, { location }).end();

/** Spellings of this machine. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  S01: ['127.0.0.1'],
  S02: ['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'a.b.LocalHost.'],
  S03: [
    ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '127.0.1', '127.0.0.1.'],
    ...['0', '0.0.0.0', '127.255.255.254', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1'],
  ],
  S04: ['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::]'],
  S17: ['private.test'],
};
const STARTS = ['HTTP://', 'hTTp://', 'http:', 'http:/', 'http:\\\\', 'http:/\\', 'http:///', 'https://', ' http://'];

/** A source is judged before a page is opened, or while one is loaded: what it becomes has no part in that. */
describe('the source', () => {
  const codes = async (urls: readonly string[], format: OutputFormat = 'pdf') => {
    const found: Record<string, string | undefined> = {};
    for (const url of urls) found[url] = (await range.attack({ source: { url } }, { format })).code;
    return found;
  };
  const all = (urls: readonly string[], code: string) => Object.fromEntries(urls.map((url) => [url, code]));

  it('S01 to S04, S08 and S17: is refused in every spelling of this machine, and however its scheme is written', async () => {
    const urls = [
      ...Object.values(SPELLINGS).flatMap((hosts) => hosts.map((host) => `http://${host}:${canaryPort()}/`)),
      ...STARTS.map((start) => `${start}127.0.0.1:${canaryPort()}/`),
    ];
    expect(await codes(urls)).toEqual(all(urls, 'url_not_allowed'));
  });

  it('S10: has no other scheme than http and https', async () => {
    const files = ['file:///etc/passwd', 'FILE:///etc/passwd', 'File:/etc/passwd', 'file://localhost/etc/passwd'];
    const urls = [...files, 'view-source:http://pub.test/', 'view-source:file:///etc/passwd'];
    expect(await codes(urls)).toEqual(all(urls, 'unsupported_scheme'));
  });

  it('S12: is refused when it redirects to a private address', async () => {
    const leads = (status: number, hosts: readonly string[]) =>
      hosts.map((host, index) => {
        range.pages[`/${status}-to-${index}`] = redirect(status, `http://${host}/`);
        return `${range.pub}/${status}-to-${index}`;
      });
    // Where it leads is looked at whatever the status: all hosts are tried with one of them.
    const { hosts } = range.canaries;
    const urls = [...leads(302, hosts), ...[301, 303, 307, 308].flatMap((status) => leads(status, hosts.slice(0, 1)))];
    expect(await codes(urls)).toEqual(all(urls, 'url_not_allowed'));
    expect(await codes(urls.slice(0, 1), 'png')).toEqual(all(urls.slice(0, 1), 'url_not_allowed'));
  });
});

describe('addresses that are not public', () => {
  /** Literals are judged without a connection: nothing in a test may call an address of a cloud. */
  const policy = createEgressPolicy();

  it.each([
    ['S05', '169.254.169.254'],
    ['S05', '169.254.170.2'],
    ['S05', '[fd00:ec2::254]'],
    ['S05', '100.100.100.200'],
    ['S05', '168.63.129.16'],
    ['S05', '192.0.0.192'],
    ['S06', '[64:ff9b::7f00:1]'],
    ['S06', '[64:ff9b::a9fe:a9fe]'],
    ['S06', '[2002:7f00:1::1]'],
    ['S06', '[2001::1]'],
    ['S06', '[fec0::1]'],
    ['S06', '[fe80::1]'],
    ['S06', '[ff02::1]'],
    ['S06', '[4000::1]'],
    ['S07', '10.255.255.255'],
    ['S07', '100.64.0.0'],
    ['S07', '100.127.255.255'],
    ['S07', '172.16.0.0'],
    ['S07', '172.31.255.255'],
    ['S07', '192.168.255.255'],
    ['S07', '198.18.0.0'],
    ['S07', '198.19.255.255'],
    ['S07', '240.0.0.0'],
    ['S07', '255.255.255.255'],
  ])('%s: %s is refused at the door', (_, host) => {
    for (const scheme of ['http', 'https']) {
      const { hostname } = new URL(`${scheme}://${host}/latest/meta-data/`);
      expect(isRefusedUnresolved(policy, { host: hostname, port: 80 })).toBe(true);
    }
  });

  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2600::1',
    '2a00::1',
  ])('S07: %s, next to a range, is public', (address) => {
    expect(classifyAddress(address)).toBe('public');
    expect(policy.refusal(address, 443)).toBeUndefined();
  });

  it('S06: an address of one link is not valid', async () => {
    expect((await source('http://[fe80::1%25eth0]/')).code).toBe('invalid_request');
  });

  it('S19: own addresses and own names are refused', async () => {
    range.names['self.test'] = range.canaries.hosts.map((host) => host.replace(/^\[?(.*?)\]?:\d+$/, '$1')).slice(-1);
    for (const host of [...range.canaries.hosts, `self.test:${canaryPort()}`]) {
      expect((await source(`http://${host}/`)).code).toBe('url_not_allowed');
    }
  });
});

describe('names', () => {
  it('S15: are resolved once for a connection, and the address that was checked is dialed', async () => {
    range.pages['/rebind'] = '<p>public page';
    let turn = 0;
    range.names['rebind.test'] = () => {
      turn += 1;
      return turn === 1 ? ['127.0.77.1'] : ['127.0.0.1'];
    };
    const { text } = await source(`http://rebind.test:${portOf(range.site.host)}/rebind`);
    expect(text).toBe('public page');
    expect(range.asked.filter((name) => name === 'rebind.test')).toHaveLength(1);
    turn = 0;
    range.names['flip.test'] = () => {
      turn += 1;
      return turn === 1 ? ['127.0.0.1'] : ['127.0.77.1'];
    };
    expect((await source(`http://flip.test:${canaryPort()}/`)).code).toBe('url_not_allowed');
    expect(range.asked).toEqual(['flip.test']);
  });

  it('S15: that change while a page loads its files lead nowhere', async () => {
    let turn = 0;
    range.names['later.test'] = () => {
      turn += 1;
      return turn === 1 ? ['127.0.77.1'] : ['127.0.0.1'];
    };
    // Another port is another connection, for which the name is resolved again.
    range.pages['/later'] =
      `<p>kept<img src="//later.test:${canaryPort()}/a"><iframe src="//later.test:${canaryPort()}/b"></iframe>`;
    const { text, warnings } = await source(`http://later.test:${portOf(range.site.host)}/later`);
    expect(text).toBe('kept');
    expect(warnings).toContain('resource_blocked');
  });

  it('S16: are refused for all of their addresses when one is private', async () => {
    for (const [port, addresses] of [
      [canaryPort(), ['127.0.77.1', '127.0.0.1']],
      [portOf(range.site.host), ['127.0.0.1', '127.0.77.1']],
      [canaryPort(), ['127.0.77.1', '::1']],
      [portOf(range.site.host), ['127.0.77.1', '127.0.0.1']],
    ] as const) {
      range.names['multi.test'] = addresses;
      expect((await source(`http://multi.test:${port}/`)).code, addresses.join()).toBe('url_not_allowed');
    }
  });

  it('S18: closed ports, private addresses and unknown names get one answer', async () => {
    const urls = ['private.test', 'unknown.test'].map((name) => `http://${name}:${canaryPort()}/`);
    const closed = [22, 11_211].map((port) => `http://unknown.test:${port}/`);
    const answers = [];
    for (const url of [...urls, ...closed]) {
      const { code, message, pointer } = await source(url);
      answers.push(JSON.stringify({ code, message, pointer }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('url_not_allowed');
  });

  it('S18: a public neighbor of the machine is refused', () => {
    const address = { address: '8.8.8.20', cidr: '8.8.8.20/24', netmask: '255.255.255.0', mac: '', internal: false };
    const policy = createEgressPolicy({ interfaces: () => ({ eth0: [{ ...address, family: 'IPv4' }] }) });
    expect(['8.8.8.1', '::ffff:8.8.8.1'].map((neighbor) => policy.refusal(neighbor, 443))).toEqual([
      'address',
      'address',
    ]);
    expect(policy.refusal('8.8.9.1', 443)).toBeUndefined();
  });

  it('S18: a public address is refused on a closed port', () => {
    const policy = createEgressPolicy();
    expect([22, 25, 3306, 5432, 6379, 11_211].map((port) => policy.refusal('8.8.8.8', port))).toEqual(
      Array(6).fill('port'),
    );
  });
});

describe('addresses that are none', () => {
  it.each([
    ['S09', 'http://pub.test@127.0.0.1/'],
    ['S09', 'http://user:secret@pub.test/'],
    ['S11', 'chrome://version'],
    ['S11', 'chrome://net-export'],
    ['S11', 'devtools://devtools/bundled/inspector.html'],
    ['S11', 'about:blank'],
    ['S11', 'javascript:1'],
    ['S11', 'data:text/html,x'],
    ['S11', 'blob:null/x'],
    ['S11', 'ftp://pub.test/'],
    ['S11', 'ws://pub.test/'],
    ['S11', 'filesystem:http://pub.test/x'],
    ['S11', 'jar:x'],
    ['S11', 'content://x'],
    ['S10', '\\\\localhost\\etc\\passwd'],
    ['S23', 'http://pub.test/\r\nX-Evil: 1'],
    ['S23', 'http://pub.test/\u0000'],
    ['S23', 'http://pub.test/\ud800'],
    ['S23', 'http://pub .test/'],
    ['S23', `http://pub.test/${'x'.repeat(100_000)}`],
    ['S23', 'http://127.0.0.1%00.pub.test/'],
    ['S23', 'http://'],
    ['S23', ''],
    ['S23', ['http://pub.test/']],
    ['S23', 1],
    ['S23', null],
  ])('%s: %j is refused with its field', async (_, url) => {
    const { code, pointer } = await range.attack({ source: { url } });
    expect(['invalid_request', 'unsupported_scheme']).toContain(code);
    expect(pointer).toBe('/source/url');
    const base = await range.attack({ source: { html: '<p>x', base_url: url } });
    expect(base).toMatchObject({ code, pointer: '/source/base_url' });
  });

  it('S23: a name that looks like another is only looked up', async () => {
    expect((await source('http://рub.test/')).code).toBe('url_not_allowed');
    expect(range.asked).toEqual([new URL('http://рub.test/').hostname]);
  });
});

describe('redirects', () => {
  it('S12: are checked at every hop', async () => {
    range.pages['/hop'] = (request, response) => {
      const left = Number((request.url ?? '').split('?')[1]);
      const location = left > 0 ? `/hop?${left - 1}` : `http://127.0.0.1:${canaryPort()}/`;
      response.writeHead(302, { location }).end();
    };
    expect((await source(`${range.pub}/hop?10`)).code).toBe('url_not_allowed');
    expect((await source(`${range.pub}/hop?30`)).code).toBe('too_many_redirects');
  });

  it('S12: to another spelling or scheme are refused', async () => {
    for (const start of ['https://127.0.0.1:', '//localhost:', '//private.test:', '//2130706433:']) {
      range.pages['/out'] = redirect(302, `${start}${canaryPort()}/`);
      expect((await source(`${range.pub}/out`)).code, start).toBe('url_not_allowed');
    }
  });

  it('S13: to what is no web page have no document', async () => {
    for (const location of [
      'file:///etc/hostname',
      'data:text/html,x',
      'view-source:http://pub.test/',
      'chrome://version',
      'about:blank',
      'blob:null/x',
    ]) {
      range.pages['/out'] = redirect(302, location);
      const { code } = await source(`${range.pub}/out`);
      expect(['url_not_allowed', 'unsupported_content_type'], location).toContain(code);
    }
  });

  it('S14: in a circle come to an end', async () => {
    range.pages['/circle'] = redirect(302, '/circle');
    expect((await source(`${range.pub}/circle`)).code).toBe('too_many_redirects');
  });
});

describe('each carrier', () => {
  it.each(WAYS)('S03 and S04: %s to %s does not reach a spelling of this machine', async (carrier, format) => {
    const port = canaryPort();
    const hosts = [
      '127.1',
      '0x7f.1',
      '2130706433',
      '0',
      '①②⑦.⓪.⓪.①',
      'localhost',
      'x.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'private.test',
    ];
    const tries = hosts.map(
      (host) => `<img src="http://${host}:${port}/i"><iframe src="http://${host}:${port}/f"></iframe>`,
    );
    const { code } = await range.attack(carry(range, carrier, `<p>kept${tries.join('')}`), { format });
    expect(code).toBeUndefined();
  });
});
