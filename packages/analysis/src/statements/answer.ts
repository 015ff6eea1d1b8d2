import { Lines } from '../text/lines.ts';
import { readSource, type Source } from '../text/source.ts';
import type { DateToken } from '../values/dates.ts';
import { type Decimal, toNumber } from '../values/decimal.ts';
import { withMendedSums } from '../values/misread-amounts.ts';
import { withMendedDays } from '../values/misread-dates.ts';
import { wholeStatus } from '../verification/fields.ts';
import type { Check, VerificationStatus } from '../verification/verification.ts';
import { type Account, signedBalance, splitAccounts } from './balances/accounts.ts';
import { type CheckedRow, checkAccount } from './balances/checks.ts';
import { type Solution, solveAccount } from './balances/solve.ts';
import { isCurrencyPrinted } from './identity/currency.ts';
import { isOrderSure } from './identity/day-order.ts';
import {
  type AccountIdentity,
  accountNumbersIn,
  type Identity,
  readAccountIdentity,
  readIdentity,
} from './identity/identity.ts';
import { resolvedDate } from './lines/days.ts';
import { withDelimitersAsTabs, withPlainGaps } from './lines/delimited.ts';
import type { StatementLine } from './lines/line.ts';
import { readStatementText, type StatementText } from './lines/lines.ts';
import { Places } from './places.ts';
import { statementFields } from './proofs.ts';
import { readEntries } from './rows/entries.ts';
import type { Placed, Row } from './rows/rows.ts';
import { categoryOf, descriptionOf } from './rows/words.ts';
import type { StatementAccount, StatementAnalysis, StatementOptions, StatementTransaction } from './types.ts';

/**
 * Reads a bank or card statement by rules: transactions, accounts and whether they add up. Money is never computed
 * from what is not printed, except for balances that follow from a statement that adds up (`balanceSource`).
 *
 * @example
 * answerStatement('Opening balance 10.00\nDate Details Amount Balance\n2024-05-02 Rent -4.00 6.00\n…')
 */
export function answerStatement(text: string, options: StatementOptions = {}): StatementAnalysis {
  const source = withDelimitersAsTabs(withPlainGaps(readSource(text)));
  const printed = read(source, options);
  const mended = printed.verification.fields.transactions?.status === 'verified' ? null : mendedSource(source);
  if (!mended) return printed;
  const other = read(mended.source, options, mended.days);
  const addsUp = other.verification.checks.length > 0 && other.verification.checks.every(({ ok }) => ok);
  return addsUp && other.transactionCount >= printed.transactionCount ? other : printed;
}

/** A longer statement comes from a program, and is read as it is printed. */
const MOST_MENDED = 200_000;

/**
 * The statement with digits in place of letters that text recognition took for them, and whether those of days are among
 * them: these do not add up to anything that would prove them.
 */
function mendedSource(source: Source): { readonly source: Source; readonly days: boolean } | null {
  if (source.text.length > MOST_MENDED) return null;
  const sums = withMendedSums(source.text) ?? source.text;
  const text = withMendedDays(sums);
  return text === source.text ? null : { source: { ...source, text, lines: new Lines(text) }, days: text !== sums };
}

function read(source: Source, options: StatementOptions, misreadDays = false): StatementAnalysis {
  const statement = readStatementText(source);
  const entries = readEntries(statement);
  const firstRow = entries.find((entry) => entry.type === 'row');
  const inRows = new Set(entries.flatMap((entry) => (entry.type === 'row' ? entry.row.lines : [])));
  const identity = readIdentity(statement, firstRow?.type === 'row' ? firstRow.row.dateLine.index : 0, inRows);
  const answer = new Answer(statement, identity, { ...options, misreadDays });
  const accounts = splitAccounts(entries, (start, end) => accountNumbersIn(statement.lines.slice(start, end)));
  const several = accounts.length > 1;
  let from = 0;
  for (const account of accounts) {
    const own = several ? readAccountIdentity(statement.lines.slice(from, firstRowOf(account))) : identity;
    const idle = account.rows === 0 && statement.lines.some((line) => NOTHING_BOOKED.test(line.text));
    answer.addAccount({ ...solveAccount(account, { card: identity.card }), idle }, own, several);
    from = lastRowOf(account) + 1;
  }
  return answer.finish();
}

