import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerExtraction } from './answer.ts';

const LETTER = `
Silverbirch Clinic Ltd
40 Mill Lane
Leeds LS1 4AP

Contact: Dr. Hannah Osei
hannah.osei@silverbirch.example
Tel: +44 113 496 0123

Policy number: SB-443-19
Effective date: 1 March 2024
Premium due 15/04/2024: £1,250.00

Dear Mr Cole,
The deductible is 300 GBP for each claim.
`;

const extract = (text: string, options?: Parameters<typeof answerExtraction>[1]) =>
  answerExtraction(readDocument(text), options);

describe('contacts', () => {
  it('join the name, the ways to reach it and its address', () => {
    const { extractedData } = extract(LETTER, { extractionType: 'contacts' });
    expect(extractedData.contacts).toContainEqual(
      expect.objectContaining({
        name: 'Dr. Hannah Osei',
        email: 'hannah.osei@silverbirch.example',
        phone: '+44 113 496 0123',
      }),
    );
    expect(extractedData.contacts).toContainEqual(
      expect.objectContaining({ organization: 'Silverbirch Clinic Ltd', address: '40 Mill Lane, Leeds LS1 4AP' }),
    );
    expect(Object.keys(extractedData)).toEqual(['contacts']);
  });

  it('in a list are one for each e-mail address', () => {
    const { extractedData } = extract('Ana Ruiz\nana@one.example\nBo Lund\nbo@two.example\nANA@one.example', {
      extractionType: 'contacts',
    });
    expect(extractedData.contacts?.map((contact) => [contact.name, contact.email])).toEqual([
      ['Ana Ruiz', 'ana@one.example'],
      ['Bo Lund', 'bo@two.example'],
    ]);
  });

  it.each([
    [
      'Made between Nordwind Ltd and Delta Inc.\nContact: Jane Roe, jane@nordwind.example',
      { name: 'Jane Roe', organization: 'Nordwind Ltd' },
    ],
    [
      'Please write to the office of Hill and Dale Trading Ltd if you have questions.\noffice@hill.example',
      { organization: 'Hill and Dale Trading Ltd' },
    ],
    ['Contact: jane@roe.example', { name: null, email: 'jane@roe.example' }],
    ['kleine werkstatt gmbh\nTel: 030 1234567', { organization: 'kleine werkstatt gmbh' }],
  ])('have names, not the sentences around them: %s', (text, expected) => {
    const { extractedData } = extract(text, { extractionType: 'contacts' });
    expect(extractedData.contacts).toEqual([expect.objectContaining(expected)]);
  });
});

describe('tables', () => {
  it('are read from columns', () => {
    const text = 'Stock\nItem          Count   Shelf\nHammer           12   A1\nNails 40 mm     500   B7\n\nThe end.';
    const { extractedData, evidence } = extract(text, { extractionType: 'tables' });
    expect(extractedData.tables).toEqual([
      {
        title: 'Stock',
        headers: ['Item', 'Count', 'Shelf'],
        rows: [
          ['Hammer', '12', 'A1'],
          ['Nails 40 mm', '500', 'B7'],
        ],
      },
    ]);
    expect(text.slice(evidence['tables.0.rows']?.start, evidence['tables.0.rows']?.end)).toContain('Hammer');
  });

  it('are read from pipes', () => {
    const { extractedData } = extract('| Name | Age |\n|---|---|\n| Ida | 7 |\n| Tom |  |', {
      extractionType: 'tables',
    });
    expect(extractedData.tables?.[0]).toMatchObject({
      headers: ['Name', 'Age'],
      rows: [
        ['Ida', '7'],
        ['Tom', ''],
      ],
    });
  });

  it('are none in prose', () => {
    expect(extract('One line.\nAnother line.', { extractionType: 'tables' }).extractedData.tables).toEqual([]);
  });
});

describe('dates and amounts', () => {
  it('come with the words in front of them', () => {
    const { extractedData } = extract(LETTER, { extractionType: 'dates' });
    expect(extractedData.dates).toEqual([
      { date: '2024-03-01', text: '1 March 2024', label: 'Effective date' },
      { date: '2024-04-15', text: '15/04/2024', label: 'Premium due' },
    ]);
  });

  it('come with their currency', () => {
    const { extractedData, evidence } = extract(LETTER, { extractionType: 'amounts' });
    expect(extractedData.amounts?.map((amount) => [amount.value, amount.currency, amount.text])).toEqual([
      [1250, 'GBP', '£1,250.00'],
      [300, 'GBP', '300 GBP'],
    ]);
    expect(LETTER.slice(evidence['amounts.0.value']?.start, evidence['amounts.0.value']?.end)).toBe('£1,250.00');
  });
});

