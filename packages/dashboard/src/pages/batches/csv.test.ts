import { expect, it } from 'vitest';
import { emptyIn, fieldsOf, likelyField, readCsv, textOf, writeCsv } from './csv.ts';

const TEXT = '\ufeffName;Invoice no.;Note\r\n"Ada; ""Countess""";7;"two\nlines"\r\n\r\nBob;8\r\n';

it('reads a table as spreadsheets write it', () => {
  expect(readCsv(TEXT)).toEqual({
    columns: ['Name', 'Invoice no.', 'Note'],
    rows: [
      ['Ada; "Countess"', '7', 'two\nlines'],
      ['Bob', '8'],
    ],
    isFaulty: false,
  });
  expect(readCsv('sep=|\na|b\n1|2').rows).toEqual([['1', '2']]);
  expect(readCsv('"sep=;"\na;b\n1;2\n;\n')).toMatchObject({ columns: ['a', 'b'], rows: [['1', '2']] });
  expect(readCsv('')).toEqual({ columns: [], rows: [], isFaulty: false });
});

it('tells quotation marks that the service refuses, and guesses nothing about them', () => {
  const faulty = ['a,b\n1,"2\n3,4', 'a\n"1"2', 'a\n12"', 'a\n""1', 'a\n"1""'];
  expect(faulty.map((text) => readCsv(text).isFaulty)).toEqual(faulty.map(() => true));
  expect(['a\n""', 'a\n"1""2"', 'a,b\n"","x"'].map((text) => readCsv(text).isFaulty)).toEqual([false, false, false]);
});

it('reads what Excel saves in the code page of Western Europe', async () => {
  const bytes = Buffer.from('Name\nM\u00fcller \u00a9', 'latin1');
  expect(await textOf(new Blob([bytes, new Uint8Array([0x80])]))).toEqual({
    text: 'Name\nM\u00fcller \u00a9\u20ac',
    isGuess: true,
  });
  expect(await textOf(new Blob(['Name\nM\u00fcller']))).toEqual({ text: 'Name\nM\u00fcller', isGuess: false });
  const wide = Buffer.from('\ufeffName\nM\u00fcller', 'utf16le');
  expect(await textOf(new Blob([wide]))).toEqual({ text: 'Name\nM\u00fcller', isGuess: false });
});

it('counts rows that nothing is left of', () => {
  const table = readCsv('a,b\n1,2\n3,\n,4');
  expect([emptyIn(table, ['x', 'y']), emptyIn(table, [undefined, 'y']), emptyIn(table, [])]).toEqual([0, 1, 3]);
});

it('writes the chosen columns under the names of fields', () => {
  const csv = writeCsv(readCsv(TEXT), ['customer.name', undefined, 'note']);
  expect(csv).toBe('customer.name,note\r\n"Ada; ""Countess""","two\nlines"\r\nBob,');
  expect(readCsv(csv).rows).toEqual([
    ['Ada; "Countess"', 'two\nlines'],
    ['Bob', ''],
  ]);
});

it('finds the field of a column by its name', () => {
  const fields = fieldsOf({
    number: '1',
    customer: { name: 'A', city: 'B' },
    seller: { name: 'C' },
    items: [{ a: 1 }],
  });
  expect(fields).toEqual(['number', 'customer.name', 'customer.city', 'seller.name']);
  expect(['Number', 'customer name', 'City', 'name', 'other'].map((column) => likelyField(column, fields))).toEqual([
    'number',
    'customer.name',
    'customer.city',
    undefined,
    undefined,
  ]);
});