/** Columns of a loan. */
const LOAN =
  /(?:interest|zins|int[ée]r[êe]ts?|rente|intereses|interessi)\b.{0,40}(?:principal|tilgung|capital amorti|amortissement|aflossing|amortizaci[óo]n|quota capitale)|(?:principal|tilgung|capital amorti|aflossing).{0,40}(?:interest|zins|int[ée]r[êe]ts?|rente)/i;

/** Says that a statement without rows is meant to have none. */
const NOTHING_BOOKED =
  /\bno (?:account )?(?:activity|transactions?|movements?)\b|\bkeine (?:umsätze|buchungen|bewegungen)|\baucune? (?:opération|mouvement|transaction)|\b(?:sin|ningún) movimientos?\b|\bnessun[ao]? (?:movimento|operazione)|\bgeen (?:transacties|mutaties|boekingen)\b|\bsem (?:movimentos?|lançamentos)\b|\binga (?:transaktioner|händelser)\b/i;

const rowsOf = (account: Account) =>
  account.items.flatMap((item) => (item.type === 'row' ? [item.row.dateLine.index] : []));
const firstRowOf = (account: Account) => rowsOf(account)[0] ?? 0;
const lastRowOf = (account: Account) => rowsOf(account).at(-1) ?? 0;

/** A sum without decimals at the end of a row, in a column of its own. */
const WHOLE_SUM = /[ \t]{2,40}[-+−]?\d{1,3}(?: \d{3}){1,4}[ \t]{0,40}$/u;

/** Whether a row with a day has a sum that was not read, as in a second account whose currency has no decimals. */
function isMissed({ lead, figures, period, text }: StatementLine): boolean {
  return lead !== null && figures.length === 0 && !period && WHOLE_SUM.test(text);
}

/** Rows whose days may tell which order they have. */
const MOST_DAYS = 2000;

type ReadOptions = StatementOptions & { readonly misreadDays: boolean };

class Answer {
  private readonly transactions: StatementTransaction[] = [];
  private readonly accounts: StatementAccount[] = [];
  private readonly checks: Check[] = [];
  private readonly statuses: VerificationStatus[] = [];
  private readonly places: Places;
  private readonly unread: number;
  private readonly identity: Identity;
  private readonly options: ReadOptions;
  private readonly text: StatementText;
  /** Positions of transactions with a sign that is guessed by their words. */
  private readonly unsure: number[] = [];
  /** Days of the rows, as far as they are looked at. */
  private readonly days: DateToken[] = [];
  /** What the first account says about itself. */
  private first: AccountIdentity;

  constructor(text: StatementText, identity: Identity, options: ReadOptions) {
    const { source, lines, unread } = text;
    this.text = text;
    this.first = identity;
    this.places = new Places(source, options.includeEvidence === true);
    const missed = lines.filter(isMissed).length;
    this.unread = unread + missed;
    if (this.unread > 0) {
      const all = lines.length + unread;
      this.checks.push({ name: 'lines_read', ok: false, expected: all, actual: all - this.unread });
    }
    this.identity = identity;
    this.options = {
      ...options,
      bankName: nameFrom(options.bankName),
      accountType: nameFrom(options.accountType),
    };
  }

