import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (...lines: string[]) => answerInvoice(readDocument(lines.join('\n')));
const SUMS = ['Work   100.00', 'Net   100.00', 'VAT 20%   20.00', 'Total EUR   120.00'];

describe('what a document calls itself', () => {
  const typeOf = (...lines: string[]) => read(...lines, ...SUMS).verification.fields.documentType?.status;

  it.each([
    ['ΤΙΜΟΛΟΓΙΟ ΠΩΛΗΣΗΣ'],
    ['فاتورة رقم 2077'],
    ['电子发票(增值税专用发票)'],
    ['請求書'],
    ['전자세금계산서'],
    ['FACTURA FISCALA'],
    ["3. Teilrechnung Nr. 24'071 vom 18. März 2030"],
    ['PENNINE SCAFFOLDING SERVICES LTD  INVOICE'],
    ['Parcella n. 31/2026 del 16/03/2026'],
    ['APPLICATION AND CERTIFICATE FOR PAYMENT'],
    ['Bolletta n. GA/2031/118204'],
    ['FACTURE DE SITUATION N° S3-2031-07'],
    ['Premienota'],
    ['WATER BILL'],
  ])('is an invoice: %s', (title) => {
    expect(typeOf(title)).toBe('verified');
  });

  it('is an invoice with a subject and a table by tariffs', () => {
    expect(typeOf('RECHNUNG Nr. 7', 'Betreff: Strom 2030', 'Tarif   alt   neu   Verbrauch')).toBe('verified');
  });

  it('is what its subject says, and a letter where it greets somebody', () => {
    expect(typeOf('Acme Ltd', 'Oggetto: secondo sollecito di pagamento', 'Fattura n. 41/2031')).toBe('failed');
    const letter = ['Acme GmbH', 'Betreff: Rechnung Nr. 5512', 'Sehr geehrte Frau Ahn,', 'Rechnung Nr. 5512'];
    expect(typeOf(...letter)).toBe('unverified');
    expect(typeOf('Acme GmbH', 'Betreff: Reklamation Rechnung 4411', 'Zu Rechnung 4411:')).toBe('unverified');
    expect(typeOf('Neri S.r.l.', 'Bolletta di consegna n. 88')).toBe('failed');
    expect(typeOf('BILL OF MATERIALS')).not.toBe('verified');
    expect(typeOf('Bill Turner Joinery', 'ORDER 4417')).toBe('failed');
    expect(typeOf('BILL')).toBe('verified');
  });

  it('stays an invoice with a slip for the payment', () => {
    expect(typeOf('TAX INVOICE', 'Invoice Number INV-0662', 'PAYMENT ADVICE')).toBe('verified');
  });

  it.each([
    ['DEVIS N° D-2031-044', 'Suite à la facture F-2030-881 du 11/12/2030'],
    ['PREVENTIVO n. 77', 'rif. fattura n. 12 del 03/05/2031'],
    ['ΠΡΟΣΦΟΡΑ ΑΡ. 77', 'τιμολόγιο 12'],
    ['PURCHASE ORDER PO-77', 'Replaces goods of invoice no. 5512'],
    ['PROFORMA INVOICE No. 77', ''],
    ['PURCHASE 0RDER No VTL/PO/30-31/077 15-04-2030', 'Payment after receipt of invoice.'],
    ['2. Mahnung Nr. 77', 'Rechnung Nr. 5512 vom 03.05.2031'],
    ['WATER BILL REMINDER', 'Invoice no. 5512'],
    ['FINAL DEMAND', 'Invoice no. 5512 of 3 May 2031 remains unpaid'],
    ['LIEFERSCHEIN Nr. 77', 'Rechnung Nr. 5512 folgt'],
  ])('stays what it is ahead of an invoice that it refers to: %s', (title, reference) => {
    expect(typeOf(title, 'Acme Ltd', reference)).toBe('failed');
  });

  it('is an invoice with the number of an order above its title', () => {
    expect(typeOf('Order No. 112-4451', 'Invoice No. 77', 'Acme Ltd')).toBe('verified');
  });
});

