import { describe, expect, it } from 'vitest';
import type { ApiError } from '../errors.ts';
import { checkOptions, remainingDefaults } from './options.ts';

const fault = (options: Record<string, unknown>) => {
  try {
    checkOptions(options);
    return undefined;
  } catch (error) {
    const { code, issues } = error as ApiError;
    return { code, pointers: issues.map(({ pointer }) => pointer), detail: issues[0]?.detail };
  }
};

describe('checkOptions', () => {
  it.each([
    [{}],
    [{ format: 'A5', margin: { top: '2cm' }, target_format: 'webp', links: 'footnotes', deterministic: true }],
    [{ header: { height: '2cm', start_at: 2 }, footer: { inherit_css: true } }],
  ])('lets %j be', (options) => {
    expect(fault(options)).toBeUndefined();
  });

  it.each([
    [{ margn: '1cm' }, 'unknown_field', ['/options/margn']],
    [{ source: '<p>' }, 'unknown_field', ['/options/source']],
    [{ data: {} }, 'unknown_field', ['/options/data']],
    [{ header: { source: '<p>' } }, 'unknown_field', ['/options/header/source']],
    [{ format: 'A99', zoom: 9 }, 'invalid_request', ['/options/format', '/options/zoom']],
    [{ format: 'A4', width: 1, height: 1 }, 'invalid_request', ['/options/format']],
    [{ deterministic: true, protection: { no_print: true } }, 'invalid_request', ['/options/deterministic']],
  ])('refuses %j', (options, code, pointers) => {
    expect(fault(options)).toMatchObject({ code, pointers });
  });

  it('names what was meant', () => {
    expect(fault({ margn: '1cm' })?.detail).toContain('"margin"');
  });
});

describe('remainingDefaults', () => {
  const defaults = { format: 'A4', margin: '1cm', use_print: true, deterministic: true };
  it.each([
    [{}, defaults],
    [{ margin: '2cm' }, { format: 'A4', use_print: true, deterministic: true }],
    [
      { width: 100, height: 100 },
      { margin: '1cm', use_print: true, deterministic: true },
    ],
    [{ media: 'screen' }, { format: 'A4', margin: '1cm', deterministic: true }],
    [{ protection: { no_print: true } }, { format: 'A4', margin: '1cm', use_print: true }],
  ])('beside %j', (request, left) => {
    expect(remainingDefaults(defaults, request)).toEqual(left);
  });

  it('stay encrypted where the template encrypts, whatever a request asks for', () => {
    const encrypted = { protection: { user_password: 'x' }, deterministic: true };
    expect(remainingDefaults(encrypted, { deterministic: false })).toEqual({ protection: encrypted.protection });
  });
});
