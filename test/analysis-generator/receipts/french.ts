import { printDate } from '../calendar.ts';
import { COMMA, SPACE, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { BE_GOODS, FR_DISHES, FR_GOODS } from './stock-european.ts';

const amount = (minor: number) => signed(minor, SPACE);

/** A count of articles, a table of taxes, and the slip of the card under it. */
export function frSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['MARCHÉ DES HALLES', 'SUPER VIZILLE', 'Épicerie Roussel']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: FR_GOODS, prices: [59, 1499] });
  paper.name(merchant);
  paper.centre('18 rue Pasteur', '38220 VIZILLE', 'Tél : 04 76 55 01 43', `SIRET ${random.digits(14)}`);
  for (const item of items) {
    const unit = item.quantity > 1 ? `${item.quantity} x ${amount(item.unitPrice)}` : '';
    paper.row(item.description, unit, `${amount(item.amount)}${random.pick(['', ' €'])}`);
  }
  const discounts = random.chance(0.35) && amountOf(items) > 400 ? [-random.integer(20, 150)] : [];
  for (const discount of discounts) paper.row('  REMISE IMMEDIATE', amount(discount));
  const total = amountOf(items) + sum(discounts);
  paper.rule('=');
  paper.row(random.pick(['TOTAL TTC', 'TOTAL A PAYER', 'MONTANT DU', 'TOTAL EUR']), `${amount(total)} €`);
  paper.left(`NB ARTICLES : ${sum(items.map(({ quantity }) => quantity))}`);
  const card = random.chance(0.6);
  if (card) {
    paper.row(random.pick(['CB', 'CARTE BANCAIRE', 'CB EMV S/CONTACT']), `${amount(total)} €`);
  } else {
    const cash = tendered(total, random);
    paper.row('ESPECES', `${amount(cash)} €`);
    paper.row('RENDU', `${amount(cash - total)} €`);
  }
  const tax = taxWithin(total, 5.5);
  paper.row('TVA', 'HT', 'TVA', 'TTC');
  paper.row('5,50%', amount(total - tax), amount(tax), amount(total));
  paper.row('TOTAL', amount(total - tax), amount(tax), amount(total));
  paper.name(
    `${printDate(date, random.pick(['dd/MM/yyyy', 'dd/MM/yy']))} ${time.replace(':', random.pick([':', 'h']))}  CAISSE 0${random.integer(1, 9)} TICKET ${random.digits(5)}`,
  );
  if (card) {
    paper.centre('CARTE BANCAIRE', 'SANS CONTACT');
    paper.left(`${random.digits(5)}##########${random.digits(4)}`, `N AUTO: ${random.digits(6)}`);
    paper.row('MONTANT =', `${amount(total)} EUR`);
    paper.centre('DEBIT', 'TICKET CLIENT A CONSERVER');
  }
  if (random.chance(0.5)) paper.row('CAGNOTTE FIDELITE', `${amount(random.integer(100, 2500))} €`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, discounts, total, tax, paymentMethod: card ? 'card' : 'cash' },
    },
  };
}

/** A restaurant's note with taxes at two rates. */
export function frRestaurant(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(['Brasserie du Commerce', 'LE PETIT ZINC', "Chez l'Ami Paul"]);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: FR_DISHES, prices: [220, 2450], step: 10, several: 0.5 });
  paper.name(merchant);
  paper.centre('4 place Bellecour 69002 LYON', '04.78.55.01.88', `TVA FR ${random.digits(11)}`);
  paper.row(`Table : ${random.integer(1, 40)}`, `Couverts : ${random.integer(1, 8)}`);
  paper.name(`Le ${printDate(date, 'dd/MM/yyyy')} à ${time}`);
  paper.row('Qté Désignation', 'P.U.', 'Montant');
  for (const item of items)
    paper.row(`${item.quantity} ${item.description}`, amount(item.unitPrice), amount(item.amount));
  const total = amountOf(items);
  const high = Math.min(total, random.integer(0, total));
  const taxes = [taxWithin(total - high, 10), taxWithin(high, 20)];
  const tax = sum(taxes);
  paper.rule();
  paper.row('Total HT', `${amount(total - tax)} €`);
  paper.row('TVA 10,00 %', `${amount(taxes[0] ?? 0)} €`);
  paper.row('TVA 20,00 %', `${amount(taxes[1] ?? 0)} €`);
  paper.row('TOTAL TTC', `${amount(total)} €`);
  paper.left('Prix nets, service compris', 'Merci de votre visite');
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'EUR', items, subtotal: total - tax, tax, total },
  };
}

/** Belgian: two languages, cents rounded in cash. */
export function beShop(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['Bakkerij De Korenaar', 'AD MARKT GENT', 'Slagerij Claes']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: BE_GOODS, prices: [90, 1650], several: 0.4 });
  const comma = (minor: number) => signed(minor, COMMA);
  paper.name(merchant);
  paper.centre('Korenmarkt 8', '9000 Gent', `BTW BE 0${random.digits(3)}.${random.digits(3)}.${random.digits(3)}`);
  paper.name(`${printDate(date, 'dd/MM/yyyy')} ${time}`);
  for (const item of items) {
    paper.row(`${item.quantity} ${item.description}`, comma(item.amount), 'A');
    if (item.quantity > 1) paper.left(`   ${item.quantity} x ${comma(item.unitPrice)}`);
  }
  const exact = amountOf(items);
  const card = random.chance(0.6);
  const total = card ? exact : Math.round(exact / 5) * 5;
  paper.rule();
  const rounded = total !== exact;
  if (rounded) {
    paper.row('Totaal', comma(exact));
    paper.row('Afronding', comma(total - exact));
    paper.row('Te betalen', comma(total));
  } else {
    paper.row(random.pick(['TOTAAL EUR', 'Totaal', 'Te betalen']), comma(total));
  }
  const given = card ? total : tendered(total, random);
  paper.row(card ? 'Bancontact' : 'Cash', comma(given));
  if (!card) paper.row('Terug', comma(given - total));
  const tax = taxWithin(exact, 6);
  paper.row('BTW', 'Excl', 'BTW', 'Incl');
  paper.row('A 6%', comma(exact - tax), comma(tax), comma(exact));
  paper.centre('BTW-KASTICKET', `VSC: BMC02${random.digits(6)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, tax, total, paymentMethod: card ? 'card' : 'cash' },
      subtotal: rounded ? exact : null,
    },
  };
}
