import type { Line, Lines } from '../../text/lines.ts';
import type { DateToken } from '../../values/dates.ts';
import { FigureStore } from './figure-store.ts';
import type { Figure } from './figures.ts';
import type { HeaderCell, Label, StatementLine } from './line.ts';

/** The lines of a statement in little memory: what most of them share is kept once, and money as numbers. */

/** What a line tells apart from its money. */
export type LineFacts = Omit<StatementLine, 'index' | 'source' | 'text' | 'figures'>;

interface Shared {
  readonly lines: Lines;
  /** Positions in `lines`. */
  readonly places: Int32Array;
  readonly figures: FigureStore;
}

const NOTHING: readonly never[] = [];
const NO_FACTS: LineFacts = {
  dates: NOTHING,
  lead: null,
  second: null,
  period: false,
  wrapped: 0,
  labels: NOTHING,
  header: NOTHING,
  onlyFigures: false,
};
const ONLY_FIGURES: LineFacts = { ...NO_FACTS, onlyFigures: true };

export class AnnotatedLines {
  readonly lines: StatementLine[] = [];
  readonly #shared: Shared;

  /** @param places positions in `lines` of those that will be added, in this order */
  constructor(lines: Lines, places: Int32Array) {
    this.#shared = { lines, places, figures: new FigureStore() };
  }

  add(text: string, facts: LineFacts, figures: readonly Figure[]): void {
    this.#shared.figures.add(figures);
    this.lines.push(new AnnotatedLine(this.#shared, this.lines.length, text, compact(facts)));
  }
}

/** Without the room to grow that pushing left in the lists; one object for all lines that tell nothing. */
function compact(facts: LineFacts): LineFacts {
  const { dates, labels, header, lead, second, period, wrapped } = facts;
  if (dates.length + labels.length + header.length === 0) return facts.onlyFigures ? ONLY_FIGURES : NO_FACTS;
  const plain = labels.length + header.length + wrapped === 0 && !period;
  const leading =
    lead !== null && dates[0] === lead && (second ? dates.length === 2 && dates[1] === second : dates.length === 1);
  if (plain && leading) return new RowFacts(lead, second);
  return { ...facts, dates: exact(dates), labels: exact(labels), header: exact(header) };
}

const exact = <Part>(parts: readonly Part[]): readonly Part[] => (parts.length === 0 ? NOTHING : parts.slice());

/** What most rows of a statement tell: the one or two dates that they begin with. */
class RowFacts implements LineFacts {
  readonly lead: DateToken;
  readonly second: DateToken | null;

  constructor(lead: DateToken, second: DateToken | null) {
    this.lead = lead;
    this.second = second;
  }

  get dates(): readonly DateToken[] {
    return this.second ? [this.lead, this.second] : [this.lead];
  }

  get period(): boolean {
    return false;
  }

  get wrapped(): number {
    return 0;
  }

  get labels(): readonly Label[] {
    return NOTHING;
  }

  get header(): readonly HeaderCell[] {
    return NOTHING;
  }

  get onlyFigures(): boolean {
    return false;
  }
}

/** Reads through getters: spreading one would copy none of its facts. */
class AnnotatedLine implements StatementLine {
  readonly index: number;
  readonly text: string;
  private readonly facts: LineFacts;
  private readonly shared: Shared;

  constructor(shared: Shared, index: number, text: string, facts: LineFacts) {
    this.index = index;
    this.text = text;
    this.facts = facts;
    this.shared = shared;
  }

  get source(): Line {
    const { lines, places } = this.shared;
    const index = places[this.index] ?? 0;
    return lines.at(index) ?? { index, page: 0, start: 0, text: this.text };
  }

  get figures(): readonly Figure[] {
    return this.shared.figures.at(this.index);
  }

  get dates(): readonly DateToken[] {
    return this.facts.dates;
  }

  get lead(): DateToken | null {
    return this.facts.lead;
  }

  get second(): DateToken | null {
    return this.facts.second;
  }

  get period(): boolean {
    return this.facts.period;
  }

  get wrapped(): number {
    return this.facts.wrapped;
  }

  get labels(): readonly Label[] {
    return this.facts.labels;
  }

  get header(): readonly HeaderCell[] {
    return this.facts.header;
  }

  get onlyFigures(): boolean {
    return this.facts.onlyFigures;
  }
}
