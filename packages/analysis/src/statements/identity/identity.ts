import { cellsOf } from '../../text/cells.ts';
import { commonest, currencyAt } from '../../values/currency.ts';
import type { Quote, StatementLine, StatementText } from '../lines/lines.ts';
import { bankNameIn } from './bank-name.ts';
import { currencyOf } from './currency.ts';
import { type PrintedPeriod, periodOf } from './period.ts';

/** Who and what a statement is about: bank, holder, account number, period, currency. */

export interface Identity {
  readonly bankName: Quote | null;
  readonly accountNumber: Quote | null;
  readonly holder: Quote | null;
  readonly accountType: Quote | null;
  readonly period: PrintedPeriod;
  /** ISO 4217; null when none is printed. */
  readonly currency: string | null;
  /** Whether the document is the bill of a credit card. */
  readonly card: boolean;
}

const NUMBER_LABEL =
  /(?:\bIBAN\b|\b(?:current|savings|checking|cheque|personal|business|joint|basic|everyday|transaction)\s?account(?=\s{1,3}\d)|^\s{0,60}(?!(?:\p{L}{1,16} ){0,3}(?:to|from|into|via|by|for|of|my|your) )(?:\p{L}{2,16} ){1,3}account(?=\s{1,3}\d{6})|\baccount\s?(?:number|no|nr|#|identifier)|\bacct\.?\s?(?:#|no|number)?|\ba\/c\s?(?:no|number)?|\bcard\s?(?:number|no)|\b(?:anlage|giro|tagesgeld|\w*card)?-?konto-?(?:nummer|nr)|\bkonto\b|girokonto nummer|advanziakonto|card-nummer|kartennummer|n[°ºo]\s?(?:de\s)?compte|numéro de compte|compte n[°ºo]|número de cuenta|n[°ºo]\.?\s?(?:de\s)?cuenta|cuenta n[°ºo]|\bcuenta\b|numero conto|conto n\.?|c\/c n\.?|\bconto corrente n\.?|rekeningnummer|\brekening\b|número de conta|\b(?:account|card) ending(?: in)?|\baccount(?=\s{0,3}:)|\bconta(?: corrente)?(?=:?\s{1,3}\d)|\btilinumero|\bhändlerkonto-id|číslo účtu|\bnumer rachunku|\bkontonr\.?|口座番号|номер счёта|номер счета|számlaszám|^\s{0,60}number(?=\s{1,3}\d{2})|账号|賬戶號碼)(?:\*\*)?[\s:.°º#|-]{0,60}(?:\*\*\s{1,3})?/giu;
/** Numbers that need no label: an IBAN, and the last digits of a masked one. */
const BARE_NUMBER =
  /(?<![\p{L}\d])(?:[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)|(?:[*xX•]{4} ?){1,4}\d{3,4}|\d{4}([- ])\d{4}\1\d{4}\1\d{4})(?![\p{L}\d])/gu;
const NUMBER =
  /^[A-Z]{2}\d{2}(?:[A-Z0-9]{8,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)(?![A-Za-z0-9])|^\d{4}\.\d{2}\.\d{5}(?!\d)|^\d{4}-\d, ?\d[\d -]{5,18}\d(?!\d)|^[A-Z]{0,4}_?[\dXx*•][\dXx*• _/-]{3,32}[\dXx*•](?![\p{L}\d])/u;
const HOLDER_LABEL =
  /(?:account holder|account name|card ?holder|kontoinhaber(?:in)?|karteninhaber(?:in)?|titulaire(?: du compte)?|titular(?: de la cuenta)?|intestatario|intestato a|rekeninghouder|t\.n\.v\.|customer name|name des kontoinhabers)\s?(?:\(s\))?\s?:?\s+/iu;
/** A line of labels goes on with the next one. */
const NAME_OF_CELL = /sort ?code|number|nummer|numéro|número|numero|\biban\b|\bbic\b|\baccount\b|\bdate\b/i;
const SALUTATION =
  /^\s{0,80}(?:herrn?|frau|mr\.?|mrs\.?|ms\.?|miss|m\.|mme|monsieur|madame|d\.|dña\.|sr\.|sra\.|sig\.|sig\.ra|dhr\.|mevr\.)\s{0,3}(.*)$/iu;
const ACCOUNT_TYPE =
  /(?<![\p{L}\p{N}])(?:current account|checking(?: account)?|savings(?: account)?|saver account|credit card|cheque account|everyday account|business account|girokonto|giro(?: sm@rt| plus)?|tagesgeld(?:konto)?|festgeld(?:konto)?|sparkonto|kontokorrent(?:konto)?|verrechnungskonto|kreditkarte|depotkonto|cashkonto|visa card|compte (?:courant|ch[èe]ques?|de dépôt|épargne)|livret \p{L}+|carte de crédit|cuenta (?:corriente|de ahorro|nómina)|tarjeta de crédito|conto corrente|conto deposito|carta di credito|betaalrekening|spaarrekening|zichtrekening|creditcard|money market|chequing(?: account)?|multi-currency account|transaction account|privatkonto|lohnkonto|lönekonto|lönkonto|brukskonto|lønnskonto|lønkonto|sparekonto|käyttötili|cuenta de ahorros|conta (?:corrente|poupança|à ordem|a ordem)|běžný účet|konto osobiste|普通預金|当座預金|credit card statement|umsatzabrechnung)(?![\p{L}\p{N}])/iu;
/** Says in the head of a document that it is the bill of a card. */
const CARD_BILL =
  /credit card (?:statement|account|bill)|card statement|kreditkarten?-?abrechnung|card-nummer|\bcard number|\bcard no\b|kartennummer|minimum payment|mindestbetrag|paiement minimum|pago mínimo|pagamento minimo|relevé de carte|numéro de carte|número de tarjeta|numero carta|estratto conto carta|extracto de tarjeta|creditcard ?(?:overzicht|afschrift|nummer)|credit limit|\bcard services\b|purchases[\s\S]{0,400}payments and (?:other )?credits|payments and (?:other )?credits[\s\S]{0,400}purchases/i;
const CARD =
  /credit card|kreditkarte|creditcard|carte de crédit|tarjeta de crédito|carta di credito|visa card|mastercard/i;
const BANK_ACCOUNT = /\biban\b|sort code|account number|kontonummer|overdraft|\bgiro|kontoauszug/i;
const HEAD_LINES = 60;

/** What one of several accounts says about itself between the rows of the account before and its own. */
export interface AccountIdentity {
  readonly accountNumber: Quote | null;
  readonly accountType: Quote | null;
  readonly currency: string | null;
}

export function readAccountIdentity(lines: readonly StatementLine[]): AccountIdentity {
  const named = quoteIn(lines, /(?<=\b(?:in|currency:?|währung:?|devise ?:|divisa:?|valuta:?) )[A-Z]{3}\b/i);
  const mark = named ? currencyAt(named.text, 0) : null;
  return {
    accountNumber: numberIn(lines) ?? bareNumberIn(lines),
    accountType: quoteIn(lines, ACCOUNT_TYPE),
    currency: mark?.code ?? commonest(lines.flatMap((line) => line.figures.map((figure) => figure.currency))),
  };
}

/** Every account number in some lines, without blanks. */
export function accountNumbersIn(lines: readonly StatementLine[]): string[] {
  return lines.flatMap((line, at) => {
    const number = numberIn([line, ...lines.slice(at + 1, at + 2)]) ?? bareNumberIn([line]);
    return number ? [number.text.replace(/[^\p{L}\d]/gu, '')] : [];
  });
}

/** `inRows` are the lines of the rows, which name the banks of others. */
export function readIdentity(text: StatementText, firstRow: number, inRows: ReadonlySet<StatementLine>): Identity {
  const head = text.lines.slice(0, Math.max(HEAD_LINES, Math.min(firstRow, 200)));
  // What stands above the rows is about the account; rows name the accounts of others.
  const own = head.slice(0, firstRow > 0 ? firstRow : HEAD_LINES);
  return {
    bankName: bankNameIn(own) ?? bankNameIn(text.lines.slice(0, 600).filter((line) => !inRows.has(line))),
    accountNumber:
      numberIn(own) ?? bareNumberIn(own) ?? numberIn(head.slice(0, firstRow + 3)) ?? numberIn(text.lines.slice(0, 600)),
    holder: holderIn(head),
    accountType: quoteIn(head.slice(0, Math.max(firstRow, 8)), ACCOUNT_TYPE),
    period: periodOf(text),
    currency: currencyOf(text, own),
    card: isCard(
      text.lines
        .slice(0, Math.max(firstRow, 12))
        .map((line) => line.text)
        .join('\n'),
    ),
  };
}

function isCard(head: string): boolean {
  return CARD_BILL.test(head) || (CARD.test(head) && !BANK_ACCOUNT.test(head));
}

function quoteIn(lines: readonly StatementLine[], pattern: RegExp): Quote | null {
  for (const line of lines) {
    const match = pattern.exec(line.text);
    if (match) return { text: match[0], start: match.index, end: match.index + match[0].length, line };
  }
  return null;
}

/** The first number behind a label such as `Account number` or `IBAN`. */
function numberIn(lines: readonly StatementLine[]): Quote | null {
  for (const [at, line] of lines.entries()) {
    for (const label of line.text.slice(0, 300).matchAll(NUMBER_LABEL)) {
      const end = label.index + label[0].length;
      const number = numberAt(line, end) ?? numberBelow(line, lines[at + 1], label);
      if (number) return number;
    }
  }
  return null;
}

function numberAt(line: StatementLine, start: number): Quote | null {
  const text = NUMBER.exec(line.text.slice(start, start + 48))?.[0].trim() ?? '';
  if ((text.match(/[\dXx*]/g) ?? []).length < 4 || line.dates.some((date) => date.start === start)) return null;
  return { text, start, end: start + text.length, line };
}

/** The number in the cell under its label, where labels have a line of their own. */
function numberBelow(heads: StatementLine, line: StatementLine | undefined, label: RegExpExecArray): Quote | null {
  if (!line || line.figures.length > 0 || line.lead) return null;
  const [names, cells] = [cellsOf(heads), cellsOf(line)];
  const [from, to] = [label.index, label.index + label[0].trimEnd().length];
  const cell =
    names.length === cells.length
      ? cells[names.findIndex(({ start, end }) => start < to && end > from)]
      : cells.find(({ start, end }) => start < to && end > from);
  const text = cell ? NUMBER.exec(cell.text)?.[0] : undefined;
  if (!cell || text !== cell.text.trim() || (text.match(/[\dXx*]/g) ?? []).length < 4) return null;
  return { text, start: cell.start, end: cell.start + text.length, line };
}

/** The first number that speaks for itself. */
function bareNumberIn(lines: readonly StatementLine[]): Quote | null {
  for (const line of lines) {
    for (const { 0: text, index } of line.text.slice(0, 300).matchAll(BARE_NUMBER)) {
      return { text, start: index, end: index + text.length, line };
    }
  }
  return null;
}

function holderIn(lines: readonly StatementLine[]): Quote | null {
  for (const line of lines) {
    const label = HOLDER_LABEL.exec(line.text);
    if (!label) continue;
    const start = label.index + label[0].length;
    const text = (line.text.slice(start).split(/ {2,}|\t/)[0] ?? '').trim();
    if (NAME_OF_CELL.test(text)) continue;
    if (/^\p{L}[\p{L}\p{M}. '’-]{2,60}$/u.test(text)) return { text, start, end: start + text.length, line };
  }
  for (const [at, line] of lines.entries()) {
    const match = SALUTATION.exec(line.text);
    if (!match) continue;
    for (const candidate of [line, lines[at + 1]]) {
      if (!candidate) continue;
      const from = candidate === line ? line.text.length - (match[1]?.length ?? 0) : candidate.text.search(/\S/);
      const text = (candidate.text.slice(Math.max(0, from)).split(/ {2,}|\t|\(/)[0] ?? '').trim();
      if (/^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*){1,4}$/u.test(text)) {
        return { text, start: Math.max(0, from), end: Math.max(0, from) + text.length, line: candidate };
      }
    }
  }
  return null;
}