describe('a credit note', () => {
  it.each([
    ['a minus behind', '372.00-', '310.00-', '62.00-'],
    ['a minus ahead', '-372.00', '-310.00', '-62.00'],
    ['brackets', '($372.00)', '($310.00)', '($62.00)'],
    ['CR', '372.00 CR', '310.00 CR', '62.00 CR'],
  ])('has a negative total with %s', (_, total, net, tax) => {
    const { invoiceData, verification } = read(
      'Adjustment note ADJ-119',
      `Net ${net}`,
      `VAT 20% ${tax}`,
      `Total ${total}`,
    );
    expect(invoiceData).toMatchObject({ total: -372, subtotal: -310, tax: -62, invoiceNumber: 'ADJ-119' });
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('asks for a part of what was agreed on', () => {
    const { invoiceData } = read(
      '1. Abschlagsrechnung Nr. 14',
      'Auftragssumme netto 24.000,00',
      '19 % MwSt 1.520,00',
      'Abschlagsbetrag 9.520,00',
    );
    expect(invoiceData).toMatchObject({ total: 9520, tax: 1520, subtotal: null });
  });

  it('has its own number and day, not those of the invoice that it corrects', () => {
    const { invoiceData } = read(
      'Fournitures Delmas SAS',
      'AVOIR N° AV-0088',
      'Date : 09/10/2025',
      'Sur facture n° FA-1702 du 22/09/2025',
      'Total HT   -150,00',
      'TVA 20 %   -30,00',
      'Total TTC   -180,00 €',
    );
    expect([invoiceData.invoiceNumber, invoiceData.date]).toEqual(['AV-0088', '2025-10-09']);
  });
});

it('no vendor is proven by the address of the letter', () => {
  const { verification } = read('Northgate Ltd', 'Accounts Payable', '1 North Gate, York', 'Invoice 77', ...SUMS);
  expect(verification.fields.vendor?.status).toBe('unverified');
});

it.each(['Ref PO 5520 dated 1 March 2025', 'Quotation Q-4 dated 1 March 2025', 'Contract of 1 March 2025'])(
  'an invoice has its own day, not that of another paper: %s',
  (other) => {
    const { invoiceData } = read('Clara Novak Consulting', 'Invoice 17', 'Prague, 31 March 2025', other, ...SUMS);
    expect(invoiceData.date).toBe('2025-03-31');
  },
);

it('an invoice has its own day, not that of the one which it replaces', () => {
  const { invoiceData } = read(
    'Orbit Freight Ltd',
    'Invoice INV-300',
    'Date 2 October 2025',
    'Replaces invoice INV-299 of 30 September 2025',
    ...SUMS,
  );
  expect(invoiceData.date).toBe('2025-10-02');
});

it('an adjustment among the rows of an invoice is not its total', () => {
  const { total } = read(
    'Acme Ltd',
    'INVOICE 3358',
    'Work   100.00',
    'Total adjustment   5.00',
    'Total EUR   105.00',
  ).invoiceData;
  expect(total).toBe(105);
});

describe('a paper that says that it does not count', () => {
  const sure = (...lines: string[]) =>
    Object.entries(read(...lines, ...SUMS).verification.fields).flatMap(([name, { status }]) =>
      status === 'verified' ? [name] : [],
    );
  const HEAD = ['Sparrow Media Ltd', 'INVOICE', 'Invoice No: 9001', 'Date: 2030-05-15'];

  it.each([
    [['DRAFT - DRAFT - DRAFT', ...HEAD]],
    [['*** CANCELLED ***', ...HEAD]],
    [['ENTWURF', ...HEAD]],
    [['Entwurf', ...HEAD]],
    [[...HEAD, 'ENTWURF', 'Leistung vom 05.01.2031']],
    [[...HEAD, 'TRAINING MODE']],
    [[...HEAD, '** Training **', 'Milk   1.99']],
    [[...HEAD, 'VOID']],
    [['BROUILLON', '2 jours   50.00   100.00', ...HEAD]],
    [[...HEAD, 'ENTWURF', 'Arbeit   1   100.00   100.00']],
    [['Please disregard invoice 9001 below, it was sent in error.', ...HEAD]],
  ])('proves nothing: %#', (lines) => {
    expect(sure(...lines)).toEqual([]);
  });

  it.each([
    [[...HEAD, 'If you have already paid, please disregard this invoice.']],
    [[...HEAD, 'Sample sale and draft beer']],
    [[...HEAD, 'Cancelled order 4711, see below']],
    [[...HEAD, 'Formation', '2 jours']],
    [[...HEAD, 'TRAINING', '2 days   50.00   100.00']],
    [[...HEAD, 'Entwurf', '2 Seiten   50.00   100.00']],
    [[...HEAD, 'Milk   1.99', 'VOID', 'Milk   -1.99']],
  ])('is another one than a paper that only names such words: %#', (lines) => {
    expect(sure(...lines)).toContain('total');
  });

  it('tells which words it has', () => {
    const { checks } = read('*** CANCELLED ***', ...HEAD, ...SUMS).verification.fields.documentType ?? {};
    expect(checks).toEqual([{ name: 'document_type', ok: false, expected: 'invoice', actual: '*** CANCELLED ***' }]);
  });
});

describe('the number of an invoice', () => {
  const numberOf = (line: string) => read('Acme Ltd', 'INVOICE', line, ...SUMS).verification.fields.invoiceNumber;

  it('stands behind a sign right below the title, where nothing goes on behind it', () => {
    const below = (...lines: string[]) => read('Rentaluz, S.L.', 'FACTURA', ...lines).verification.fields.invoiceNumber;
    expect(below('Nº RA/26/55018      Fecha 21/08/2031', ...SUMS)?.status).toBe('verified');
    expect(below('Nº 12  Calle Mayor', ...SUMS)?.status).not.toBe('verified');
    expect(read('Zonne B.V.', 'CREDITNOTA', 'Nummer: CR-88120', ...SUMS).invoiceData.invoiceNumber).toBe('CR-88120');
  });

  it('is none of an account, though its label begins with the word', () => {
    expect(numberOf('Customer invoice account no. 50021')?.status).not.toBe('verified');
    expect(numberOf('Commercial invoice no. 50021')?.status).toBe('verified');
  });

  it('is not proven with letters of two alphabets', () => {
    expect(numberOf('Invoice No: АB-77')?.status).not.toBe('verified');
    expect(numberOf('Invoice No: AB-77')?.status).toBe('verified');
  });
});
