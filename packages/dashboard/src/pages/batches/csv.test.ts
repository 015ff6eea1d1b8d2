import { expect, it } from 'vitest';
import { fieldsOf, likelyField, readCsv, writeCsv } from './csv.ts';

const TEXT = '\ufeffName;Invoice no.;Note\r\n"Ada; ""Countess""";7;"two\nlines"\r\n\r\nBob;8\r\n';

it('reads a table as spreadsheets write it', () => {
  expect(readCsv(TEXT)).toEqual({
    columns: ['Name', 'Invoice no.', 'Note'],
    rows: [
      ['Ada; "Countess"', '7', 'two\nlines'],
      ['Bob', '8'],
    ],
  });
  expect(readCsv('sep=|\na|b\n1|2').rows).toEqual([['1', '2']]);
  expect(readCsv('')).toEqual({ columns: [], rows: [] });
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
