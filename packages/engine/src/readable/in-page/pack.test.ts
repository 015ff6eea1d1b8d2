import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packJson, unpackJson } from './pack.ts';

const roundTrip = (value: unknown): unknown => JSON.parse(unpackJson(packJson(JSON.stringify(value))));

describe('packed JSON', () => {
  it('is the same value again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))), (value) => {
        expect(roundTrip(value)).toEqual(value);
      }),
    );
  });

  it('keeps quotes, back quotes and backslashes apart', () => {
    const value = ['"', '`', '\\', '\\"', '\\`', '`"`', '\\u0060', '"`\\"'];
    expect(roundTrip(value)).toEqual(value);
  });

  it('is ASCII when few characters are not, and has no quotes', () => {
    const packed = packJson(JSON.stringify({ text: `${'word '.repeat(100)}– “né”` }));
    expect(packed).toMatch(/^[ -~]*$/);
    expect(packed).not.toContain('"');
  });

  it('grows no text that is written in another script', () => {
    const json = JSON.stringify('漢字'.repeat(1000));
    expect(packJson(json)).toHaveLength(json.length);
  });
});
