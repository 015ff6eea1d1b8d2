import { printDate } from '../calendar.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxOn, taxWithin } from './basket.ts';
import { Paper } from './paper.ts';

const GOODS = ['おにぎり鮭', '緑茶 500ml', 'サンドイッチ', '幕の内弁当', 'ホットコーヒーR', '単3電池 4P', '週刊誌'];
const DISHES = ['Tonkotsu Ramen', 'Gyoza 6pcs', 'Nama Beer (M)', 'Edamame', 'Tuna Roll', 'Matcha Ice'];

/** Yen have no minor unit: 100 of ours are one of them. */
function yen(minor: number): string {
  return String(minor / 100).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** In Japanese letters with the tax inside, handed money and change. */
export function jpConvenience(random: Random): Draft {
  const paper = new Paper(32);
  const merchant = random.pick(['さくらマート 本町店', 'コンビニみどり 駅前店', 'スーパーまるはち']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: GOODS, prices: [10_000, 98_000], step: 100, several: 0.3 });
  paper.name(merchant);
  paper.centre('大阪市中央区本町1-2-3', '電話:06-5555-0143', '領収証');
  const [year, month, day] = date.split('-').map(Number);
  paper.name(`${year}年${month}月${day}日 ${time}  レジ#${random.integer(1, 9)}`);
  for (const item of items) {
    paper.row(item.description, `¥${yen(item.amount)}`);
    if (item.quantity > 1) paper.left(`  @${yen(item.unitPrice)}x${item.quantity}点`);
  }
  const total = amountOf(items);
  const tax = Math.floor((total / 100) * (8 / 108)) * 100;
  const subtotal = random.chance(0.5) ? total : null;
  if (subtotal !== null) paper.row('小計', `¥${yen(total)}`);
  paper.row(random.pick(['合計', '合 計', '合計金額']), `¥${yen(total)}`);
  paper.row('(内消費税等 8%', `¥${yen(tax)})`);
  const card = random.chance(0.3);
  const given = card ? total : Math.ceil(total / 100_000) * 100_000;
  paper.row(card ? 'クレジット' : 'お預り', `¥${yen(given)}`);
  if (!card) paper.row('お釣り', `¥${yen(given - total)}`);
  paper.left(`登録番号 T${random.digits(13)}`, 'ありがとうございました');
  const paymentMethod = card ? 'card' : 'cash';
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'JPY', items, subtotal, tax, total, paymentMethod },
  };
}

/** In Latin letters, as for visitors. */
export function jpLatin(random: Random): Draft {
  const paper = new Paper(36);
  const merchant = random.pick(['RAMEN KAZE SHINJUKU', 'Izakaya Tanuki', 'Sushi Bar Hoshi']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: DISHES, prices: [20_000, 240_000], step: 1000, several: 0.5 });
  paper.name(merchant);
  paper.centre('1-2-3 Nishi-Shinjuku, Tokyo', 'TEL 03-5555-0143', 'RECEIPT');
  paper.name(`${printDate(date, 'yyyy/MM/dd')} ${time}`);
  for (const item of items) paper.row(`${item.quantity} ${item.description}`, `¥${yen(item.amount)}`);
  const subtotal = amountOf(items);
  const inside = random.chance(0.5);
  const tax = inside ? Math.floor(taxWithin(subtotal, 10) / 100) * 100 : Math.floor(taxOn(subtotal, 10) / 100) * 100;
  const total = inside ? subtotal : subtotal + tax;
  paper.row('Subtotal', `¥${yen(subtotal)}`);
  if (!inside) paper.row('Consumption Tax 10%', `¥${yen(tax)}`);
  paper.row('TOTAL', `¥${yen(total)}`);
  if (inside) paper.row('(Tax included 10%', `¥${yen(tax)})`);
  const given = Math.ceil(total / 100_000) * 100_000;
  paper.row('Cash', `¥${yen(given)}`);
  paper.row('Change', `¥${yen(given - total)}`);
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'JPY', items, subtotal, tax, total, paymentMethod: 'cash' },
  };
}
