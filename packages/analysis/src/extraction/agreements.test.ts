import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { effectiveDate, governingLaw, signatureDate } from './agreements.ts';
import { letterOf } from './letters.ts';
import { partiesOf } from './parties.ts';
import { noticePeriod, paymentTerms, termOf } from './terms.ts';

const parties = (text: string) => partiesOf(readDocument(text)).map(({ value, role }) => [value, role]);

describe('the parties of an agreement', () => {
  it.each([
    [
      'This Agreement is made by and between Alder & Sons, Inc., a Texas corporation ("Alder"), and R. J. Moss ("Moss").',
      [
        ['Alder & Sons, Inc.', 'Alder'],
        ['R. J. Moss', 'Moss'],
      ],
    ],
    [
      'made between Quay Trading Ltd, a company with offices and stores in Hull (the "Seller") and Ilse Korn (the "Buyer").',
      [
        ['Quay Trading Ltd', 'Seller'],
        ['Ilse Korn', 'Buyer'],
      ],
    ],
    [
      'June 3, 2020\n\nTidewater Holdings, LLC\n9 Pier Road\n\nLadies and Gentlemen:\nIn connection with a transaction with Gull Foods, Inc. (the "Company"), you agree as follows.',
      [
        ['Tidewater Holdings, LLC', null],
        ['Gull Foods, Inc.', 'Company'],
      ],
    ],
    ['There is a wall between Abel Street and the river.', []],
  ])('%s', (text, expected) => {
    expect(parties(text)).toEqual(expected);
  });
});

describe('what an agreement states', () => {
  const read = (text: string) => readDocument(text);

  it('is when it takes effect', () => {
    expect(effectiveDate(read('is made this 6th day of February, 2019 by'))?.value).toBe('6th day of February, 2019');
    expect(effectiveDate(read('On May 2, 2020 we met. It is effective as of June 1, 2020.'))?.value).toBe(
      'June 1, 2020',
    );
    expect(effectiveDate(read('Nothing is said of a day.'))).toBeNull();
  });

  it('is whose law governs it', () => {
    const law = (text: string) => governingLaw(read(text))?.value ?? null;
    expect(law('It is governed by the laws of the State of New York without regard to conflicts.')).toBe('New York');
    expect(law('This agreement shall be governed by Kansas law.')).toBe('Kansas');
    expect(law('THIS AGREEMENT SHALL BE GOVERNED BY THE LAWS OF THE STATE OF TEXAS WITHOUT REGARD')).toBe('TEXAS');
    expect(law('Es gilt das Recht der Bundesrepublik Deutschland.')).toBe('Recht der Bundesrepublik Deutschland');
    expect(law('The plan is governed by the terms of the handbook.')).toBeNull();
  });

  it('is how long it lasts, not how long something else does', () => {
    const term = (text: string) => termOf(read(text))?.value ?? null;
    expect(term('This Agreement shall terminate two (2) years from the date hereof.')).toBe('two (2) years');
    expect(term('For one year after his employment ends he will not compete.')).toBeNull();
    expect(noticePeriod(read('on ninety (90) days’ prior written notice'))?.value).toBe('ninety (90) days');
  });

  it('is when it was signed and when money is due', () => {
    expect(signatureDate(read('Fait à Lyon, le 22 août 2022'))?.value).toBe('22 août 2022');
    expect(paymentTerms(read('Invoices are payable within 30 days of receipt.'))?.value).toBe(
      'within 30 days of receipt',
    );
  });
});

describe('a letter', () => {
  it('has a sender, a recipient, a subject and who signed', () => {
    const text = `Stadtwerke Moosach
Postfach 12 34
85368 Moosburg

Herrn
Paul Reiter
Isarweg 2
85368 Moosburg

12. Februar 2024

Neuer Abschlag zu Ihrem Vertrag

Sehr geehrter Herr Reiter,
der Betrag sinkt.

Mit freundlichen Grüßen
i. A. Sabine Kröll`;
    const letter = letterOf(readDocument(text));
    expect(Object.fromEntries(Object.entries(letter).map(([part, found]) => [part, found?.value]))).toEqual({
      sender: 'Stadtwerke Moosach',
      recipient: 'Paul Reiter',
      date: '12. Februar 2024',
      subject: 'Neuer Abschlag zu Ihrem Vertrag',
      signatory: 'Sabine Kröll',
    });
  });
});
