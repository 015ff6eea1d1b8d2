import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxOn, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { GB_GROCERIES, GB_PUB, GB_WEIGHED, IE_GOODS } from './stock-english.ts';

const amount = (minor: number) => signed(minor, POINT);

/** Multibuy savings under the goods, a loyalty card, and the amount due ahead of its payment. */
export function gbSupermarket(random: Random): Draft {
  const paper = new Paper(36);
  const merchant = random.pick(['Harvest Lane', 'FOXLEYS', 'Pennywell Co-operative Food']);
  const firm = `${merchant} Stores Ltd`;
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: GB_GROCERIES, prices: [45, 899], weighed: GB_WEIGHED });
  paper.name(merchant);
  paper.centre(
    '14 High Street, Norwich NR1 3QU',
    '01603 555 014',
    `VAT Number GB ${random.digits(3)} ${random.digits(4)} ${random.digits(2)}`,
  );
  paper.row('', '£');
  for (const item of items) {
    if (!Number.isInteger(item.quantity)) {
      paper.left(item.description);
      paper.row(`${item.quantity} kg @ £${amount(item.unitPrice)}/ kg`, amount(item.amount));
    } else if (item.quantity > 1 && random.chance(0.5)) {
      paper.left(item.description);
      paper.row(`  ${item.quantity} @ £${amount(item.unitPrice)} EACH`, amount(item.amount));
    } else {
      const label = item.quantity > 1 ? `${item.quantity} x ${item.description}` : item.description;
      paper.row(label, `£${amount(item.amount)}`);
    }
  }
  const before = amountOf(items);
  const discounts = [];
  if (before > 600 && random.chance(0.6)) {
    discounts.push(-random.integer(20, 150));
    if (random.chance(0.5)) discounts.push(-random.integer(20, 150));
  }
  const total = before + sum(discounts);
  if (discounts.length > 0) {
    paper.row('SUBTOTAL', `£${amount(before)}`);
    paper.left('SAVINGS');
    for (const discount of discounts) {
      const label = random.pick(['Cc 2 FOR £3.50', 'MULTIBUY SAVING', '3 FOR 2 CRISPS', 'MEAL DEAL SAVING']);
      paper.row(label, random.pick([`-£${digitsOf(discount, POINT)}`, `-${digitsOf(discount, POINT)}`]));
    }
    paper.row('TOTAL SAVINGS', `-£${digitsOf(sum(discounts), POINT)}`);
  }
  paper.row(random.pick(['BALANCE DUE', 'TOTAL TO PAY', 'TOTAL']), `£${amount(total)}`);
  const card = random.chance(0.7);
  if (card) {
    paper.row(random.pick(['Visa Debit', 'MASTERCARD', 'VISA CONTACTLESS']), `£${amount(total)}`);
    paper.left(
      'ICC',
      `AID            A0000000031010`,
      `NUMBER         ************${random.digits(4)}`,
      `AUTH CODE      ${random.digits(6)}`,
    );
    paper.left(`MERCHANT       ${random.digits(8)}`);
  } else {
    const cash = tendered(total, random);
    paper.row('CASH', `£${amount(cash)}`);
    paper.row('CHANGE DUE', `£${amount(cash - total)}`);
  }
  if (random.chance(0.6)) {
    paper.left('CLUB CARD STATEMENT', `Card number    634004XXXXXXX${random.digits(4)}`);
    paper.row('POINTS THIS VISIT', random.digits(2));
    paper.row(`TOTAL UP TO ${printDate(date, 'dd/MM/yy')}`, random.digits(3));
  }
  paper.name(
    `${printDate(date, random.pick(['dd/MM/yy', 'dd/MM/yyyy', 'd MMM yyyy']))} ${time}  ${random.digits(4)} 042 ${random.digits(4)}`,
  );
  paper.left(firm, 'Registered office: Foundry Road, Leeds LS9 8AA');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, aliases: [firm], date, time, currency: 'GBP', items, discounts, total },
      subtotal: discounts.length > 0 ? before : null,
      paymentMethod: card ? 'card' : 'cash',
    },
  };
}

/** Drinks and dishes with VAT inside, at times an optional service charge. */
export function gbPub(random: Random): Draft {
  const paper = new Paper(36);
  const merchant = random.pick(['The Drovers Arms', 'THE BLACK SWAN INN', 'Ship & Mitre']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: GB_PUB, prices: [220, 2195], step: 5, several: 0.5 });
  paper.name(merchant);
  paper.centre('2 Quay Street', 'Whitby YO21 1DH', 'Tel: 01947 555019', `VAT Reg No: ${random.digits(9)}`);
  paper.rule('=');
  paper.name(`${printDate(date, 'dd MMM yyyy')}  ${time}`);
  paper.row(`TABLE ${random.integer(1, 40)}`, `COVERS ${random.integer(1, 8)}`);
  paper.rule('=');
  for (const item of items) paper.row(`${item.quantity} ${item.description}`, amount(item.amount));
  const net = amountOf(items);
  const service = random.chance(0.5) ? taxOn(net, 12.5) : 0;
  const total = net + service;
  paper.rule();
  if (service > 0) {
    paper.row('Subtotal', amount(net));
    paper.row('Optional Service 12.5%', amount(service));
  }
  paper.row(random.pick(['TOTAL DUE', 'Total', 'Bill Total']), `£${amount(total)}`);
  const tax = taxWithin(net, 20);
  paper.blank();
  paper.left('VAT ANALYSIS');
  paper.row('RATE', 'NET', 'VAT', 'GROSS');
  paper.row('20.00%', amount(net - tax), amount(tax), amount(net));
  paper.centre('Please pay at the bar', 'Follow us @thearms');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'GBP', items, tax, total },
      charges: service > 0 ? [service] : [],
      subtotal: service > 0 ? net : null,
    },
  };
}

/** Euro with points, a rounding of cash to five cents. */
export function ieShop(random: Random): Draft {
  const paper = new Paper(34);
  const merchant = random.pick(["DALY'S CORNER", 'Ballymoe Stores', 'MULLIGANS FOODHALL']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: IE_GOODS, prices: [65, 999] });
  paper.name(merchant);
  paper.centre('Main Street, Ballymoe, Co. Galway', 'Tel 091 555 0142', `VAT No. IE${random.digits(7)}K`);
  for (const item of items) {
    if (item.quantity > 1) paper.left(`${item.quantity} X €${amount(item.unitPrice)}`);
    paper.row(item.description, `€${amount(item.amount)}`);
  }
  paper.rule();
  const subtotal = amountOf(items);
  const card = random.chance(0.5);
  const total = card ? subtotal : Math.round(subtotal / 5) * 5;
  paper.row(`SUB TOTAL ${items.length} ITEMS`, `€${amount(subtotal)}`);
  if (!card && total !== subtotal) paper.row('ROUNDING', `€${amount(total - subtotal)}`);
  paper.row('TOTAL', `€${amount(total)}`);
  if (card) {
    paper.row('LASER/DEBIT', `€${amount(total)}`);
    paper.left(`CARD NO ************${random.digits(4)}`, 'CONTACTLESS', `AUTH ${random.digits(6)}`);
  } else {
    const cash = tendered(total, random);
    paper.row('CASH', `€${amount(cash)}`);
    paper.row('CHANGE', `€${amount(cash - total)}`);
  }
  paper.name(`${printDate(date, 'dd/MM/yyyy')}  ${time}  TILL ${random.integer(1, 9)}`);
  paper.centre('Thank you for shopping local');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, subtotal, total, paymentMethod: card ? 'card' : 'cash' },
    },
  };
}
