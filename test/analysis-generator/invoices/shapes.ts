import { sum } from '../money.ts';
import { type Block, type Column, headLine, line, pair, printDocument, wrap } from '../page.ts';
import type { InvoiceDocument } from './compose.ts';
import { count, day, type InvoiceLayout, money, priced, rateText, taxLabel } from './layout.ts';

const WIDTH = 92;

function l(head: string, width: number): Column {
  return { head, width, align: 'left' };
}

function r(head: string, width: number): Column {
  return { head, width, align: 'right' };
}

function frame(invoice: InvoiceDocument, layout: InvoiceLayout, height: number) {
  return {
    height,
    margin: 3,
    head: (page: number) => (page === 1 ? [] : [pair(invoice.truth.vendor, `${layout.words.page} ${page}`, WIDTH), '']),
  };
}

function totals(invoice: InvoiceDocument, layout: InvoiceLayout, width: number): string[] {
  const { truth } = invoice;
  const right = (label: string, minor: number) => pair('', pair(label, priced(minor, layout), 44), width);
  return [
    '',
    right(layout.words.subtotal, truth.subtotal),
    ...truth.taxes.map((tax) => right(taxLabel(tax, layout), tax.amount)),
    right(layout.words.total, truth.total),
    '',
  ];
}

function itemBlock(
  invoice: InvoiceDocument,
  columns: readonly Column[],
  description: number,
  cells: (index: number) => string[],
): Block {
  const width = columns[description]?.width ?? 0;
  const rows = invoice.truth.lineItems.map((item, index) => {
    const [first = '', ...more] = wrap(item.description, width);
    const filled = cells(index).toSpliced(description, 1, first);
    const below = more.map((text) =>
      line(
        columns,
        columns.map((_, at) => (at === description ? text : '')),
      ),
    );
    return {
      lines: [line(columns, filled), ...below],
      running: sum(invoice.truth.lineItems.slice(0, index + 1).map((each) => each.amount)),
    };
  });
  return { before: [], head: [headLine(columns), '-'.repeat(WIDTH)], rows, after: [] };
}

/** Description, quantity, unit price, amount; the vendor above, the invoice's data at the right. */
export function descriptionFirst(invoice: InvoiceDocument, layout: InvoiceLayout): string {
  const { truth } = invoice;
  const { words } = layout;
  const columns = [l(words.description, 46), r(words.quantity, 9), r(words.unitPrice, 15), r(words.amount, 14)];
  const items = itemBlock(invoice, columns, 0, (index) => {
    const item = truth.lineItems[index];
    return item ? ['', count(item.quantity, layout), money(item.unitPrice, layout), money(item.amount, layout)] : [];
  });
  return printDocument(frame(invoice, layout, 56), [
    {
      ...items,
      before: [
        truth.vendor,
        ...invoice.vendorAddress,
        '',
        pair('', words.title, WIDTH),
        pair('', `${words.number} ${truth.number}`, WIDTH),
        pair('', `${words.date} ${day(truth.date, layout)}`, WIDTH),
        pair('', `${words.due} ${day(truth.dueDate, layout)}`, WIDTH),
        '',
        words.billTo,
        ...invoice.customer,
        '',
      ],
      after: [...totals(invoice, layout, WIDTH), ...words.foot],
    },
  ]);
}

/** Quantity ahead of the description; the invoice's data in a row of boxes under their labels. */
export function quantityFirst(invoice: InvoiceDocument, layout: InvoiceLayout): string {
  const { truth } = invoice;
  const { words } = layout;
  const boxes = [l(words.number, 20), l(words.date, 20), l(words.due, 20)];
  const columns = [r(words.quantity, 8), l(words.description, 46), r(words.unitPrice, 15), r(words.amount, 15)];
  const items = itemBlock(invoice, columns, 1, (index) => {
    const item = truth.lineItems[index];
    return item ? [count(item.quantity, layout), '', priced(item.unitPrice, layout), priced(item.amount, layout)] : [];
  });
  return printDocument(frame(invoice, layout, 50), [
    {
      ...items,
      before: [
        pair(truth.vendor, words.title, WIDTH),
        ...invoice.vendorAddress,
        '',
        headLine(boxes),
        line(boxes, [truth.number, day(truth.date, layout), day(truth.dueDate, layout)]),
        '',
        words.billTo,
        ...invoice.customer,
        '',
      ],
      after: [...totals(invoice, layout, WIDTH), ...words.foot],
    },
  ]);
}

