import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

const STATEMENT = `Harbour Bank
Statement period 2030-01-01 to 2030-01-31
IBAN: DE89 3704 0044 0532 0130 00
Currency EUR
Opening balance  10.00
2030-01-02  Rent & "Café" <Müller>  -4.00  6.00
2030-01-03  =SUM(A1), wages  20.00  26.00
2030-01-03  Wages again  20.00  46.00
Closing balance  46.00`;
const INVOICE = `Mill & Sons Ltd
Invoice No. 2030-17
Date: 2030-01-12
Bill to: Oak Trading Ltd
Oak boards  4  25.00  100.00
Subtotal  100.00
VAT 20 %  20.00
Total EUR  120.00`;

async function statementAs(format: string, text = STATEMENT) {
  const request = { kind: 'bank-statement', text, options: { export: format } } as const;
  return (await createAnalyst().run(request as never)).answer as {
    exported?: { text: string | null; missing: string[] };
  };
}

async function invoiceAs(format: string, text = INVOICE) {
  const request = { kind: 'invoice-extractor', text, options: { export: format } } as const;
  return (await createAnalyst().run(request as never)).answer as {
    exported?: { text: string | null; missing: string[] };
  };
}

describe('a statement as another format', () => {
  it('is not there unless it is asked for', async () => {
    const { answer } = await createAnalyst().run({ kind: 'bank-statement', text: STATEMENT });
    expect(answer).not.toHaveProperty('exported');
  });

  it('is comma-separated values with quotes, and runs no formula in a spreadsheet', async () => {
    const { exported } = await statementAs('csv');
    expect(exported?.text?.split('\r\n').slice(1, 3)).toEqual([
      'DE89 3704 0044 0532 0130 00,2030-01-02,,"Rent & ""Café"" <Müller>",-4,6,EUR,',
      'DE89 3704 0044 0532 0130 00,2030-01-03,,"\'=SUM(A1), wages",20,26,EUR,salary',
    ]);
  });

  it('is OFX in which two rows of one day and sum stay two', async () => {
    const text = (await statementAs('ofx')).exported?.text ?? '';
    // Readers take the letters of version 2 for ASCII.
    expect(text).toMatch(
      /^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n(?:.+\r\n)?ENCODING:UTF-8\r\n(?:.+\r\n)+\r\n<OFX>/,
    );
    expect(text).toContain('<NAME>Rent &amp; "Café" &lt;Müller&gt;</NAME>');
    expect(text.match(/<FITID>[^<]+/g)).toHaveLength(3);
    expect(new Set(text.match(/<FITID>[^<]+/g)).size).toBe(3);
    expect(text).toContain('<BALAMT>46.00</BALAMT><DTASOF>20300131120000</DTASOF>');
  });

  it('is camt.053 with both balances and the direction of each row', async () => {
    const text = (await statementAs('camt053')).exported?.text ?? '';
    expect(text).toContain('<IBAN>DE89370400440532013000</IBAN>');
    expect([...text.matchAll(/<Cd>(OPBD|CLBD)<\/Cd>.*?<Amt Ccy="EUR">([\d.]+)/g)].map((one) => one.slice(1))).toEqual([
      ['OPBD', '10.00'],
      ['CLBD', '46.00'],
    ]);
    expect(text.match(/<Ntry>.*?<CdtDbtInd>(?:DBIT|CRDT)/g)).toHaveLength(3);
    // Readers want the bank by its BIC, or by an identification of another kind.
    expect(text).toContain('<FinInstnId><Nm>Harbour Bank</Nm><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>');
  });

  it('is MT940 in the letters that it allows', async () => {
    const lines = (await statementAs('mt940')).exported?.text?.split('\r\n') ?? [];
    expect(lines).toContain(':60F:C300101EUR10,00');
    expect(lines).toContain(':61:3001020102D4,00NTRFNONREF');
    expect(lines).toContain(':86:Rent Cafe Muller');
    expect(lines).toContain(':62F:C300131EUR46,00');
  });

  it.each(['ofx', 'camt053', 'mt940'])('is none as %s where a value is not stated, which is named', async (format) => {
    const text = 'Opening balance  10.00\n2030-01-02  Rent  -4.00  6.00\nClosing balance  6.00';
    const { exported } = await statementAs(format, text);
    expect(exported?.text).toBeNull();
    expect(exported?.missing).toEqual(expect.arrayContaining(['accountInfo.accountNumber', 'accountInfo.currency']));
  });
});

describe('an invoice as another format', () => {
  it('is UBL with its parties, sums and lines', async () => {
    const text = (await invoiceAs('ubl')).exported?.text ?? '';
    expect(text).toContain('<cbc:Name>Mill &amp; Sons Ltd</cbc:Name>');
    expect(text).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">120.00</cbc:TaxInclusiveAmount>');
    expect(text.match(/<cac:InvoiceLine>/g)).toHaveLength(1);
  });

  it('is none where a value is not stated, which is named', async () => {
    const { exported } = await invoiceAs('ubl', INVOICE.replace('Bill to: Oak Trading Ltd\n', ''));
    expect([exported?.text, exported?.missing]).toEqual([null, ['customer']]);
  });

  it('is comma-separated values, a line a row', async () => {
    expect((await invoiceAs('csv')).exported?.text?.split('\r\n')[1]).toBe(
      '2030-17,2030-01-12,Mill & Sons Ltd,,Oak boards,4,,25,100,,EUR',
    );
  });
});
