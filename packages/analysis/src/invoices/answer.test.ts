import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (text: string) => answerInvoice(readDocument(text));

const ENGLISH = `
Brightwater Engineering Ltd                                   INVOICE
22 Quay Road
Bristol BS1 4DJ

Bill to:                                   Invoice number:   BW-2024/0117
Helios Films Inc                           Invoice date:     17 January 2024
9 Sunset Lane                              Due date:         16 February 2024
Austin TX 78701                            Purchase order:   PO-7781

Description                       Qty    Unit price      Amount
Pump inspection                    2        450.00       900.00
Replacement seal kit              12         18.75       225.00
Travel                             1        130.40       130.40

                                  Subtotal             1,255.40
                                  VAT 20%                251.08
                                  Total GBP            1,506.48
`;

const GERMAN = `
Kastanie Software GmbH · Lindenweg 4 · 50667 Köln

Nordlicht Verlag AG
Am Hafen 12
20457 Hamburg

Rechnung Nr. 2024-0815 vom 05.03.2024
Zahlbar bis 04.04.2024

Pos  Bezeichnung               Menge     Einzelpreis      Gesamt
1    Beratung vor Ort          3 Std         95,00        285,00
2    Lizenz Redaktion          1 Stk      1.200,00      1.200,00

Nettobetrag                                             1.485,00 €
zzgl. 19 % MwSt                                           282,15 €
Gesamtbetrag                                            1.767,15 €
`;

describe('an English invoice', () => {
  const { invoiceData, verification, evidence } = read(ENGLISH);

  it('is read with its fields', () => {
    expect(invoiceData).toMatchObject({
      vendor: 'Brightwater Engineering Ltd',
      customer: 'Helios Films Inc',
      invoiceNumber: 'BW-2024/0117',
      date: '2024-01-17',
      dueDate: '2024-02-16',
      purchaseOrder: 'PO-7781',
      subtotal: 1255.4,
      tax: 251.08,
      total: 1506.48,
      currency: 'GBP',
    });
  });

  it('is read with its lines', () => {
    expect(invoiceData.lineItems.map((line) => [line.description, line.quantity, line.unitPrice, line.amount])).toEqual(
      [
        ['Pump inspection', 2, 450, 900],
        ['Replacement seal kit', 12, 18.75, 225],
        ['Travel', 1, 130.4, 130.4],
      ],
    );
  });

  it('is verified, each value in its place', () => {
    expect(verification.fields.total?.status).toBe('verified');
    expect(verification.checks.every((check) => check.ok)).toBe(true);
    const at = (path: string) => ENGLISH.slice(evidence[path]?.start, evidence[path]?.end);
    expect(at('invoiceNumber')).toBe('BW-2024/0117');
    expect(at('dueDate')).toBe('16 February 2024');
    expect(at('lineItems.1.amount')).toBe('225.00');
    expect(at('lineItems.1.quantity')).toBe('12');
    expect(at('lineItems.1.unitPrice')).toBe('18.75');
    expect(at('tax')).toBe('251.08');
  });
});