/** Numbered positions with article numbers and the rate at each row, carried sums, a table of taxes by rate. */
export function positions(invoice: InvoiceDocument, layout: InvoiceLayout): string {
  const { truth } = invoice;
  const { words } = layout;
  const columns = [
    l('Pos', 4),
    l('Art.', 9),
    l(words.description, 32),
    r(words.quantity, 8),
    r(words.unitPrice, 12),
    r(words.tax, 7),
    r(words.amount, 12),
  ];
  const items = itemBlock(invoice, columns, 2, (index) => {
    const item = truth.lineItems[index];
    const tax = truth.taxes[invoice.itemTax[index] ?? -1];
    if (!item) return [];
    return [
      String(index + 1),
      invoice.codes[index] ?? '',
      '',
      count(item.quantity, layout),
      money(item.unitPrice, layout),
      tax ? rateText(tax.rate, layout) : '',
      money(item.amount, layout),
    ];
  });
  const carried = (running: number) => [
    line(columns, ['', '', words.carry ?? words.subtotal, '', '', '', money(running, layout)]),
  ];
  return printDocument({ ...frame(invoice, layout, 46), carryOut: carried, carryIn: carried }, [
    {
      ...items,
      before: [
        `${truth.vendor} · ${invoice.vendorAddress.join(' · ')}`,
        '',
        ...invoice.customer,
        '',
        pair(words.number, truth.number, 44),
        pair(words.date, day(truth.date, layout), 44),
        pair(words.due, day(truth.dueDate, layout), 44),
        '',
        words.title,
        '',
      ],
      after: [...taxTable(invoice, layout), ...words.foot],
    },
  ]);
}

function taxTable(invoice: InvoiceDocument, layout: InvoiceLayout): string[] {
  const { truth } = invoice;
  const columns = [l(layout.words.tax, 10), r(layout.words.subtotal, 18), r(layout.words.amount, 14)];
  const rows = truth.taxes.map((tax) =>
    line(columns, [rateText(tax.rate, layout), money(tax.base, layout), money(tax.amount, layout)]),
  );
  return ['', headLine(columns), ...rows, ...totals(invoice, layout, WIDTH)];
}

/** A letter: labels with colons, each item in a line of text. */
export function letter(invoice: InvoiceDocument, layout: InvoiceLayout): string {
  const { truth } = invoice;
  const { words } = layout;
  const value = (label: string, text: string) => `${label}: ${text}`;
  return [
    truth.vendor,
    ...invoice.vendorAddress,
    words.title,
    value(words.number, truth.number),
    value(words.date, day(truth.date, layout)),
    value(words.due, day(truth.dueDate, layout)),
    value(words.billTo, invoice.customer[0] ?? ''),
    `${words.description} ${words.quantity} ${words.unitPrice} ${words.amount}`,
    ...truth.lineItems.map(
      (item) =>
        `${item.description} ${count(item.quantity, layout)} ${money(item.unitPrice, layout)} ${money(item.amount, layout)}`,
    ),
    value(words.subtotal, priced(truth.subtotal, layout)),
    ...truth.taxes.map((tax) => value(taxLabel(tax, layout), priced(tax.amount, layout))),
    value(words.total, priced(truth.total, layout)),
    ...words.foot,
    '',
  ].join('\n');
}

/** A scan: each box on a line of its own, rows from left to right. */
export function boxes(invoice: InvoiceDocument, layout: InvoiceLayout): string {
  const { truth } = invoice;
  const { words } = layout;
  return [
    truth.vendor,
    ...invoice.vendorAddress,
    words.title,
    words.number,
    truth.number,
    words.date,
    day(truth.date, layout),
    words.due,
    day(truth.dueDate, layout),
    words.billTo,
    ...invoice.customer,
    words.description,
    words.quantity,
    words.unitPrice,
    words.amount,
    ...truth.lineItems.flatMap((item) => [
      item.description,
      count(item.quantity, layout),
      money(item.unitPrice, layout),
      money(item.amount, layout),
    ]),
    words.subtotal,
    priced(truth.subtotal, layout),
    ...truth.taxes.flatMap((tax) => [taxLabel(tax, layout), priced(tax.amount, layout)]),
    words.total,
    priced(truth.total, layout),
    ...words.foot,
    '',
  ].join('\n');
}
