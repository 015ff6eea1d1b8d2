import { addDays } from '../calendar.ts';
import { COMMA } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { grid, type Sheet } from './sheet.ts';

const ITALIAN: readonly Good[] = [
  ['Consulenza in materia di privacy', null, 40000, 120000],
  ['Redazione perizia tecnica', null, 60000, 150000],
  ['Rimborso spese di viaggio', null, 4000, 21000],
];
const BRAZILIAN: readonly Good[] = [
  ['Cabo HDMI 2.1 2m', 'UN', 2900, 8900],
  ['Suporte articulado para monitor', 'UN', 14900, 39900],
  ['Teclado mecânico ABNT2', 'UN', 19900, 59900],
  ['Resma papel A4', 'CX', 18900, 28900],
];

/** The total of the document stands above what is paid: tax is kept back from it. */
const italian: Sheet = {
  name: 'it-ritenuta-bollo',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'it' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, ITALIAN, { count: [1, 3], most: 2 });
    const vendor = random.pick([
      'Studio Tecnico Ing. Paolo Bianchi',
      'Avv. Chiara Montanari',
      'Geometri Associati Riva',
    ]);
    const customer = random.pick([
      'Officine Meccaniche Brescia S.p.A.',
      'Condominio Via Verdi 12',
      'Agriturismo La Rosa',
    ]);
    const [date, number] = [pen.date(), `${random.integer(1, 400)}/${random.integer(2019, 2026)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 22);
    const stamp = random.chance(0.4) ? 200 : 0;
    const total = subtotal + tax + stamp;
    const kept = taxOf(subtotal, 20);
    const text = [
      vendor,
      'Corso Magenta 55 - 20123 Milano',
      `P.IVA ${random.digits(11)} - C.F. BNCPLA70A01F205X`,
      '',
      grid([44, 40], ['', 'Spett.le']),
      grid([44, 40], ['', customer]),
      grid([44, 40], ['', 'Via dell’Industria 9, 25100 Brescia']),
      '',
      `Fattura n. ${number} del ${pen.day(date)}`,
      '',
      grid([40, -6, -13, -13], ['Descrizione', 'Q.tà', 'Prezzo', 'Importo']),
      ...items.map((item, at) =>
        grid(
          [40, -6, -13, -13],
          [
            item.description,
            String(item.quantity),
            pen.money(item.unitPrice ?? 0),
            pen.money(item.amount, `line ${at}`),
          ],
        ),
      ),
      '',
      grid([50, -22], ['Imponibile', `€ ${pen.money(subtotal)}`]),
      grid([50, -22], ['IVA 22%', `€ ${pen.money(tax)}`]),
      ...(stamp ? [grid([50, -22], ['Imposta di bollo', `€ ${pen.money(stamp)}`])] : []),
      grid([50, -22], ['Totale documento', `€ ${pen.money(total, 'total')}`]),
      grid([50, -22], ['Ritenuta d’acconto 20%', `€ ${pen.money(-kept)}`]),
      grid([50, -22], ['Netto a pagare', `€ ${pen.money(total - kept)}`]),
      '',
      `Scadenza pagamento: ${pen.day(dueDate)} - Bonifico IBAN IT60 X054 2811 1010 0000 0123 456`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 22, base: null, amount: tax }],
      },
    };
  },
};

/** Prices include the tax, which is named below. */
const brazilian: Sheet = {
  name: 'br-fatura-frete',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'pt' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, BRAZILIAN, { count: [1, 4], most: 6 });
    const vendor = random.pick(['Conecta Informática Ltda', 'Casa do Escritório Comércio S.A.', 'TecnoSul Ltda ME']);
    const customer = random.pick(['Padaria Três Irmãos Ltda', 'Construtora Horizonte', 'Mariana Lopes Duarte']);
    const [date, number] = [pen.date(), `000.${random.digits(3)}.${random.digits(3)}`];
    const dueDate = addDays(date, 28);
    const subtotal = subtotalOf(items);
    const freight = random.integer(1500, 6000);
    const total = subtotal + freight;
    const widths = [8, 36, -6, 4, -12, -13];
    const text = [
      vendor,
      'CNPJ 12.345.678/0001-95   Rua das Acácias, 210 - Porto Alegre/RS',
      '',
      grid([40, 30], ['FATURA', `Nº ${number}`]),
      `Data de emissão: ${pen.day(date)}`,
      `Data de vencimento: ${pen.day(dueDate)}`,
      '',
      `Cliente: ${customer}`,
      '',
      grid(widths, ['Código', 'Descrição', 'Qtde', 'Un', 'Vlr. unit.', 'Vlr. total']),
      ...items.map((item, at) =>
        grid(widths, [
          random.digits(5),
          item.description,
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      `Subtotal dos produtos: R$ ${pen.money(subtotal)}`,
      `Frete: R$ ${pen.money(freight)}`,
      `Valor total: R$ ${pen.money(total, 'total')}`,
      '',
      'Pagamento por boleto bancário ou PIX.',
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax: null, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'BRL', lineItems: items, taxes: [] } };
  },
};

export const SOUTHERN_SHEETS: readonly Sheet[] = [italian, brazilian];
