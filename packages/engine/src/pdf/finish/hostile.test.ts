import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { pdfFaults, pdfText } from '../../testing/judge.ts';
import { useRawPrints } from '../../testing/raw-prints.ts';
import { finishPdf } from './finish.ts';

const prints = useRawPrints();
let plain: Buffer;
let packed: Buffer;

beforeAll(async () => {
  const html =
    '<title>T</title><h1>One</h1><p><a href="https://a.test/">link</a><table><tr><td>1<td>2</table><h2 style="break-before:page">Two';
  plain = await prints.print(html);
  packed = Buffer.from(finishPdf(plain));
});

describe('input that is not a sound file of Chromium', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'Hello'],
    ['a head only', '%PDF-1.4\n'],
    ['a table that points at itself', '%PDF-1.4\nxref\n0 1\nstartxref\n9\n%%EOF'],
    ['a table without an end', '%PDF-1.4\nxref\n0 999999999\ntrailer<<>>\nstartxref\n9\n%%EOF'],
    ['sections without number', `%PDF-1.4\nxref\n${'0 0\n'.repeat(9999)}trailer<<>>\nstartxref\n9\n%%EOF`],
  ])('is returned as it is: %s', (_, text) => {
    const input = Buffer.from(text, 'latin1');
    expect(finishPdf(input)).toBe(input);
  });

  it('is returned as it is when it ends too early', () => {
    fc.assert(
      fc.property(fc.constantFrom(plain, packed), fc.double({ min: 0, max: 0.98, noNaN: true }), (file, part) => {
        const cut = file.subarray(0, Math.floor(file.length * part));
        expect(finishPdf(cut)).toBe(cut);
      }),
      { numRuns: 60 },
    );
  });

  it('never throws or hangs, however its bytes are changed', () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), byte: fc.nat(255) });
    fc.assert(
      fc.property(
        fc.constantFrom(plain, packed),
        fc.array(change, { minLength: 1, maxLength: 40 }),
        (file, changes) => {
          const garbled = Buffer.from(file);
          for (const { at, byte } of changes) garbled[Math.floor(at * garbled.length)] = byte;
          expect(finishPdf(garbled)).toBeInstanceOf(Uint8Array);
          expect(finishPdf(garbled, { metadata: { title: 'x' } })).toBeInstanceOf(Uint8Array);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws or hangs, whatever stands in its objects', () => {
    const token = fc.constantFrom(
      ...'<< >> [ ] ( ) < > /A /Type 1 0 R 2 0 R 7 -3 .5 true null stream endobj % \\'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(fc.array(token, { maxLength: 12 }), { maxLength: 6 }), (objects) => {
        const input = file(objects.map((tokens) => tokens.join(' ')));
        expect(finishPdf(input, { metadata: { title: 'x' } })).toBeInstanceOf(Uint8Array);
      }),
      { numRuns: 300 },
    );
  });

  it('is returned as it is when objects overlap without number', () => {
    const long = `[${'1 0 R '.repeat(20_000)}]`;
    const count = 20_000;
    const at = '%PDF-1.4\n'.length;
    const rows = Array.from({ length: count }, () => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
    const body = `%PDF-1.4\n1 0 obj\n${long}\nendobj\n`;
    const input = Buffer.from(
      `${body}xref\n0 ${count}\n${rows}trailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
      'latin1',
    );
    expect(finishPdf(input)).toBe(input);
  });

  it('is returned as it is when it was changed, locked or signed', () => {
    const text = plain.toString('latin1');
    const more = (entry: string) => Buffer.from(text.replace('/Root ', `${entry}\n/Root `), 'latin1');
    for (const entry of ['/Prev 12', '/XRefStm 12', '/Encrypt 3 0 R']) {
      const input = more(entry);
      expect(finishPdf(input)).toBe(input);
    }
    expect(finishPdf(more('/Other 12'))).not.toBe(plain);
    expect(pdfFaults(finishPdf(more('/Other 12')))).toBe('');
  });

  it('keeps strings and names of every kind', () => {
    const strings = ['(a\\)b\\\\)', '((nested) 1 0 R)', '<48 69>', '(%no comment)', '/A#20B', '(\\101\\\n)'];
    const input = file([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] % note (\n /X [${strings.join(' ')} -1 .5 +3 true null 99 0 R]>>`,
    ]);
    const output = finishPdf(input);
    expect(output).not.toBe(input);
    expect(pdfFaults(output)).toBe('');
    expect(pdfText(output).trim()).toBe('');
    expect(finishPdf(output).length).toBeGreaterThan(0);
  });
});

/** A file with a table, its objects numbered from one. */
function file(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(`${text}${table}trailer\n<</Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}
