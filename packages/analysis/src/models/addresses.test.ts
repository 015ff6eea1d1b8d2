import { describe, expect, it } from 'vitest';
import { addressesIn } from './addresses.ts';

describe('addressesIn', () => {
  it.each([
    ['see https://Oak.example/Tree?x=1.', ['https://oak.example/tree?x=1']],
    ['(http://oak.example/a_(b)), [x](//evil.example/p)', ['http://oak.example/a_', '//evil.example/p']],
    ['www.oak.example, or jane.roe@oak.example!', ['www.oak.example', 'jane.roe@oak.example']],
    ['pay on evil.example/pay or at oak.com.', ['evil.example/pay', 'oak.com']],
    ['\u8bbf\u95eeevil.com\u3002', ['evil.com']],
    ['\u8acbhttps://oak.example/\u3092\u898b\u308b', ['https://oak.example/']],
    ['\u0435vil.com', ['\u0435vil.com']],
    ['javascript:alert(1', ['javascript:alert(1']],
    ['It ends.Next one, e.g. 12.50 or z.B. this, and/or that', []],
    ['Ende.In Kiel', []],
  ])('%s', (text, addresses) => {
    expect([...addressesIn(text)].toSorted()).toEqual(addresses.toSorted());
  });
});