describe('invoices in other languages', () => {
  it('German', () => {
    const { invoiceData, verification } = read(GERMAN);
    expect(invoiceData).toMatchObject({
      vendor: 'Kastanie Software GmbH',
      invoiceNumber: '2024-0815',
      date: '2024-03-05',
      dueDate: '2024-04-04',
      subtotal: 1485,
      tax: 282.15,
      total: 1767.15,
      currency: 'EUR',
      taxes: [{ rate: 19, base: 1485, amount: 282.15 }],
    });
    expect(invoiceData.lineItems.map((line) => [line.description, line.unit, line.amount])).toEqual([
      ['Beratung vor Ort', 'Std', 285],
      ['Lizenz Redaktion', 'Stk', 1200],
    ]);
    expect(verification.fields.total?.status).toBe('verified');
  });

  it.each([
    [
      'French',
      "Atelier Rivage SARL\nFacture n° F-88\nDate de facture : 12/04/2024\nDate d'échéance : 12/05/2024\nDésignation   Quantité   Prix unitaire   Montant\nAffiche   10   4,50   45,00\nTotal HT   45,00 €\nTVA 20 %   9,00 €\nTotal TTC   54,00 €",
      { invoiceNumber: 'F-88', date: '2024-04-12', dueDate: '2024-05-12', subtotal: 45, tax: 9, total: 54 },
    ],
    [
      'Spanish',
      'Talleres Brisa S.L.\nFactura nº 2024/31\nFecha: 02/04/2024\nVencimiento: 02/05/2024\nConcepto   Cantidad   Precio   Importe\nRevisión   2   60,00   120,00\nBase imponible   120,00\nIVA 21 %   25,20\nTotal factura   145,20 €',
      { invoiceNumber: '2024/31', date: '2024-04-02', dueDate: '2024-05-02', subtotal: 120, tax: 25.2, total: 145.2 },
    ],
    [
      'Italian',
      'Officina Lago S.r.l.\nFattura n. 77/B\nData fattura: 03/04/2024\nScadenza: 03/05/2024\nDescrizione   Quantità   Prezzo   Importo\nRevisione   1   200,00   200,00\nImponibile   200,00\nIVA 22 %   44,00\nTotale fattura   244,00 €',
      { invoiceNumber: '77/B', date: '2024-04-03', dueDate: '2024-05-03', subtotal: 200, tax: 44, total: 244 },
    ],
    [
      'Dutch',
      'Fietsen Noord B.V.\nFactuurnummer: 20240044\nFactuurdatum: 04-04-2024\nVervaldatum: 04-05-2024\nOmschrijving   Aantal   Prijs   Bedrag\nOnderhoud   3   40,00   120,00\nTotaal excl. BTW   120,00\nBTW 21%   25,20\nTotaal incl. BTW   145,20',
      { invoiceNumber: '20240044', date: '2024-04-04', dueDate: '2024-05-04', subtotal: 120, tax: 25.2, total: 145.2 },
    ],
  ])('%s', (_language, text, expected) => {
    const { invoiceData, verification } = read(text);
    expect(invoiceData).toMatchObject(expected);
    expect(invoiceData.lineItems).toHaveLength(1);
    expect(verification.fields.total?.status).toBe('verified');
  });
});

