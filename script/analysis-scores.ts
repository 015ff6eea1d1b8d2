import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AnalystRequest, createAnalyst } from '../packages/analysis/src/index.ts';

/**
 * How far answers may be believed on documents of a source that nobody has seen: `node script/analysis-scores.ts
 * FILE…`, where a file has one document a line, `{"source", "kind", "text", "truth": {field: value}}`.
 *
 * For each source in turn, the others say which checks can be trusted: those that proved almost only right values
 * there. Its own values count as proven only by such checks. What comes out stands beside what `verified` says of it.
 */

interface Paper {
  readonly source: string;
  readonly kind: 'receipt-scanner' | 'invoice-extractor';
  readonly text: string;
  readonly truth: Readonly<Record<string, string | number | null>>;
}

/** One value that was read. */
interface Reading {
  readonly source: string;
  readonly field: string;
  readonly isRight: boolean;
  readonly isVerified: boolean;
  /** Whether the true value is printed at all: files of truth have misprints and values of other papers. */
  readonly isPrinted: boolean;
  /** Names of the checks that hold for it. */
  readonly checks: readonly string[];
}

/** Fewer values tell nothing about a check. */
const FEWEST = 20;
/** Names may be longer or shorter than those of the truth. */
const NAMES = /merchant|vendor|customer|number/i;

const plain = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function isSame(field: string, found: unknown, wanted: string | number): boolean {
  if (typeof wanted === 'number') return typeof found === 'number' && Math.abs(found - wanted) < 0.005;
  if (!NAMES.test(field)) return found === wanted;
  const [one, other] = [plain(found), plain(wanted)];
  return one !== '' && (one.includes(other) || other.includes(one));
}

/** Whether a value stands in a text: a sum with any separators, a day at least with its year, a name in its letters. */
function isPrinted(text: string, wanted: string | number): boolean {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(wanted));
  if (day) return text.includes(day[1] ?? '') || new RegExp(`(?<!\\d)${day[1]?.slice(2)}(?!\\d)`).test(text);
  if (typeof wanted === 'string') return plain(text).includes(plain(wanted));
  const digits = Math.abs(wanted).toFixed(2);
  return (text.match(/\d[\d.,' ]*\d|\d/g) ?? []).some((one) => {
    const only = one.replace(/\D/g, '');
    return only === digits.replace('.', '') || `${only}00` === digits.replace('.', '');
  });
}

async function readingsOf(papers: readonly Paper[]): Promise<Reading[]> {
  const analyst = createAnalyst();
  const readings: Reading[] = [];
  for (const { source, kind, text, truth } of papers) {
    const { answer } = await analyst.run({ kind, text } as AnalystRequest);
    const data = (
      'receiptData' in answer ? answer.receiptData : 'invoiceData' in answer ? answer.invoiceData : {}
    ) as Record<string, unknown>;
    for (const [field, wanted] of Object.entries(truth)) {
      if (wanted === null) continue;
      const proof = answer.verification.fields[field];
      readings.push({
        source,
        field: `${kind} ${field}`,
        isRight: isSame(field, data[field], wanted),
        isVerified: proof?.status === 'verified',
        isPrinted: isPrinted(text, wanted),
        checks: (proof?.checks ?? []).filter(({ ok }) => ok).map(({ name }) => name),
      });
    }
  }
  return readings;
}

/** The checks of a field that proved almost only right values. */
function trusted(readings: readonly Reading[], mostWrong: number): Set<string> {
  const seen = new Map<string, { all: number; wrong: number }>();
  for (const { isVerified, isRight, checks } of readings) {
    for (const name of isVerified ? checks : []) {
      const count = seen.get(name) ?? { all: 0, wrong: 0 };
      seen.set(name, { all: count.all + 1, wrong: count.wrong + (isRight ? 0 : 1) });
    }
  }
  return new Set(
    [...seen].flatMap(([name, { all, wrong }]) => (all >= FEWEST && wrong <= mostWrong * all ? [name] : [])),
  );
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function rowsOf(field: string, all: readonly Reading[], mostWrong: number): string[] {
  const own = all.filter((one) => one.field === field);
  const sources = [...new Set(own.map(({ source }) => source))];
  return sources.map((source) => {
    const trust = trusted(
      own.filter((one) => one.source !== source),
      mostWrong,
    );
    const left = own.filter((one) => one.source === source);
    const verified = left.filter(({ isVerified }) => isVerified);
    const proven = verified.filter(({ checks }) => checks.some((name) => trust.has(name)));
    const wrong = (list: readonly Reading[]) => list.filter(({ isRight }) => !isRight).length;
    const unprinted = verified.filter(({ isRight, isPrinted }) => !isRight && !isPrinted).length;
    return [
      '',
      field,
      source,
      String(left.length),
      percent(left.length - wrong(left), left.length),
      `${percent(verified.length, left.length)}, ${wrong(verified)} wrong`,
      `${percent(proven.length, left.length)}, ${wrong(proven)} wrong`,
      String(unprinted),
      '',
    ]
      .join(' | ')
      .trim();
  });
}

/** Files of truth have faults of their own: `--most-wrong 0.02` trusts a check of which two in a hundred values differ. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'most-wrong': { type: 'string', default: '0.02' } },
});
if (positionals.length === 0)
  throw new Error('Name a file with one document a line: {"source", "kind", "text", "truth"}.');
const papers = positionals.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Paper),
);
const readings = await readingsOf(papers);
process.stdout.write(
  '| field | source | n | right | verified | verified by checks that the other sources trust | wrong where the text has no such value |\n|---|---|---|---|---|---|---|\n',
);
for (const field of new Set(readings.map((one) => one.field)))
  process.stdout.write(`${rowsOf(field, readings, Number(values['most-wrong'])).join('\n')}\n`);
