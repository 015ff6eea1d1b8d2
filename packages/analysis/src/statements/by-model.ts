import type { ModelCall } from '../models/model.ts';
import { decimalOfNumber } from '../models/quotes.ts';
import { originalSpan, type Source } from '../text/source.ts';
import { scanDates } from '../values/dates.ts';
import { type Decimal, toNumber } from '../values/decimal.ts';
import { type Document, readDocument } from '../values/document.ts';
import { UNPROVEN, wholeStatus } from '../verification/fields.ts';
import type { Check, Verification } from '../verification/verification.ts';
import { answerStatement } from './answer.ts';
import { resolvedDate } from './lines/days.ts';
import { checkRows, type RowChecks } from './model/checks.ts';
import { MOST_STATEMENT_LINES, readStatementByModel, type StatementReading } from './model/reading.ts';
import type { StatementRow } from './model/rows.ts';
import type {
  EvidenceSpan,
  StatementAccount,
  StatementAnalysis,
  StatementOptions,
  StatementTransaction,
} from './types.ts';

/** Bank statements read by rules and by a model. The balances decide between them, row by row where they are printed. */

export type StatementAnswer = Omit<StatementAnalysis, 'verification'> & { verification: Verification };

export async function statementWithModel(
  call: ModelCall,
  text: string,
  options: StatementOptions,
): Promise<StatementAnswer> {
  const rules = answerStatement(text, { ...options, includeEvidence: true });
  const document = readDocument(text);
  if (document.source.lines.length > MOST_STATEMENT_LINES) return rules;
  const reading = await readStatementByModel(call, document);
  const compared = compare(document.source, rules, reading);
  const check: Check = {
    name: 'model_transactions',
    ok: compared.same === rules.transactions.length && compared.same === reading.rows.length,
    expected: rules.transactions.length,
    actual: compared.same,
  };
  const filled = withAccount(rules, reading, document);
  if (check.ok && rules.transactions.length > 0) return agreed(filled, compared, check);
  if (rules.verification.fields.transactions?.status === 'verified') return marked(filled, check);
  const balances = balancesOf(filled.accountInfo);
  const own = checkRows(reading.rows, balances);
  const better = own.status === 'verified' || (rules.transactions.length === 0 && reading.rows.length > 0);
  if (!better || (rules.accounts?.length ?? 0) > 1) return marked(filled, check);
  return ofModel(document.source, filled, { rows: reading.rows, own, check });
}

interface Comparison {
  /** Rows that both read at the same place with the same signed amount. */
  readonly same: number;
  /** The model's row by the position of the rules' row. */
  readonly partners: ReadonlyMap<number, StatementRow>;
}

function compare(source: Source, rules: StatementAnalysis, reading: StatementReading): Comparison {
  const places = new Map<number, number>();
  for (const [path, span] of Object.entries(rules.evidence ?? {})) {
    const index = /^transactions\.(\d{1,7})\.amount$/.exec(path)?.[1];
    if (index !== undefined) for (let at = span.start; at < span.end; at += 1) places.set(at, Number(index));
  }
  const partners = new Map<number, StatementRow>();
  for (const row of reading.rows) {
    const span = originalSpan(source, row.amountSpan);
    let index: number | undefined;
    for (let at = span.start; at < span.end && index === undefined; at += 1) index = places.get(at);
    const own = index === undefined ? undefined : rules.transactions[index];
    if (index !== undefined && own && decimalOfNumber(own.amount) === row.amount) partners.set(index, row);
  }
  return { same: partners.size, partners };
}

/** Every row was read alike by both. Dates that only the model found are added. */
function agreed(rules: StatementAnalysis, { partners }: Comparison, check: Check): StatementAnswer {
  const period = { start: rules.accountInfo.periodStart, end: rules.accountInfo.periodEnd };
  const transactions = rules.transactions.map((transaction, index) => {
    const date = transaction.date === null ? partners.get(index)?.date : null;
    return date ? { ...transaction, date: resolvedDate(date.value, period) } : transaction;
  });
  const { fields } = rules.verification;
  const dated = transactions.every((transaction) => transaction.date !== null);
  const own = fields.transactions?.status ?? 'unverified';
  const rows = own === 'unverified' && dated ? 'verified' : own;
  const read = Object.entries(fields).filter(([path]) => !path.startsWith('transactions.'));
  const given = {
    ...Object.fromEntries(read),
    transactions: { status: rows, checks: [...(fields.transactions?.checks ?? []), check] },
  };
  return {
    ...rules,
    transactions,
    verification: {
      ...rules.verification,
      status: wholeStatus(rules.verification.status === 'failed' ? 'failed' : rows, given),
      checks: [...rules.verification.checks, check],
      fields: given,
      engine: 'model+rules',
    },
  };
}

