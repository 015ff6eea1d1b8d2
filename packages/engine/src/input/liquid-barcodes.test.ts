import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const render = (template: string, data: Record<string, unknown> = {}) => renderLiquid(template, structuredClone(data));

/** The modules of a code of one row, 1 for a bar: read off the drawing as a scanner would. */
function scan(svg: string): string {
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const units = Array.from({ length: width }, () => 0);
  for (const [, stroke, path] of svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)) {
    for (const [, x] of (path as string).matchAll(/M([\d.]+) [\d.]+L\1/g)) {
      const left = Number(x) - Number(stroke) / 2;
      units.fill(1, left, left + Number(stroke));
    }
  }
  const bars = units.join('').replace(/^0+|0+$/g, '');
  return bars.replace(/(.)\1/g, '$1');
}

/** The right-hand patterns of digits (GS1 General Specifications, 5.2.1.2.1); the left-hand ones mirror them. */
const RIGHT = '1110010 1100110 1101100 1000010 1011100 1001110 1010000 1000100 1001000 1110100'.split(' ');
const PARITIES = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');
const inverted = (bits: string) => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0'));
const mirrored = (bits: string) => [...bits].reverse().join('');

function readEan13(modules: string): string {
  const digits = (part: string) => part.match(/.{7}/g) ?? [];
  let parity = '';
  const left = digits(modules.slice(3, 45)).map((bits) => {
    const odd = RIGHT.indexOf(inverted(bits));
    parity += odd < 0 ? 'G' : 'L';
    return odd < 0 ? RIGHT.indexOf(mirrored(bits)) : odd;
  });
  const right = digits(modules.slice(50, 92)).map((bits) => RIGHT.indexOf(bits));
  return [PARITIES.indexOf(parity), ...left, ...right].join('');
}

describe('barcode', () => {
  it('draws what a scanner reads', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
        const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
        const svg = render("{{ digits | barcode: 'ean13', text: false }}", { digits });
        expect(readEan13(scan(svg))).toBe(`${digits}${(10 - (sum % 10)) % 10}`);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['code128', 'INV-2024/0815'],
    ['code39', 'PLATEN 1'],
    ['ean8', '9638507'],
    ['upca', '036000291452'],
    ['itf14', '15400141288763'],
    ['gs1-128', '(01)09521234543213(10)ABC123'],
    ['sscc18', '(00)006141411234567890'],
    ['datamatrix', 'Größe 12 ½'],
    ['pdf417', 'one line\nand another'],
    ['aztec', 'ticket'],
    ['qrcode', 'https://example.com'],
    ['isbn', '978-3-16-148410-0'],
    ['pzn', '01234562'],
  ])('draws %s', (kind, text) => {
    const svg = render('{{ text | barcode: kind }}', { text, kind });
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" aria-label="[^"<]+" width="[\d.]+mm"/,
    );
    expect(svg).toMatch(/<\/svg>$/);
    expect(svg.length).toBeGreaterThan(500);
  });

  it('has the size that is asked for', () => {
    const sizeOf = (options: string) =>
      /width="([\d.]+)mm" height="([\d.]+)mm"/
        .exec(render(`{{ '4006381333931' | barcode: ${options} }}`))
        ?.slice(1, 3)
        .map(Number) as [number, number];
    const [width, height] = sizeOf("'ean13'");
    expect(width).toBeGreaterThan(30);
    const [wide, high] = sizeOf("'ean13', width: 50");
    expect(wide).toBe(50);
    expect(high / wide).toBeCloseTo(height / width, 3);
    // Bars of 10 mm and the line of text below them.
    const [, low] = sizeOf("'ean13', width: 50, height: 10");
    expect(low).toBeGreaterThanOrEqual(10);
    expect(low).toBeLessThan(16);
    expect(sizeOf("'datamatrix', width: 12")).toEqual([12, 12]);
    expect(sizeOf("'datamatrix', width: 12, height: 20")).toEqual([12, 20]);
  });

  it('leaves out the text below the bars when told so', () => {
    expect(render("{{ 'A' | barcode: 'code128', text: false }}").length).toBeLessThan(
      render("{{ 'A' | barcode: 'code128' }}").length,
    );
  });

  it('prints no markup of the data', () => {
    const text = '"><script>alert(1)</script>';
    expect(render("{{ text | barcode: 'code128' }}", { text })).not.toMatch(/<script|""/);
  });

  it.each([
    ["{{ '4006381333932' | barcode: 'ean13' }}", 'The filter "barcode" cannot draw this: Incorrect EAN-13 check digit'],
    ["{{ v | barcode: 'ean13' }}", 'EAN-13 must contain only digits'],
    ["{{ v | barcode: 'gs1-128' }}", 'The filter "barcode" cannot draw this: '],
    ["{{ gs1 | barcode: 'gs1-128' }}", 'The filter "barcode" cannot draw this: '],
    ["{{ v | barcode: 'ean31' }}", 'does not know this kind of barcode. Did you mean "ean13"?'],
    ['{{ v | barcode: v }}', 'does not know this kind of barcode. Give one such as'],
    ['{{ v | barcode }}', 'does not know this kind of barcode.'],
    ["{{ nothing | barcode: 'code128' }}", 'needs a text, and has none'],
    ["{{ long | barcode: 'qrcode' }}", 'no barcode can hold so long a text'],
    ["{{ v | barcode: 'code128', width: 0 }}", 'The option "width" of the filter "barcode" has to be from 1 to 1000'],
    ["{{ v | barcode: 'code128', widht: 9 }}", 'Did you mean "width"?'],
    [
      "\n  {{ v | qrcode: level: 'X' }}",
      'Line 2, column 3: The option "level" of the filter "qrcode" has to be L, M, Q, H',
    ],
  ])('%s is refused: %s', (template, message) => {
    const data = { v: 'CANARY-4711ä', gs1: '(99)CANARY-4711(9999)CANARY-4711ä(01)1', long: 'x'.repeat(7_090) };
    expect(() => render(template, data)).toThrow(message);
    expect(() => render(template, data)).toThrow(/^Line \d, column \d: /);
    expect(() => render(template, data)).not.toThrow(/CANARY|bwipp/);
  });
});

describe('qrcode', () => {
  it('has its size, with the margin that a reader needs', () => {
    expect(render("{{ 'hello' | qrcode: size: 30 }}")).toContain(
      'width="30mm" height="30mm" viewBox="-16 -16 116 116"',
    );
    expect(render("{{ 'hello' | qrcode: margin: 0 }}")).toContain('viewBox="0 0 84 84"');
  });

  it('grows with the level of correction', () => {
    const size = (level: string) =>
      Number(
        /viewBox="0 0 (\d+)/.exec(render(`{{ 'hello world and more' | qrcode: level: '${level}', margin: 0 }}`))?.[1],
      );
    expect(size('H')).toBeGreaterThan(size('L'));
  });
});
