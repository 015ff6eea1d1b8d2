import { OUTPUT_FORMATS } from '@platen/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition, distinctFileNames, fileName } from './download-name.ts';

const EXTENSIONS = { pdf: '.pdf', png: '.png', jpeg: '.jpg', webp: '.webp', text: '.txt', markdown: '.md' } as const;

describe('the name of a file', () => {
  it.each([
    ['invoice', 'invoice.pdf'],
    ['invoice.pdf', 'invoice.pdf'],
    ['invoice.PDF', 'invoice.pdf'],
    ['invoice.png', 'invoice.png.pdf'],
    ['Rechnung für Zoë 文字 🙂', 'Rechnung für Zoë 文字 🙂.pdf'],
    ['../../etc/x', 'x.pdf'],
    ['C:\\x', 'x.pdf'],
    ['C:x', 'C_x.pdf'],
    ['\\\\host\\share\\x.pdf', 'x.pdf'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie_ x=1.pdf'],
    ["\"; filename*=UTF-8''x", "__ filename_=UTF-8''x.pdf"],
    ['\u202egnp.exe', 'gnp.exe.pdf'],
    ['a\u0000b\u2028c\ufeffd', 'abcd.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['con', '_con.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['aux.tar.gz', '_aux.tar.gz.pdf'],
    ['con .x', '_con .x.pdf'],
    ['LPT1', '_LPT1.pdf'],
    ['com²', '_com².pdf'],
    ['console', 'console.pdf'],
    ['..', 'document.pdf'],
    ['a/', 'document.pdf'],
    ['. . .', 'document.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['\u202e', 'document.pdf'],
    ['\ud800x', 'x.pdf'],
    ['a  \t b', 'a b.pdf'],
    ['a. . ', 'a.pdf'],
    ['100%25', '100_25.pdf'],
  ])('%j becomes %j', (name, safe) => {
    expect(fileName('pdf', name)).toBe(safe);
  });

  it('is cut between characters, with room for its extension', () => {
    expect(fileName('pdf', 'a'.repeat(5_000))).toBe(`${'a'.repeat(196)}.pdf`);
    expect(fileName('webp', '文'.repeat(5_000))).toBe(`${'文'.repeat(65)}.webp`);
    expect(fileName('pdf', `con.${'a'.repeat(5_000)}`)).toBe(`_con.${'a'.repeat(191)}.pdf`);
    expect(Buffer.byteLength(fileName('text', '🙂'.repeat(100)))).toBe(200);
  });

  it('has the extension of each format, and one without being asked', () => {
    expect(OUTPUT_FORMATS.map((format) => fileName(format))).toEqual(
      Object.values(EXTENSIONS).map((extension) => `document${extension}`),
    );
  });
});

/** Any text, and more often than chance the parts that matter. */
const names = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '../',
        '\\',
        'con',
        'COM1',
        '.',
        ' ',
        '\r\n',
        '"',
        "''",
        ';',
        '%0d',
        '\u202e',
        '\ud800',
        '.pdf',
        '.PNG',
        'é',
        '文',
      ),
      fc.integer({ min: 1, max: 300 }).map((count) => 'x'.repeat(count)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const formats = fc.constantFrom(...OUTPUT_FORMATS);
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i;

/** The name that a client reads from the header (RFC 6266, section 4.3). */
function readName(header: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]*)$/.exec(header)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))$/.exec(header);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
}

describe('any name', () => {
  it('is safe to store under', () => {
    fc.assert(
      fc.property(formats, names, (format, name) => {
        const file = fileName(format, name);
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200);
        expect(file.isWellFormed()).toBe(true);
        expect(file).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(file).not.toMatch(/^[. ]|[. ]$/);
        expect(file).not.toMatch(RESERVED);
        expect(file.endsWith(EXTENSIONS[format])).toBe(true);
        expect(file.length).toBeGreaterThan(EXTENSIONS[format].length);
        expect(fileName(format, file)).toBe(file);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is one header line of ASCII that says the same name', () => {
    fc.assert(
      fc.property(formats, names, (format, name) => {
        const header = contentDisposition(format, name);
        expect(header).toMatch(/^attachment; filename=[\x20-\x7e]+$/);
        expect(readName(header)).toBe(fileName(format, name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives several results different names', () => {
    fc.assert(
      fc.property(fc.array(formats, { minLength: 1, maxLength: 10 }), names, (several, name) => {
        const files = distinctFileNames(several, name);
        expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(several.length);
        files.forEach((file, index) => {
          const format = several[index]!;
          expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200);
          expect(fileName(format, file)).toBe(file);
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('several names', () => {
  it('are numbered by format', () => {
    expect(distinctFileNames(['png', 'pdf', 'png', 'jpeg', 'png'], 'Page.png')).toEqual([
      'Page.png',
      'Page.png.pdf',
      'Page-2.png',
      'Page.png.jpg',
      'Page-3.png',
    ]);
  });

  it('stay apart when they are cut', () => {
    const [first, second] = distinctFileNames(['png', 'png'], `${'a'.repeat(194)}-2-and-more`);
    expect(first).not.toBe(second);
    expect(second).toMatch(/^a+-2\.png$/);
  });
});

describe('Content-Disposition', () => {
  it('shows without a name, and stores with one', () => {
    expect(contentDisposition('pdf')).toBe('inline; filename=document.pdf');
    expect(contentDisposition('png', 'x y')).toBe('attachment; filename="x y.png"');
    expect(contentDisposition('text', 'ü')).toBe('attachment; filename="?.txt"; filename*=UTF-8\'\'%C3%BC.txt');
  });
});
