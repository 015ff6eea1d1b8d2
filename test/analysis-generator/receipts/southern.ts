import { printDate } from '../calendar.ts';
import { COMMA, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxWithin, tendered } from './basket.ts';
import { Paper } from './paper.ts';
import { ES_DISHES, ES_GOODS, IT_BAR, IT_GOODS, PT_GOODS } from './stock-european.ts';

const amount = (minor: number) => signed(minor, COMMA);

/** Units ahead of goods, prices of one only where several are sold, and a table of the tax inside. */
export function esSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Supermercados Alba', 'ALIMENTACIÓN NAVARRO', 'MERCADO DEL SOL']);
  const firm = `${merchant}, S.L.`;
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: ES_GOODS, prices: [49, 1399], several: 0.35 });
  paper.name(merchant);
  paper.centre(firm, `NIF B${random.digits(8)}`, 'C/ Mayor, 22', '28013 MADRID', 'TELÉFONO: 915550143');
  paper.name(`${printDate(date, 'dd/MM/yyyy')} ${time} OP: ${random.digits(6)}`);
  paper.left(`FACTURA SIMPLIFICADA: ${random.digits(4)}-011-${random.digits(6)}`);
  paper.row('Descripción', 'P. Unit', 'Importe');
  for (const item of items) {
    const unit = item.quantity > 1 ? amount(item.unitPrice) : '';
    paper.row(`${item.quantity} ${item.description}`, unit, amount(item.amount));
  }
  const total = amountOf(items);
  const card = random.chance(0.5);
  paper.row(random.pick(['TOTAL (€)', 'TOTAL A PAGAR', 'TOTAL']), amount(total));
  const cash = card ? total : tendered(total, random);
  paper.row(card ? 'TARJETA BANCARIA' : random.pick(['ENTREGADO', 'EFECTIVO']), amount(cash));
  if (!card) paper.row('CAMBIO', amount(cash - total));
  const tax = taxWithin(total, 10);
  paper.row('IVA', 'BASE IMPONIBLE (€)', 'CUOTA (€)');
  paper.row('10%', amount(total - tax), amount(tax));
  paper.row('TOTAL', amount(total - tax), amount(tax));
  if (card) {
    paper.left(
      `TARJ. BANCARIA: **** **** **** ${random.digits(4)}`,
      `N.C: ${random.digits(9)}     AUT: ${random.digits(6)}`,
    );
    paper.row('Importe:', `${amount(total)} €`);
  }
  paper.centre('SE ADMITEN DEVOLUCIONES CON TICKET');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, aliases: [firm], date, time, currency: 'EUR', items, tax, total },
      paymentMethod: card ? 'card' : 'cash',
    },
  };
}

export function esBar(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['Cafetería La Plaza', 'BAR EL RINCÓN', 'Taberna Los Amigos']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: ES_DISHES, prices: [120, 1650], step: 5, several: 0.5 });
  paper.name(merchant);
  paper.centre('Plaza Mayor 4, 44002 Teruel', `CIF: B-${random.digits(8)}`, 'Tlf. 978 55 01 43');
  paper.row(`Mesa: ${random.integer(1, 30)}`, `Ticket: ${random.digits(6)}`);
  paper.name(`Fecha: ${printDate(date, random.pick(['dd/MM/yyyy', 'dd-MM-yy']))} Hora: ${time}`);
  paper.row('Uds Descripción', 'Precio', 'Importe');
  for (const item of items)
    paper.row(`${item.quantity} ${item.description}`, amount(item.unitPrice), amount(item.amount));
  const total = amountOf(items);
  const tax = taxWithin(total, 10);
  paper.rule();
  paper.row('Base imponible', amount(total - tax));
  paper.row('IVA 10%', amount(tax));
  paper.row('TOTAL', `${amount(total)} €`);
  const cash = random.chance(0.5);
  if (cash) {
    const given = tendered(total, random);
    paper.row('Entregado', `${amount(given)} €`);
    paper.row('Cambio', `${amount(given - total)} €`);
  }
  paper.centre('IVA INCLUIDO', '¡Gracias por su visita!');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, subtotal: total - tax, tax, total },
      paymentMethod: cash ? 'cash' : null,
    },
  };
}