  addAccount(solution: Solution & { readonly idle: boolean }, own: AccountIdentity, several: boolean): void {
    const rows = this.checkedRows(solution);
    const { quote, dates } = this.identity.period;
    const facts = { idle: solution.idle, period: quote ? dates : null };
    const { checks, status } = checkAccount(solution, rows, facts);
    const balances = computedBalances(solution, rows, status);
    const number = this.accounts.length;
    if (number === 0) this.first = own;
    if (status !== 'verified') this.unsure.push(...rows.filter(isGuessed(solution)).map(({ index }) => index));
    this.days.push(...rows.slice(0, MOST_DAYS - this.days.length).map(({ row }) => row.date));
    for (const row of rows) this.addTransaction(row, balances.get(row.row) ?? null, several ? number : null);
    this.accounts.push(this.accountOf(solution.account, own, meaningOf(solution, rows), several));
    const prefix = several ? `accounts.${number}.` : '';
    this.checks.push(...checks.map((check) => ({ ...check, name: checkName(check.name, prefix) })));
    this.statuses.push(status);
  }

  finish(): StatementAnalysis {
    const first = this.accounts[0] ?? this.accountOf(null, this.identity, null, false);
    const failed = this.statuses.includes('failed');
    const whole = this.statuses.length > 0 && this.unread === 0;
    const verified = whole && this.checks.length > 0 && this.statuses.every((status) => status === 'verified');
    const sums = failed ? 'failed' : verified ? 'verified' : 'unverified';
    const fields = statementFields(this.transactions, first, {
      sums,
      checks: this.checks,
      identity: this.identity,
      accountNumber: this.first.accountNumber,
      accountType: this.first.accountType,
      options: this.options,
      currencyPrinted: first.currency !== null && isCurrencyPrinted(this.text, first.currency),
      loan: this.text.lines.some((line) => line.figures.length === 0 && LOAN.test(line.text)),
      unsure: this.unsure,
      openDays: this.options.misreadDays || !isOrderSure(this.text, this.days),
    });
    return {
      transactions: this.transactions,
      accountInfo: first,
      ...(this.accounts.length > 1 ? { accounts: this.accounts } : {}),
      transactionCount: this.transactions.length,
      verification: {
        status: wholeStatus(sums, fields),
        checks: this.checks,
        fields,
        ungrounded: this.places.ungrounded,
        engine: 'rules',
      },
      ...(this.options.includeEvidence ? { evidence: this.places.evidence } : {}),
    };
  }

  private checkedRows({ chain, solved }: Solution): CheckedRow[] {
    return chain.rows.map(({ row, size, reading }, at) => ({
      row,
      reading,
      amount: size === 0 ? 0 : size * (solved.signs.get(row)?.sign ?? 1),
      date: resolvedDate(withYearOf(row), this.identity.period.dates),
      index: this.transactions.length + at,
    }));
  }

  private addTransaction(checked: CheckedRow, computed: Decimal | null, account: number | null): void {
    const { row, amount, date, index } = checked;
    const { amount: printed, balance } = checked.reading;
    const used = [printed, ...(balance ? [balance] : [])].map(spanOf);
    const { text: description, places } = descriptionOf(row, used);
    const path = `transactions.${index}`;
    if (date !== null) this.places.note(`${path}.date`, row.date, row.dateLine);
    this.places.words(`${path}.description`, places);
    this.places.note(`${path}.amount`, printed.figure, printed.line);
    if (balance) this.places.note(`${path}.balance`, balance.figure, balance.line);
    else if (computed !== null) this.places.ungrounded.push(`${path}.balance`);
    const valueDate = row.valueDate ? resolvedDate(row.valueDate, this.identity.period.dates) : null;
    if (row.valueDate && valueDate !== null) this.places.date(`${path}.valueDate`, row, row.valueDate);
    this.transactions.push({
      date,
      description,
      amount: toNumber(amount),
      balance: balance ? toNumber(signedBalance(balance)) : computed === null ? null : toNumber(computed),
      type: amount < 0 ? 'debit' : 'credit',
      balanceSource: balance ? 'printed' : computed === null ? null : 'computed',
      valueDate,
      category: categoryOf(description),
      ...(account === null ? {} : { account }),
    });
  }

