import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { AnalysisRow } from './analysis.ts';
import type { BesideResult } from './beside.ts';
import type { ColdResult } from './cold.ts';
import type { CreditsResult } from './credits.ts';
import type { FairnessRow } from './fairness.ts';
import type { FleetRow } from './fleet.ts';
import type { GateResult } from './gate.ts';
import type { GrowthRow } from './growth.ts';
import type { AsyncResult, BatchesRow } from './jobs.ts';
import type { LayerRow } from './layers.ts';
import type { Row } from './measure.ts';
import type { MemoryResult } from './memory.ts';
import type { ProcessorRow } from './processor.ts';
import { BESIDE, type StudioRow } from './studio.ts';
import type { TemplateRow } from './templates.ts';

/** The figures as Markdown. Ratios come first: milliseconds tell about the machine, not about the service. */

export interface Environment {
  readonly cores: number;
  readonly browser: string;
  readonly node: string;
  /** Share of time in which something waited for a core, in the minute before the run; absent where it is not told. */
  readonly pressure?: number;
  /** Load average of that minute. */
  readonly load: number;
}

/** @param browser product and version */
export function readEnvironment(browser: string): Environment {
  return {
    cores: availableParallelism(),
    browser,
    node: process.version,
    pressure: readPressure(),
    load: loadavg()[0] ?? 0,
  };
}

function readPressure(): number | undefined {
  try {
    const share = /^some .*avg60=([\d.]+)/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1];
    return share === undefined ? undefined : Number(share) / 100;
  } catch {
    return undefined;
  }
}

export function environmentLine({ cores, browser, node, pressure, load }: Environment): string {
  const busy = pressure === undefined ? '' : `, CPU pressure ${Math.round(100 * pressure)} %`;
  return `${cores} cores, ${browser}, Node.js ${node}; before the run: load ${load.toFixed(1)}${busy}`;
}

export function comparisonTable(rows: readonly Row[]): string {
  return table(
    [
      'document',
      'concurrency',
      'p50 / floor',
      'rounds',
      'jobs/s / floor',
      'floor p50, p95 (ms)',
      'service p50, p95 (ms)',
    ],
    rows.map(({ comparison, concurrency, floor, service, p50Ratio, p50Spread, throughputRatio }) => [
      comparison,
      String(concurrency),
      `**${p50Ratio.toFixed(2)}**`,
      `${p50Spread[0].toFixed(2)}–${p50Spread[1].toFixed(2)}`,
      throughputRatio.toFixed(2),
      `${floor.p50.toFixed(0)}, ${floor.p95.toFixed(0)}`,
      `${service.p50.toFixed(0)}, ${service.p95.toFixed(0)}`,
    ]),
  );
}

/** Kinds of processes that take less than this many milliseconds for a job are not named. */
const NAMED = 0.5;

export function processorTable(rows: readonly ProcessorRow[]): string {
  return table(
    ['document', 'at once', 'side', 'processor for a job (ms)', 'of which'],
    rows.map(({ name, atOnce, side, total, kinds }) => [
      name,
      String(atOnce),
      side,
      `**${total.toFixed(0)}**`,
      [...kinds]
        .filter(([, time]) => time >= NAMED)
        .sort(([, a], [, b]) => b - a)
        .map(([kind, time]) => `${kind} ${time.toFixed(0)}`)
        .join(', '),
    ]),
  );
}

export function growthTable(rows: readonly GrowthRow[]): string {
  return table(
    ['siblings', 'tags', 'pages', 'time (s)', 'processor (s)', 'most memory (MiB)', '/livez at most (ms)'],
    rows.map(({ name, siblings, tagged, pages, fault, time, processor, memory, livez }) => [
      `${siblings.toLocaleString('en')} ${name}`,
      tagged ? 'yes' : 'no',
      fault ?? String(pages),
      (time / 1_000).toFixed(1),
      (processor / 1_000).toFixed(1),
      memory.toFixed(0),
      livez.toFixed(0),
    ]),
  );
}

