import type { Line, Span } from '../../text/source.ts';
import type { DateToken } from '../../values/dates.ts';
import type { BalanceKind } from '../words/balances.ts';
import type { HeaderKind } from '../words/headers.ts';
import type { Figure } from './figures.ts';

/** One line of a statement, with everything that it tells by itself. */

export interface Label extends Span {
  readonly kind: BalanceKind;
}

export interface HeaderCell extends Span {
  readonly kind: HeaderKind;
}

export interface StatementLine {
  /** Position among the lines that are not blank. */
  readonly index: number;
  readonly source: Line;
  readonly text: string;
  readonly dates: readonly DateToken[];
  /** Made anew each time: equal, never the same objects. */
  readonly figures: readonly Figure[];
  /** The date at the beginning of the line, behind a running number at most. */
  readonly lead: DateToken | null;
  /** A second date right behind the first. */
  readonly second: DateToken | null;
  /** Nothing but a span of time, such as the period of the statement. */
  readonly period: boolean;
  /** Lines that the leading date takes when narrow columns wrap it; 0 otherwise. */
  readonly wrapped: number;
  readonly labels: readonly Label[];
  /** The cells of a table head; empty for other lines. */
  readonly header: readonly HeaderCell[];
  /** Nothing but money (and its currency). */
  readonly onlyFigures: boolean;
}

/** A piece of a line as it is printed. */
export interface Quote extends Span {
  readonly text: string;
  readonly line: StatementLine;
}