  /** The first account of several is both `accountInfo` and `accounts.0`. */
  private accountOf(
    account: Account | null,
    own: AccountIdentity,
    balanceMeaning: StatementAccount['balanceMeaning'],
    several: boolean,
  ): StatementAccount {
    const { identity, options } = this;
    const { period } = identity;
    const currency = namedCurrency(account) ?? own.currency ?? identity.currency;
    const number = this.accounts.length;
    const paths = [...(number === 0 ? ['accountInfo'] : []), ...(several ? [`accounts.${number}`] : [])];
    for (const path of paths) {
      if (account?.opening) this.places.note(`${path}.openingBalance`, account.opening.figure, account.opening.line);
      if (account?.closing) this.places.note(`${path}.closingBalance`, account.closing.figure, account.closing.line);
      this.places.quote(`${path}.statementPeriod`, period.quote);
      if (period.quote && period.dates.start !== null) this.places.quote(`${path}.periodStart`, period.quote);
      if (period.quote && period.dates.end !== null) this.places.quote(`${path}.periodEnd`, period.quote);
      this.places.named(`${path}.bankName`, options.bankName, identity.bankName);
      this.places.quote(`${path}.holder`, identity.holder);
      this.places.quote(`${path}.accountNumber`, own.accountNumber);
      this.places.named(`${path}.accountType`, options.accountType, own.accountType);
      if (currency !== null) this.places.currency(`${path}.currency`, currency, account);
    }
    return {
      accountNumber: own.accountNumber?.text ?? null,
      statementPeriod: period.quote?.text ?? null,
      bankName: options.bankName ?? identity.bankName?.text ?? null,
      holder: identity.holder?.text ?? null,
      accountType: options.accountType ?? own.accountType?.text ?? null,
      currency,
      openingBalance: account?.opening ? toNumber(signedBalance(account.opening)) : null,
      closingBalance: account?.closing ? toNumber(signedBalance(account.closing)) : null,
      balanceMeaning,
      periodStart: period.quote ? period.dates.start : null,
      periodEnd: period.quote ? period.dates.end : null,
    };
  }
}

/** Whether nothing printed tells the sign of a row, and no balance. */
const isGuessed =
  ({ solved }: Solution) =>
  ({ row }: CheckedRow) => {
    const source = solved.signs.get(row)?.source;
    return source === undefined || source === 'words' || source === 'convention';
  };

/** A name that a caller gives: without controls and blanks around it; nothing is as good as absent. */
function nameFrom(given: string | undefined): string | undefined {
  return given?.replace(/\p{Cc}/gu, '').trim() || undefined;
}

/** What a positive balance means; nothing where neither a row nor a balance was read. */
function meaningOf({ account, owed }: Solution, rows: readonly CheckedRow[]): StatementAccount['balanceMeaning'] {
  if (rows.length === 0 && account.opening === null && account.closing === null) return null;
  return owed ? 'owed' : 'owned';
}

/** The code beside a balance of the account. A bare dollar sign is no code. */
function namedCurrency(account: Account | null): string | null {
  for (const placed of [account?.opening, account?.closing]) {
    const code = placed?.figure.currency;
    if (code && placed?.line.text.includes(code)) return code;
  }
  return null;
}

const checkName = (name: string, prefix: string) => (name.startsWith('transactions') ? name : `${prefix}${name}`);

const spanOf = ({ figure, line }: Placed) => ({ start: figure.start, end: figure.end, line });

/** A date without year beside one of the same day with a year (`23.06 23.06.15`) shares it. */
function withYearOf({ date, valueDate }: Row): DateToken {
  const same = valueDate?.iso && date.iso === null && valueDate.day === date.day && valueDate.month === date.month;
  return same && valueDate ? valueDate : date;
}

/** Balances after rows that print none, when everything adds up. A debt is not restated as a balance. */
function computedBalances(
  { chain, account, owed }: Solution,
  rows: readonly CheckedRow[],
  status: string,
): Map<Row, Decimal> {
  const balances = new Map<Row, Decimal>();
  if (status !== 'verified' || owed || !account.opening) return balances;
  let balance = signedBalance(account.opening);
  for (const { row, amount } of chain.reversed ? rows.toReversed() : rows) {
    balance += amount;
    balances.set(row, balance);
  }
  return balances;
}
