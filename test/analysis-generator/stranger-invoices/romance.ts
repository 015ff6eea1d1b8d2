import { addDays } from '../calendar.ts';
import { COMMA, NARROW_SPACE } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const FRENCH: readonly Good[] = [
  ['Création d’une maquette de site', 'forfait', 60000, 180000],
  ['Hébergement annuel', 'an', 9600, 24000],
  ['Rédaction de fiches produits', 'pièce', 1800, 5200],
  ['Intervention sur site', 'h', 5500, 9500],
  ['Pose de carrelage grès 60x60', 'm2', 3200, 6800],
];
const SPANISH: readonly Good[] = [
  ['Asesoría fiscal trimestral', null, 18000, 46000],
  ['Traducción jurada de estatutos', null, 9000, 32000],
  ['Gestión de nóminas (6 empleados)', null, 8000, 19000],
  ['Informe pericial', null, 30000, 90000],
];

const numbers = { pattern: 'dd/MM/yyyy', language: 'fr' } as const;

const french: Sheet = {
  name: 'fr-ht-tva-ttc-echeance',
  amounts: NARROW_SPACE,
  dates: numbers,
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, FRENCH, { count: [2, 5], rates: [20, 10], parts: ['h', 'm2'], most: 8 });
    const vendor = random.pick(['SARL Atelier du Vieux Port', 'Menuiserie Kermarrec SAS', 'Studio Belle Encre EURL']);
    const customer = random.pick(['Mairie de Saint-Aubin', 'Boulangerie Perrault', 'Cabinet Dentaire des Halles']);
    const [date, number] = [pen.date(), `FA${random.integer(2019, 2026)}-${random.digits(4)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const taxes = taxesOf(items);
    const tax = taxSum(taxes);
    const total = subtotal + tax;
    const widths = [36, -8, 8, -11, -8, -13];
    const text = [
      ...beside([vendor, '8 quai des Belges', '13001 Marseille'], ['', customer, '2 place du Marché'], 44),
      '',
      `FACTURE N° ${number}`,
      `Date de facture : ${pen.day(date)}`,
      `Date d’échéance : ${pen.day(dueDate)}`,
      'Conditions de règlement : 30 jours net',
      '',
      grid(widths, ['Désignation', 'Qté', 'Unité', 'P.U. HT', 'TVA', 'Total HT']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          `${item.taxRate} %`,
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([62, 14, -14], ['', 'Total HT', `${pen.money(subtotal)} €`]),
      ...taxes.map((each) => grid([62, 14, -14], ['', `TVA ${each.rate} %`, `${pen.money(each.amount)} €`])),
      grid([62, 14, -14], ['', 'Total TTC', `${pen.money(total, 'total')} €`]),
      grid([62, 14, -14], ['', 'Net à payer', `${pen.money(total, 'total')} €`]),
      '',
      'En cas de retard de paiement, indemnité forfaitaire de 40 € pour frais de recouvrement.',
      `${vendor} au capital de 10 000 € - SIRET ${random.digits(14)} - TVA FR${random.digits(11)}`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'EUR', lineItems: items, taxes } };
  },
};

/** A professional's invoice, from whose total income tax is kept back. */
const spanish: Sheet = {
  name: 'es-irpf-retencion',
  amounts: COMMA,
  dates: { pattern: 'dd-MM-yyyy', language: 'es' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, SPANISH, { count: [1, 3], most: 3 });
    const vendor = random.pick(['Lucía Ferrer Abogados S.L.P.', 'Gestoría Montcada SL', 'Andrés Olmedo Traductores']);
    const customer = random.pick(['Bodegas Valdeáguila S.A.', 'Clínica Dental Sonríe SL', 'Hotel Mirador del Tajo']);
    const [date, number] = [pen.date(), `${random.integer(19, 26)}/${random.digits(4)}`];
    const dueDate = random.chance(0.7) ? addDays(date, 30) : null;
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 21);
    const kept = taxOf(subtotal, 15);
    const total = subtotal + tax - kept;
    const widths = [40, -9, -12, -13];
    const text = [
      ...beside(
        [vendor, `NIF: B${random.digits(8)}`, 'C/ Mayor 31, 2º B', '28013 Madrid'],
        ['FACTURA', `Nº factura: ${number}`, `Fecha: ${pen.day(date)}`, ''],
        48,
      ),
      '',
      'Datos del cliente',
      customer,
      `CIF: A${random.digits(8)}`,
      'Avda. de la Paz 102, 45001 Toledo',
      '',
      grid(widths, ['Concepto', 'Cantidad', 'Precio', 'Importe']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-64, -13], ['Base imponible', `${pen.money(subtotal)} €`]),
      grid([-64, -13], ['IVA 21%', `${pen.money(tax)} €`]),
      grid([-64, -13], ['Retención IRPF 15%', `${pen.money(-kept)} €`]),
      grid([-64, -13], ['TOTAL FACTURA', `${pen.money(total, 'total')} €`]),
      '',
      'Forma de pago: transferencia a ES91 2100 0418 4502 0005 1332',
      ...(dueDate ? [`Vencimiento: ${pen.day(dueDate)}`] : []),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 21, base: null, amount: tax }],
      },
    };
  },
};

export const ROMANCE_SHEETS: readonly Sheet[] = [french, spanish];
