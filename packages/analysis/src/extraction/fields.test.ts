import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerExtraction } from './answer.ts';
import { AGREEMENTS } from './testing/agreements.ts';
import { BILLS } from './testing/bills.ts';
import { FORMS } from './testing/forms.ts';
import { LETTERS } from './testing/letters.ts';

const PAPERS = [...AGREEMENTS, ...FORMS, ...BILLS, ...LETTERS].filter(({ fields }) => Object.keys(fields).length > 0);

const custom = (text: string, names: readonly string[]) =>
  answerExtraction(readDocument(text), { extractionType: 'custom', customFields: names });
const valueNamed = (text: string, name: string) => custom(text, [name]).extractedData.fields?.[name];

describe('fields that a caller names', () => {
  it.each(PAPERS.map((paper) => [paper.name, paper] as const))(
    'are found in %s, and null where it states nothing',
    (_name, { text, fields }) => {
      expect(custom(text, Object.keys(fields)).extractedData.fields).toEqual(fields);
    },
  );

  it.each(AGREEMENTS.map((paper) => [paper.name, paper] as const))(
    'stand in the text of %s where the evidence says',
    (_name, { text, fields }) => {
      const { extractedData, evidence } = custom(text, Object.keys(fields));
      for (const [name, value] of Object.entries(extractedData.fields ?? {})) {
        if (value === null) continue;
        const place = evidence[`fields.${name}`];
        const words = text.slice(place?.start, place?.end).replace(/\s+/g, ' ');
        for (const part of String(value).split('; ')) expect(words).toContain(part);
      }
    },
  );

  it.each([
    ['Invoice No. 2030-17\nDate: 2030-01-12', 'Invoice No.', '2030-17'],
    ['Invoice No. 2030-17', 'invoiceNumber', '2030-17'],
    ['Invoice No. 2030-17', 'numero di fattura', null],
    ['Serial no.: 44-K\nNotes: none', 'serial_number', '44-K'],
    ['Height   180 cm', 'height', '180 cm'],
    ['Bank: IBAN DE89 3704 0044 0532 0130 01', 'IBAN', null],
    ['Pay to DE89 3704 0044 0532 0130 00 today.', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['Due date: to be agreed', 'due date', null],
    ['Signed by: ____________', 'signed by', null],
    ['Total weight: 12 kg', 'total', null],
    ['The deposit is 500 euros and the rent 900 euros.', 'deposit', '500 euros'],
    ['Order 4471 was sent on 3 May 2024.', 'order number', '4471'],
    ['Order was sent on 3 May 2024.', 'order number', null],
  ])('have the kind of value that the name asks for: %j, %s', (text, name, expected) => {
    expect(valueNamed(text, name)).toBe(expected);
  });
});
