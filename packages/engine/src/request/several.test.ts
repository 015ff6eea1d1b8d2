import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { ignoredByFormat, validateSeveral } from './several.ts';

const html = { html: '<p>x' };
const valid = (outputs: unknown, shared: Record<string, unknown> = {}) =>
  validateSeveral({ source: html, outputs, ...shared });

const refusal = (outputs: unknown, shared: Record<string, unknown> = {}) => {
  try {
    valid(outputs, shared);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { code: error.code, pointer: error.details.pointer, message: error.message, issues: error.details.issues };
  }
  return undefined;
};

describe('outputs', () => {
  it('keep their order, and have the same names in any case', () => {
    const formats = ['PNG', 'markdown', 'jpg', 'JPEG', 'Text', 'pdf', 'webp', 'png'];
    expect(valid(formats.map((format) => ({ format }))).outputs.map(({ format }) => format)).toEqual([
      'png',
      'markdown',
      'jpeg',
      'jpeg',
      'text',
      'pdf',
      'webp',
      'png',
    ]);
  });

  it.each([
    ['missing', undefined, '/outputs'],
    ['no list', { format: 'pdf' }, '/outputs'],
    ['text', 'pdf', '/outputs'],
    ['none', [], '/outputs'],
    ['eleven', Array.from({ length: 11 }, () => ({ format: 'png' })), '/outputs'],
    ['a name alone', ['pdf'], '/outputs/0'],
    ['without a format', [{ format: 'pdf' }, {}], '/outputs/1/format'],
    ['of an unknown format', [{ format: 'png' }, { format: 'gif' }], '/outputs/1/format'],
    ['of a kind instead of a format', [{ format: 'image' }], '/outputs/0/format'],
    ['with options that are a list', [{ format: 'pdf', options: [] }], '/outputs/0/options'],
    ['with options that are null', [{ format: 'pdf', options: null }], '/outputs/0/options'],
    ['a PDF twice', [{ format: 'pdf' }, { format: 'png' }, { format: 'PDF' }], '/outputs/2/format'],
    ['text twice', [{ format: 'text' }, { format: 'text' }], '/outputs/1/format'],
    ['Markdown twice', [{ format: 'markdown' }, { format: 'Markdown' }], '/outputs/1/format'],
  ])('that are %s are refused with a pointer', (_, outputs, pointer) => {
    expect(refusal(outputs)).toMatchObject({ code: 'invalid_request', pointer });
  });

  it('names the formats that there are', () => {
    expect(refusal([{ format: 'gif' }])?.message).toMatch(/pdf, png, jpeg, webp, text, markdown/);
  });

  it.each([
    [[{ format: 'pdf', option: {} }], '/outputs/0/option', 'options'],
    [[{ format: 'png' }, { fromat: 'pdf', format: 'pdf' }], '/outputs/1/fromat', 'format'],
    [[{ format: 'pdf', options: { landscpe: true } }], '/outputs/0/options/landscpe', 'landscape'],
    [[{ format: 'markdown', options: { bulet: '*' } }], '/outputs/0/options/bulet', 'bullet'],
    [[{ format: 'text', options: { link: 'none' } }], '/outputs/0/options/link', 'links'],
    [[{ format: 'png', options: { clip: { x: 0, y: 0, widht: 1, height: 1 } } }], '/outputs/0/options/clip', 'width'],
  ])('%j has an unknown field, reported with the nearest name', (outputs, pointer, nearest) => {
    const refused = refusal(outputs);
    const issue = refused?.issues?.find(({ code }) => code === 'unknown_field');
    expect(issue?.pointer.startsWith(pointer)).toBe(true);
    expect(issue?.detail).toContain(`"${nearest}"`);
  });

  it('has a known name misspelled in the request itself', () => {
    const refused = refusal(undefined, { output: [{ format: 'pdf' }] });
    expect(refused?.issues).toContainEqual(expect.objectContaining({ pointer: '/output', code: 'unknown_field' }));
    expect(refused?.issues?.map(({ detail }) => detail).join()).toContain('"outputs"');
  });
});

