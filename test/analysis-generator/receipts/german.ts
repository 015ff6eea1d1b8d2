import { printDate } from '../calendar.ts';
import { COMMA, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, type Sold, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { AT_GOODS, DE_DISHES, DE_GOODS, DE_SHOPS } from './stock-european.ts';

const amount = (minor: number) => signed(minor, COMMA);

/** Gross sums by rate, in the order of letters. */
function byRate(items: readonly Sold[], reduced: ReadonlySet<Sold>): [number, number] {
  const low = amountOf(items.filter((item) => reduced.has(item)));
  return [amountOf(items) - low, low];
}

/** Letters for rates, a deposit, a table of taxes with totals, and the card's own slip. */
export function deSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(DE_SHOPS);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: DE_GOODS, prices: [39, 999], several: 0.35 });
  const reduced = new Set(items.filter(() => random.chance(0.7)));
  paper.name(merchant);
  paper.centre('Bahnhofstr. 12', '34117 Kassel', `UID Nr.: DE${random.digits(9)}`);
  paper.row('', 'EUR');
  for (const item of items) {
    const letter = reduced.has(item) ? 'B' : 'A';
    paper.row(item.description, amount(item.amount), letter);
    if (item.quantity > 1) paper.row(`     ${item.quantity} Stk x`, amount(item.unitPrice));
  }
  const charges = random.chance(0.5) ? [random.pick([25, 8, 15])] : [];
  if (charges.length > 0) paper.row(`PFAND ${amount(charges[0] ?? 0)} EURO`, amount(charges[0] ?? 0), 'A *');
  const discounts = random.chance(0.3) && amountOf(items) > 500 ? [-random.integer(20, 120)] : [];
  if (discounts.length > 0) paper.row(random.pick(['Rabatt', 'COUPON 10%', 'LEERGUT']), amount(discounts[0] ?? 0), 'A');
  paper.rule();
  const total = amountOf(items) + sum(charges) + sum(discounts);
  paper.row('SUMME', 'EUR', amount(total));
  paper.rule('=');
  const card = random.chance(0.6);
  if (card) {
    paper.row('Geg. EC-Cash', 'EUR', amount(total));
    paper.centre('* * Kundenbeleg * *');
    paper.row('Datum:', printDate(date, 'dd.MM.yyyy'));
    paper.row('Uhrzeit:', `${time}:05 Uhr`);
    paper.row('Beleg-Nr.', random.digits(4));
    paper.row('Trace-Nr.', random.digits(6));
    paper.centre('Kartenzahlung', 'girocard');
    paper.row('Betrag EUR', amount(total));
    paper.centre('Zahlung erfolgt');
  } else {
    const cash = tendered(total, random);
    paper.row('Geg. BAR', 'EUR', amount(cash));
    paper.row('Rückgeld BAR', 'EUR', amount(cash - total));
  }
  const [high, low] = byRate(items, reduced);
  const gross = [high + sum(charges) + sum(discounts), low];
  const taxes = [taxWithin(gross[0] ?? 0, 19), taxWithin(low, 7)];
  paper.row('Steuer  %', 'Netto', 'Steuer', 'Brutto');
  for (const [index, label] of ['A= 19,0%', 'B=  7,0%'].entries()) {
    const [whole, tax] = [gross[index] ?? 0, taxes[index] ?? 0];
    if (whole > 0) paper.row(label, amount(whole - tax), amount(tax), amount(whole));
  }
  paper.row('Gesamtbetrag', amount(total - sum(taxes)), amount(sum(taxes)), amount(total));
  paper.name(`${printDate(date, 'dd.MM.yyyy')}     ${time}     Bon-Nr.:${random.digits(4)}`);
  paper.row(`Markt:${random.digits(4)}`, `Kasse:${random.integer(1, 9)}`, `Bed.:${random.digits(6)}`);
  paper.left(`TSE-Signatur: ${random.digits(24)}`, `TSE-Transaktion: ${random.digits(6)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, charges, discounts, total, tax: sum(taxes) },
      paymentMethod: card ? 'card' : 'cash',
    },
  };
}

/** Quantities as "2 x 1,19" ahead of the goods, and the sum named "zu zahlen". */
export function deDiscounter(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['PREISFUCHS', 'Drogerie Hartmann', 'Getränke Oetting']);
  const firm = `${merchant} Handels GmbH & Co. KG`;
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: DE_GOODS, prices: [39, 1299], several: 0.4 });
  paper.name(merchant);
  paper.centre(firm, 'Lindenallee 4-6', '26122 Oldenburg', 'Mo-Sa 7:00-21:00 Uhr');
  paper.row('', 'EUR');
  for (const item of items) {
    const [first, code] = item.quantity > 1 ? [`${item.quantity} x ${amount(item.unitPrice)}`, '2'] : ['', '1'];
    if (first !== '' && random.chance(0.5)) {
      paper.left(`   ${first}`);
      paper.row(item.description, amount(item.amount), code);
    } else {
      paper.row(item.description, first, amount(item.amount), code);
    }
  }
  paper.rule();
  const total = amountOf(items);
  const tax = taxWithin(total, 19);
  paper.row(random.pick(['zu zahlen', 'SUMME EUR', 'Summe', 'Total EUR']), amount(total));
  const cash = random.chance(0.5);
  if (cash) {
    const given = tendered(total, random);
    paper.row('Bar', amount(given));
    paper.row('Rückgeld', `-${amount(given - total)}`);
  } else {
    paper.row(random.pick(['Karte', 'VISA', 'girocard']), amount(total));
  }
  paper.row('MWST%', 'MWST', '+ Netto', '= Brutto');
  paper.row('1 19 %', amount(tax), amount(total - tax), amount(total));
  paper.name(`${random.digits(4)} ${random.digits(6)}/02   ${printDate(date, 'dd.MM.yy')}   ${time}`);
  paper.centre('Vielen Dank für Ihren Einkauf!', 'Punktestand: 1.204 Punkte');
  const paymentMethod = cash ? 'cash' : 'card';
  return {
    paper,
    truth: { ...PLAIN, merchant, aliases: [firm], date, time, currency: 'EUR', items, tax, total, paymentMethod },
  };
}

/** A restaurant's bill with the blank form for entertainment expenses. */
export function deRestaurant(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Gasthaus Zur Linde', 'Ristorante Da Nino', 'Brauhaus am Markt']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: DE_DISHES, prices: [220, 2890], step: 10, several: 0.5 });
  paper.name(merchant);
  paper.centre(
    'Inh. Peter Kruse',
    'Marktplatz 3 · 79098 Freiburg',
    'Tel. 0761 / 555 0143',
    `St.-Nr. ${random.digits(2)}/${random.digits(3)}/${random.digits(5)}`,
  );
  paper.centre(`Rechnung Nr. ${random.digits(5)}`);
  paper.row(`Tisch ${random.integer(1, 30)}`, `Bedienung: ${random.pick(['Anna', 'Jonas'])}`);
  paper.name(`${printDate(date, 'dd.MM.yyyy')} ${time}`);
  paper.rule();
  for (const item of items) {
    const unit = item.quantity > 1 ? `à ${amount(item.unitPrice)}` : '';
    paper.row(`${item.quantity}x ${item.description}`, unit, amount(item.amount));
  }
  paper.rule();
  const total = amountOf(items);
  const tax = taxWithin(total, 19);
  paper.row(random.pick(['Summe', 'Gesamtbetrag', 'Rechnungsbetrag']), `${amount(total)} €`);
  paper.row('Netto 19%', `${amount(total - tax)} €`);
  paper.row('inkl. MwSt 19%', `${amount(tax)} €`);
  const paid = random.pick(['bar', 'karte', 'offen'] as const);
  if (paid === 'bar') paper.row('Bar', `${amount(total)} €`);
  if (paid === 'karte') paper.row('EC-Karte', `${amount(total)} €`);
  if (random.chance(0.5)) {
    paper.left(
      'Angaben zum Nachweis der Höhe und der',
      'betrieblichen Veranlassung von Bewirtungs-',
      'aufwendungen (§ 4 Abs. 5 Nr. 2 EStG)',
    );
    paper.left(
      'Trinkgeld: ______________',
      'Gesamt: _________________',
      'Ort, Datum: _____________ Unterschrift: ________',
    );
  }
  const paymentMethod = paid === 'offen' ? null : paid === 'bar' ? 'cash' : 'card';
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'EUR', items, tax, total, paymentMethod },
  };
}

/** Austrian letters for rates and the code of the register. */
export function atSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Bauernladen Huber', 'NAHVERSORGER WIESINGER', 'Bäckerei Ankner & Sohn']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: AT_GOODS, prices: [49, 1599], several: 0.3 });
  const reduced = new Set(items.filter(() => random.chance(0.7)));
  paper.name(merchant);
  paper.centre('Landstraßer Hauptstraße 5, 1030 Wien', `UID: ATU${random.digits(8)}`);
  paper.left(`Filiale: ${random.digits(4)}  Kassa: ${random.integer(1, 9)}`);
  paper.row('', 'EUR');
  for (const item of items) {
    if (item.quantity > 1) paper.left(`${item.quantity} Stk à ${amount(item.unitPrice)}`);
    paper.row(item.description, amount(item.amount), reduced.has(item) ? 'A' : 'B');
  }
  paper.rule();
  const total = amountOf(items);
  paper.row('Summe', 'EUR', amount(total));
  const card = random.chance(0.5);
  const given = card ? total : tendered(total, random);
  paper.row(card ? 'Bankomat' : 'Gegeben Bar', 'EUR', amount(given));
  if (card) paper.left('BETRAG IN EUR UND DATEN BESTÄTIGT');
  else paper.row('Rückgeld', 'EUR', amount(given - total));
  const [high, low] = byRate(items, reduced);
  const taxes = [taxWithin(low, 10), taxWithin(high, 20)];
  if (low > 0) paper.left(`A: 10% MwSt von ${amount(low - (taxes[0] ?? 0))} = ${amount(taxes[0] ?? 0)}`);
  if (high > 0) paper.left(`B: 20% MwSt von ${amount(high - (taxes[1] ?? 0))} = ${amount(taxes[1] ?? 0)}`);
  paper.name(`Datum: ${printDate(date, 'dd.MM.yyyy')}  Zeit: ${time}`);
  paper.left(`Beleg-Nr.: ${random.digits(10)}`, `RKSV: R1-AT1_${random.digits(8)}_${random.digits(6)}`);
  const paymentMethod = card ? 'card' : 'cash';
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'EUR', items, tax: sum(taxes), total, paymentMethod },
  };
}