/** The rules' answer stands; that the model read other rows is told. */
function marked(rules: StatementAnalysis, check: Check): StatementAnswer {
  return { ...rules, verification: { ...rules.verification, checks: [...rules.verification.checks, check] } };
}

function ofModel(
  source: Source,
  rules: StatementAnalysis,
  model: { rows: readonly StatementRow[]; own: RowChecks; check: Check },
): StatementAnswer {
  const period = { start: rules.accountInfo.periodStart, end: rules.accountInfo.periodEnd };
  const evidence: Record<string, EvidenceSpan> = Object.fromEntries(
    Object.entries(rules.evidence ?? {}).filter(([path]) => !path.startsWith('transactions')),
  );
  const transactions = model.rows.map((row, index): StatementTransaction => {
    const path = `transactions.${index}`;
    const balance = row.balance?.value ?? model.own.balances.get(row);
    evidence[`${path}.amount`] = originalSpan(source, row.amountSpan);
    if (row.date) evidence[`${path}.date`] = originalSpan(source, row.date.span);
    if (row.balance) evidence[`${path}.balance`] = originalSpan(source, row.balance.span);
    return {
      date: row.date ? resolvedDate(row.date.value, period) : null,
      description: row.description,
      amount: toNumber(row.amount),
      balance: balance === undefined ? null : toNumber(balance),
      type: row.amount < 0 ? 'debit' : 'credit',
      balanceSource: row.balance ? 'printed' : balance === undefined ? null : 'computed',
      valueDate: null,
      category: null,
    };
  });
  const dated = transactions.every((transaction) => transaction.date !== null);
  const status = model.own.status === 'verified' && !dated ? 'unverified' : model.own.status;
  const account = Object.entries(rules.verification.fields).filter(([path]) => path.startsWith('accountInfo.'));
  const fields = { transactions: { status, checks: model.own.checks }, ...Object.fromEntries(account) };
  return {
    transactions,
    accountInfo: rules.accountInfo,
    transactionCount: transactions.length,
    verification: {
      status: wholeStatus(status, fields),
      checks: [...model.own.checks, model.check],
      fields,
      ungrounded: [],
      engine: Number(model.check.actual) > 0 ? 'model+rules' : 'model',
    },
    evidence,
  };
}

/** What the rules did not find about the account, as the model quotes it. */
function withAccount(
  rules: StatementAnalysis,
  { info }: StatementReading,
  { source, order }: Document,
): StatementAnalysis {
  const account: StatementAccount = { ...rules.accountInfo };
  const evidence = { ...rules.evidence };
  const fields = { ...rules.verification.fields };
  for (const name of [
    'accountNumber',
    'statementPeriod',
    'bankName',
    'holder',
    'openingBalance',
    'closingBalance',
  ] as const) {
    const { value, span } = info[name];
    if (account[name] !== null || value === null || span === null) continue;
    Object.assign(account, { [name]: value });
    fields[`accountInfo.${name}`] = UNPROVEN;
    evidence[`accountInfo.${name}`] = originalSpan(source, span);
  }
  if (account.periodStart === null && account.periodEnd === null && info.statementPeriod.value !== null) {
    const dates = scanDates(String(info.statementPeriod.value), { order }).flatMap((date) => date.iso ?? []);
    if (dates.length === 2) [account.periodStart, account.periodEnd] = [dates[0] ?? null, dates[1] ?? null];
  }
  for (const name of ['periodStart', 'periodEnd'] as const)
    if (account[name] !== rules.accountInfo[name]) fields[`accountInfo.${name}`] = UNPROVEN;
  const verification = { ...rules.verification, status: wholeStatus(rules.verification.status, fields), fields };
  return { ...rules, accountInfo: account, verification, evidence };
}

function balancesOf(account: StatementAccount): { opening: Decimal | null; closing: Decimal | null } {
  const exact = (value: number | null) => (value === null ? null : decimalOfNumber(value));
  const owed = account.balanceMeaning === 'owed' ? -1 : 1;
  const [opening, closing] = [exact(account.openingBalance), exact(account.closingBalance)];
  return { opening: opening === null ? null : owed * opening, closing: closing === null ? null : owed * closing };
}
