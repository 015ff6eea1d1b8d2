import { cellsOf } from '../text/cells.ts';
import type { Span } from '../text/source.ts';
import { commonest, currencyAt } from '../values/currency.ts';
import type { Period } from './days.ts';
import { PERIOD_LINK, type StatementLine, type StatementText } from './lines.ts';

/** Who and what a statement is about: bank, holder, account number, period, currency. */

export interface Quote extends Span {
  readonly text: string;
  readonly line: StatementLine;
}

export interface Identity {
  readonly bankName: Quote | null;
  readonly accountNumber: Quote | null;
  readonly holder: Quote | null;
  readonly accountType: Quote | null;
  readonly period: { readonly quote: Quote | null; readonly dates: Period };
  /** ISO 4217; null when none is printed. */
  readonly currency: string | null;
  /** Whether the document is the bill of a credit card. */
  readonly card: boolean;
}

const BANK =
  /\b(?:bank|banque|banco|banca|sparkasse|volksbank|raiffeisen\w*|caisse|caixa|cassa|credit union|building society|bancorp|postfinance|crédit \p{Lu}\w+|bankhaus)\b|\p{L}(?:bank|sparkasse|banken|bankdirekt|kasse)\b|\bbank\p{L}+/iu;
const NOT_A_BANK =
  /bankleitzahl|bank statement|bank details|bankverbindung|kreditinstitut|datenbank|bank holiday|\d{5,}|@|www\.|https?:|banking|relevé|bank code|banküberweisung|bank account/i;
