import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (text: string) => answerInvoice(readDocument(text));

describe('invoices of a country', () => {
  it.each([
    [
      'Sweden',
      'Byggtjänst i Lund AB\nFakturanummer 2210\nFakturadatum 2025-01-10\nFörfallodatum 2025-02-09\nKund\nCafé Ström\nBenämning   Antal   À-pris   Belopp\nSnickeri   12   257,15   3 085,80\nSumma exkl. moms   3 085,80 kr\nMoms 25%   771,45 kr\nAtt betala   3 857,25 kr',
      {
        vendor: 'Byggtjänst i Lund AB',
        customer: 'Café Ström',
        invoiceNumber: '2210',
        date: '2025-01-10',
        dueDate: '2025-02-09',
        subtotal: 3085.8,
        tax: 771.45,
        total: 3857.25,
        currency: 'SEK',
      },
    ],
    [
      'Denmark',
      'Café Nord ApS\nFaktura nr. 5521\nFakturadato: 01-02-2025\nForfaldsdato: 15-02-2025\nBeskrivelse   Antal   Stk. pris   Beløb\nCatering   20   125,00   2.500,00\nSubtotal   2.500,00\nMoms 25%   625,00\nI alt at betale DKK   3.125,00',
      { invoiceNumber: '5521', dueDate: '2025-02-15', subtotal: 2500, tax: 625, total: 3125, currency: 'DKK' },
    ],
    [
      'China, with both parties on one line',
      '电子发票（增值税专用发票）\n发票号码：25332000000147820091\n开票日期：2025年04月08日\n购买方信息  名称：宁波海曙图书有限公司      销售方信息  名称：杭州云栖办公用品有限公司\n项目名称   数量   单价   金额   税率   税额\n*纸制品*复印纸   8   125.00   1000.00   13%   130.00\n合    计   ¥1000.00   ¥130.00\n价税合计（大写）  壹仟壹佰叁拾圆整   （小写）¥1130.00',
      { vendor: '杭州云栖办公用品有限公司', customer: '宁波海曙图书有限公司', tax: 130, total: 1130, currency: 'CNY' },
    ],
    [
      'Saudi Arabia, by the sign behind the total',
      'مؤسسة النخيل للتجارة\nفاتورة ضريبية\nرقم الفاتورة: INV-733\nالوصف   الكمية   السعر   المجموع\nكابل كهربائي   4   150.00   600.00\nمفتاح إنارة   20   20.00   400.00\nالمجموع الفرعي   1,000.00\nضريبة القيمة المضافة 15%   150.00\nالإجمالي شامل الضريبة   1,150.00 ر.س',
      { invoiceNumber: 'INV-733', subtotal: 1000, tax: 150, total: 1150, currency: 'SAR' },
    ],
    [
      'Portugal, whose number follows the title of a paid invoice',
      'Pousada, Lda.\nFatura-Recibo  FR 2025/3318\nData de emissão 21-09-2025\nAlojamento   119,00\nIVA 6%   7,14\nTotal   126,14 €',
      { invoiceNumber: 'FR 2025/3318', date: '2025-09-21', total: 126.14 },
    ],
    [
      'Portugal',
      'Lisboa Design, Lda.\nFatura n.º FT 2025/118\nData: 2025-04-02\nVencimento: 2025-05-02\nDescrição   Quantidade   Preço   Valor\nLogótipo   1   450,00   450,00\nBase tributável   450,00 €\nIVA 23%   103,50 €\nTotal a pagar   553,50 €',
      { invoiceNumber: 'FT 2025/118', dueDate: '2025-05-02', subtotal: 450, tax: 103.5, total: 553.5 },
    ],
    [
      'Australia, whose dollar is named',
      'Cirrus Data\nInvoice Number   Invoice Date   Due Date\n1297104          20/12/2018     30/12/2018\nQty   Description   Unit Price   Amount\n40   Delivery   $137.96   $5,518.40\nSubtotal   $5,518.40\nGST 10%   $551.84\nTOTAL AUD   $6,070.24',
      { invoiceNumber: '1297104', date: '2018-12-20', tax: 551.84, total: 6070.24, currency: 'AUD' },
    ],
    [
      'Canada, with two taxes',
      'Érable inc.\nFacture no : 88-2211\nDescription   Qté   Prix   Montant\nInstallation   3   120,00 $   360,00 $\nSous-total   360,00 $\nTPS 5 %   18,00 $\nTVQ 9,975 %   35,91 $\nTotal   413,91 $',
      { invoiceNumber: '88-2211', subtotal: 360, tax: 53.91, total: 413.91, currency: 'CAD' },
    ],
    [
      'the Netherlands, with two rates and a town whose letters are no company',
      'Kantoorhuis Noord\nHavenweg 11\n1621 AB Hoorn\nFactuurnummer 20218018\nAan\nGemeente Hoorn\nOmschrijving   Aantal   Prijs   Bedrag\nPapier   2   € 50,00   € 100,00\nBrood   1   € 20,00   € 20,00\nSubtotaal   € 120,00\nBTW 9%   € 1,80\nBTW 21%   € 21,00\nTotaal te betalen   € 142,80',
      { vendor: 'Kantoorhuis Noord', customer: 'Gemeente Hoorn', tax: 22.8, total: 142.8 },
    ],
    [
      'Spain, with tax withheld',
      'Marta Ruiz\nNº de factura         Fecha                 Vencimiento\nF26/2319              18/06/2020            18/07/2020\nConcepto   Cantidad   Precio   Importe\nTraducción   1   800,00 €   800,00 €\nBase imponible   800,00 €\nIVA 21 %   168,00 €\nRetención IRPF 15 %   -120,00 €\nTotal factura   848,00 €',
      { invoiceNumber: 'F26/2319', date: '2020-06-18', dueDate: '2020-07-18', tax: 168, total: 848 },
    ],
    [
      'the United States, with shipping, sales tax and the month first',
      'Palmetto Print Co.\nINVOICE\n# 10442\nInvoice Date: 03/04/2025\nDue Date: 04/03/2025\nItem   Quantity   Rate   Amount\nBanner   2   $75.00   $150.00\nSubtotal   $150.00\nShipping   $18.50\nSales Tax 7%   $10.50\nTotal   $179.00',
      { invoiceNumber: '10442', date: '2025-03-04', dueDate: '2025-04-03', subtotal: 150, tax: 10.5, total: 179 },
    ],
    [
      'Switzerland, rounded to five centimes',
      'Kaufmann AG\nRechnungs-Nr. 2024\nDatum 03.06.2024\nArtikel   Menge   Preis   Total\nStuhl   3   120.00   360.00\nZwischensumme   360.00\nMWST 8.1%   29.16\nRundung   -0.01\nTotal CHF   389.15',
      { invoiceNumber: '2024', subtotal: 360, tax: 29.16, total: 389.15, currency: 'CHF' },
    ],
    [
      'India, with two taxes that are equal',
      'Reliance Traders Pvt. Ltd.\nTax Invoice No: RT/24-25/0091\nBuyer: Mrs K Nair\nDescription   Qty   Rate   Amount\nSteel rod   20   1,250.00   25,000.00\nTaxable Value   25,000.00\nCGST @ 9%   2,250.00\nSGST @ 9%   2,250.00\nGrand Total   ₹ 29,500.00',
      { invoiceNumber: 'RT/24-25/0091', customer: 'K Nair', subtotal: 25000, tax: 4500, total: 29500, currency: 'INR' },
    ],
    [
      'Japan, whose money has no decimals',
      'Sample K.K.\nInvoice No. 2025-881\nDate: 2025/04/01\nItem   Qty   Unit price   Amount\nWidget   10   1,200   12,000\nSubtotal   ¥12,000\nTax (10%)   ¥1,200\nTotal   ¥13,200',
      { date: '2025-04-01', subtotal: 12000, tax: 1200, total: 13200, currency: 'JPY' },
    ],
    [
      'Germany, with a number in groups',
      'Netz Rhein GmbH\nRechnungsnummer: 70 1234 5678\nDatum: 05.02.2025\nBezeichnung   Menge   Preis   Betrag\nAnschluss   1   40,00   40,00\nSumme Nettobeträge   40,00\n19 % Umsatzsteuer   7,60\nRechnungsbetrag   47,60 €',
      { invoiceNumber: '70 1234 5678', date: '2025-02-05', subtotal: 40, tax: 7.6, total: 47.6 },
    ],
    [
      'Germany, in a letter with the sender above the address',
      'Zahnarzt-Technik Meier * Hafenstr. 3 * 28195 Bremen\nHerrn\nDr. Peter Lang\nRechnung Nr. 2025-0077\nBezeichnung   Menge   E-Preis   G-Preis\nKrone   2   189,50   379,00\nSumme netto   379,00\nRabatt 10 %   -37,90\nzzgl. 7 % USt   23,88\nRechnungsbetrag   364,98 EUR',
      { vendor: 'Zahnarzt-Technik Meier', subtotal: 379, tax: 23.88, total: 364.98 },
    ],
    [
      'Japan, in its own letters',
      '請 求 書\n有限会社さくら企画 御中      請求日 2030年2月28日\n請求番号 2030-0588\n株式会社みなと印刷\nお支払期限 2030年3月31日\n品名   数量   単価   金額\nチラシ   10,000   9   90,000\nポスター   200   470   94,000\n小計   184,000\n消費税(10%)   18,400\n合計   ¥202,400',
      {
        vendor: '株式会社みなと印刷',
        invoiceNumber: '2030-0588',
        date: '2030-02-28',
        dueDate: '2030-03-31',
        subtotal: 184000,
        tax: 18400,
        total: 202400,
      },
    ],
    [
      'Turkey',
      'Ege Zeytincilik Ltd. Şti.   e-FATURA\nSAYIN\nMarina Otel Turizm A.Ş.\nFatura No: EZE2030118\nFatura Tarihi: 21.01.2030   Vade: 20.02.2030\nÜrün   Miktar   Birim Fiyat   Tutar\nZeytin   10   900,00   9.000,00\nMal Hizmet Toplam Tutarı   9.000,00\nHesaplanan KDV   900,00\nVergiler Dahil Toplam Tutar   9.900,00',
      { invoiceNumber: 'EZE2030118', date: '2030-01-21', dueDate: '2030-02-20', subtotal: 9000, tax: 900, total: 9900 },
    ],
    [
      'the Emirates, in Arabic',
      'شركة نسيم الخليج ذ.م.م\nفاتورة ضريبية\nرقم الفاتورة: INV-5507\nتاريخ الفاتورة: 2029/05/20\nالوصف   الكمية   السعر   المبلغ\nصيانة مكيفات   12   1,000.00   12,000.00\nالإجمالي قبل الضريبة   12,000.00\nضريبة القيمة المضافة 5%   600.00\nالإجمالي المستحق   12,600.00',
      { invoiceNumber: 'INV-5507', date: '2029-05-20', subtotal: 12000, tax: 600, total: 12600 },
    ],
  ])('%s', (_country, text, expected) => {
    const { invoiceData, verification } = read(text);
    expect(invoiceData).toMatchObject(expected);
    expect(invoiceData.lineItems.length).toBeGreaterThan(0);
    expect(verification.fields.total?.status).toBe('verified');
  });
});

