import { addDays } from '../calendar.ts';
import { NO_BREAK_SPACE, SPACE } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const POLISH: readonly Good[] = [
  ['Usługa serwisowa', 'godz.', 8000, 18000],
  ['Dysk SSD 1TB', 'szt.', 22000, 48000],
  ['Kabel sieciowy kat. 6', 'szt.', 900, 3200],
  ['Książka "Prawo pracy"', 'szt.', 4900, 9900],
];
const CZECH: readonly Good[] = [
  ['Montáž elektroinstalace', 'hod', 42000, 68000],
  ['Kabel CYKY 3x2,5', 'm', 2800, 4600],
  ['Jistič B16', 'ks', 12000, 21000],
  ['Doprava materiálu', 'ks', 45000, 90000],
];

/** Net, tax and gross at each row, and again for each rate. */
const polish: Sheet = {
  name: 'pl-faktura-netto-brutto',
  amounts: SPACE,
  dates: { pattern: 'dd.MM.yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const drawn = drawItems(pen, POLISH, { count: [2, 4], rates: [23, 8], most: 10 });
    const items = drawn.map((item) => ({ ...item, taxAmount: taxOf(item.amount, item.taxRate ?? 0) }));
    const subtotal = subtotalOf(items);
    const taxes = taxesOf(items).map((tax) => ({
      ...tax,
      amount: items.reduce((all, { taxRate, taxAmount }) => all + (taxRate === tax.rate ? taxAmount : 0), 0),
    }));
    const tax = taxSum(taxes);
    const total = subtotal + tax;
    const vendor = random.pick(['Komputer Serwis Nowak Sp. z o.o.', 'Elektrohurt Zieliński S.A.', 'ABC Sieci s.c.']);
    const customer = random.pick([
      'Piekarnia Złoty Kłos Sp. z o.o.',
      'Urząd Gminy Lipowa',
      'Kancelaria Wilk i Wspólnicy',
    ]);
    const [date, number] = [pen.date(), `FV/${random.integer(1, 300)}/${random.integer(1, 12)}/2024`];
    const dueDate = addDays(date, 14);
    const widths = [3, 28, -5, 6, -11, -12, -4, -10, -12];
    const text = [
      `Faktura VAT nr ${number}`,
      grid([40, 40], [`Data wystawienia: ${pen.day(date)}`, `Termin płatności: ${pen.day(dueDate)}`]),
      grid([40, 40], [`Data sprzedaży: ${pen.day(addDays(date, -1))}`, 'Sposób zapłaty: przelew']),
      '',
      ...beside(
        ['Sprzedawca:', vendor, 'ul. Długa 14', '80-001 Gdańsk', `NIP: ${random.digits(10)}`],
        ['Nabywca:', customer, 'ul. Szkolna 2', '34-324 Lipowa', `NIP: ${random.digits(10)}`],
        40,
      ),
      '',
      grid(widths, ['Lp', 'Nazwa', 'Ilość', 'J.m.', 'Cena netto', 'Wart. netto', 'VAT', 'Kwota VAT', 'Wart. brutto']),
      ...items.map((item, at) =>
        grid(widths, [
          String(at + 1),
          item.description,
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
          `${item.taxRate}%`,
          pen.money(item.taxAmount),
          pen.money(item.amount + item.taxAmount),
        ]),
      ),
      '',
      ...taxes.map((each) =>
        grid(widths, [
          ...['', '', '', '', '   w tym', pen.money(each.base ?? 0), `${each.rate}%`, pen.money(each.amount)],
          pen.money((each.base ?? 0) + each.amount),
        ]),
      ),
      grid(widths, [
        ...['', '', '', '', '     Razem', pen.money(subtotal), '', pen.money(tax), pen.money(total, 'total')],
      ]),
      '',
      `Do zapłaty: ${pen.money(total, 'total')} PLN`,
      `Nr konta: 61 1090 1014 0000 0712 1981 2874`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'PLN', lineItems: items, taxes } };
  },
};

const czech: Sheet = {
  name: 'cz-faktura-dph',
  amounts: NO_BREAK_SPACE,
  dates: { pattern: 'dd.MM.yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, CZECH, { count: [2, 4], rates: [21], parts: ['hod'], most: 30 });
    const vendor = random.pick(['Elektro Novotný s.r.o.', 'Instalace Dvořák a syn v.o.s.']);
    const customer = random.pick(['Pekárna U Lípy s.r.o.', 'Obec Horní Lhota']);
    const [date, number] = [pen.date(), `24${random.digits(6)}`];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 21);
    const total = subtotal + tax;
    const widths = [30, -8, 5, -12, -6, -14];
    const text = [
      `Faktura - daňový doklad č. ${number}`,
      '',
      ...beside(
        [
          'Dodavatel:',
          vendor,
          'Nádražní 12',
          '586 01 Jihlava',
          `IČ: ${random.digits(8)}`,
          `DIČ: CZ${random.digits(8)}`,
        ],
        ['Odběratel:', customer, 'Náves 3', '588 41 Vyskytná', `IČ: ${random.digits(8)}`],
        44,
      ),
      '',
      grid([44, 40], [`Datum vystavení: ${pen.day(date)}`, `Variabilní symbol: ${number}`]),
      grid([44, 40], [`Datum splatnosti: ${pen.day(dueDate)}`, `DUZP: ${pen.day(date)}`]),
      '',
      grid(widths, ['Označení dodávky', 'Množství', 'MJ', 'Cena za MJ', 'DPH', 'Celkem bez DPH']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          '21%',
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-64, -18], ['Základ daně', `${pen.money(subtotal)} Kč`]),
      grid([-64, -18], ['DPH 21 %', `${pen.money(tax)} Kč`]),
      grid([-64, -18], ['Celkem k úhradě', `${pen.money(total, 'total')} Kč`]),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'CZK', lineItems: items, taxes: [{ rate: 21, base: null, amount: tax }] },
    };
  },
};

export const CENTRAL_SHEETS: readonly Sheet[] = [polish, czech];
