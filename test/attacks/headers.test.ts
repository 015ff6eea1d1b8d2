import { EngineError, validateRequest } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { useRange } from './range.ts';

/** Sizes that no machine has, and what headers and footers may not do. */
const range = useRange();

describe('S57: sizes that no machine has', () => {
  const refusal = (body: Record<string, unknown>): EngineError => {
    try {
      validateRequest({ source: { html: '<p>x' }, ...body }, 'image');
    } catch (error) {
      if (error instanceof EngineError) return error;
      throw error;
    }
    throw new Error('the request was taken');
  };

  it.each([1e9, 16_385, 0, -1, 1.5, '800', Number.NaN, null])('%j is no side of a viewport', (side) => {
    for (const viewport of [
      { width: side, height: 600 },
      { width: 800, height: side },
    ]) {
      const { code, details } = refusal({ viewport });
      expect(code).toBe('invalid_request');
      expect(details.pointer).toMatch(/^\/viewport/);
    }
  });

  it('nor is a scale of 1,000', () => {
    expect(refusal({ viewport: { width: 800, height: 600, device_scale_factor: 1_000 } }).details.pointer).toMatch(
      /^\/viewport/,
    );
    expect(refusal({ dpi: 1_000 }).details.pointer).toBe('/dpi');
  });

  it('and the area of an image has a bound', async () => {
    for (const body of [{ viewport: '16384x16384' }, { viewport: '9000x9000' }, { viewport: '4000x4000', dpi: 4 }]) {
      expect((await range.attack({ source: { html: '<p>x' }, ...body }, { format: 'png' })).code).toBe(
        'image_too_large',
      );
    }
    const tall = '<div style="height:1000000px">x</div>';
    expect((await range.attack({ source: { html: tall }, fullpage: true }, { format: 'png' })).code).toBe(
      'image_too_large',
    );
  });
});

describe('S60: headers and footers', () => {
  it.each([
    '<link rel=stylesheet href="http://pub.test/x.css">',
    '<LiNk/rel=stylesheet href=x>',
    '<style>@import "http://pub.test/x.css";</style>',
    '<style>@\\69mport "http://pub.test/x.css";</style>',
    '<svg><style>@import url(http://pub.test/x.css);</style></svg>',
    '<div style="height:5000px">taller than the paper</div>',
  ])('that cannot be printed are refused: %s', async (source) => {
    for (const where of ['header', 'footer']) {
      const { code, pointer } = await range.attack({ source: { html: '<p>x' }, [where]: { source } });
      expect({ code, pointer }).toEqual({ code: 'invalid_header', pointer: `/${where}/source` });
    }
  });

  it.each([
    '<script>document.body.append("ran");for(;;);</script>',
    '<img src=x onerror="document.body.append(\'ran\');for(;;);">',
    '<svg onload="document.body.append(\'ran\');for(;;);"></svg>',
    '<details open ontoggle="document.body.append(\'ran\')"></details>',
    '<input autofocus onfocus="document.body.append(\'ran\')">',
    '<iframe srcdoc="<script>parent.document.body.append(\'ran\')</script>"></iframe>',
    '<iframe src="javascript:parent.document.body.append(\'ran\')"></iframe>',
    '<meta http-equiv=refresh content="0;url=about:blank"><base href="file:///etc/">',
  ])('run nothing: %s', async (source) => {
    const both = { header: { source }, footer: { source } };
    const { code, text } = await range.attack({ source: { html: '<p>kept' }, ...both }, { deadline: 10_000 });
    expect(code).toBeUndefined();
    expect(text).toContain('kept');
    expect(text).not.toContain('ran');
  });
});
