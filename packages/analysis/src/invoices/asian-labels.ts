import type { FieldKind, SumKind } from './label-kinds.ts';

/** The labels of invoices in Indonesian, Vietnamese, Korean, Thai, Persian, Hebrew and Georgian, and those of Taiwan. */

export const ASIAN_SUMS: Partial<Record<SumKind, string>> = {
  lines: 'tam tinh, جمع اقلام, סכום ביניים',
  net: `
    dpp, dasar pengenaan pajak, jumlah sebelum pajak, cong tien hang, tong tien hang, tien hang, tong tien truoc thue, cong tien hang hoa dich vu, 공급가액 합계, 銷售額合計, 銷售額, 應稅銷售額, มูลค่าสินค้า, มูลค่าก่อนภาษี, จำนวนเงินก่อนภาษี,
    جمع کل قبل از مالیات, جمع پس از تخفیف, סה כ לפני מע מ, סהכ לפני מעמ, סכום לפני מע מ, חייב במע מ`,
  tax: `
    ppn, pajak pertambahan nilai, tien thue gtgt, thue gtgt, tien thue, thue suat gtgt, 세액 합계, 營業稅, 營業稅額, 稅額, ภาษีมูลค่าเพิ่ม, مالیات, مالیات بر ارزش افزوده, مالیات و عوارض, عوارض و مالیات, מע מ, מעמ, დღგ`,
  gross: `
    total tagihan, jumlah tagihan, jumlah total, grand total, total bayar, tong cong tien thanh toan, tong tien thanh toan, tong cong, tong tien, tong gia tri thanh toan, 합계 금액, 총 청구금액, 總計, 總計新臺幣, 總金額, จำนวนเงินรวมทั้งสิ้น, ยอดรวมทั้งสิ้น, รวมทั้งสิ้น,
    جمع کل با مالیات, مبلغ کل, جمع کل فاکتور, סה כ כולל מע מ, סהכ כולל מעמ, סה כ חשבונית, სულ დღგ ს ჩათვლით`,
  due: `
    jumlah yang harus dibayar, total yang harus dibayar, harus dibayar, so tien phai tra, so tien can thanh toan, phai thanh toan, 應付總額, ยอดชำระ, จำนวนเงินที่ต้องชำระ, مبلغ قابل پرداخت, قابل پرداخت, סה כ לתשלום, סהכ לתשלום, לתשלום,
    გადასახდელი, სულ გადასახდელი`,
  total: 'jumlah, cong, รวม, جمع کل, جمع, סה כ, סהכ, სულ, ჯამი',
  prepaid: 'uang muka, dp dibayar, tam ung, da thanh toan, پیش پرداخت, שולם, מקדמה',
  allowance: 'diskon, potongan, chiet khau, giam gia, ส่วนลด, تخفیف, הנחה',
  charge: 'ongkos kirim, biaya kirim, phi van chuyen, ค่าขนส่ง, هزینه ارسال, کرایه حمل, משלוח, דמי משלוח',
  withheld: 'pph, pph 23, ภาษีหัก ณ ที่จ่าย, หัก ณ ที่จ่าย, ניכוי במקור',
};

export const ASIAN_FIELDS: Partial<Record<FieldKind, string>> = {
  number: `
    nomor invoice, no faktur, nomor faktur, no tagihan, faktur no, so hoa don, hoa don so, so, 청구번호, 청구서번호, 계산서번호, 송장번호, 發票號碼, เลขที่ใบแจ้งหนี้, เลขที่ใบกำกับภาษี, เลขที่, شماره فاکتور, فاکتور شماره, شماره صورتحساب,
    صورتحساب شماره, ინვოისი, ინვოისის ნომერი, ანგარიშ ფაქტურა, חשבונית מס, חשבונית מספר, מספר חשבונית, חשבונית מס מספר`,
  date: `
    tanggal, tanggal invoice, tanggal faktur, tgl, ngay, ngay lap, ngay hoa don, 청구일, 청구일자, 日期, วันที่, วันที่ออก, تاریخ, تاریخ فاکتور, تاریخ صدور, תאריך, תאריך חשבונית, თარიღი`,
  due: 'jatuh tempo, tanggal jatuh tempo, han thanh toan, ngay den han, 지급기한, 납부기한, 付款期限, วันครบกำหนด, กำหนดชำระ, سررسید, تاریخ سررسید, לתשלום עד, תאריך פירעון',
  order: 'no po, nomor pesanan, don dat hang, so don hang, 주문번호, เลขที่ใบสั่งซื้อ, شماره سفارش, מספר הזמנה, הזמנה',
  seller:
    'penjual, dari, don vi ban hang, nguoi ban, ben ban, ten don vi ban hang, 공급자, 賣方, 營業人, ผู้ขาย, فروشنده, המוכר, გამყიდველი',
  buyer: `
    kepada, kepada yth, pembeli, pelanggan, tagihan kepada, ditagihkan kepada, ten don vi, ten don vi mua hang, don vi mua hang, nguoi mua, ben mua, ten khach hang, khach hang, 공급받는자, 買受人, 買方, ลูกค้า, ผู้ซื้อ, خریدار, مشتری,
    לכבוד, לקוח, שם הלקוח, მყიდველი`,
  other: `
    npwp, ma so thue, mst, dia chi, ho ten nguoi mua hang, hinh thuc thanh toan, so tai khoan, ky hieu, mau so, 등록번호, 사업자등록번호, 대표, 統一編號, 統編, เลขประจำตัวผู้เสียภาษี, شماره اقتصادی, کد ملی, شناسه ملی, ע מ, ח פ, עוסק מורשה, ს კ`,
};

export const ASIAN_COLUMNS = {
  item: 'uraian, deskripsi, nama barang, keterangan, barang, ten hang hoa, ten hang, ten hang hoa dich vu, dien giai, stt, 품목, 품명, 내역, 品名, รายการ, رديف, شرح, شرح کالا, نام کالا, פריט, תיאור, დასახელება',
  count: 'jumlah barang, kuantitas, banyaknya, so luong, 수량, 數量, จำนวน, تعداد, مقدار, כמות',
  price:
    'harga, harga satuan, don gia, 단가, 單價, ราคา, ราคาต่อหน่วย, ราคา หน่วย, قیمت واحد, فی, مبلغ واحد, מחיר, מחיר יחידה',
  sum: 'jumlah, subtotal, thanh tien, 공급가액, 금액, 金額, จำนวนเงิน, مبلغ, مبلغ کل, סכום, סה כ',
};
