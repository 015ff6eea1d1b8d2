import { printDate } from '../calendar.ts';
import { COMMA, SPACE, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { DK_GOODS, FI_GOODS, NL_GOODS, NO_GOODS, PL_GOODS, SE_GOODS } from './stock-european.ts';

const amount = (minor: number) => signed(minor, COMMA);

export function nlSupermarket(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['Buurtsuper De Linde', 'DE GROENE HOEK', 'Kaashandel Van Dam']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: NL_GOODS, prices: [69, 1299], several: 0.3 });
  paper.name(merchant);
  paper.centre('Havenweg 11, 1621 AB Hoorn', '0229-555014');
  paper.row('AANTAL OMSCHRIJVING', 'PRIJS', 'BEDRAG');
  for (const item of items) {
    const unit = item.quantity > 1 ? amount(item.unitPrice) : '';
    paper.row(`${item.quantity} ${item.description}`, unit, amount(item.amount));
  }
  const before = amountOf(items);
  const discounts = random.chance(0.4) && before > 500 ? [-random.integer(25, 140)] : [];
  paper.rule();
  if (discounts.length > 0) {
    paper.row('SUBTOTAAL', amount(before));
    paper.row('BONUS KORTING', amount(sum(discounts)));
    paper.row('UW VOORDEEL', amount(-sum(discounts)));
  }
  const exact = before + sum(discounts);
  const card = random.chance(0.6);
  const total = card ? exact : Math.round(exact / 5) * 5;
  if (total !== exact) {
    paper.row('TOTAAL', amount(exact));
    paper.row('AFRONDING', amount(total - exact));
    paper.row('TE BETALEN', amount(total));
  } else {
    paper.row(random.pick(['TOTAAL', 'TE BETALEN', 'Totaal EUR']), amount(total));
  }
  if (card) {
    paper.row('PINNEN', amount(total));
    paper.left(
      'KLANTTICKET',
      `Terminal: ${random.digits(6)}  Merchant: ${random.digits(7)}`,
      `Kaart: xxxxxxxxxxxxxxx${random.digits(4)}`,
    );
    paper.row('Totaal:', `${amount(total)} EUR`);
  } else {
    const given = tendered(total, random);
    paper.row('CONTANT', amount(given));
    paper.row('WISSELGELD', amount(given - total));
  }
  const tax = taxWithin(exact, 9);
  paper.row('BTW', 'OVER', 'EUR');
  paper.row('9%', amount(exact - tax), amount(tax));
  paper.row('TOTAAL', amount(exact - tax), amount(tax));
  paper.name(
    `${time}   ${printDate(date, random.pick(['d-M-yyyy', 'dd-MM-yyyy']))}   ${random.digits(4)} 12 ${random.digits(3)}`,
  );
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, discounts, tax, total, paymentMethod: card ? 'card' : 'cash' },
      subtotal: discounts.length > 0 ? before : total === exact ? null : exact,
    },
  };
}