describe('custom fields', () => {
  it('are found by their labels, and null when nothing names them', () => {
    const { extractedData, evidence } = extract(LETTER, {
      extractionType: 'custom',
      customFields: ['policy number', 'effectiveDate', 'deductible', 'beneficiary'],
    });
    expect(extractedData).toEqual({
      fields: {
        'policy number': 'SB-443-19',
        effectiveDate: '1 March 2024',
        deductible: '300 GBP',
        beneficiary: null,
      },
    });
    expect(LETTER.slice(evidence['fields.policy number']?.start, evidence['fields.policy number']?.end)).toBe(
      'SB-443-19',
    );
  });

  it('are found in the next column and in the next line', () => {
    const { extractedData } = extract('Grade      Serial no\nA+         77-1\n\nWarranty        24 months', {
      extractionType: 'custom',
      customFields: ['serial no', 'warranty'],
    });
    expect(extractedData.fields).toEqual({ 'serial no': '77-1', warranty: '24 months' });
  });

  it('are added to other types', () => {
    const { extractedData } = extract(LETTER, { extractionType: 'dates', customFields: ['policy number'] });
    expect(Object.keys(extractedData)).toEqual(['dates', 'fields']);
  });
});

describe('what is verified', () => {
  const statusOf = (text: string, customFields: string[], extractionType: 'custom' | 'auto' | 'dates' = 'custom') =>
    extract(text, { extractionType, customFields }).verification.status;
  const text = 'Policy number: 12-3456\nInsured: Ruth Ltd\nmail@example.com\nDue date  3 May 2024';

  it('are fields that stand beside their labels', () => {
    expect(statusOf(text, ['policy number'])).toBe('verified');
    const { verification } = extract(text, { extractionType: 'custom', customFields: ['policy number', 'due date'] });
    expect(verification).toMatchObject({
      status: 'verified',
      checks: [
        { name: 'quotes_in_text', ok: true, expected: 2, actual: 2 },
        { name: 'labels_of_fields', ok: true, expected: 2, actual: 2 },
      ],
    });
  });

  it('is no value found by its type alone, and none that is missing or contradicted', () => {
    expect(extract(text, { extractionType: 'custom', customFields: ['email'] }).extractedData.fields).toEqual({
      email: 'mail@example.com',
    });
    expect(statusOf(text, ['email'])).toBe('unverified');
    expect(statusOf(text, ['policy number', 'email'])).toBe('unverified');
    expect(statusOf(text, ['policy number', 'tenant'])).toBe('unverified');
    expect(statusOf(`${text}\nPolicy number: 99-0000`, ['policy number'])).toBe('unverified');
    expect(statusOf(`${text}\nPolicy number: 12-3456`, ['policy number'])).toBe('verified');
  });

  it('is no list: nothing says that it is complete', () => {
    expect(statusOf(text, [], 'dates')).toBe('unverified');
    expect(statusOf(text, ['policy number'], 'dates')).toBe('unverified');
    expect(statusOf(text, ['policy number'], 'auto')).toBe('unverified');
  });
});

describe('automatic extraction', () => {
  it('has every part, and fields by the kind of document', () => {
    const { extractedData } = extract(
      'INVOICE\nInvoice number: 7-A\nInvoice date: 3 May 2024\nBill to: Ruth Ltd\nTotal  12.00 EUR',
    );
    expect(extractedData.documentType).toBe('invoice');
    expect(extractedData.fields).toMatchObject({ invoiceNumber: '7-A', date: '2024-05-03', total: 12, subtotal: null });
    expect(Object.keys(extractedData)).toEqual(['documentType', 'contacts', 'dates', 'amounts', 'tables', 'fields']);
  });

  it.each([
    ['receipt', 'Corner Shop\nTea  2.00\nTOTAL  2.00\nCASH  5.00\nCHANGE  3.00\nThank you'],
    ['bank_statement', 'Account statement\nOpening balance  10.00\nClosing balance  12.00\nIBAN DE00'],
    ['contract', 'This Agreement is made between the parties. WHEREAS the party shall keep confidential information.'],
    ['letter', 'Dear Ms Hall,\nthe roof is done.\nKind regards\nSam'],
    ['resume', 'Curriculum vitae\nWork experience\nEducation\nSkills'],
    ['other', 'The cat sat on the mat.'],
  ])('knows a %s', (type, text) => {
    expect(extract(text).extractedData.documentType).toBe(type);
  });

  it('takes labeled lines where the kind has no fields of its own', () => {
    expect(extract('Weather: mild\nWind: west').extractedData.fields).toEqual({ Weather: 'mild', Wind: 'west' });
  });
});
