import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../index.ts';

const analyst = createAnalyst();
async function read(text: string) {
  const { answer } = await analyst.run({ kind: 'invoice-extractor', text });
  const { invoiceData: data, verification } = answer as unknown as {
    invoiceData: Record<string, unknown>;
    verification: { fields: Record<string, { status: string }> };
  };
  const verified = Object.entries(verification.fields).flatMap(([name, { status }]) =>
    status === 'verified' ? [name] : [],
  );
  return { data, verified };
}

const ALL = ['vendor', 'invoiceNumber', 'date', 'subtotal', 'tax', 'total', 'customer'];

describe('invoices in languages of other countries', () => {
  it.each([
    [
      'Latvian',
      'RĒĶINS Nr. ZK-12\n2025. gada 3. martā\nPiegādātājs: SIA "Zaļais Kalns"\nSaņēmējs: SIA "Upe"\nDarbs   2   50,00   100,00\nSumma bez PVN   100,00\nPVN 21%   21,00\nKopā apmaksai EUR   121,00',
      { vendor: 'SIA "Zaļais Kalns"', invoiceNumber: 'ZK-12', date: '2025-03-03', total: 121, customer: 'SIA "Upe"' },
    ],
    [
      'Ukrainian',
      'Рахунок-фактура № ЛН-8\nвід 4 квітня 2025 р.\nПостачальник: ТОВ «Льон»\nПокупець: ПП «Дуб»\nТканина   10   50,00   500,00\nРазом без ПДВ   500,00\nПДВ 20%   100,00\nВсього з ПДВ   600,00',
      { vendor: 'ТОВ «Льон»', invoiceNumber: 'ЛН-8', date: '2025-04-04', total: 600, customer: 'ПП «Дуб»' },
    ],
    [
      'Vietnamese, without decimals',
      'HÓA ĐƠN GIÁ TRỊ GIA TĂNG\nNgày 7 tháng 2 năm 2025\nSố: 0000812\nĐơn vị bán hàng: Công ty TNHH Mây Tre\nTên đơn vị: Công ty CP Hoa Đào\nGiỏ mây   10   50.000   500.000\nCộng tiền hàng   500.000\nTiền thuế GTGT   50.000\nTổng cộng tiền thanh toán   550.000\nBằng chữ: năm trăm năm mươi nghìn đồng',
      { vendor: 'Công ty TNHH Mây Tre', invoiceNumber: '0000812', date: '2025-02-07', total: 550_000 },
    ],
  ])('%s', async (_, text, values) => {
    const { data, verified } = await read(text);
    expect(data).toMatchObject(values);
    expect(verified).toEqual(expect.arrayContaining(ALL));
  });

  it('reads sums that are grouped by blanks and have no decimals', async () => {
    const { data, verified } = await read(
      'FACTURE N° 12\nNINEA 004417788\nDakar, le 8 janvier 2025\nCarnets   500   800      400 000\nAffiches   50   2 000      100 000\nTotal HT      500 000\nTVA 18 %      90 000\nTotal TTC      590 000 FCFA',
    );
    expect(data).toMatchObject({ subtotal: 500_000, tax: 90_000, total: 590_000, currency: 'XOF' });
    expect(verified).toContain('total');
  });

  it('proves no total by its lines where a tax and a sum with it are printed too, whatever they are called', async () => {
    const text = (more: string) =>
      `INVOICE No. 7\nDate 2025-02-18\nWork   2   350.00   700.00\nTotal   700.00\n${more}`;
    expect((await read(text(''))).verified).toContain('total');
    expect((await read(text('Zorp 21 %\n147.00\nQuux\n847.00'))).verified).not.toContain('total');
  });

  it('proves nothing of a paper that says in its language that it was canceled', async () => {
    const text = (last: string) =>
      `RAČUN br. 5\nProdavatelj: Alfa d.o.o.\nKupac: Beta d.o.o.\nOsnovica   100,00\nPDV 25%   25,00\nUkupno   125,00\n${last}`;
    expect((await read(text('Hvala'))).verified).toContain('total');
    expect((await read(text('STORNIRANO'))).verified).toEqual([]);
  });

  it('reads yen with the wide sign, and no name from a sentence', async () => {
    const { data, verified } = await read(
      '請求書\n株式会社みなと出版 御中        請求書番号: 2030-044\n下記のとおりご請求申し上げます。      請求日: 2030年8月31日\n                                小野寺デザイン事務所\nご請求金額 ￥119,748\n小計   120,000\n消費税 (10%)  12,000\n合計   132,000\n源泉徴収税 (10.21%)  -12,252\n差引請求額   119,748',
    );
    expect(data).toMatchObject({ vendor: '小野寺デザイン事務所', subtotal: 120_000, tax: 12_000, total: 132_000 });
    expect(verified).toContain('total');
  });

  it('reads a small sum without decimals behind its label', async () => {
    const { data, verified } = await read(
      '統一發票\n中華民國 114 年 3 月 2 日\n買受人：松林飯店股份有限公司\n茶   10   200   2,000\n銷售額合計   2,000\n營業稅 5%   100\n總計新臺幣   2,100',
    );
    expect(data).toMatchObject({ date: '2025-03-02', subtotal: 2000, tax: 100, total: 2100 });
    expect(String(data.vendor)).not.toContain('松林');
    expect(verified).toContain('total');
  });

  it('reads who is named behind a colon that stands in a column of colons', async () => {
    const { data } = await read(
      'FACTURA ELECTRÓNICA\nF001-77\nSeñor(es)          : HOTEL PUNA S.A.C.\nRUC                : 20551220789\nOp. Gravada : S/   100.00\nIGV (18%) : S/   18.00\nImporte Total : S/   118.00',
    );
    expect(data).toMatchObject({ customer: 'HOTEL PUNA S.A.C.', tax: 18, total: 118, currency: 'PEN' });
  });

  it('takes the number of an order for no number of the invoice', async () => {
    const { data } = await read(
      'INVOICE\nAcme Tools Ltd\nNo. 55\nSO: 77812\nWork   2   50.00   100.00\nTotal   100.00',
    );
    expect(data).toMatchObject({ invoiceNumber: '55' });
  });

  it('keeps a number that could be a day in Iran', async () => {
    const { data, verified } = await read(
      'RECHNUNG\nMüller GmbH\nRechnung Nr. 1402-05-12\nDatum 12.05.2025\nNetto   100,00\nMwSt 19%   19,00\nGesamt   119,00',
    );
    expect(data).toMatchObject({ invoiceNumber: '1402-05-12', date: '2025-05-12' });
    expect(verified).toEqual(expect.arrayContaining(['invoiceNumber', 'date']));
  });

  it('reads dinars of Iraq whole, and no sum from a number of things', async () => {
    const iraq = await read('INVOICE 12\nRaf Trade\nWork   25,000\nGoods   30,000\nTotal IQD   55,000');
    expect(iraq.data).toMatchObject({ total: 55_000 });
    const { data } = await read('INVOICE 12\nAcme Ltd\nTotal JPY 1,200\nTotal pages 3');
    expect(data).toMatchObject({ total: 1200 });
    const mixed = await read(
      'INVOICE 12\nAcme Ltd\nTotal boxes 3\nPrices also in HUF\nHammer   2   50.00   100.00\nTotal   100.00',
    );
    expect(mixed.data).toMatchObject({ lineItems: [{ amount: 100 }] });
  });

  it('reads whole thousands beside the number of a customer', async () => {
    const { data } = await read('RECHNUNG\nMüller GmbH\nKD 4711\nNetto   1.000\nMwSt 19%   190\nGesamt   1.190');
    expect(data.total).not.toBe(1.19);
  });
});