describe('options of an output', () => {
  it('take the place of those of the request, for that output alone', () => {
    const { outputs, options } = valid(
      [{ format: 'png' }, { format: 'png', options: { dpi: 2, viewport: '300x200' } }, { format: 'text' }],
      { viewport: '800x600', delay: 5, wrap: 60 },
    );
    expect(options).toMatchObject({ viewport: '800x600', delay: 5 });
    expect(outputs.map(({ options: { viewport, dpi, delay, wrap } }) => ({ viewport, dpi, delay, wrap }))).toEqual([
      { viewport: '800x600', dpi: undefined, delay: 5, wrap: 60 },
      { viewport: '300x200', dpi: 2, delay: 5, wrap: 60 },
      { viewport: '800x600', dpi: undefined, delay: 5, wrap: 60 },
    ]);
  });

  it('leave an option of the request alone that they do not name', () => {
    const [pdf] = valid([{ format: 'pdf', options: { format: 'A5' } }], { zoom: 0.5, landscape: true }).outputs;
    expect(pdf?.options).toMatchObject({ format: 'A5', zoom: 0.5, landscape: true, tagged: true });
  });

  it('can give a default back', () => {
    const [png] = valid([{ format: 'png', options: { fullpage: false } }], { fullpage: true }).outputs;
    expect(png?.options.fullpage).toBe(false);
  });

  it.each([
    ['pdf', { zoom: 9 }, '/outputs/1/options/zoom'],
    ['pdf', { margin: { top: 'x' } }, '/outputs/1/options/margin/top'],
    ['png', { clip: { x: -1, y: 0, width: 1, height: 1 } }, '/outputs/1/options/clip/x'],
    ['png', { viewport: { width: 0, height: 1 } }, '/outputs/1/options/viewport/width'],
    ['text', { wrap: -1 }, '/outputs/1/options/wrap'],
    ['markdown', { tables: 'xml' }, '/outputs/1/options/tables'],
  ])('%s %j is refused where it was written', (format, options, pointer) => {
    expect(refusal([{ format: 'jpeg' }, { format, options }])).toMatchObject({ code: 'invalid_request', pointer });
  });

  it.each([
    ['png', { zoom: 1 }, 'zoom'],
    ['pdf', { fullpage: true }, 'fullpage'],
    ['text', { bullet: '*' }, 'bullet'],
    ['markdown', { wrap: 80 }, 'wrap'],
    ['png', { delay: 5 }, 'delay'],
    ['png', { source: html }, 'source'],
    ['png', { target_format: 'jpeg' }, 'target_format'],
  ])('%s %j belongs elsewhere and is refused', (format, options, field) => {
    const pointer = `/outputs/0/options/${field}`;
    expect(refusal([{ format, options }])).toMatchObject({ code: 'unknown_field', pointer });
  });

  it.each([
    [[{ format: 'png', options: { fullpage: true, css_selector: 'p' } }], {}, '/outputs/0/options/css_selector'],
    [[{ format: 'png', options: { css_selector: 'p' } }], { fullpage: true }, '/outputs/0/options/css_selector'],
    [[{ format: 'png', options: { fullpage: true } }], { css_selector: 'p' }, '/css_selector'],
    [[{ format: 'pdf', options: { width: '5in' } }], {}, '/height'],
    [
      [{ format: 'png', options: { dpi: 2 } }],
      { viewport: { width: 9, height: 9, device_scale_factor: 3 } },
      '/outputs/0/options/dpi',
    ],
    [[{ format: 'png' }], { media: 'screen', use_print: true }, '/use_print'],
    [[{ format: 'text' }], { format: 'A4', width: 1, height: 1 }, '/format'],
  ])('%j with %j contradict each other', (outputs, shared, pointer) => {
    expect(refusal(outputs, shared)).toMatchObject({ code: 'invalid_request', pointer });
  });
});

describe('options of the request', () => {
  it('are reported as ignored only when they belong to none of the outputs', () => {
    const shared = { fullpage: true, zoom: 1, wrap: 3, content: 'main', bullet: '*' };
    expect([...valid([{ format: 'png' }, { format: 'text' }], shared).ignored].sort()).toEqual(['bullet', 'zoom']);
    expect([...valid([{ format: 'pdf' }, { format: 'markdown' }], shared).ignored].sort()).toEqual([
      'fullpage',
      'wrap',
    ]);
  });

  it('are reported once when they are for an address that is not there, or for the format', () => {
    const shared = { http_headers: { a: 'b' }, target_format: 'webp' };
    expect([...valid([{ format: 'png' }, { format: 'jpeg' }], shared).ignored].sort()).toEqual([
      'http_headers',
      'target_format',
    ]);
    expect([...valid([{ format: 'pdf' }], shared).ignored].sort()).toEqual(['http_headers', 'target_format']);
  });

  it('are told when none of the images is of a format that has them', () => {
    const ignored = (formats: readonly string[], shared: Record<string, unknown>) =>
      ignoredByFormat(
        valid(
          formats.map((format) => ({ format })),
          shared,
        ),
      );
    const all = { quality: 50, transparent: true };
    expect(ignored(['png'], all)).toEqual(['quality']);
    expect(ignored(['jpg'], { ...all, omit_background: true })).toEqual(['transparent', 'omit_background']);
    expect(ignored(['png', 'jpeg'], all)).toEqual([]);
    expect(ignored(['webp', 'pdf'], all)).toEqual([]);
    expect(ignored(['pdf'], all)).toEqual([]);
    expect(ignored(['jpeg'], { transparent: false })).toEqual([]);
    const ofTemplate = { ...valid([{ format: 'png' }], all), defaults: ['quality'] };
    expect(ignoredByFormat(ofTemplate)).toEqual([]);
  });
});
