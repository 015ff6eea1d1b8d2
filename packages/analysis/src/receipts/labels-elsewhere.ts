/**
 * The words beside the sums of receipts in Icelandic, Estonian, Latvian, Lithuanian, Croatian, Serbian, Slovenian, Macedonian, Bulgarian, Russian, Ukrainian, Kazakh,
 * Mongolian, Georgian, Armenian, Persian, Indonesian and Vietnamese, and names of taxes of Africa and America.
 */
export const ELSEWHERE = {
  total: `
    samtals, kokku, tasuda, maksta, kopa, kopa apmaksai, samaksai, apmaksai, is viso, moketi, moketina suma, ukupan iznos, sveukupno, za platiti, za uplatu, za naplatu, skupaj, za placilo, укупан износ, укупно,
    за уплату, вкупно, вкупен износ, вкупен промет, промет вкупно, за плаќање, обща сума, общо, всичко, сума за плащане, итого, итог, всего, к оплате, итого к оплате, всего к оплате, сумма к оплате, разом, всього, усього, до сплати, до оплати,
    барлығы, жиыны, төлеуге, нийт дун, нийт, толох дун, სულ, ჯამი, სულ გადასახდელი, გადასახდელი, ընդամենը, جمع کل, جمع, مبلغ قابل پرداخت, قابل پرداخت, مبلغ کل, مبلغ نهایی, total bayar, total belanja, tong cong, tong tien,
    tong thanh toan, phai thanh toan, khach phai tra, gjithsej, yekun, cemi`,
  final: `
    tasuda, maksta, apmaksai, samaksai, moketi, za platiti, za uplatu, za naplatu, за уплату, за плаќање, за плащане, к оплате, до сплати, до оплати, გადასახდელი, قابل پرداخت, مبلغ قابل پرداخت, مبلغ نهایی, total bayar,
    phai thanh toan, khach phai tra`,
  sub: `
    vahesumma, starpsumma, tarpine suma, meduzbroj, medzbir, vmesni znesek, међузбир, междинна сума, подытог, промежуточный итог, проміжний підсумок, neto kokku, tam tinh, cong tien hang, جمع جزء, جمع اقلام`,
  excluded: 'ilma, bez, be pvm, brez, без, an vsk, قبل از, chua gom',
  included:
    'sisaldab, ieskaitot, koos km, sa pdv, са пдв, со ддв, с учетом, включая, включно, med vsk, با احتساب, da bao gom',
  tax: `
    vsk, kaibemaks, km 24, km 22, km 20, km 13, km 9, pvn, pvm, ddv, порез, пореза, porez, poreza, iznos poreza, пдв, ддв, ддс, ндс, ққс, нөат, ноат, нхат, დღგ, աահ, مالیات, مالیات بر ارزش افزوده, ارزش افزوده, عوارض, ppn, pb1, thue gtgt, thue, vat gtgt, tvsh,
    itbis, itbms, isv, igv, nhil, getfund, covid hrl, covid levy, covid 19 levy`,
  within:
    'þar af, sh km, sealhulgas km, tai skaita pvn, t sk pvn, is ju pvm, од тога, в т ч ндс, в том числе ндс, в т ч, у т ч, в тому числі, у тому числі, მათ შორის',
  rounding:
    'umardamine, noapalosana, apvalinimas, zaokruzivanje, заокруживање, округление, заокруглення, закръгляване, გამრგვალება',
  discount:
    'afslattur, allahindlus, soodustus, atlaide, nuolaida, popust, попуст, отстъпка, скидка, знижка, хөнгөлөлт, ფასდაკლება, تخفیف, diskon, potongan, giam gia, chiet khau',
  service:
    'حق سرویس, سرویس, обслуживание, обслуговування, მომსახურება, phi dich vu, 10 ley, propina legal, propina de ley',
  cash: 'reidufe, sularaha, skaidra nauda, skaidra, grynieji, grynais, gotovina, готовина, во готово, в брой, наличные, наличными, готівка, қолма қол, бэлэн, ნაღდი, نقد, نقدی, tien mat, khach dua',
  card: `
    greitt med korti, korti, pangakaart, maksekaart, kaardimakse, bankas karte, banko kortele, kortele, kartica, картица, платна картица, картичка, карта, картой, банковская карта, безналичными, картка, карткою, төлем картасы,
    картаар, ბარათი, საბანკო ბარათი, کارت, کارت بانکی, پرداخت با کارت, کارتخوان, kartu debit, kartu kredit, the ngan hang, mpesa, m pesa, lipa na mpesa, lipa na m pesa, mobile money, momo pay, mtn momo, airtel money, linx`,
  change:
    'til baka, tagasi, tagastatav, atlikums, atdots, graza, povrat, povrat novca, vracilo, повраћај, кусур, ресто, сдача, решта, қайтарым, хариулт, ხურდა, kembali, kembalian, tien thua, tien thoi, tra lai',
} as const;
