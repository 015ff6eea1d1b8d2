import { describe, expect, it } from 'vitest';
import { EndpointLog } from './endpoint-log.ts';

describe('EndpointLog', () => {
  it('keeps each destination once and counts all', () => {
    const log = new EndpointLog();
    log.add({ host: 'a.test', port: 80 });
    log.add({ host: 'a.test', port: 80 });
    log.add({ host: 'a.test', port: 81 });
    expect(log.entries()).toEqual([
      { host: 'a.test', port: 80 },
      { host: 'a.test', port: 81 },
    ]);
    expect(log.count).toBe(3);
  });

  it('finds a destination in every spelling of its host', () => {
    const log = new EndpointLog();
    log.add({ host: '127.0.0.1', port: 80 });
    log.add({ host: '::1', port: 80 });
    log.add({ host: 'a.test', port: 80 });
    for (const host of ['127.1', '2130706433', '[::ffff:7f00:1]', '[::1]', '::1', 'A.test.']) {
      expect(log.has(host, 80)).toBe(true);
      expect(log.has(host, 81)).toBe(false);
    }
    expect(log.has('b.test', 80)).toBe(false);
  });

  it('keeps the latest thousand', () => {
    const log = new EndpointLog();
    log.add({ host: 'again.test', port: 80 });
    for (let i = 0; i < 1_500; i += 1) {
      log.add({ host: `h${i}.test`, port: 80 });
      if (i === 1_000) log.add({ host: 'again.test', port: 80 });
    }
    expect(log.entries()).toHaveLength(1_000);
    expect(log.count).toBe(1_502);
    expect(log.has('h0.test', 80)).toBe(false);
    expect(log.has('again.test', 80)).toBe(true);
    expect(log.has('h1499.test', 80)).toBe(true);
  });
});
