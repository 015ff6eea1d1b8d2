import type { FieldKind, SumKind } from './label-kinds.ts';

/** The labels of invoices in Croatian, Bosnian, Serbian, Slovenian, Macedonian, Bulgarian, Russian and Ukrainian. */

export const SLAVIC_SUMS: Partial<Record<SumKind, string>> = {
  lines: 'meduzbroj, medzbir, vmesni znesek, међузбир, междинна сума, подытог, проміжний підсумок',
  net: `
    osnovica, porezna osnovica, ukupno bez pdv, iznos bez pdv, ukupno bez pdv a, osnova za ddv, skupaj brez ddv, znesek brez ddv, vrednost brez ddv, основица, пореска основица,
    укупно без пдв, износ без пдв, основа, вкупно без ддв, данъчна основа, стойност без ддс, общо без ддс, сума без ддс, итого без ндс, сумма без ндс, всего без ндс, стоимость без ндс,
    разом без пдв, сума без пдв, усього без пдв, всього без пдв`,
  tax: `
    pdv, iznos pdv, ukupno pdv, obracunati pdv, ddv, znesek ddv, skupaj ddv, пдв, износ пдв, укупно пдв, сума пдв, ддв, ддс, начислен ддс, стойност на ддс, сума ддс, ндс, сумма ндс,
    в том числе ндс, в т ч ндс, в том числе пдв, у тому числі пдв, у т ч пдв, в т ч пдв, құс, ққс`,
  gross: `
    ukupno s pdv om, ukupno s pdv, ukupno sa pdv, ukupno sa pdv om, sveukupno, ukupan iznos, iznos s pdv, skupaj z ddv, znesek z ddv, za placilo skupaj, укупно са пдв, укупан износ, свеукупно,
    вкупно со ддв, вкупен износ, общо с ддс, обща стойност, обща сума, итого с ндс, всего с ндс, всего к оплате, итого к оплате, стоимость с ндс, всього з пдв, разом з пдв, усього з пдв, загальна сума`,
  due: `
    za platiti, za uplatu, ukupno za platiti, ukupno za uplatu, iznos za uplatu, za placilo, за уплату, укупно за уплату, износ за уплату, за плаќање, за плащане, сума за плащане, сума за получаване,
    к оплате, сумма к оплате, до сплати, до оплати, сума до сплати, төлемге`,
  total: 'ukupno, skupaj, укупно, вкупно, общо, всичко, итого, всего, разом, всього, усього, барлығы',
  prepaid: 'predujam, placeno, avans, predplacilo, аванс, плаћено, уплаћено, платено, предоплата, оплачено, сплачено',
  allowance: 'popust, rabat, попуст, рабат, отстъпка, скидка, знижка',
  charge: 'dostava, postarina, достава, доставка, транспорт, поштарина',
};

export const SLAVIC_FIELDS: Partial<Record<FieldKind, string>> = {
  number: `
    racun br, racun broj, broj racuna, racun, faktura br, faktura broj, broj fakture, racun st, racun stevilka, stevilka racuna, st racuna, рачун бр, рачун број, број рачуна, фактура бр, фактура број,
    број фактуре, фактура, фактура номер, фактура no, счет no, счет номер, счет, счет фактура no, счет фактура, номер счета, счет на оплату no, счет на оплату, рахунок no, рахунок фактура no, рахунок фактура, рахунок номер,
    рахунок, рахунок на оплату no, рахунок на оплату, номер рахунку, податкова накладна`,
  date: `
    datum racuna, datum izdavanja, datum fakture, datum izdaje, mjesto i datum, mjesto i datum izdavanja, datum i mjesto izdavanja, mesto i datum, mesto i datum izdavanja, датум рачуна, датум издавања, датум фактуре, датум, место и датум, датум на издавање,
    дата на издаване, дата, дата счета, дата выставления, дата рахунку, дата складання, дата виписки`,
  due: `
    dospijece, datum dospijeca, rok placanja, valuta placanja, rok placila, datum valute, zapade, датум доспећа, рок плаћања, датум валуте, рок за плаќање, падеж, срок за плащане, срок оплаты, оплатить до, термін оплати,
    сплатити до, оплатити до`,
  order:
    'broj narudzbe, narudzbenica, narudzba, narocilo, st narocila, наруџбеница, поръчка, заказ no, заказ, замовлення',
  seller:
    'prodavac, prodavatelj, dobavljac, izdavatelj, prodajalec, izdajatelj, продавац, добављач, продавач, доставчик, поставщик, исполнитель, постачальник, виконавець, продавець',
  buyer:
    'kupac, primatelj, narucitelj, kupec, narocnik, купац, прималац, купувач, получател, покупатель, заказчик, плательщик, покупець, замовник, платник',
  other: `
    oib, mbs, pib, jib, id broj, pdv broj, maticni broj, davcna stevilka, id za ddv, datum isporuke, datum prometa, datum opravljene storitve, пиб, матични број, датум промета, едб, еик, ин по зддс, зддс no, булстат,
    дата на данъчното събитие, инн, кпп, бин, иин, огрн, єдрпоу, едрпоу, іпн, дата отгрузки, poziv na broj, позив на број, model, рс, р рахунок`,
};

export const SLAVIC_COLUMNS = {
  item: `
    naziv, opis, artikal, usluga, proizvod, naziv robe, storitev, blago, назив, опис, артикл, услуга, наименование, наименование на стоката, описание, товар, товары, назва, найменування, послуга, р бр, r br`,
  count: 'kolicina, kol, kolic, количина, кол, количество, к во, кількість, к сть',
  price: 'cijena, cena, jed cijena, јед цена, цена, ед цена, ціна, ціна без пдв',
  sum: 'iznos, vrijednost, znesek, vrednost, износ, вредност, стойност, сумма, стоимость, сума, сума без пдв, вартість',
};
