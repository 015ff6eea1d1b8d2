import { addDays } from '../calendar.ts';
import { COMMA, SPACE } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const DUTCH: readonly Good[] = [
  ['Onderhoud tuin, maandelijks', 'uur', 3800, 6200],
  ['Haagbeuk 150-175 cm', 'st', 900, 2400],
  ['Levering teelaarde', 'm3', 2400, 5200],
  ['Afvoer groenafval', 'st', 4500, 9500],
];
const SWEDISH: readonly Good[] = [
  ['Konsultarvode systemutveckling', 'tim', 80000, 140000],
  ['Projektledning', 'tim', 90000, 150000],
  ['Licens Fältplan Pro', 'st', 29900, 89900],
  ['Resersättning', 'st', 18500, 64000],
];

/** Two rates, named high and low, and no rate at the rows. */
const dutch: Sheet = {
  name: 'nl-btw-hoog-laag',
  amounts: COMMA,
  dates: { pattern: 'dd-MM-yyyy', language: 'nl' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, DUTCH, { count: [2, 4], rates: [21, 9], parts: ['uur', 'm3'], most: 20 });
    const vendor = random.pick(['Hoveniersbedrijf De Linde B.V.', 'Groenrijk Advies VOF', 'Kwekerij Van den Berg']);
    const customer = random.pick(['VvE Parkzicht', 'Stichting Het Anker', 'Mevr. A. de Wit']);
    const [date, number] = [pen.date(), `${random.integer(2019, 2026)}${random.digits(4)}`];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const taxes = taxesOf(items);
    const tax = taxSum(taxes);
    const total = subtotal + tax;
    const widths = [-8, 6, 36, -11, -6, -13];
    const text = [
      ...beside(
        [customer, 'Parklaan 5', '3701 AB Zeist'],
        [vendor, 'Dorpsstraat 88', '3941 JL Doorn', `KVK ${random.digits(8)}`, `BTW-nr. NL${random.digits(9)}B01`],
        46,
      ),
      '',
      'FACTUUR',
      '',
      grid([18, 16, 18, 14], ['Factuurnummer', number, 'Factuurdatum', pen.day(date)]),
      grid([18, 16, 18, 14], ['Debiteur', random.digits(5), 'Vervaldatum', pen.day(dueDate)]),
      '',
      grid(widths, ['Aantal', 'Eenh.', 'Omschrijving', 'Prijs', 'BTW', 'Bedrag']),
      ...items.map((item, at) =>
        grid(widths, [
          pen.count(item.quantity ?? 0),
          item.unit ?? '',
          item.description,
          `€ ${pen.money(item.unitPrice ?? 0)}`,
          `${item.taxRate}%`,
          `€ ${pen.money(item.amount, `line ${at}`)}`,
        ]),
      ),
      '',
      grid([-74, -13], ['Totaal excl. btw', `€ ${pen.money(subtotal)}`]),
      ...taxes.map((each) =>
        grid(
          [-74, -13],
          [
            `BTW ${each.rate === 21 ? 'hoog' : 'laag'} ${each.rate}% over € ${pen.money(each.base ?? 0)}`,
            `€ ${pen.money(each.amount)}`,
          ],
        ),
      ),
      grid([-74, -13], ['Te betalen', `€ ${pen.money(total, 'total')}`]),
      '',
      `Wij verzoeken u het bedrag voor ${pen.day(dueDate)} over te maken op NL91 ABNA 0417 1643 00.`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'EUR', lineItems: items, taxes } };
  },
};