/** "Documento commerciale": rates in a column, the tax inside, cash and change. */
export function itShop(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(['ALIMENTARI ROSSI', 'Supermercato Il Gigante Buono', 'BAR CENTRALE']);
  const firm = 'DI FERRERO M. & C. S.N.C.';
  const { date, time } = pickVisit(random);
  const bar = merchant.startsWith('BAR');
  const items = pickBasket(random, { names: bar ? IT_BAR : IT_GOODS, prices: [90, 1290], step: bar ? 10 : 1 });
  paper.name(merchant);
  paper.centre(firm, 'VIA ROMA 41', '31011 ASOLO (TV)', `P.IVA ${random.digits(11)}`, 'TEL. 0423/555014');
  paper.centre('DOCUMENTO COMMERCIALE', 'di vendita o prestazione');
  paper.row('DESCRIZIONE', 'IVA', 'Prezzo(€)');
  for (const item of items) {
    if (item.quantity > 1) paper.left(`  ${item.quantity} x ${amount(item.unitPrice)}`);
    paper.row(item.description, '10%', amount(item.amount));
  }
  const discounts = random.chance(0.25) && amountOf(items) > 500 ? [-random.integer(10, 100)] : [];
  for (const discount of discounts) {
    paper.row('Subtotale', amount(amountOf(items)));
    paper.row('SCONTO', amount(discount));
  }
  const total = amountOf(items) + sum(discounts);
  const tax = taxWithin(total, 10);
  paper.row('TOTALE COMPLESSIVO', amount(total));
  paper.row('di cui IVA', amount(tax));
  const card = random.chance(0.5);
  const given = card ? total : tendered(total, random);
  paper.row(card ? 'Pagamento elettronico' : 'Pagamento contante', amount(given));
  if (!card) paper.row('Resto', amount(given - total));
  paper.row('Importo pagato', amount(total));
  paper.name(`${printDate(date, 'dd/MM/yyyy')} ${time}`);
  paper.centre(`DOCUMENTO N. ${random.digits(4)}-${random.digits(4)}`, `RT 99MEX${random.digits(6)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, aliases: [firm], date, time, currency: 'EUR', items, discounts, tax, total },
      subtotal: discounts.length > 0 ? amountOf(items) : null,
      paymentMethod: card ? 'card' : 'cash',
    },
  };
}

export function ptShop(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Mercearia do Bairro', 'PASTELARIA ESTRELA', 'MINI PREÇO AMIGO']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: PT_GOODS, prices: [65, 1199], several: 0.35 });
  paper.name(merchant);
  paper.centre('Rua Augusta 100, 1100-053 Lisboa', `NIF: 5${random.digits(8)}`, 'Tel. 213 555 014');
  paper.left(
    `Fatura Simplificada FS ${random.digits(3)}/${random.digits(5)}`,
    'Original',
    'Contribuinte: Consumidor Final',
  );
  paper.name(`Data: ${printDate(date, random.pick(['yyyy-MM-dd', 'dd/MM/yyyy', 'dd-MM-yyyy']))} Hora: ${time}`);
  for (const item of items) {
    paper.row(`(B) ${item.description}`, item.quantity > 1 ? '' : amount(item.amount));
    if (item.quantity > 1) paper.row(`     ${item.quantity} X ${amount(item.unitPrice)}`, amount(item.amount));
  }
  const total = amountOf(items);
  const tax = taxWithin(total, 13);
  paper.rule();
  paper.row(random.pick(['TOTAL A PAGAR', 'Total', 'TOTAL EUR']), amount(total));
  const card = random.chance(0.5);
  const given = card ? total : tendered(total, random);
  paper.row(card ? 'Multibanco' : 'Numerário', amount(given));
  if (!card) paper.row('Troco', amount(given - total));
  paper.row('%IVA', 'Total Líq.', 'IVA', 'Total');
  paper.row('(B) 13,00%', amount(total - tax), amount(tax), amount(total));
  paper.left(
    `${random.pick(['aBcD', 'Kx3Q'])}-Processado por programa certificado nº ${random.digits(4)}/AT`,
    `ATCUD:JF${random.digits(6)}-${random.digits(5)}`,
  );
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'EUR', items, tax, total, paymentMethod: card ? 'card' : 'cash' },
    },
  };
}