/** "Paragon fiskalny": quantities times prices with the letter of the rate at the end. */
export function plShop(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['SKLEP SPOŻYWCZY JAGODA', 'Delikatesy Pod Lipą', 'Piekarnia Nowak s.c.']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: PL_GOODS, prices: [199, 3999], several: 0.4 });
  paper.name(merchant);
  paper.centre('ul. Długa 14, 31-147 Kraków', `NIP 676-${random.digits(3)}-${random.digits(2)}-${random.digits(2)}`);
  paper.name(`${printDate(date, random.pick(['yyyy-MM-dd', 'dd-MM-yyyy']))}   ${random.digits(6)}`);
  paper.centre('PARAGON FISKALNY');
  for (const item of items) {
    paper.row(
      `${item.description} C`,
      `${item.quantity} ${random.pick(['x', 'szt. *', '*'])}${amount(item.unitPrice)}`,
      `${amount(item.amount)}C`,
    );
  }
  const total = amountOf(items);
  const tax = taxWithin(total, 5);
  paper.rule();
  paper.row('SPRZEDAŻ OPODATKOWANA C', amount(total));
  paper.row('PTU C 5,00 %', amount(tax));
  paper.row('SUMA PTU', amount(tax));
  paper.row('SUMA PLN', amount(total));
  paper.rule();
  const card = random.chance(0.5);
  const given = card ? total : tendered(total, random);
  paper.row(card ? 'KARTA' : 'GOTÓWKA', `${amount(given)}${random.pick(['', ' PLN'])}`);
  if (!card) paper.row('RESZTA', amount(given - total));
  paper.row(`00${random.digits(4)} #001 KASJER NR ${random.integer(1, 9)}`, time);
  paper.left(`${random.digits(8)}A${random.digits(6)}F`, `ABC ${random.digits(10)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'PLN', items, tax, total, paymentMethod: card ? 'card' : 'cash' },
    },
  };
}

interface Nordic {
  merchants: readonly string[];
  head: readonly string[];
  goods: readonly string[];
  currency: string;
  rate: number;
  step: number;
  pattern: string;
  total: readonly string[];
  card: readonly string[];
  cash: string;
  change: string;
  rounding: string;
  /** Heads of the columns rate, net, tax, gross. */
  tax: readonly [string, string, string, string];
}

const SWEDISH: Nordic = {
  merchants: ['Nära Livs Eken', 'Ströms Livs', 'KONSUM NORRTÄLJE'],
  head: ['Verkstadsgatan 4', '702 27 Örebro', 'Tel 019-555 014', 'Org.nr 556677-8899'],
  goods: SE_GOODS,
  currency: 'SEK',
  rate: 12,
  step: 100,
  pattern: 'yyyy-MM-dd',
  total: ['ATT BETALA', 'Totalt (SEK)', 'Total'],
  card: ['Kontokort', 'BANKKORT', 'Mastercard'],
  cash: 'Kontant',
  change: 'Tillbaka',
  rounding: 'Öresavrundning',
  tax: ['Moms %', 'Netto', 'Moms', 'Brutto'],
};

const NORWEGIAN: Nordic = {
  merchants: ['Matbua Fjordveien', 'Bakken Dagligvarer', 'Kiosken Torget'],
  head: ['Fjordveien 3', '5003 BERGEN', 'Tlf: 55 55 01 43', 'Org.nr: NO 987 654 321 MVA'],
  goods: NO_GOODS,
  currency: 'NOK',
  rate: 15,
  step: 100,
  pattern: 'dd.MM.yyyy',
  total: ['SUM', 'TOTALT', 'Å BETALE'],
  card: ['BankAxept', 'Bank:', 'VISA'],
  cash: 'Kontant',
  change: 'Tilbake',
  rounding: 'Øreavrunding',
  tax: ['Mva%', 'Grunnlag', 'Mva', 'Sum'],
};

const DANISH: Nordic = {
  merchants: ['Købmand Holm', 'DAGLI-HJØRNET', "Jensen's Kiosk"],
  head: ['Nørregade 12', '8000 Aarhus C', 'CVR-nr 12345674', 'Telefon 86 55 01 43'],
  goods: DK_GOODS,
  currency: 'DKK',
  rate: 25,
  step: 50,
  pattern: 'dd.MM.yy',
  total: ['TOTAL', 'I alt', 'AT BETALE'],
  card: ['Dankort', 'Visa/Dankort', 'MobilePay'],
  cash: 'Kontant',
  change: 'Retur',
  rounding: 'Afrunding',
  tax: ['Moms', 'Netto', 'Moms', 'Brutto'],
};

const FINNISH: Nordic = {
  merchants: ['Kallion Valinta', 'Salen Kulma', 'ASEMAN KIOSKI'],
  head: ['Kauppakatu 7', '00500 HELSINKI', 'Puh. 09 555 0143', 'Y-tunnus 1234567-1'],
  goods: FI_GOODS,
  currency: 'EUR',
  rate: 14,
  step: 5,
  pattern: 'd.M.yyyy',
  total: ['YHTEENSÄ', 'YHTEENSÄ EUR'],
  card: ['KORTTI', 'Korttitapahtuma', 'PANKKIKORTTI'],
  cash: 'KÄTEINEN',
  change: 'TAKAISIN',
  rounding: 'PYÖRISTYS',
  tax: ['ALV', 'VEROTON', 'VERO', 'VEROLLINEN'],
};

export const seSupermarket = (random: Random) => nordic(random, SWEDISH);
export const noSupermarket = (random: Random) => nordic(random, NORWEGIAN);
export const dkSupermarket = (random: Random) => nordic(random, DANISH);
export const fiSupermarket = (random: Random) => nordic(random, FINNISH);

function nordic(random: Random, words: Nordic): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(words.merchants);
  const { date, time } = pickVisit(random);
  const { currency } = words;
  const prices = [currency === 'EUR' ? 89 : 890, currency === 'EUR' ? 1290 : 12990] as const;
  const items = pickBasket(random, { names: words.goods, prices, step: 5, several: 0.35 });
  const print = (minor: number) => signed(minor, SPACE);
  paper.name(merchant);
  paper.centre(...words.head);
  paper.name(`${printDate(date, words.pattern)} ${time}   ${random.digits(5)}`);
  for (const item of items) {
    if (item.quantity > 1) {
      paper.left(item.description);
      paper.row(`  ${item.quantity} ${random.pick(['st x', 'x', 'st*'])} ${print(item.unitPrice)}`, print(item.amount));
    } else {
      paper.row(item.description, print(item.amount));
    }
  }
  const exact = amountOf(items);
  const card = random.chance(0.6);
  const total = card ? exact : Math.round(exact / words.step) * words.step;
  paper.rule();
  if (total !== exact) paper.row(words.rounding, print(total - exact));
  paper.row(random.pick(words.total), `${print(total)}${random.pick(['', ` ${currency === 'EUR' ? '€' : 'kr'}`])}`);
  const given = card ? total : tendered(total, random);
  paper.row(card ? random.pick(words.card) : words.cash, print(given));
  if (!card) paper.row(words.change, print(given - total));
  const tax = taxWithin(exact, words.rate);
  paper.row(...words.tax);
  paper.row(`${words.rate},00`, print(exact - tax), print(tax), print(exact));
  if (card) paper.left(`************${random.digits(4)}`, `AID: A0000000041010  REF: ${random.digits(12)}`);
  const paymentMethod = card ? 'card' : 'cash';
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency, items, tax, total, paymentMethod },
  };
}