const belgian: Sheet = {
  name: 'be-bilingual',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'nl' },
  write(pen) {
    const { random } = pen;
    const goods: readonly Good[] = [
      ['Papier / Papier A3', null, 900, 2900],
      ['Enveloppes C5 / Omslagen C5', null, 600, 1900],
      ['Cartouche / Inktpatroon 953XL', null, 2900, 5900],
    ];
    const items = drawItems(pen, goods, { count: [1, 3], most: 30 });
    const vendor = random.pick(['Drukkerij Imprimerie Claes NV', 'Burotec SRL', 'Lemmens & Fils SA']);
    const customer = random.pick(['Commune d’Uccle', 'Zorghuis Ter Linden vzw', 'Brasserie Dupont']);
    const [date, number] = [pen.date(), `VF${random.digits(7)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 21);
    const total = subtotal + tax;
    const widths = [40, -16, -22, -18];
    const text = [
      `${vendor} - Chaussée d’Anvers 41 Antwerpsesteenweg - 1000 Bruxelles/Brussel`,
      `TVA/BTW BE0${random.digits(9)}`,
      '',
      'FACTURE / FACTUUR',
      '',
      `N° facture / Factuurnr. : ${number}`,
      `Date / Datum : ${pen.day(date)}`,
      `Échéance / Vervaldatum : ${pen.day(dueDate)}`,
      `Client / Klant : ${customer}`,
      '',
      grid(widths, ['Description / Omschrijving', 'Qté / Aantal', 'Prix unit. / Eenh.prijs', 'Montant / Bedrag']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-80, -18], ['Total hors TVA / Totaal excl. BTW', pen.money(subtotal)]),
      grid([-80, -18], ['TVA / BTW 21 %', pen.money(tax)]),
      grid([-80, -18], ['Total à payer / Te betalen EUR', pen.money(total, 'total')]),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 21, base: null, amount: tax }],
      },
    };
  },
};

/** The number for payment (OCR) is not the invoice's; the name of the vendor stands in the foot. */
const swedish: Sheet = {
  name: 'se-forfallodatum-ocr',
  amounts: SPACE,
  dates: { pattern: 'yyyy-MM-dd', language: 'sv' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, SWEDISH, { count: [1, 4], parts: ['tim'], most: 6 });
    const vendor = random.pick(['Fjällström Systemkonsult AB', 'Norrsken Data AB', 'Byggteknik i Umeå HB']);
    const customer = random.pick(['Region Västerbotten', 'Sågverket i Lycksele AB', 'BRF Tallen 4']);
    const [date, number, reference] = [pen.date(), random.digits(5), random.digits(12)];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 25);
    const total = subtotal + tax;
    const widths = [38, -9, 6, -12, -14];
    const text = [
      grid([48, 30], ['', 'Faktura']),
      '',
      grid([20, 26, 30], ['Fakturanr', number, customer]),
      grid([20, 26, 30], ['Fakturadatum', pen.day(date), 'Box 114']),
      grid([20, 26, 30], ['Förfallodatum', pen.day(dueDate), '921 22 Lycksele']),
      grid([20, 26, 30], ['OCR-nummer', reference, '']),
      grid([20, 26, 30], ['Er referens', 'Karin Nyberg', '']),
      grid([20, 26, 30], ['Betalningsvillkor', '30 dagar netto', '']),
      '',
      grid(widths, ['Benämning', 'Antal', 'Enhet', 'À-pris', 'Summa']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([16, 16, 16, 16], ['Netto', 'Moms 25%', 'Öresavr.', 'Att betala SEK']),
      grid([16, 16, 16, 16], [pen.money(subtotal), pen.money(tax), '0,00', pen.money(total, 'total')]),
      '',
      'Dröjsmålsränta debiteras enligt räntelagen.',
      '',
      grid([34, 24, 24], [vendor, 'Telefon 090-55 01 20', `Bankgiro ${random.digits(3)}-${random.digits(4)}`]),
      grid([34, 24, 24], ['Storgatan 7', 'info@exempel.se', `Org.nr 556${random.digits(3)}-${random.digits(4)}`]),
      grid([34, 24, 24], ['903 26 Umeå', 'Godkänd för F-skatt', `Momsreg.nr SE556${random.digits(7)}01`]),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'SEK', lineItems: items, taxes: [{ rate: 25, base: null, amount: tax }] },
    };
  },
};

export const NORTHERN_SHEETS: readonly Sheet[] = [dutch, belgian, swedish];
