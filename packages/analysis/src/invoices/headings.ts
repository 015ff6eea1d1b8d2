import { cellsOf } from '../text/cells.ts';
import { joined } from '../text/joined.ts';
import type { Line } from '../text/lines.ts';
import { findPhrases, phrases, type Word } from '../text/words.ts';
import { ASIAN_COLUMNS } from './asian-labels.ts';
import { CENTRAL_COLUMNS } from './central-labels.ts';
import { EASTERN_COLUMNS } from './eastern-labels.ts';
import { NORDIC_BALTIC_COLUMNS } from './nordic-baltic-labels.ts';
import { SLAVIC_COLUMNS } from './slavic-labels.ts';

/** The headings of the list of items: a line with the names of its columns, or one name below the other. */

const COLUMNS = phrases(
  joined(
    {
      item: `
    pos, position, beschreibung, bezeichnung, artikel, artikelbeschreibung, produkt, leistung, description, item,
    items, product, designation, libelle, descripcion, concepto, articulo, producto, descrizione, prodotto,
    omschrijving, product, details, particulars, service, text, art nr, reference, benamning, beskrivning, beskrivelse,
    tjanst, vara, varutext, specifikation, tekst, ydelse, descricao, servicos`,
      count: `
    menge, anzahl, anz, qty, quantity, quantite, qte, cantidad, cant, quantita, q ta, qta, aantal, hours, units, stk, unit,
    std, hrs, uds, ud, antal, mangd, antall, quantidade, qtd`,
      price: `
    preis, einzelpreis, nettopreis, unit price, price, rate, prix, prix unitaire, pu, pu ht, p u, precio, precio
    unitario, prezzo, prezzo unitario, prijs, stukprijs, e preis, preis einheit, cost, prix ht, p u ht, a pris, pris,
    styckpris, enhetspris, enhedspris, stk pris, preco, preco unitario, p unit`,
      sum: `
    betrag, gesamt, gesamtpreis, summe, nettobetrag, entgelt, amount, total, montant, montant ht, total ht, importe,
    importo, totale, bedrag, totaal, gesamtbetrag, positionsbetrag, g preis, line total, net amount, ext price,
    extended price, belopp, summa, radsumma, belob, belop, sum, valor`,
    },
    CENTRAL_COLUMNS,
    EASTERN_COLUMNS,
    NORDIC_BALTIC_COLUMNS,
    SLAVIC_COLUMNS,
    ASIAN_COLUMNS,
  ),
);
/** Names on more lines than this are no heading. */
const LONGEST_STACK = 7;

interface Row {
  readonly line: Line;
  readonly words: readonly Word[];
  readonly amounts: readonly unknown[];
  readonly money: readonly unknown[];
}

/** The kinds of columns that some words name. */
function columnsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(findPhrases(words, COLUMNS).map((match) => match.value));
}

export function isHeading(row: Row): boolean {
  if (row.money.length > 0 || row.words.length > 24) return false;
  const kinds = columnsOf(row.words);
  return (
    kinds.size >= 3 || (kinds.size === 2 && (kinds.has('sum') || kinds.has('price')) && cellsOf(row.line).length >= 2)
  );
}

/** Whether some words name a column of a kind. */
export function namesColumn(words: readonly Word[], kind: 'item' | 'count' | 'price' | 'sum'): boolean {
  return columnsOf(words).has(kind);
}

/** Whether some words are the name of one column and nothing else. */
export function isColumnName(words: readonly Word[]): boolean {
  return findPhrases(words, COLUMNS)[0]?.length === words.length;
}

/** Whether a heading has a column of quantities: then what stands below are items, not sums. */
export function isOfItems(words: readonly Word[]): boolean {
  const kinds = columnsOf(words);
  return kinds.has('count') && kinds.size >= 3;
}

/** The last of the names of the columns, when each stands on a line of its own. */
export function endsStack(rows: readonly Row[], index: number): boolean {
  if (columnName(rows[index]) === null || columnName(rows[index + 1]) !== null) return false;
  const names = rows.slice(Math.max(0, index - LONGEST_STACK), index + 1).map(columnName);
  return new Set(names.slice(names.lastIndexOf(null) + 1)).size >= 3;
}

function columnName(row: Row | undefined): string | null {
  if (!row || row.amounts.length > 0 || row.words.length > 3) return null;
  const [match] = findPhrases(row.words, COLUMNS);
  return match?.word === 0 && match.length === row.words.length ? match.value : null;
}
