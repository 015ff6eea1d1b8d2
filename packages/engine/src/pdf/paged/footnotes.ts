import { Flow } from './flow.ts';
import type { NoteLayout } from './in-page/lay-notes.ts';
import type { WholeBox } from './in-page/note-neighbors.ts';
import type { NoteFacts } from './in-page/notes.ts';
import type { Place, Places } from './places.ts';
import { isOn } from './sides.ts';

/** CSS pixels: the least that a line takes. */
const LINE = 20;
/** CSS pixels that an area ends before its page does: places are known to a pixel. */
const SLACK = 2;
/** CSS pixels from the top of a page within which what stands there is the first on it. */
const TOP_OF_PAGE = 40;
/** CSS pixels that may be left free above notes: what does not fit into them is not sent on by the notes. */
const MOST_FREE = 80;

/** What is known after a print. */
interface Round {
  readonly places: Places;
  readonly pass: number;
  /** CSS pixels between two of the elements that tell where pages begin. */
  readonly step: number;
  /** The sides that elements have to begin on. */
  readonly sides: ReadonlyMap<string, string>;
  readonly rtl: boolean;
  /** Elements with a blank page before them, in that print and from now on. */
  readonly blanks: readonly string[];
  readonly nextBlanks: readonly string[];
}

interface NextRound {
  readonly blanks: readonly string[];
  readonly layout: NoteLayout;
}

/** Footnotes of a document and the pages that they are on. */
export class Footnotes {
  readonly #facts: NoteFacts;
  readonly #perPage: boolean;
  readonly #prefix: string;
  readonly #wholes: readonly WholeBox[];
  /** Where the areas begin, by their pages. */
  readonly #tops = new Map<number, number>();
  #flow: Flow | undefined;
  #pages: number[] = [];
  /** Notes that may come a page after their calls. */
  readonly #late = new Set<number>();

  /** @param prefix how ids of what is made for them begin */
  constructor(facts: NoteFacts, wholes: readonly WholeBox[], perPage: boolean, prefix: string) {
    this.#prefix = prefix;
    this.#facts = facts;
    this.#wholes = wholes;
    this.#perPage = perPage;
  }

  /** What has to be known the place of. */
  get linked(): string[] {
    const { notes, breaks } = this.#facts;
    const anchors = notes.flatMap(({ anchor }) => anchor ?? []);
    const columns = this.#columns.map((_, index) => `${this.#prefix}-column-${index}`);
    const around = breaks.flatMap(({ id, before }) => (before === null ? [id] : [id, before]));
    const wholes = this.#wholes.flatMap(({ id, before }) => [id, before]);
    return [...new Set([...notes.map(({ call }) => call), ...anchors, ...around, ...columns, ...wholes])];
  }

