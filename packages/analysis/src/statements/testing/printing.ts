import { type Book, type BookEntry, type BookPlan, money, two } from './books.ts';

/** How invented banks print: columns, days, amounts, and what their customers buy. */

export interface Layout {
  readonly name: string;
  readonly plan?: Partial<BookPlan>;
  readonly print: (book: Book) => string;
}

export const left = (text: string, width: number) => text.slice(0, width).padEnd(width);
export const right = (text: string, width: number) => text.padStart(width);
export const dmy = ({ date }: BookEntry, point = '.') =>
  `${two(date.day)}${point}${two(date.month)}${point}${date.year}`;
export const plain = (iso: string, point = '.') => iso.split('-').reverse().join(point);
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const de = (cents: number) => money(cents, ',', '.');
export const fr = (cents: number) => money(cents, ',', ' ');
export const pick = (condition: boolean, text: string) => (condition ? text : '');

export const GERMAN = {
  credit: ['Gutschrift Muster GmbH', 'Gehalt Nordwind KG', 'Habenzinsen', 'Rückzahlung Versandhaus'],
  debit: ['Lastschrift Stadtwerke', 'Kartenzahlung Bäckerei 4', 'Dauerauftrag Miete', 'Entgelt Kontoführung'],
};
export const FRENCH = {
  credit: ['Virement reçu Dupont', 'Salaire Exemple SARL', 'Remise de chèque 4411'],
  debit: ['Prélèvement Énergie', 'Paiement carte Boulangerie', 'Retrait guichet 12', 'Frais de tenue'],
};
