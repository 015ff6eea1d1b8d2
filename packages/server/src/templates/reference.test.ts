import { describe, expect, it } from 'vitest';
import { readReference, slugFault } from './reference.ts';

describe('slugFault', () => {
  it.each(['a', 'invoice', 'invoice-2026_b', '-', '9', 'x'.repeat(100)])('lets %s be', (slug) => {
    expect(slugFault(slug)).toBeUndefined();
  });

  it.each([
    ['', 'lower-case letters'],
    ['Invoice', 'lower-case letters'],
    ['in.voice', 'lower-case letters'],
    ['in/voice', 'lower-case letters'],
    ['invoice@3', 'lower-case letters'],
    ['ınvoice', 'lower-case letters'],
    ['invoice\n', 'lower-case letters'],
    ['x'.repeat(101), 'lower-case letters'],
    ['validate', 'reserved'],
    ['tpl_00000000000000000000000000', 'like an id'],
    ['snp_00000000000000000000000000', 'like an id'],
  ])('refuses %j', (slug, words) => {
    expect(slugFault(slug)).toContain(words);
  });
});

describe('readReference', () => {
  it.each([
    ['invoice', { template: 'invoice', version: 'published' }],
    ['invoice@draft', { template: 'invoice', version: 'draft' }],
    ['invoice@12', { template: 'invoice', version: 12 }],
    ['tpl_00000000000000000000000000@2', { template: 'tpl_00000000000000000000000000', version: 2 }],
    ['invoice@2147483647', { template: 'invoice', version: 2_147_483_647 }],
  ])('reads %s', (text, reference) => {
    expect(readReference(text)).toEqual(reference);
  });

  it.each(['', '@', 'invoice@', 'invoice@0', 'invoice@01', 'invoice@-1', 'invoice@1.5', 'invoice@latest'])(
    'finds nothing in %j',
    (text) => {
      expect(readReference(text)).toBeUndefined();
    },
  );

  it.each(['invoice@2147483648', 'invoice@99999999999', 'invoice@1@2', '../invoice', 'Invoice', 'invoice@1\n'])(
    'nor in %j',
    (text) => {
      expect(readReference(text)).toBeUndefined();
    },
  );
});
