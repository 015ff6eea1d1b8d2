/** Long texts for the analyses, the same in every run: those that people send, and those that nobody writes. */

export interface LongText {
  readonly name: string;
  /** Whether people send such texts. */
  readonly real: boolean;
  readonly write: () => string;
}

/** The longest text that the service takes. */
const LONGEST = 2_000_000;

/** Rows of a statement on one page. */
const ROWS_ON_A_PAGE = 50;
const PAYEES = [
  'Grocer Mill Lane',
  'Rent flat 12',
  'Salary Northfield Ltd',
  'Card Harbour Books',
  'Water works',
  'Tram',
];
const GOODS = ['Steel bracket, galvanised', 'Cable 3 m', 'Assembly of shelves', 'Paper A4', 'Lamp, dimmable', 'Hinge'];
const PROSE =
  'the a of in to and house river winter morning letter captain window garden silence market bridge answer ' +
  'little old quiet long bright wooden early walked carried opened remembered followed asked waited found again ' +
  'slowly never always behind under across before because although while';

export const LONG_TEXTS: readonly LongText[] = [
  { name: 'statement, columns', real: true, write: () => statement(rowsThatFit(statement)) },
  { name: 'statement, tabs, no balances', real: true, write: () => tabbedStatement(rowsThatFit(tabbedStatement)) },
  { name: 'invoice', real: true, write: () => invoice(rowsThatFit(invoice)) },
  { name: 'receipt', real: true, write: () => receipt(rowsThatFit(receipt)) },
  { name: 'book', real: true, write: book },
  { name: 'scan, a box a line', real: true, write: () => invoice(rowsThatFit(invoice)).replace(/ {2,200}/g, '\n') },
  { name: 'contacts', real: true, write: () => upTo(contact) },
  { name: 'statement, signs of two bytes', real: true, write: () => inEuros(statement(rowsThatFit(statement))) },
  {
    name: 'book, soft hyphens',
    real: true,
    write: () =>
      book()
        .replace(/(?<=[a-z]{3})er/g, '\u00ader')
        .slice(0, LONGEST),
  },
  { name: 'digits only', real: false, write: () => upTo(() => '7') },
  { name: 'tiny amounts in one line', real: false, write: () => upTo(() => '1.00 ') },
  { name: 'tiny amounts, ten a line', real: false, write: () => upTo(() => `${'1.00 '.repeat(9)}1.00\n`) },
  { name: 'lines of one digit', real: false, write: () => upTo(() => '7\n') },
  { name: 'lines of one letter', real: false, write: () => upTo((at) => `${'abcdefgh'.charAt(at % 8)}\n`) },
  { name: 'blank lines', real: false, write: () => '\n'.repeat(LONGEST) },
  { name: 'columns of spaces', real: false, write: () => upTo(() => `a${' '.repeat(40)}b${' '.repeat(40)}3\n`) },
  { name: 'narrow columns', real: false, write: () => upTo(() => `${'a  '.repeat(300)}\n`) },
  { name: 'words in one line', real: false, write: () => upTo((at) => `${'abcdefgh'.charAt(at % 8)}${at % 977} `) },
  { name: 'letters without a space', real: false, write: () => 'x'.repeat(LONGEST) },
  { name: 'dates only', real: false, write: () => upTo((at) => `${dayOf(at)} `) },
  { name: 'dates, one a line', real: false, write: () => upTo((at) => `${dayOf(at)}\n`) },
  { name: 'full-width digits', real: false, write: () => '\uff17'.repeat(LONGEST) },
  { name: 'narrow spaces', real: false, write: () => '1\u202f'.repeat(LONGEST / 2) },
  { name: 'invisible characters', real: false, write: () => '1\u00ad'.repeat(LONGEST / 2) },
  { name: 'accents', real: false, write: () => upTo(() => 'é\u0301 ') },
  { name: 'labels only', real: false, write: () => upTo(() => 'Total 1.00 Balance 2.00 Tax 3.00\n') },
];

/** An ordinary page and a statement of 1,500 rows: what most calls bring. */
export const SHORT_TEXTS: readonly LongText[] = [
  { name: 'invoice, one page', real: true, write: () => invoice(18) },
  { name: 'receipt, one page', real: true, write: () => receipt(12) },
  { name: 'statement, one page', real: true, write: () => statement(30) },
  { name: 'statement, 1,500 rows', real: true, write: () => statement(1500) },
];

function upTo(write: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; ; at += 1) {
    const part = write(at);
    length += part.length;
    if (length > LONGEST) return parts.join('');
    parts.push(part);
  }
}

/** As many rows as the longest text holds. */
function rowsThatFit(write: (rows: number) => string): number {
  const [few, more] = [write(1000).length, write(2000).length];
  const fit = Math.floor((LONGEST - few) / ((more - few) / 1000)) + 1000;
  return fit - Math.ceil(fit / 200);
}