describe('the sums of an invoice', () => {
  it('have the tax of several rates added up, marked as not printed', () => {
    const { invoiceData, verification } = read(`
Orchard Supplies Ltd
Invoice no. 5
Net amount                     300.00
VAT 20 %      200.00            40.00
VAT 5 %       100.00             5.00
Total incl. VAT                345.00`);
    expect(invoiceData).toMatchObject({ subtotal: 300, tax: 45, total: 345 });
    expect(invoiceData.taxes).toEqual([
      { rate: 20, base: 200, amount: 40 },
      { rate: 5, base: 100, amount: 5 },
    ]);
    expect(verification.ungrounded).toEqual(['tax']);
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('keep the total apart from what is still due', () => {
    const { invoiceData } = read(
      'Net amount  100.00\nVAT 10%  10.00\nGrand total  110.00\nPaid  60.00\nBalance due  50.00',
    );
    expect(invoiceData.total).toBe(110);
  });

  it('never have a tax that nothing prints', () => {
    expect(read('Invoice 7\nTwo lamps 40.00\nTotal 40.00').invoiceData).toMatchObject({ tax: null, total: 40 });
  });

  it('are not verified where a text has several invoices, whose values would be mixed', () => {
    const invoice = (number: string, net: string, total: string, name = 'Total') =>
      `Mill & Sons Ltd\nInvoice No. ${number}\nDate: 2030-01-12\nSubtotal  ${net}\nVAT 20 %  ${Number(net) / 5}.00\n${name}  ${total}\n\n`;
    for (const name of ['Total', 'Grand total', 'Total EUR']) {
      const { verification } = read(
        invoice('2030-17', '100.00', '120.00', name) + invoice('77', '30.00', '36.00', name),
      );
      expect(verification.fields.total?.status).toBe('unverified');
      expect(verification.checks).toContainEqual({ name: 'one_invoice', ok: false, expected: '2030-17', actual: '77' });
    }
    const copy = invoice('2030-17', '100.00', '120.00').repeat(2);
    expect(read(copy).verification.fields.total?.status).toBe('verified');
    const earlier = `${invoice('2030-17', '100.00', '120.00')}Paid by invoice no. 2030-11  50.00\nAmount due  70.00`;
    expect(read(earlier).verification.checks.map(({ name }) => name)).not.toContain('one_invoice');
  });

  it('that contradict each other are marked', () => {
    const { verification } = read('Invoice 12\nNet amount  100.00\nVAT  20.00\nGrand total  999.00');
    expect(verification.status).toBe('failed');
  });

  it('are not verified by an item that was changed', () => {
    const { invoiceData, verification } = read(GERMAN.replace('        285,00', '        385,00'));
    expect(verification.fields.total?.status).toBe('unverified');
    expect(verification.checks.find((check) => check.name === 'line_items')?.ok).toBe(false);
    expect(invoiceData.total).toBe(1767.15);
  });

  it('are null where there are none', () => {
    const { invoiceData, verification } = read('A letter without any sum.');
    expect(invoiceData).toMatchObject({
      total: null,
      subtotal: null,
      tax: null,
      invoiceNumber: null,
      date: null,
      lineItems: [],
      taxes: [],
    });
    expect(verification).toMatchObject({ status: 'unverified', fields: {} });
  });
});

describe('the lines of an invoice', () => {
  it('are found when the amount stands one line lower', () => {
    const { invoiceData } = read(`
Pos   Beschreibung        Nettopreis    Menge     Nettobetrag
1     Wandfarbe weiß         9,90       4 Stk
                                                     39,60
2     Pinsel                 5,50       2 Stk
                                                     11,00
Nettobetrag                                          50,60`);
    expect(invoiceData.lineItems.map((line) => [line.description, line.amount])).toEqual([
      ['Wandfarbe weiß', 39.6],
      ['Pinsel', 11],
    ]);
  });

  it('may carry a rebate in percent', () => {
    const { invoiceData } = read(`
Description        Qty   Price   Disc.    Amount
Oak plank           10   20.00   15%      170.00
Total net                                 170.00`);
    expect(invoiceData.lineItems[0]).toMatchObject({ quantity: 10, unitPrice: 20, amount: 170 });
  });

  const LISTS = `
Heron Garden Works Ltd
Quotation of 17 November 2026

Ground
Description              Quantity   Price      Amount
Soil, loosened           30 m2      9.00       270.00
Gravel paths             10 m       12.00      120.00
Subtotal                                       390.00

Plants
Description              Quantity   Price      Amount
Hazel                    4 pieces   45.00      180.00
Bench, optional          1          95.00       95.00
Subtotal                                       180.00

Net                      570.00
VAT 20% on 570.00        114.00
Total                    684.00
`;

  it('are those of all lists, less what is on offer only', () => {
    const { invoiceData, verification } = read(LISTS);
    expect(invoiceData.lineItems.map((line) => line.amount)).toEqual([270, 120, 180]);
    expect(invoiceData).toMatchObject({ subtotal: 570, tax: 114, total: 684 });
    // It calls itself a quotation.
    expect(verification.fields.documentType?.status).toBe('failed');
  });

  it('of one list alone do not verify an invoice of several', () => {
    const { verification } = read(LISTS.replace('180.00\nBench', '170.00\nBench'));
    expect(verification.checks.find((check) => check.name === 'line_items')?.ok).toBe(false);
    expect(verification.fields.total?.status).not.toBe('verified');
  });
});
