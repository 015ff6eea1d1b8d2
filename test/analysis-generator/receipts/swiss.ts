import { printDate } from '../calendar.ts';
import { APOSTROPHE, signed } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { CH_GOODS, DE_DISHES } from './stock-european.ts';

const amount = (minor: number) => signed(minor, APOSTROPHE);

/** A head over columns of quantity and price; cash is rounded to five hundredths. */
export function chSupermarket(random: Random): Draft {
  const paper = new Paper(48);
  const merchant = random.pick(['Dorfladen Sennrüti', 'Dorfmarkt Hinterwil', 'Genossenschaft Bärenmarkt']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: CH_GOODS, prices: [60, 1590], step: 5 });
  if (random.chance(0.5)) {
    const grams = random.integer(150, 900);
    items.push({ description: 'Äpfel Gala', quantity: grams / 1000, unitPrice: 390, amount: Math.round(grams * 0.39) });
  }
  paper.name(merchant);
  paper.centre(
    'Dorfplatz 2',
    '8400 Winterthur',
    'Tel. 052 555 01 43',
    `CHE-${random.digits(3)}.${random.digits(3)}.${random.digits(3)} MWST`,
  );
  paper.row('Artikel', 'Menge', 'Preis', 'Total');
  for (const item of items) {
    paper.row(item.description, String(item.quantity), amount(item.unitPrice), amount(item.amount), '1');
  }
  const exact = amountOf(items);
  const card = random.chance(0.5);
  const total = card ? exact : Math.round(exact / 5) * 5;
  const rounded = total !== exact;
  paper.rule();
  if (rounded) {
    paper.row('Zwischentotal', amount(exact));
    paper.row('Rundung', amount(total - exact));
  }
  paper.row('Total CHF', amount(total));
  if (card) {
    paper.row(random.pick(['TWINT', 'Maestro', 'VISA Debit']), amount(total));
  } else {
    const cash = tendered(total, random);
    paper.row('Barzahlung', amount(cash));
    paper.row('Rückgeld', amount(total - cash));
  }
  paper.row('Total EUR', amount(Math.round(total * 1.04)));
  const tax = taxWithin(total, 2.6);
  paper.row('MWST-Nr', 'Satz', 'Total', 'MWST');
  paper.row('1', '2.60%', amount(total), amount(tax));
  paper.name(`${printDate(date, 'dd.MM.yyyy')}  ${time}  ${random.digits(5)}`);
  paper.centre('Danke für Ihren Einkauf');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'CHF', items, tax, total, paymentMethod: card ? 'card' : 'cash' },
      subtotal: rounded ? exact : null,
    },
  };
}

/** Currency ahead of the sum, and the same in euros. */
export function chRestaurant(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(['Restaurant Bergblick', 'Café Zähringer', 'Gasthof Krone']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: DE_DISHES, prices: [350, 4850], step: 10, several: 0.5 });
  paper.name(merchant);
  paper.centre('Höheweg 11, 3800 Interlaken', 'Tel: +41 33 555 01 12');
  paper.name(`Rech.Nr. ${random.digits(4)}   ${printDate(date, 'dd.MM.yyyy')}/${time}`);
  paper.left(`Tisch 7/${random.integer(1, 20)}`);
  for (const item of items) {
    paper.row(`${item.quantity}x${item.description} à ${amount(item.unitPrice)} CHF`, amount(item.amount));
  }
  paper.rule();
  const total = amountOf(items);
  const tax = taxWithin(total, 8.1);
  paper.row('Total:', 'CHF', amount(total));
  paper.left(`Incl. 8.1% MwSt ${amount(total)} CHF: ${amount(tax)}`);
  paper.left(`Entspricht in Euro ${amount(Math.round(total * 1.03))} EUR`);
  paper.left(
    `Es bediente Sie: ${random.pick(['Ursula', 'Reto'])}`,
    `MwSt Nr.: CHE-${random.digits(3)}.${random.digits(3)}.${random.digits(3)}`,
  );
  return { paper, truth: { ...PLAIN, merchant, date, time, currency: 'CHF', items, tax, total } };
}