describe('dates of an invoice', () => {
  it('put the month first when it would be due before its date', () => {
    const { invoiceData } = read('Invoice no. 5\nInvoice date: 03/11/2022\nDue date: 04/10/2022\nTotal 5.00');
    expect(invoiceData).toMatchObject({ date: '2022-03-11', dueDate: '2022-04-10' });
  });
});

describe('the vendor', () => {
  it('is the one whose web address is printed', () => {
    const { invoiceData } = read('Chairs and Tables\nSilver Birch\nInvoice 7\nTotal 5.00\nwww.silver-birch.example');
    expect(invoiceData.vendor).toBe('Silver Birch');
  });

  it('is the owner of the account when nothing above names a company', () => {
    const { invoiceData } = read('Ana Lima\nFacture n° 7\nTotal TTC 5,00\nTitulaire du compte : PLUME BLEUE');
    expect(invoiceData.vendor).toBe('PLUME BLEUE');
  });
});

it('a sum that was changed still fails, with shipping between', () => {
  const { verification } = read(
    'Palmetto\nInvoice # 10\nItem   Qty   Rate   Amount\nBanner   2   75.00   150.00\nSubtotal   150.00\nShipping   18.50\nTax   10.50\nTotal   197.00',
  );
  expect(verification.status).toBe('failed');
});
