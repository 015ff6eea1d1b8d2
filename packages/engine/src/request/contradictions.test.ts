import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { conversionRequest } from './request.ts';
import { validateRequest } from './validate.ts';

const html = { html: '<p>x' };
const viewport = { width: 1, height: 1, device_scale_factor: 3 };
const password = 'x';

const refusal = (fields: object) => {
  try {
    validateRequest({ source: html, ...fields }, 'pdf');
  } catch (error) {
    if (error instanceof EngineError) return { pointer: error.details.pointer, message: error.message };
    throw error;
  }
  return undefined;
};

describe('options that exclude or require others', () => {
  it.each([
    [{ use_print: true, media: 'screen' }, '/use_print', '"use_print" contradicts "media"'],
    [{ raise_for_status: true, allow_error_status: true }, '/raise_for_status', 'contradicts "allow_error_status"'],
    [{ ignore_long_polling: true, wait_for_network: false }, '/ignore_long_polling', 'needs "wait_for_network"'],
    [{ width: 100 }, '/height', 'go together'],
    [{ height: 100 }, '/width', 'go together'],
    [{ format: 'A4', width: 100, height: 100 }, '/format', 'two ways to name the paper'],
    [{ format: 'A4', width: 100 }, '/height', 'go together'],
    [{ width: 100, height: 1 }, '/height', '"height" must be between 10 px and 14,400 pt.'],
    [{ format: 'auto', landscape: true }, '/landscape', 'cannot be turned'],
    [{ protection: {}, deterministic: true }, '/deterministic', 'random parts'],
    [{ protection: { user_password: password, owner_password: password } }, '/protection/owner_password', 'equal'],
    [{ remove_blank: true, trim_blank_pages: 'none' }, '/remove_blank', 'contradicts "trim_blank_pages"'],
    [{ remove_blank: false, trim_blank_pages: 'all' }, '/remove_blank', 'contradicts "trim_blank_pages"'],
    [{ dpi: 2, viewport }, '/dpi', 'contradicts "viewport.device_scale_factor"'],
    [{ omit_background: false, transparent: true }, '/omit_background', 'contradicts "transparent"'],
    [{ fullpage: true, clip: { x: 0, y: 0, width: 1, height: 1 } }, '/clip', 'at most one of'],
    [{ css_selector: 'p', clip: { x: 0, y: 0, width: 1, height: 1 } }, '/clip', 'at most one of'],
  ])('%j are refused', (fields, pointer, message) => {
    expect(refusal(fields)).toMatchObject({ pointer, message: expect.stringContaining(message) });
  });

  it.each([
    { use_print: true, media: 'print' },
    { raise_for_status: false, allow_error_status: true },
    { wait_for_network: true, ignore_long_polling: true },
    { format: 'A4', landscape: true },
    { protection: { user_password: password }, deterministic: false },
    { remove_blank: true, trim_blank_pages: 'all' },
    { dpi: 3, viewport },
    { omit_background: true, transparent: false },
    { fullpage: false, css_selector: 'p' },
  ])('%j agree', (fields) => {
    expect(refusal(fields)).toBeUndefined();
  });

  it('say so in the reference, each of them', () => {
    const saying = Object.entries(conversionRequest.shape).filter(([, { description = '' }]) =>
      /(?:Not with|Must not contradict|must not contradict|Goes with|Needs|excludes) (?:a )?`/.test(description),
    );
    expect(saying.map(([name]) => name)).toEqual([
      'wait_for_network',
      'ignore_long_polling',
      'viewport',
      'media',
      'use_print',
      'allow_error_status',
      'raise_for_status',
      'format',
      'width',
      'height',
      'landscape',
      'trim_blank_pages',
      'remove_blank',
      'protection',
      'deterministic',
      'fullpage',
      'css_selector',
      'clip',
      'dpi',
      'transparent',
      'omit_background',
    ]);
  });
});
