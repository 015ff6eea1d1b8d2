import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfPixels, pdfText } from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';
import { readStamp, StampRefused } from './stamp-source.ts';

const { convert } = useSharedEngine();
let page: Uint8Array;
let letterhead: Buffer;

beforeAll(async () => {
  const bare = { tagged: false, outline: false, margin: 0, prefer_css_page_size: true };
  const size = '<style>@page{size:200pt 100pt;margin:0}body{margin:0}</style>';
  page = (await convert({ source: { html: `${size}<p>content` }, ...bare })).bytes;
  const html =
    `${size}<div style="background:red;width:50pt;line-height:50pt;padding-left:20pt">Head</div>` +
    '<div style="break-before:page;background:blue;width:200pt;height:100pt">second</div>';
  letterhead = Buffer.from((await convert({ source: { html }, ...bare, tagged: true })).bytes);
});

/** A file with the objects given, and a table of them. */
function file(objects: readonly (string | Buffer)[], extra = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = 9;
  const rows = objects.map((object, index) => {
    const at = length;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  parts.push(
    Buffer.from(`${table}trailer\n<</Root 1 0 R/Size ${objects.length + 1}${extra}>>\nstartxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

const stream = (data: string | Buffer, entries = '') =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ]);

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const RED_CORNER = '1 0 0 rg 0 50 50 50 re f';
const simple = (entries: string, content: string | Buffer = stream(RED_CORNER)) =>
  file([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R${entries}>>`, content]);

/** What qpdf makes of a file. */
function qpdf(input: Uint8Array, ...options: readonly string[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-stamp-'));
  try {
    writeFileSync(path.join(folder, 'in.pdf'), input);
    execFileSync('qpdf', [...options, path.join(folder, 'in.pdf'), path.join(folder, 'out.pdf')]);
    return readFileSync(path.join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Colours of the corners of the page with the stamp on it: upper left, upper right, lower left. */
function corners(stamp: Uint8Array): string {
  const after = finishPdf(page, { stamp: { pdf: stamp } });
  expect(pdfFaults(after)).toBe('');
  expect(pdfText(after)).toContain('content');
  const pixels = pdfPixels(after, 1);
  return [
    [5, 5],
    [195, 5],
    [5, 95],
  ]
    .map(([x = 0, y = 0]) => {
      const [red = 0, green = 0, blue = 0] = pixels.at(x, y);
      return red > 200 && green < 50 ? 'red' : blue > 200 && red < 50 ? 'blue' : 'white';
    })
    .join(' ');
}

describe('a PDF of any program', () => {
  it('may be written in any way that qpdf knows', () => {
    expect(corners(letterhead)).toBe('red white white');
    const ways = [
      ['--object-streams=generate'],
      ['--object-streams=disable', '--stream-data=uncompress'],
      ['--linearize'],
      ['--linearize', '--object-streams=generate', '--recompress-flate'],
      ['--qdf'],
    ];
    for (const way of ways) expect(corners(qpdf(letterhead, ...way)), way.join(' ')).toBe('red white white');
    expect(corners(Buffer.from(finishPdf(letterhead)))).toBe('red white white');
  });

  it('may have updates: the newest objects count', () => {
    const old = simple('');
    const at = old.length;
    const newer = Buffer.concat([
      Buffer.from('4 0 obj\n'),
      stream('0 0 1 rg 0 50 50 50 re f'),
      Buffer.from('\nendobj\n'),
    ]);
    const previous = /startxref\n(\d+)/.exec(old.toString('latin1'))?.[1];
    const table = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    const tail = `${table}trailer\n<</Root 1 0 R/Size 5/Prev ${previous}>>\nstartxref\n${at + newer.length}\n%%EOF\n`;
    expect(corners(old)).toBe('red white white');
    expect(corners(Buffer.concat([old, newer, Buffer.from(tail)]))).toBe('blue white white');
  });

  it.each([
    ['junk before its head', (pdf: Buffer) => Buffer.concat([Buffer.from('\r\n--boundary\r\n'), pdf])],
    ['junk behind its end', (pdf: Buffer) => Buffer.concat([pdf, Buffer.alloc(3000)])],
    ['no table', (pdf: Buffer) => pdf.subarray(0, pdf.lastIndexOf('xref\n0 '))],
    [
      'a table that is off',
      (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace('1 0 obj', '  1 0 obj'), 'latin1'),
    ],
    [
      'lengths that are wrong',
      (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace(/Length \d+/, 'Length 99999'), 'latin1'),
    ],
  ])('may have %s', (_, damage) => {
    expect(corners(damage(simple('')))).toBe('red white white');
  });

  it('may have lost its tables although its objects are in streams', () => {
    const packed = qpdf(letterhead, '--object-streams=generate');
    const text = packed.toString('latin1');
    const lost = Buffer.from(text.slice(0, text.lastIndexOf('startxref')), 'latin1');
    expect(corners(lost)).toBe('red white white');
  });

  it('is shown turned, cropped and in its unit', () => {
    const turned = (degrees: number, box: string) => corners(simple(`/Rotate ${degrees}/CropBox[${box}]`));
    expect(turned(0, '0 0 200 100')).toBe('red white white');
    expect(turned(180, '0 0 200 100')).toBe('white white white');
    expect(corners(simple('/Rotate 180', stream('1 0 0 rg 150 50 50 50 re f')))).toBe('white white red');
    // A narrow part, turned to a page that is broad again.
    const narrow = file([
      CATALOG,
      PAGES,
      '<</Type/Page/Parent 2 0 R/MediaBox[10 10 110 210]/Contents 4 0 R/Rotate 90/UserUnit 3>>',
      stream('1 0 0 rg 10 10 50 50 re f'),
    ]);
    expect(corners(narrow)).toBe('red white white');
    expect(corners(simple('/CropBox[0 50 100 100]'))).toBe('red white red');
  });

  it('may have its content in parts, in any encoding of text', () => {
    const half = [RED_CORNER.slice(0, 9), RED_CORNER.slice(9)];
    const parts = file([
      CATALOG,
      PAGES,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents[4 0 R 5 0 R]>>',
      stream(`${Buffer.from(half[0] as string).toString('hex')}>`, '/Filter/ASCIIHexDecode'),
      stream(deflateSync(half[1] as string), '/Filter[/FlateDecode]'),
    ]);
    expect(corners(parts)).toBe('red white white');
    // "1 0 0 rg 0 50 50 50 re f" in base 85.
    expect(corners(simple('', stream(base85(RED_CORNER), '/Filter/ASCII85Decode')))).toBe('red white white');
  });

  it('has its hidden layers hidden', () => {
    const layered = (off: string) =>
      file([
        `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[${off}]>>>>>>`,
        PAGES,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>>>',
        stream(`/OC /L BDC ${RED_CORNER} EMC`),
        '<</Type/OCG/Name(Layer)>>',
      ]);
    expect(corners(layered(''))).toBe('red white white');
    expect(corners(layered('5 0 R'))).toBe('white white white');
  });

  it('leaves behind what is not drawn: script, files, other pages', () => {
    const source = simple('/Annots[5 0 R]/AA<</O<</S/JavaScript/JS(app.alert)>>>>/Metadata 1 0 R');
    const after = finishPdf(page, { stamp: { pdf: source } });
    expect(Buffer.from(qpdf(after, '--qdf')).toString('latin1')).not.toMatch(/JavaScript|app\.alert/);
    const tagged = Buffer.from(qpdf(finishPdf(page, { stamp: { pdf: letterhead } }), '--qdf'));
    expect(tagged.toString('latin1')).not.toMatch(/StructElem|second/);
  });
});

function base85(text: string): string {
  const padded = Buffer.concat([Buffer.from(text), Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  let out = '';
  for (let at = 0; at < padded.length; at += 4) {
    let word = padded.readUInt32BE(at);
    let group = '';
    for (let digit = 0; digit < 5; digit += 1, word = Math.floor(word / 85))
      group = String.fromCharCode(33 + (word % 85)) + group;
    out += group;
  }
  return `${out}~>`;
}

/** LZW data (ISO 32000-1, 7.4.4) of so many equal bytes, or a few more: each code stands for one byte more than the last. */
function lzwOf(bytes: number): Buffer {
  let digits = '';
  const pieces: string[] = [];
  const put = (code: number, width: number) => {
    digits += code.toString(2).padStart(width, '0');
  };
  for (let total = 0; total < bytes; ) {
    put(256, total === 0 ? 9 : 12);
    put(0, 9);
    total += 1;
    for (let code = 258; code < 4_090; code += 1) {
      put(code, code < 511 ? 9 : code < 1_023 ? 10 : code < 2_047 ? 11 : 12);
      total += code - 256;
    }
    // The table is full: what follows begins a new one.
    pieces.push(digits);
    digits = '';
  }
  const all = pieces.join('');
  const out = Buffer.alloc(Math.ceil(all.length / 8));
  for (let at = 0; at < out.length; at += 1) {
    out[at] = Number.parseInt(all.slice(8 * at, 8 * at + 8).padEnd(8, '0'), 2);
  }
  return out;
}

/** So many million zeros, deflated (RFC 1950): a block of a million, again and again. To deflate all of them takes seconds. */
function deflatedZeros(millions: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  const [head, end, sum] = [Buffer.from([0x78, 0x9c]), Buffer.from([3, 0]), Buffer.alloc(4)];
  sum.writeUInt16BE((millions * 1_000_000) % 65_521);
  sum.writeUInt16BE(1, 2);
  return Buffer.concat([head, ...Array.from({ length: millions }, () => block), end, sum]);
}

describe('a file that cannot be laid over others', () => {
  it('is refused in words: no PDF, too large, encrypted', () => {
    expect(() => readStamp(Buffer.from('<html>'))).toThrow('not a PDF');
    expect(() => readStamp(Buffer.alloc(11 * 1024 * 1024))).toThrow('larger than 10 MB');
    const locked = qpdf(letterhead, '--encrypt', '', 'owner', '256', '--');
    expect(() => readStamp(locked)).toThrow('encrypted');
    expect(() => readStamp(finishPdf(letterhead, { protection: { userPassword: 'x' } }))).toThrow('encrypted');
    expect(() => readStamp(Buffer.from('%PDF-1.4\n%%EOF'))).toThrow(StampRefused);
  });

  it('is refused when what would be copied of it inflates to more than any reader should have to', () => {
    const packed = deflatedZeros(70);
    const flate = stream(packed, '/Filter/FlateDecode');
    const drawing = (...objects: readonly Buffer[]) => {
      const names = objects.map((_, index) => `/X${index} ${5 + index} 0 R`).join('');
      const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`;
      return file([CATALOG, PAGES, page, stream('/X0 Do'), ...objects]);
    };
    const runs = stream(Buffer.alloc(1_200_000, Buffer.from([129, 0])), '/Filter/RunLengthDecode');
    const lzw = stream(lzwOf(75_000_000), '/Filter/LZWDecode');
    const hex = stream(`${packed.toString('hex')}>`, '/Filter[/ASCIIHexDecode/FlateDecode]');
    // Pictures of a sheet of paper are fine.
    expect(readStamp(drawing(flate)).pages).toHaveLength(1);
    expect(() => readStamp(drawing(flate, flate))).toThrow('too complex');
    expect(() => readStamp(drawing(hex, hex))).toThrow('too complex');
    for (const one of [runs, lzw]) {
      expect(readStamp(drawing(one)).pages).toHaveLength(1);
      expect(() => readStamp(drawing(one, one))).toThrow('too complex');
    }
    expect(() => readStamp(simple('', stream(deflatedZeros(140), '/Filter/FlateDecode')))).toThrow('too complex');
  });

  it.each([
    ['a page tree that goes round', file([CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]>>'])],
    ['references that go round', file(['2 0 R', '3 0 R', '2 0 R'])],
    ['a bomb of deflate', simple('', stream(deflatedZeros(400), '/Filter/FlateDecode')).subarray(0)],
    ['a bomb of filters', bomb()],
    ['objects without number', file([`[${'<<>>'.repeat(2_000_000)}]`])],
    ['strings that do not end', Buffer.from(`%PDF-1.4\n${'1 0 obj ('.repeat(900_000)}`)],
    ['streams that do not end', Buffer.from(`%PDF-1.4\n${'1 0 obj<<>>stream\n'.repeat(400_000)}`)],
    ['arrays that do not end', Buffer.from(`%PDF-1.4\n${'1 0 obj['.repeat(900_000)}`)],
    ['comments that do not end', Buffer.from(`%PDF-1.4\n1 0 obj 1 ${'%'.repeat(9_000_000)}`)],
    [
      'updates without number',
      Buffer.from(`%PDF-1.4\n${'xref\n0 0\ntrailer<</Prev 9>>\n'.repeat(200_000)}startxref\n9\n%%EOF`),
    ],
    ['a table of nothing', Buffer.from('%PDF-1.4\nxref\n0 9999999999\ntrailer<<>>startxref\n9')],
  ])('costs little time and memory: %s', { timeout: 15_000 }, (_, input) => {
    const before = process.memoryUsage().rss;
    try {
      readStamp(input);
    } catch (error) {
      expect(error).toBeInstanceOf(StampRefused);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(900 * 1024 * 1024);
  });

  it('never throws anything else, however its bytes are changed', () => {
    const packed = qpdf(letterhead, '--object-streams=generate');
    const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), byte: fc.nat(255) });
    fc.assert(
      fc.property(
        fc.constantFrom(letterhead, packed, simple('')),
        fc.array(change, { minLength: 1, maxLength: 30 }),
        (whole, changes) => {
          const garbled = Buffer.from(whole);
          for (const { at, byte } of changes) garbled[Math.floor(at * garbled.length)] = byte;
          try {
            finishPdf(page, { stamp: { pdf: garbled } });
          } catch (error) {
            expect(error).toBeInstanceOf(StampRefused);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Content in two parts, so that it has to be decoded, through two filters that each blow up. */
function bomb(): Buffer {
  const twice = deflateSync(deflatedZeros(300));
  return file([
    CATALOG,
    PAGES,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${'4 0 R '.repeat(5_000)}]>>`,
    stream(twice, '/Filter[/FlateDecode/FlateDecode]'),
  ]);
}
