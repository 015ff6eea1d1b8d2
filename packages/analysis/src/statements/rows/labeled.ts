import { cellsOf } from '../../text/cells.ts';
import type { Figure } from '../lines/figures.ts';
import type { Label, StatementLine } from '../lines/lines.ts';
import type { TableHead } from './heads.ts';
import type { Placed } from './rows.ts';

/** Which figure belongs to which label of a balance or total. */

export interface LabeledFigure {
  readonly label: Label;
  readonly placed: Placed;
}

interface LabelContext {
  readonly labels: readonly Label[];
  readonly heads: ReadonlyMap<number, TableHead>;
  /** Whether figures stand in lines of their own before what they belong to. */
  readonly amountFirst: boolean;
}

/** The figures of labels: in the line, in a row of values below, or alone in a line beside the label. */
export function valuesOfLabels(
  lines: readonly StatementLine[],
  at: number,
  { labels, heads, amountFirst }: LabelContext,
): { found: LabeledFigure[]; taken: number } | null {
  const line = lines[at];
  if (!line) return null;
  if (line.figures.length > 0) return { found: labeledFigures(line, labels), taken: 1 };
  if (labels.length > 1) {
    const below = lines.slice(at + 1, at + 3).find((next) => next.figures.length >= labels.length);
    const taken = below ? below.index - at + 1 : 1;
    return below ? { found: valuesBelow(line, labels, below), taken } : null;
  }
  const [label] = labels;
  if (!label || label.kind === 'total' || label.kind === 'debits' || label.kind === 'credits') return null;
  const before = lines[at - 1];
  if (amountFirst && before?.onlyFigures) {
    const figure = before.figures[0];
    return figure ? { found: [{ label, placed: { figure, line: before } }], taken: 1 } : null;
  }
  for (let step = 1; step <= 2; step += 1) {
    const next = lines[at + step];
    if (!next || next.lead || next.labels.length > 0 || heads.has(at + step)) return null;
    const figure = next.figures[0];
    if (figure && next.figures.length === 1)
      return { found: [{ label, placed: { figure, line: next } }], taken: step + 1 };
    if (figure) return null;
  }
  return null;
}

/**
 * Opening and closing balances in a line that also prints something else beside them, as summaries in two columns do:
 * `Previous balance   $80.00     Minimum payment due   $35.00`.
 */
export function besideOthers(line: StatementLine): LabeledFigure[] {
  const cells = cellsOf(line);
  return labeledFigures(line, line.labels).filter(({ label }) => {
    const own = cells.find(({ start, end }) => start <= label.start && label.start < end);
    const opens = own !== undefined && line.text.slice(own.start, label.start).trim() === '';
    return (label.kind === 'opening' || label.kind === 'closing') && opens;
  });
}

function labeledFigures(line: StatementLine, labels: readonly Label[]): LabeledFigure[] {
  const found: LabeledFigure[] = [];
  for (const [at, label] of labels.entries()) {
    const next = labels[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const behind = line.figures.filter((figure) => figure.start >= label.end && figure.start < next);
    const before = line.figures.filter((figure) => figure.end <= label.start);
    if (label.kind === 'carry' && behind.length > 1) continue;
    const figure = lastBeforeWords(line, behind) ?? (labels.length === 1 ? before.at(-1) : undefined);
    if (figure) found.push({ label, placed: { figure, line } });
  }
  return found;
}

/** The last of some figures that no other words part from the first. */
function lastBeforeWords({ text }: StatementLine, figures: readonly Figure[]): Figure | undefined {
  const stop = figures.findIndex((figure, at) => {
    const next = figures[at + 1];
    return next !== undefined && /(?:^|[^\p{L}])\p{L}{4}/u.test(text.slice(figure.end, next.start));
  });
  return stop < 0 ? figures.at(-1) : figures[stop];
}

/** Values under their labels: in the same order, or the first and the last where columns between have other names. */
function valuesBelow(line: StatementLine, labels: readonly Label[], below: StatementLine) {
  const { figures } = below;
  const laidOut = /\S {3,}\S/.test(line.text) && /\S {3,}\S/.test(below.text);
  const center = (span: { start: number; end: number }) => (span.start + span.end) / 2;
  return labels.flatMap((label, at) => {
    const nearest = [...figures].sort(
      (a, b) => Math.abs(center(a) - center(label)) - Math.abs(center(b) - center(label)),
    )[0];
    const inOrder =
      figures.length === labels.length
        ? figures[at]
        : at === 0
          ? figures[0]
          : at === labels.length - 1
            ? figures.at(-1)
            : undefined;
    const figure = laidOut && figures.length !== labels.length ? nearest : inOrder;
    return figure ? [{ label, placed: { figure, line: below } }] : [];
  });
}
