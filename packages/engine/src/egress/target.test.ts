import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAbsoluteForm, parseAuthorityForm } from './target.ts';

describe('parseAbsoluteForm', () => {
  it.each([
    ['http://pub.test/a/b?c=d', { host: 'pub.test', port: 80, authority: 'pub.test', path: '/a/b?c=d' }],
    ['HTTP://PUB.test:8080', { host: 'pub.test', port: 8080, authority: 'pub.test:8080', path: '/' }],
    ['http://[::1]:81/x#y', { host: '::1', port: 81, authority: '[::1]:81', path: '/x' }],
    ['http://0x7f.1/', { host: '127.0.0.1', port: 80, authority: '127.0.0.1', path: '/' }],
    ['http://pub.test/?', { host: 'pub.test', port: 80, authority: 'pub.test', path: '/?' }],
    ['http://pub.test./', { host: 'pub.test', port: 80, authority: 'pub.test.', path: '/' }],
  ])('reads %s', (text, target) => {
    expect(parseAbsoluteForm(text)).toEqual(target);
  });

  it.each([
    ...['', '/', '/path', '*', 'pub.test', 'pub.test:80', '//pub.test/', 'https://pub.test/', 'ftp://pub.test/'],
    ...['ws://pub.test/', 'file:///etc/passwd', 'http:pub.test', 'http:/pub.test/', 'http:\\\\pub.test', 'http://'],
    ...['http://user@pub.test/', 'http://u:p@pub.test/', 'http://pub.test:99999/', 'http://pub.test:0/', 'http://a b/'],
    ...['view-source:http://pub.test/', ' http://pub.test/', 'http://[fe80::1%25eth0]/', 'http://a..b/'],
  ])('refuses %j', (text) => {
    expect(parseAbsoluteForm(text)).toBeUndefined();
  });

  it('is read by the browser as the same address', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http'], withQueryParameters: true }), (text) => {
        const target = parseAbsoluteForm(text);
        if (target !== undefined) expect(`http://${target.authority}${target.path}`).toBe(new URL(text).href);
      }),
    );
  });
});

describe('parseAuthorityForm', () => {
  it.each([
    ['pub.test:443', { host: 'pub.test', port: 443 }],
    ['PUB.TEST.:8443', { host: 'pub.test', port: 8443 }],
    ['[::1]:443', { host: '::1', port: 443 }],
    ['[::ffff:7f00:1]:443', { host: '127.0.0.1', port: 443 }],
    ['0x7f.1:443', { host: '127.0.0.1', port: 443 }],
  ])('reads %s', (text, endpoint) => {
    expect(parseAuthorityForm(text)).toEqual(endpoint);
  });

  it.each([
    ...['', ':443', 'pub.test', 'pub.test:', 'pub.test:0', 'pub.test:65536', 'pub.test:1e3', 'a@pub.test:443'],
    ...['http://pub.test:443', 'pub.test:443/', '::1:443', '[::1]', '[]:443', 'pub.test:443:443', ' pub.test:443'],
  ])('refuses %j', (text) => {
    expect(parseAuthorityForm(text)).toBeUndefined();
  });
});
