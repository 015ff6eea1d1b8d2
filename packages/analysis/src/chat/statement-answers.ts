import { statementOf } from '../extraction/known-fields.ts';
import type { StatementAnalysis, StatementTransaction } from '../statements/types.ts';
import type { Document } from '../values/document.ts';
import type { Question } from './question.ts';
import { money, placed, type Reply } from './reply.ts';
import { sameWord } from './stems.ts';

/** Questions about a bank statement: balances, counts, sums, the largest and the smallest, single transactions. */

interface Row {
  readonly index: number;
  readonly row: StatementTransaction;
}

const TRANSACTIONS =
  /(?<!\p{L})(?:transactions?|bookings?|entries|buchungen|umsatze|transaktionen|operations?|ecritures|mouvements|transacciones|movimientos|operaciones|transazioni|movimenti|operazioni|transacties|boekingen|payments?|purchases?|zahlungen|paiements?|pagos?|pagamenti|betalingen)(?!\p{L})/u;
const DEBITS =
  /(?<!\p{L})(?:debits?|spent|spend|withdrawals?|withdrawn|expenses?|outgoings?|payments?|paid out|money out|charges?|purchases?|ausgaben?|ausgegeben|abbuchung(?:en)?|belastung(?:en)?|lastschrift(?:en)?|abhebung(?:en)?|depense\p{L}{0,2}|depenses|retraits?|debiteurs?|gast\p{L}{1,4}|cargos?|retir\p{L}{1,4}|spes[eo]|addebit\p{L}{1,3}|preliev\p{L}{1,3}|uscite|uitgaven|uitgegeven|afschrijvingen|opnames?)(?!\p{L})/u;
const CREDITS =
  /(?<!\p{L})(?:credits?|deposits?|deposited|received|income|incoming|money in|paid in|earned|gutschrift(?:en)?|einnahmen?|eingang|eingange|eingezahlt|erhalten|recettes?|credite?s?|versements?|ingresos?|abonos?|depositos?|recibid\p{L}{1,2}|entrate|accredit\p{L}{1,3}|versament\p{L}|ricevut\p{L}|bijschrijvingen|inkomsten|stortingen|ontvangen)(?!\p{L})/u;
const BALANCE = /(?<!\p{L})(?:balance|saldo|kontostand|solde)(?!\p{L})/u;
const OPENING =
  /(?<!\p{L})(?:opening|starting|initial|beginning|previous|brought forward|anfangs?|alter|anfangssaldo|initiale?|inicial|iniziale|begin\p{L}{0,5}|ancien|anterior)(?!\p{L})/u;
const CLOSING =
  /(?<!\p{L})(?:closing|ending|final|end|new|current|neuer|endsaldo|aktuelle\p{L}?|finale?|nouveau|eind\p{L}{0,5}|nieuw)(?!\p{L})/u;
/** Words of the question that choose no transaction. */
const GENERIC =
  /^(?:transact\p{L}*|book\p{L}*|entr(?:y|ies)|bank|account|statement|month|year|period|total|amount|sum|number|debits?|credits?|balance|saldo|paid|pay|payments?|spent|spend|received|largest|biggest|highest|smallest|lowest|most|least|over|above|below|under|than|between|buchung\p{L}*|umsatz\p{L}*|movimi?ent\p{L}*|operaz?c?ion\p{L}*|konto\p{L}*|deposits?|withdrawals?|withdrawn|purchases?|charges?|expenses?|income|money|plus|gros|grosse|grande?|eleve\p{L}*|petite?|mas|mayor|menor|piu|maggiore|minore|alt[oa]|made|make|all|altogether|insgesamt|zusammen|summe|somme|suma|somma|som|totaal|overall|highest|hochste|grosste\p{L}?|kleinste\p{L}?|hohe|gekommen|kam|came|eur|euros?|usd|dollars?|gbp|pounds?|chf|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember|\d+)$/u;

export function fromStatement(document: Document, question: Question): Reply | null {
  const analysis = statementOf(document);
  if (analysis.transactions.length === 0) return null;
  const flat = question.words.join(' ');
  const rows = analysis.transactions.map((row, index) => ({ index, row }));
  return (
    balance(document, question, analysis, flat) ??
    overRows(document, question, analysis, rows, flat) ??
    one(document, question, analysis, rows)
  );
}

function balance(document: Document, question: Question, analysis: StatementAnalysis, flat: string): Reply | null {
  if (!BALANCE.test(flat)) return null;
  const { accountInfo } = analysis;
  const [date] = question.dates;
  if (date) return balanceAt(document, analysis, date.month, date.day, date.year);
  const opening = OPENING.test(flat) && !CLOSING.test(flat);
  if (!opening && !CLOSING.test(flat) && question.extreme) return null;
  const value = opening ? accountInfo.openingBalance : accountInfo.closingBalance;
  if (value === null) return null;
  const path = opening ? 'accountInfo.openingBalance' : 'accountInfo.closingBalance';
  return {
    text: `The ${opening ? 'opening' : 'closing'} balance is ${money(value, accountInfo.currency)}.`,
    found: placed(document, analysis.evidence ?? {}, path),
  };
}

