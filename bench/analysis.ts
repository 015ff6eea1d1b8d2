import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LONG_TEXTS, type LongText, SHORT_TEXTS } from './analysis-texts.ts';
import { median } from './measure.ts';

/** What one operation takes on one text. Memory is the resident set of a whole process, in MiB. */
export interface AnalysisRow {
  readonly text: string;
  readonly real: boolean;
  readonly operation: string;
  /** Milliseconds of CPU (user and system) of the first analysis of a process. */
  readonly first: number;
  /** The median of those that follow it; absent for long texts, which are analysed once. */
  readonly next?: number;
  /** The most that the process had, and what it had before the analysis, with the text. */
  readonly peak: number;
  readonly idle: number;
  readonly status: string;
  /** The same in a thread of the service; only for the operation that takes most memory on a long text. */
  readonly thread?: { readonly peak: number; readonly idle: number };
}

type Operation = readonly [string, Readonly<Record<string, unknown>>];

const extract = (extractionType: string): Operation => [
  `extract ${extractionType}`,
  { kind: 'extract-data', options: { extractionType } },
];
const OPERATIONS: readonly Operation[] = [
  ['invoice', { kind: 'invoice-extractor' }],
  ['receipt', { kind: 'receipt-scanner' }],
  ['statement', { kind: 'bank-statement' }],
  ['statement with evidence', { kind: 'bank-statement', includeEvidence: true }],
  ...['auto', 'contacts', 'tables', 'dates', 'amounts'].map(extract),
  [
    'extract custom',
    {
      kind: 'extract-data',
      options: { extractionType: 'custom', customFields: ['invoice number', 'total', 'notice period'] },
    },
  ],
  ['summary', { kind: 'summarize', options: { summaryType: 'detailed' } }],
  ['chat', { kind: 'chat', options: { question: 'Who signed the lease of the warehouse?' } }],
];
/** Analyses of a short text in one process: the first ones compile the rules. */
const ROUNDS = 8;
/** Milliseconds after which an analysis is given up. */
const TIMEOUT = 300_000;
const call = promisify(execFile);

/**
 * Analyses long texts, each operation in a process of its own, and short ones several times in a row.
 * @param only a part of the name of the texts to measure; default all
 */
export async function measureAnalysis(only = ''): Promise<readonly AnalysisRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-analysis-'));
  try {
    const rows: AnalysisRow[] = [];
    const chosen = (texts: readonly LongText[]) => texts.filter(({ name }) => name.includes(only));
    for (const text of chosen(SHORT_TEXTS)) rows.push(...(await measureText(text, folder, ROUNDS)));
    for (const text of chosen(LONG_TEXTS)) rows.push(...(await measureText(text, folder, 1)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureText({ name, real, write }: LongText, folder: string, rounds: number): Promise<AnalysisRow[]> {
  const file = path.join(folder, 'text');
  writeFileSync(file, write());
  const rows: AnalysisRow[] = [];
  for (const [operation, order] of OPERATIONS) {
    const { times, ...memory } = await child(file, order, rounds, 'process');
    const [first = 0, ...others] = times;
    // The first half of them still compiles.
    const next = others.length > 0 ? median(others.slice(others.length / 2)) : undefined;
    rows.push({ text: name, real, operation, first, ...memory, ...(next === undefined ? {} : { next }) });
  }
  if (rounds > 1) return rows;
  const most = rows.reduce((top, row) => (row.peak > top.peak ? row : top));
  const order = OPERATIONS.find(([operation]) => operation === most.operation)?.[1] ?? {};
  const { peak, idle } = await child(file, order, 1, 'thread');
  return rows.map((row) => (row === most ? { ...row, thread: { peak, idle } } : row));
}

interface Told {
  readonly times: readonly number[];
  readonly idle: number;
  readonly peak: number;
  readonly status: string;
}

async function child(file: string, order: object, rounds: number, where: 'process' | 'thread'): Promise<Told> {
  const script = path.join(import.meta.dirname, 'analysis-child.ts');
  const args = [script, file, JSON.stringify(order), String(rounds), where];
  const { stdout } = await call(process.execPath, args, { timeout: TIMEOUT });
  return JSON.parse(stdout) as Told;
}