export function memoryTable({ plan, early, late, ratio }: MemoryResult): string {
  return table(
    ['memory of all processes (PSS)', `after ${plan.early} jobs`, `after ${plan.late} jobs`, 'ratio'],
    [['service and browser', `${early.toFixed(0)} MiB`, `${late.toFixed(0)} MiB`, `**${ratio.toFixed(2)}**`]],
  );
}

export function besideTable({ alone, beside, ratio, failed, table: long }: BesideResult): string {
  const size = `${(long.time / 1000).toFixed(1)} s, ${(long.bytes / 1024 ** 2).toFixed(1)} MiB, ${long.pages} pages`;
  return table(
    [
      '40 invoices one after another',
      'alone (p50)',
      'beside tables of 10,000 rows (p50)',
      'ratio',
      'failed',
      'a table',
    ],
    [['service', `${alone.toFixed(0)} ms`, `${beside.toFixed(0)} ms`, `**${ratio.toFixed(2)}**`, String(failed), size]],
  );
}

export function fairnessTable(rows: readonly FairnessRow[]): string {
  return table(
    ['another organization has', 'idle (p50)', 'beside (p50)', 'ratio', 'longest / idle', 'not answered 200'],
    rows.map(({ name, idle, beside, ratio, longestRatio, failed }) => [
      name,
      `${idle.toFixed(0)} ms`,
      `${beside.toFixed(0)} ms`,
      `**${ratio.toFixed(2)}**`,
      longestRatio.toFixed(2),
      Object.entries(failed)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ') || '0',
    ]),
  );
}

