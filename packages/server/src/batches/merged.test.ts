import { expect, it } from 'vitest';
import { type EarlyJoin, EarlyJoins } from './early-joins.ts';
import { type MergedEntry, mergedOf } from './merged.ts';

const { signal } = new AbortController();

/** A page with a text. */
function pdf(text: string): Buffer {
  const content = `BT /F1 12 Tf (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R/Size 5>>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
}

const NAMES = ['one', 'two', 'three'];

/** Merges the three, and tells which of them were read. */
async function merged(early?: EarlyJoin) {
  const read: string[] = [];
  async function* results(): AsyncGenerator<MergedEntry> {
    for (const object of NAMES) {
      const bytes = pdf(object);
      const open = async function* () {
        read.push(object);
        yield bytes;
      };
      yield { name: `${object}.pdf`, object, bytes: bytes.length, read: open };
    }
  }
  const { pages, bytes } = await mergedOf(results(), { early, numbering: 'item', signal });
  return { pages, read, file: Buffer.from(bytes).toString('latin1') };
}

const joined = (...objects: string[]) => {
  const joins = new EarlyJoins();
  for (const [position, object] of objects.entries()) {
    joins.add('bat_1', position, { object, bytes: Uint8Array.from(pdf(object)) });
  }
  return joins.take('bat_1');
};

it('goes on with what was joined early, and makes the same file', async () => {
  const plain = await merged();
  expect(plain).toMatchObject({ pages: 3, read: NAMES });
  expect(await merged(joined('one', 'two'))).toEqual({ ...plain, read: ['three'] });
  expect(await merged(joined(...NAMES))).toEqual({ ...plain, read: [] });
});

it('begins anew when what was joined early is not the beginning', async () => {
  const plain = await merged();
  expect(await merged(joined('one', 'other'))).toEqual(plain);
  expect(await merged(joined(...NAMES, 'four'))).toEqual(plain);
});

it('names the file that cannot be joined', async () => {
  const joins = new EarlyJoins();
  joins.add('bat_1', 0, { object: 'one', bytes: Uint8Array.from(Buffer.from('no PDF')) });
  await expect(merged(joins.take('bat_1'))).rejects.toMatchObject({
    code: 'merge_failed',
    message: expect.stringContaining('file 1, "one", cannot be read'),
  });
});

it('reads no more when it is stopped', async () => {
  const stop = new AbortController();
  const read: number[] = [];
  async function* results(): AsyncGenerator<MergedEntry> {
    for (let at = 0; at < 40; at += 1) {
      const bytes = pdf(`${at}`);
      const open = async function* () {
        read.push(at);
        stop.abort('canceled');
        yield bytes;
      };
      yield { name: `${at}.pdf`, object: `${at}`, bytes: bytes.length, read: open };
    }
  }
  const stopped = mergedOf(results(), { early: joined('0', '1'), numbering: 'item', signal: stop.signal });
  await expect(stopped).rejects.toBe('canceled');
  expect(read.length).toBeLessThan(20);
});