const NUMBER_LABEL =
  /(?:\bIBAN\b|\b(?:current|savings|checking|cheque)\s?account(?=\s{1,3}\d)|\baccount\s?(?:number|no|nr|#|identifier)|\bacct\.?\s?(?:#|no|number)?|\ba\/c\s?(?:no|number)?|\bcard\s?(?:number|no)|\b(?:anlage|giro|tagesgeld|\w*card)?-?konto-?(?:nummer|nr)|\bkonto\b|girokonto nummer|advanziakonto|card-nummer|kartennummer|n[°ºo]\s?(?:de\s)?compte|numéro de compte|compte n[°ºo]|número de cuenta|n[°ºo]\.?\s?(?:de\s)?cuenta|cuenta n[°ºo]|\bcuenta\b|numero conto|conto n\.?|c\/c n\.?|\bconto corrente n\.?|rekeningnummer|\brekening\b|número de conta)[\s:.°º#-]{0,12}/giu;
const NUMBER =
  /^[A-Z]{2}\d{2}(?:[A-Z0-9]{8,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)(?![A-Za-z0-9])|^[A-Z]{0,4}_?[\dXx*•][\dXx*• _/-]{3,32}[\dXx*•](?![\p{L}\d])/u;
const HOLDER_LABEL =
  /(?:account holder|account name|card ?holder|kontoinhaber(?:in)?|karteninhaber(?:in)?|titulaire(?: du compte)?|titular(?: de la cuenta)?|intestatario|intestato a|rekeninghouder|t\.n\.v\.|customer name|name des kontoinhabers)\s?(?:\(s\))?\s?:?\s+/iu;
const SALUTATION =
  /^\s{0,80}(?:herrn?|frau|mr\.?|mrs\.?|ms\.?|miss|m\.|mme|monsieur|madame|d\.|dña\.|sr\.|sra\.|sig\.|sig\.ra|dhr\.|mevr\.)\s{0,3}(.*)$/iu;
const ACCOUNT_TYPE =
  /\b(?:current account|checking(?: account)?|savings(?: account)?|credit card|cheque account|everyday account|business account|girokonto|giro(?: sm@rt| plus)?|tagesgeld(?:konto)?|festgeld(?:konto)?|sparkonto|kontokorrent(?:konto)?|verrechnungskonto|kreditkarte|depotkonto|cashkonto|visa card|compte (?:courant|chèques?|de dépôt|épargne)|livret \p{L}+|carte de crédit|cuenta (?:corriente|de ahorro|nómina)|tarjeta de crédito|conto corrente|conto deposito|carta di credito|betaalrekening|spaarrekening|zichtrekening|creditcard|money market)\b/iu;
/** Says in the head of a document that it is the bill of a card. */
const CARD_BILL =
  /credit card (?:statement|account|bill)|card statement|kreditkarten?-?abrechnung|card-nummer|\bcard number|\bcard no\b|kartennummer|minimum payment|mindestbetrag|paiement minimum|pago mínimo|pagamento minimo|relevé de carte|numéro de carte|número de tarjeta|numero carta|estratto conto carta|extracto de tarjeta|creditcard ?(?:overzicht|afschrift|nummer)|credit limit/i;
const CARD =
  /credit card|kreditkarte|creditcard|carte de crédit|tarjeta de crédito|carta di credito|visa card|mastercard/i;
const BANK_ACCOUNT = /\biban\b|sort code|account number|kontonummer|overdraft|\bgiro|kontoauszug/i;
const DATED_LABEL =
  /statement|kontoauszug|auszug|datum|date|erstellt|relevé|arrêté|fecha|data|extracto|estratto|afschrift|period|abrechnung|stand|saldo|solde|balance|kontostand/i;
const YEARED =
  /(?:statement|kontoauszug|auszug|abrechnung|relevé|extracto|estratto|afschrift)[^\n\d]{0,30}(?:nr\.?|no\.?|n[°º])?[^\n\d]{0,6}\d{0,7}[\s/.-]{1,3}((?:19|20)\d{2})\b/i;
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
    accountNumber: numberIn(lines),
    accountType: quoteIn(lines, ACCOUNT_TYPE),
    currency: mark?.code ?? commonest(lines.flatMap((line) => line.figures.map((figure) => figure.currency))),
  };
}

export function readIdentity(text: StatementText, firstRow: number): Identity {
  const head = text.lines.slice(0, Math.max(HEAD_LINES, Math.min(firstRow, 200)));
  return {
    bankName: bankIn(head) ?? bankIn(text.lines.slice(0, 600)),
    accountNumber: numberIn(head.slice(0, Math.max(firstRow + 3, 12))) ?? numberIn(text.lines.slice(0, 600)),
    holder: holderIn(head),
    accountType: quoteIn(head.slice(0, Math.max(firstRow, 8)), ACCOUNT_TYPE),
    period: periodOf(text),
    currency: currencyOf(text),
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

function bankIn(lines: readonly StatementLine[]): Quote | null {
  for (const line of lines) {
    if (!BANK.test(line.text)) continue;
    for (const cell of cellsOf(line)) {
      for (const part of splitName(cell.text)) {
        if (BANK.test(part.text) && !NOT_A_BANK.test(part.text) && part.text.length <= 60) {
          return {
            text: part.text,
            start: cell.start + part.start,
            end: cell.start + part.start + part.text.length,
            line,
          };
        }
      }
    }
  }
  return null;
}

/** A sender line such as `Bank AG · Street 1 · 10115 City` names the bank first. */
function splitName(cell: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let at = 0;
  for (const piece of cell.split(/( [·•|–—-] |, (?=[^,]*\d))/)) {
    const text = piece.trim();
    if (text.length > 2) parts.push({ text, start: at + piece.indexOf(text) });
    at += piece.length;
  }
  return parts;
}

/** The first number behind a label such as `Account number` or `IBAN`. */
function numberIn(lines: readonly StatementLine[]): Quote | null {
  for (const line of lines) {
    for (const label of line.text.slice(0, 300).matchAll(NUMBER_LABEL)) {
      const start = label.index + label[0].length;
      const number = NUMBER.exec(line.text.slice(start, start + 48));
      if (!number) continue;
      const text = number[0].trim();
      if ((text.match(/[\dXx*]/g) ?? []).length < 4 || line.dates.some((date) => date.start === start)) continue;
      return { text, start, end: start + text.length, line };
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

/** The printed period, else the dates that the head of the statement gives. */
function periodOf(text: StatementText): Identity['period'] {
  for (const line of text.lines) {
    const [first, second] = line.dates;
    if (!first || !second || line.figures.length > 0) continue;
    if (!PERIOD_LINK.test(line.text.slice(first.end, second.start)) || second.iso === null) continue;
    const start = first.iso ?? sameYear(first, second.iso);
    if (start === null || start > second.iso) continue;
    const quote = { text: line.text.slice(first.start, second.end), start: first.start, end: second.end, line };
    return { quote, dates: { start, end: second.iso } };
  }
  return { quote: null, dates: { start: null, end: latestDate(text) } };
}

function sameYear(date: { month: number; day: number }, end: string): string {
  const year = Number(end.slice(0, 4)) - (date.month > Number(end.slice(5, 7)) ? 1 : 0);
  return `${year}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;
}

/** How long after its last labelled date a statement may still name dates of its own. */
const AFTER_LABEL = 100 * 86_400_000;

/** Without a period: the latest date beside a word such as `statement` or soon after it, else a printed year. */
function latestDate(text: StatementText): string | null {
  const dates: string[] = [];
  let labelled: string | null = null;
  for (const line of text.lines) {
    const near = DATED_LABEL.test(line.text);
    for (const { iso, fullYear } of line.dates) {
      if (iso === null || (!fullYear && !near)) continue;
      dates.push(iso);
      if (near && (labelled === null || iso > labelled)) labelled = iso;
    }
  }
  const anchor = labelled ?? dates[0];
  if (anchor !== undefined) {
    const last = Date.parse(anchor) + AFTER_LABEL;
    return dates.reduce((latest, iso) => (iso > latest && Date.parse(iso) <= last ? iso : latest), anchor);
  }
  const year = YEARED.exec(text.source.text)?.[1] ?? /\b(20[0-4]\d)\b/.exec(text.source.text)?.[1];
  return year ? `${year}-12-31` : null;
}

function currencyOf(text: StatementText): string | null {
  const beside = text.lines.flatMap((line) => line.figures.map((figure) => figure.currency));
  const counted = commonest(beside);
  const named = text.lines.find((line) => /währung|currency|devise|divisa|valuta|moneda/i.test(line.text));
  const word = named ? /\b[A-Z]{3}\b/g : null;
  for (const match of word && named ? named.text.matchAll(word) : []) {
    const mark = currencyAt(named?.text ?? '', match.index);
    if (mark) return mark.code;
  }
  if (counted !== null) return counted;
  for (const line of text.lines.slice(0, 200)) {
    for (const match of line.text.matchAll(/€|£|\b(?:EUR|USD|GBP|CHF|Euro)\b/g)) {
      const mark = currencyAt(line.text, match.index);
      if (mark) return mark.code;
    }
  }
  return null;
}