/** Figures that look drawn by lot and never change. */
function draw(at: number, most: number): number {
  const mixed = Math.imul(Math.imul(at + 1, 0x9e3779b1) ^ ((at + 1) << 13), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % most;
}

const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100).toLocaleString('en')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const twoDigits = (number: number) => String(number).padStart(2, '0');
const dayOf = (at: number) =>
  `${2000 + (Math.floor(at / 336) % 30)}-${twoDigits(1 + (Math.floor(at / 28) % 12))}-${twoDigits(1 + (at % 28))}`;
const pick = <Part>(parts: readonly Part[], at: number): Part => parts[draw(at, parts.length)] as Part;

function amountsOf(rows: number): number[] {
  return Array.from({ length: rows }, (_, at) => (draw(at, 5) === 0 ? 1 : -1) * (99 + draw(at + 7, 90_000)));
}

function statement(rows: number): string {
  const head = '   Date        Details                         Amount          Balance';
  const parts = ['Northfield Bank', 'Account number 40-11-22 12345678', '', 'Opening balance   1,000.00'];
  let balance = 100_000;
  for (const [at, cents] of amountsOf(rows).entries()) {
    if (at % ROWS_ON_A_PAGE === 0) parts.push(at === 0 ? head : `\f${head}`);
    balance += cents;
    const words = `${pick(PAYEES, at)} ${at}`.padEnd(28);
    parts.push(`   ${dayOf((at / 20) | 0)}  ${words}${money(cents).padStart(10)}  ${money(balance).padStart(15)}`);
  }
  return [...parts, `Closing balance   ${money(balance)}`].join('\n');
}

function tabbedStatement(rows: number): string {
  const amounts = amountsOf(rows);
  const end = amounts.reduce((sum, cents) => sum + cents, 100_000);
  const lines = amounts.map(
    (cents, at) => `${dayOf((at / 20) | 0)}\t${pick(PAYEES, at)} reference ${at}\t${money(cents)}`,
  );
  return ['Opening balance\t1,000.00', 'Date\tDetails\tAmount', ...lines, `Closing balance\t${money(end)}`].join('\n');
}

/** A character beyond Latin-1 makes every character of a string take two bytes. */
const inEuros = (text: string) => text.replaceAll('1,0', '1\u2009').replace('Account', '\u20ac Account');

function invoice(rows: number): string {
  let net = 0;
  const lines = Array.from({ length: rows }, (_, at) => {
    const [count, price] = [1 + draw(at, 9), 100 + draw(at + 3, 20_000)];
    net += count * price;
    const row = `${String(at + 1).padEnd(6)}  ${pick(GOODS, at).padEnd(28)}  ${String(count).padStart(4)}`;
    return `${row}  ${money(price).padStart(10)}  ${money(count * price).padStart(12)}`;
  });
  const tax = Math.round(net / 5);
  return [
    'Harbour Supplies Ltd\n12 Mill Lane, Northfield\nVAT number GB123456789\n\nINVOICE',
    'Invoice number: 2030-118\nInvoice date: 12 March 2030\nDue date: 11 April 2030\n\nBill to\nNorthfield School\n',
    'Pos     Description                    Qty  Unit price        Amount',
    ...lines,
    `\nSubtotal   ${money(net)}\nVAT 20%   ${money(tax)}\nTotal   GBP ${money(net + tax)}`,
  ].join('\n');
}

function receipt(rows: number): string {
  let total = 0;
  const lines = Array.from({ length: rows }, (_, at) => {
    const cents = 50 + draw(at, 4000);
    total += cents;
    return `${pick(GOODS, at).padEnd(30)}  ${money(cents).padStart(8)}`;
  });
  return [
    'CORNER SHOP',
    '4 Quay Street',
    '12/03/2030 18:31',
    '',
    ...lines,
    `TOTAL   ${money(total)}`,
    `CASH   ${money(total)}`,
  ].join('\n');
}

function book(): string {
  const words = PROSE.split(' ');
  let at = 0;
  const next = () => {
    at += 1;
    return pick(words, at);
  };
  const sentence = () => {
    const text = Array.from({ length: 8 + draw(at, 12) }, next).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${draw(at, 9) === 0 ? ` of ${1800 + draw(at, 99)}` : ''}.`;
  };
  const paragraph = () => Array.from({ length: 3 + draw(at, 5) }, sentence).join(' ');
  return upTo((place) => `${place % 40 === 0 ? `Chapter ${1 + place / 40}\n\n` : ''}${wrapped(paragraph())}\n\n`);
}

const wrapped = (text: string) => text.replace(/(.{60,72}) /g, '$1\n');

function contact(at: number): string {
  const name = `${pick(['Anna', 'Ben', 'Clara', 'David'], at)} ${pick(['Miller', 'Smith', 'Baker', 'Cook'], at + 9)}`;
  const phone = `+44 20 7${100 + draw(at, 900)} ${1000 + draw(at + 1, 9000)}`;
  return `${name}\n${at} Mill Lane, Northfield NF${1 + draw(at, 9)} 2AB\n${at}@example.com\nTel ${phone}\n\n`;
}