  /** Boxes that went to the next page as a whole, though there was room above the notes. */
  moved({ of }: Places): { readonly what: string; readonly page: number }[] {
    const flow = this.#flow;
    if (!flow?.known) return [];
    return this.#wholes.flatMap(({ id, what, before, beforeHeight }) => {
      const [place, last] = [of.get(id), of.get(before)];
      if (!place || !last || last.page !== place.page - 1 || place.y > TOP_OF_PAGE) return [];
      const top = this.#tops.get(last.page);
      const free = top === undefined ? 0 : top - (flow.at(last) + beforeHeight);
      return free > MOST_FREE ? [{ what: `${what}, beside footnotes`, page: place.page + 1 }] : [];
    });
  }

  /** Before anything is known: columns without areas. */
  get first(): NoteLayout {
    return { columns: this.#columns.map((element) => ({ element, shift: 0, areas: [] })), notes: [] };
  }

  /** CSS pixels that an area is wide, and that it has above its border. */
  get area(): { readonly width: number; readonly margin: number } {
    const { width, margin } = this.#facts;
    return { width, margin };
  }

  /** What areas are kept free from: the beginning of the text, and where it begins a page. */
  get #columns(): readonly (string | null)[] {
    return [null, ...this.#facts.columns];
  }

  /** @returns where notes and areas lie now; `undefined` when nothing can be known */
  next({ places, pass, step, sides, rtl, blanks, nextBlanks }: Round): NextRound | undefined {
    this.#flow ??= new Flow(places, this.#prefix, step);
    if (!this.#flow.known) return undefined;
    if (pass === 1) {
      const foreseen = this.#foresee(places, sides, rtl);
      this.#pages = foreseen.pages;
      return { blanks: foreseen.blanks, layout: this.#lay(places, foreseen.moved) };
    }
    const pageOf = (id: string) => places.of.get(id)?.page ?? 0;
    const upTo = (ids: readonly string[], page: number) => ids.filter((id) => pageOf(id) <= page).length;
    const moved = (page: number) => upTo(nextBlanks, page) - upTo(blanks, page);
    const onPage = new Map<number, number>();
    this.#pages = this.#facts.notes.map(({ call, height, line }, index) => {
      const page = pageOf(call);
      const planned = this.#pages[index] ?? page;
      const next = page + moved(page);
      // Where its note takes the room of its line, a call goes on, and comes back once that has left: the note stays.
      if (pass > 2 && page === planned + 1) this.#late.add(index);
      const used = (onPage.get(next) ?? 0) + height;
      if (planned === next + 1 && this.#takesLine(places.of.get(call), used, line)) this.#late.add(index);
      const stays = this.#late.has(index) && planned === next + 1;
      onPage.set(stays ? planned : next, (onPage.get(stays ? planned : next) ?? 0) + height);
      return stays ? planned : next;
    });
    return { blanks: nextBlanks, layout: this.#lay(places, moved) };
  }

  #areaOf(heights: number): number {
    const { before, after } = this.#facts;
    return heights === 0 ? 0 : before + after + heights + SLACK;
  }

  /** Whether the area of a page would reach into a line with a call, if the notes in it were as tall as that. */
  #takesLine(call: Place | undefined, heights: number, line: number): boolean {
    const flow = this.#flow as Flow;
    return call !== undefined && flow.at(call) + line > flow.start(call.page + 1) - this.#areaOf(heights);
  }

  /** The pages that notes come to once their areas take room: what stands behind moves, up to the next break. */
  #foresee(
    places: Places,
    sides: Round['sides'],
    rtl: boolean,
  ): { pages: number[]; blanks: string[]; moved: (page: number) => number } {
    const flow = this.#flow as Flow;
    const starts: { first: number; id: string | null; end: number }[] = [{ first: 0, id: null, end: 0 }];
    for (const { id, before, height } of this.#facts.breaks) {
      const page = places.of.get(id)?.page;
      const last = before === null ? undefined : places.of.get(before);
      const previous = starts.at(-1) as (typeof starts)[number];
      if (page === undefined) continue;
      if (page === previous.first) {
        if (sides.has(id)) previous.id = id;
        continue;
      }
      previous.end = last ? flow.at(last) + height : flow.start(page) - LINE;
      starts.push({ first: page, id, end: 0 });
    }
    const pages: number[] = [];
    const blanks: string[] = [];
    const shifts: { readonly first: number; readonly by: number }[] = [];
    let page = 0;
    for (const [index, { first, id, end: lastContent }] of starts.entries()) {
      const end = starts[index + 1]?.first ?? Number.POSITIVE_INFINITY;
      const side = id === null ? undefined : sides.get(id);
      if (id !== null && side !== undefined && !isOn(side, page, rtl)) {
        blanks.push(id);
        page += 1;
      }
      shifts.push({ first, by: page - first });
      let from = flow.start(first);
      let used = 0;
      const heightOf = (number: number): number => flow.start(number + 1) - flow.start(number);
      const limit = (heights: number) => from + heightOf(page) - this.#areaOf(heights);
      const turn = (to: number) => {
        from = to;
        page += 1;
        used = 0;
      };
      for (const [note, { call, height, line }] of this.#facts.notes.entries()) {
        const place = places.of.get(call);
        if (!place || place.page < first || place.page >= end) continue;
        const at = flow.at(place);
        while (at + line > limit(used)) turn(limit(used));
        // Its line stays where it is, and the note comes a page later.
        if (at + line > limit(used + height) && at > from + line) turn(limit(used));
        used += height;
        pages[note] = page;
      }
      while (lastContent - SLACK > limit(used)) turn(limit(used));
      page += 1;
    }
    const moved = (page: number) => shifts.findLast(({ first }) => first <= page)?.by ?? 0;
    return { pages, blanks, moved };
  }

  /** @param moved how many pages further something of a page comes to lie */
  #lay(places: Places, moved: (page: number) => number): NoteLayout {
    const flow = this.#flow as Flow;
    const { notes, before, left } = this.#facts;
    const shifted = (place: Place | undefined) => place && { ...place, page: place.page + moved(place.page) };
    const origins = this.#columns.map((_, index) => shifted(places.of.get(`${this.#prefix}-column-${index}`)));
    const x = origins[0]?.x ?? 0;
    const columns = this.#columns.map((element, index) => {
      const origin = origins[index];
      return {
        element,
        shift: x - (origin?.x ?? x),
        end: origin ? flow.at(origin) : 0,
        areas: [] as { gap: number; height: number }[],
      };
    });
    const laid: NoteLayout['notes'][number][] = [];
    this.#tops.clear();
    const onPage = new Map<number, number[]>();
    for (const [note, page] of this.#pages.entries()) onPage.set(page, [...(onPage.get(page) ?? []), note]);
    for (const [page, here] of [...onPage].sort(([a], [b]) => a - b)) {
      const height = this.#areaOf(here.reduce((sum, note) => sum + (notes[note]?.height ?? 0), 0)) - SLACK;
      const top = flow.start(page + 1) - SLACK - height;
      this.#tops.set(page, top);
      const column = columns.findLast(
        (_, index) => (origins[index]?.page ?? (index === 0 ? 0 : Number.POSITIVE_INFINITY)) <= page,
      );
      column?.areas.push({ gap: Math.max(0, top - column.end), height });
      if (column) column.end = top + height;
      let at = top + before;
      for (const [order, note] of here.entries()) {
        const { anchor, height: own, number } = notes[note] as NoteFacts['notes'][number];
        const from = anchor === null ? undefined : shifted(places.of.get(anchor));
        laid[note] = {
          top: at - (from ? flow.at(from) : 0),
          left: x + left - (from?.x ?? 0),
          number: this.#perPage ? order + 1 : number,
        };
        at += own;
      }
    }
    return { columns: columns.map(({ element, shift, areas }) => ({ element, shift, areas })), notes: laid };
  }
}
