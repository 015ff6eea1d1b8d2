import type { FieldKind, SumKind } from './label-kinds.ts';

/** The labels of invoices in Turkish, Romanian, Greek, Arabic, Chinese and Japanese. */

export const EASTERN_SUMS: Partial<Record<SumKind, string>> = {
  lines: 'ara toplam, 小計, 小计, 品代, المجموع الفرعي, μερικο συνολο',
  net: `
    mal hizmet toplam tutari, toplam tutar, matrah, kdv haric toplam, total fara tva, valoare fara tva, baza impozabila, 税抜金額, 税抜合計,
    課税対象額, 不含税金额, 공급가액, 합계 공급가액, الإجمالي غير شامل ضريبة القيمة المضافة, الإجمالي الخاضع للضريبة, συνολο αξιας, καθαρο ποσο, συνολο προ φπα, αξια προ φπα, الإجمالي قبل الضريبة, الصافي قبل الضريبة, المبلغ قبل الضريبة, καθαρη αξια, συνολο χωρις φπα`,
  tax: `
    hesaplanan kdv, kdv, kdv tutari, toplam kdv, tva, valoare tva, total tva, 消費税, 消費税等, 消費税額, 税額, 税额, 增值税, ضريبة,
    ضريبة القيمة المضافة, القيمة المضافة, φπα, αξια φπα, συνολο φπα, ποσο φπα,
    세액, 부가세, 부가가치세, إجمالي ضريبة القيمة المضافة, مبلغ الضريبة`,
  gross: `
    vergiler dahil toplam tutar, genel toplam, kdv dahil toplam, total general, total de plata, total cu tva, total factura, 税込合計, 税込金額,
    合計金額, 総合計, 価税合計, 价税合计, 价税合计 小写, 总计, 總計, إجمالي الفاتورة, إجمالي هذه الفاتورة, الإجمالي شامل الضريبة,
    الإجمالي المستحق, المبلغ الإجمالي, συνολικη αξια, γενικο συνολο, πληρωτεο, τελικη αξια, τελικο ποσο, τελικο συνολο,
    합계금액, 총금액, 청구금액, الإجمالي شامل ضريبة القيمة المضافة, الإجمالي مع الضريبة, total de plata cu tva`,
  due: 'odenecek tutar, de plata, ご請求金額, 請求金額, 御請求金額, 差引ご請求額, 差引請求額, 差引請求金額, お支払金額, 应付金额, المبلغ المستحق, πληρωτεο ποσο',
  total: 'toplam, 合計, 合计, الإجمالي, المجموع, συνολο',
  prepaid: 'odenen, pesinat, avans, 内金, 前受金, 已付, المدفوع',
  allowance: 'iskonto, indirim, reducere, 値引, 値引き, 割引, 折扣, خصم, εκπτωση',
  charge: 'nakliye, kargo, transport, 送料, 運賃, 运费, الشحن, μεταφορικα',
  withheld: 'tevkifat, stopaj, 源泉徴収税, 源泉所得税, 源泉徴収, παρακρατηση',
};

export const EASTERN_FIELDS: Partial<Record<FieldKind, string>> = {
  number: `
    fatura no, fatura numarasi, factura nr, factura seria, numar factura, nr factura, 請求番号, 請求書番号, 請求書no, 伝票番号, 发票号码, 發票號碼,
    رقم الفاتورة, فاتورة رقم, αριθμος τιμολογιου, αρ τιμολογιου, τιμολογιο`,
  date: `
    fatura tarihi, duzenleme tarihi, tarih, data facturii, data emiterii, 請求日, 発行日, 請求書発行日, 开票日期, 開立日期, 発行年月日, تاريخ الفاتورة,
    تاريخ الإصدار, ημερομηνια, ημερομηνια εκδοσης, 작성일자, 발행일, 발행일자`,
  due: `
    vade, vade tarihi, son odeme tarihi, son odeme, scadenta, data scadentei, termen de plata, お支払期限, 支払期限, お支払期日, 支払期日, 付款期限,
    到期日, تاريخ الاستحقاق, ληξη, πληρωμη εως`,
  order: 'siparis no, comanda, 注文番号, ご注文番号, 订单号, رقم أمر الشراء, αρ παραγγελιας',
  seller:
    '판매자, 销售方信息, στοιχεια προμηθευτη, prestador de servicos, prestador, emitente, satici, furnizor, vanzator, 销售方, 销售方 名称, 販売者, البائع, المورد, πωλητης, προμηθευτης',
  buyer:
    '구매자, 购买方信息, στοιχεια πελατη, tomador de servicos, tomador, exmo s sr s, exmos srs, exmos senhores, sayin, alici, musteri, cumparator, beneficiar, client, 购买方, 购买方 名称, العميل, المشتري, πελατης, αγοραστης',
  other: `
    sevk tarihi, irsaliye no, vergi no, vkn, cod fiscal, cui, 登録番号, 納品日, 取引日, 发票代码, 纳税人识别号, تاريخ التوريد, الرقم الضريبي,
    السجل التجاري, αφμ, ημερομηνια παραδοσης`,
};

export const EASTERN_COLUMNS = {
  item: '品名, 品目, 摘要, 内容, 项目, 名称, aciklama, urun, hizmet, mal hizmet, denumire, descriere, الوصف, البيان, περιγραφη, ειδος',
  count: '数量, miktar, adet, cantitate, buc, الكمية, ποσοτητα',
  price: '単価, 单价, birim fiyat, fiyat, pret, pret unitar, السعر, τιμη',
  sum: '金額, 金额, tutar, valoare, المبلغ, αξια',
};
