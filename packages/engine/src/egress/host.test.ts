import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLocalhost, parseHost } from './host.ts';

describe('parseHost', () => {
  it.each([
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['[::ffff:7f00:1]', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['[::127.0.0.1]', '::7f00:1'],
    ['[2606:4700::0001]', '2606:4700::1'],
    ['2606:4700:0::1', '2606:4700::1'],
  ])('reads %s as the address %s', (text, address) => {
    expect(parseHost(text)).toEqual({ kind: 'address', address });
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a_b.example', 'a_b.example'],
    ['LOCALHOST.', 'localhost'],
  ])('reads %s as the name %s', (text, name) => {
    expect(parseHost(text)).toEqual({ kind: 'name', name });
  });

  it.each([
    ...['', '.', '..', 'localhost..', 'a..b', '.a', 'a b', 'a\tb', 'a\nb', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', 'a:80'],
    ...['%00', 'a%2fb', 'a%00.b', '[fe80::1%25eth0]', 'fe80::1%eth0', '[::1', '::1]', '[]', '[1.2.3.4]', '1.2.3.4.5'],
    ...['256.256.256.256', `${'a'.repeat(64)}.`.repeat(4), 'a'.repeat(100_000)],
  ])('refuses %j', (text) => {
    expect(parseHost(text)).toBeUndefined();
  });

  it('agrees with itself: what it gives is read as the same again', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.domain(), fc.ipV4Extended(), fc.ipV6());
    fc.assert(
      fc.property(texts, (text) => {
        const host = parseHost(text);
        if (host === undefined) return;
        expect(parseHost(host.kind === 'name' ? host.name : host.address)).toEqual(host);
      }),
    );
  });
});

describe('isLocalhost', () => {
  it('covers the name and all names under it, and nothing else', () => {
    expect(['localhost', 'a.localhost', 'a.b.localhost'].map(isLocalhost)).toEqual([true, true, true]);
    expect(['notlocalhost', 'localhost.example', 'local'].map(isLocalhost)).toEqual([false, false, false]);
  });
});