export function batchesTable(rows: readonly BatchesRow[]): string {
  return table(
    ['invoices of one template', 'a second', 'of the first row', 'rounds'],
    rows.map(({ name, rate, ratio, spread }) => [
      name,
      rate.toFixed(1),
      `**${ratio.toFixed(2)}**`,
      `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
    ]),
  );
}

export function asyncTable({ floor, synchronous, waited, fetched }: AsyncResult): string {
  const row = (name: string, time: number) => [
    name,
    `${time.toFixed(1)} ms`,
    `**${((time - synchronous) / floor).toFixed(2)}**`,
  ];
  return table(
    ['one invoice, until the file is there', 'p50', '(it - a request) / bare'],
    [
      ['bare Chromium', `${floor.toFixed(1)} ms`, ''],
      ['a request', `${synchronous.toFixed(1)} ms`, ''],
      row('a job whose request waits', waited),
      row('a job, result fetched', fetched),
    ],
  );
}

export function layersTable(rows: readonly LayerRow[]): string {
  return table(
    ['API', 'bare Chromium (p50)', '/v1 (p50)', 'its own (p50)', 'more / bare', 'quartiles', 'rounds'],
    rows.map(({ name, floor, ours, theirs, overhead, quartiles, rounds }) => [
      name,
      ...[floor, ours, theirs].map((time) => `${time.toFixed(0)} ms`),
      `**${overhead.toFixed(3)}**`,
      quartiles.map((value) => value.toFixed(3)).join(' to '),
      String(rounds),
    ]),
  );
}

export function fleetTable(rows: readonly FleetRow[]): string {
  return table(
    ['processes', 'finished jobs', 'jobs/s', 'of all slots', 'wait p50, p99 (ms)', 'a claim (ms, blocks)'],
    rows.map(({ processes, finished, rate, share, p50, p99, claim, blocks }) => [
      String(processes),
      finished.toLocaleString('en'),
      rate.toFixed(0),
      `**${share.toFixed(2)}**`,
      `${p50.toFixed(0)}, ${p99.toFixed(0)}`,
      `${claim.toFixed(2)}, ${blocks.toFixed(1)}`,
    ]),
  );
}

export function coldTable({ listening, firstPdf, floorFirstPdf, ratio }: ColdResult): string {
  return table(
    ['start', 'listening', 'first PDF', 'first PDF of bare Chromium', 'ratio'],
    [
      [
        'service',
        ...[listening, firstPdf, floorFirstPdf].map((time) => `${time.toFixed(0)} ms`),
        `**${ratio.toFixed(2)}**`,
      ],
    ],
  );
}

export function studioTable(rows: readonly StudioRow[]): string {
  return table(
    [
      'template',
      'from the key to the picture, p50',
      'printed by bare Chromium (F)',
      `2 F + ${BESIDE} ms`,
      'part of it',
    ],
    rows.map(({ name, p50, floor }) => [
      name,
      `${p50.toFixed(0)} ms`,
      `${floor.toFixed(0)} ms`,
      `${(2 * floor + BESIDE).toFixed(0)} ms`,
      `**${(p50 / (2 * floor + BESIDE)).toFixed(2)}**`,
    ]),
  );
}

export function templatesTable(rows: readonly TemplateRow[]): string {
  return table(
    ['template', 'filled in', 'invoice printed by bare Chromium', 'ratio'],
    rows.map(({ name, liquid, floor, ratio }) => [
      name,
      `${liquid.toFixed(1)} ms`,
      `${floor.toFixed(0)} ms`,
      `**${ratio.toFixed(2)}**`,
    ]),
  );
}

export function gateTable(results: readonly GateResult[]): string {
  return table(
    ['database', 'with a key that is remembered', 'with a key that is looked up', 'part of a conversion of 90 ms'],
    results.map(({ database, known, lookedUp }) => [
      database,
      `${known.toFixed(3)} ms`,
      `${lookedUp.toFixed(3)} ms`,
      `**${(known / 90).toFixed(4)}**, ${(lookedUp / 90).toFixed(4)}`,
    ]),
  );
}

export function creditsTable(results: readonly CreditsResult[]): string {
  return table(
    ['database', 'set aside and charged', 'part of a conversion of 90 ms', 'jobs/s, 200 at once', 'most jobs/s'],
    results.map(({ database, alone, throughput, most }) => [
      database,
      `${alone.toFixed(2)} ms`,
      `**${(alone / 90).toFixed(3)}**`,
      `**${throughput.toFixed(2)}** of those without credits`,
      most.toFixed(0),
    ]),
  );
}

/** The operation that takes most, for each text. */
export function longAnalysisTable(rows: readonly AnalysisRow[]): string {
  const long = rows.filter(({ next }) => next === undefined);
  const texts = [...new Set(long.map(({ text }) => text))];
  return table(
    [
      'text of 2,000,000 characters',
      'most resident',
      'of it before',
      'operation',
      'in a thread',
      'most CPU',
      'operation',
    ],
    texts.map((text) => {
      const own = long.filter((row) => row.text === text);
      const most = (size: (row: AnalysisRow) => number) =>
        own.reduce((top, row) => (size(row) > size(top) ? row : top));
      const [memory, cpu] = [most(({ peak }) => peak), most(({ first }) => first)];
      const { thread } = memory;
      return [
        `${text}${memory.real ? '' : ' (artificial)'}`,
        `**${memory.peak.toFixed(0)}** MiB`,
        memory.idle.toFixed(0),
        memory.operation,
        thread ? `${thread.peak.toFixed(0)} MiB, ${thread.idle.toFixed(0)} before` : '',
        `${(cpu.first / 1000).toFixed(1)} s`,
        cpu.operation,
      ];
    }),
  );
}

export function shortAnalysisTable(rows: readonly AnalysisRow[]): string {
  return table(
    ['text', 'operation', 'CPU of the first in a process', 'of the next ones'],
    rows.flatMap(({ text, operation, first, next }) =>
      next === undefined ? [] : [[text, operation, `${first.toFixed(0)} ms`, `**${next.toFixed(1)}** ms`]],
    ),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
