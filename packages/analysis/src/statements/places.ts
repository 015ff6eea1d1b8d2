import { originalSpan, type Source, type Span } from '../text/source.ts';
import { currencyPlace } from '../values/currency-place.ts';
import type { DateToken } from '../values/dates.ts';
import type { Account } from './balances/accounts.ts';
import type { Quote, StatementLine } from './lines/lines.ts';
import type { Row } from './rows/rows.ts';
import type { LinePlace } from './rows/words.ts';

/** Collects where the values of a statement stand, and which stand nowhere. */
export class Places {
  readonly evidence: Record<string, Span> = {};
  readonly ungrounded: string[] = [];
  readonly #source: Source;
  readonly #wanted: boolean;

  /** @param wanted whether places are asked for; without, only `ungrounded` is collected */
  constructor(source: Source, wanted: boolean) {
    this.#source = source;
    this.#wanted = wanted;
  }

  note(path: string, span: Span, line: StatementLine): void {
    if (!this.#wanted) return;
    const offset = line.source.start;
    this.evidence[path] = originalSpan(this.#source, { start: offset + span.start, end: offset + span.end });
  }

  quote(path: string, quote: Quote | null): void {
    if (quote) this.note(path, quote, quote.line);
  }

  /** What the caller says is not read in the text. */
  named(path: string, given: string | undefined, quote: Quote | null): void {
    if (given) this.ungrounded.push(path);
    else this.quote(path, quote);
  }

  /** Words of several lines: from the first to the last. */
  words(path: string, places: readonly LinePlace[]): void {
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) return;
    const end = last.line.source.start - first.line.source.start + last.end;
    this.note(path, { start: first.start, end }, first.line);
  }

  date(path: string, row: Row, date: DateToken): void {
    const same = (one: DateToken | null) => one !== null && one.start === date.start && one.text === date.text;
    const line = row.lines.find(({ dates, second }) => dates.some(same) || same(second));
    this.note(path, date, line ?? row.dateLine);
  }

  currency(path: string, code: string, account: Account | null): void {
    const line = (account?.opening ?? account?.closing)?.line.source;
    const place = currencyPlace(this.#source.lines, code, line ? { start: line.start, end: line.start } : null);
    if (place === null) this.ungrounded.push(path);
    else if (this.#wanted) this.evidence[path] = originalSpan(this.#source, place);
  }
}