/** The balance after the last transaction up to a day. */
function balanceAt(
  document: Document,
  analysis: StatementAnalysis,
  month: number,
  day: number,
  year: number | null,
): Reply | null {
  const known = analysis.transactions.filter((row) => row.date !== null);
  const years = new Set(known.map((row) => row.date?.slice(0, 4)));
  const which = year ?? (years.size === 1 ? Number([...years][0]) : null);
  if (which === null) return null;
  const iso = `${which}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const { accountInfo } = analysis;
  const ends = accountInfo.periodEnd ?? known.at(-1)?.date ?? iso;
  if (iso > ends || (accountInfo.periodStart !== null && iso < accountInfo.periodStart)) return null;
  const at = analysis.transactions.findLastIndex((row) => row.date !== null && row.date <= iso);
  const row = analysis.transactions[at];
  const value = row ? row.balance : accountInfo.openingBalance;
  if (value === null || value === undefined) return null;
  const path = row ? `transactions.${at}.balance` : 'accountInfo.openingBalance';
  const found = placed(document, analysis.evidence ?? {}, path);
  return { text: `The balance on ${iso} was ${money(value, accountInfo.currency)}.`, found, computed: found === null };
}

/** Counts, sums and extremes over the transactions that the question means. */
function overRows(
  document: Document,
  question: Question,
  analysis: StatementAnalysis,
  rows: readonly Row[],
  flat: string,
): Reply | null {
  const counts = question.asked === 'count';
  const spent = question.asked === 'amount' && (DEBITS.test(flat) || CREDITS.test(flat));
  if (!counts && !question.extreme && !question.sum && !spent) return null;
  if (!TRANSACTIONS.test(flat) && !DEBITS.test(flat) && !CREDITS.test(flat)) return null;
  const chosen = choose(rows, question, flat);
  if (chosen === null) return null;
  const { currency } = analysis.accountInfo;
  if (question.extreme) return extreme(document, question, analysis, chosen);
  const found = placed(document, analysis.evidence ?? {}, `transactions.${chosen[0]?.index ?? -1}.amount`);
  if (counts && !question.sum) {
    const which =
      question.limit && question.numbers[0] !== undefined ? ` ${question.limit} ${question.numbers[0]}` : '';
    const list = chosen
      .slice(0, 20)
      .map(({ row }) => `${row.date ?? ''} ${row.description} ${money(row.amount, null)}`.trim());
    return {
      text: `${chosen.length} transactions${which}${chosen.length > 0 ? `: ${list.join('; ')}` : ''}.`,
      found,
      computed: true,
    };
  }
  const total = chosen.reduce((sum, { row }) => sum + Math.round(row.amount * 10_000), 0) / 10_000;
  return {
    text: `The ${chosen.length} transactions add up to ${money(Math.abs(total), currency)}.`,
    found,
    computed: true,
  };
}

/** The rows of the direction, the size, the days and the words that a question names; null when a word names none. */
function choose(rows: readonly Row[], question: Question, flat: string): Row[] | null {
  const words = question.subject.filter(
    (word) => !GENERIC.test(word) && !TRANSACTIONS.test(word) && !DEBITS.test(word) && !CREDITS.test(word),
  );
  const named = words.length > 0 ? rows.filter(({ row }) => mentions(row, words) > 0) : rows;
  if (words.length > 0 && named.length === 0) return null;
  const credits = CREDITS.test(flat);
  const debits = DEBITS.test(flat) && !credits;
  const limit = question.limit ? question.numbers[0] : undefined;
  return named.filter(({ row }) => {
    const size = Math.abs(row.amount);
    const right = credits ? row.amount > 0 : debits ? row.amount < 0 : true;
    const within = limit === undefined || (question.limit === 'over' ? size > limit : size < limit);
    return right && within && onDays(row, question);
  });
}

function onDays(row: StatementTransaction, question: Question): boolean {
  const days = question.dates;
  if (days.length === 0 || row.date === null) return days.length === 0;
  const iso = days
    .map(
      (date) =>
        `${date.year ?? row.date?.slice(0, 4)}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`,
    )
    .sort();
  return iso.length === 1 ? row.date === iso[0] : row.date >= (iso[0] ?? '') && row.date <= (iso.at(-1) ?? '');
}

function extreme(
  document: Document,
  question: Question,
  analysis: StatementAnalysis,
  rows: readonly Row[],
): Reply | null {
  const sign = question.extreme === 'largest' ? 1 : -1;
  const top = rows.reduce<Row | null>(
    (best, one) => (best === null || sign * Math.abs(one.row.amount) > sign * Math.abs(best.row.amount) ? one : best),
    null,
  );
  return top ? told(document, analysis, top) : null;
}

/** The transaction whose words the question has. */
function one(document: Document, question: Question, analysis: StatementAnalysis, rows: readonly Row[]): Reply | null {
  if (!['amount', 'date', 'thing', 'yes'].includes(question.asked)) return null;
  const words = question.subject.filter((word) => !GENERIC.test(word));
  if (words.length === 0) return null;
  let best: Row[] = [];
  let most = 0;
  for (const row of rows) {
    const count = mentions(row.row, words);
    if (count > most) [best, most] = [[row], count];
    else if (count === most && count > 0) best.push(row);
  }
  if (best.length === 0 || most * 2 < words.length) return null;
  const [first] = best;
  if (best.length === 1 && first) return told(document, analysis, first);
  return {
    text: `${best
      .slice(0, 20)
      .map(({ row }) => line(row, analysis))
      .join('; ')}.`,
    found: placed(document, analysis.evidence ?? {}, `transactions.${first?.index}.amount`),
  };
}

function mentions(row: StatementTransaction, words: readonly string[]): number {
  const own = row.description
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.filter((word) => own.some((other) => sameWord(other, word))).length;
}

function told(document: Document, analysis: StatementAnalysis, { index, row }: Row): Reply {
  return {
    text: `${line(row, analysis)}.`,
    found: placed(document, analysis.evidence ?? {}, `transactions.${index}.amount`),
  };
}

function line(row: StatementTransaction, analysis: StatementAnalysis): string {
  return [row.date, `${row.description}:`, money(row.amount, analysis.accountInfo.currency)].filter(Boolean).join(' ');
}
