import { type ChunkLimits, HeadingPath, largestFitting, type Piece } from './chunk.ts';
import { CUTS, cutsOf, windowOf } from './chunk-cuts.ts';
import { estimateTokens } from './chunk-tokens.ts';
import type { TextDocument } from './print-text.ts';

/** Cuts a text into chunks: between paragraphs, else between lines, sentences, words, and at last letters. */
export function* chunkText({ text, headings }: TextDocument, limits: ChunkLimits): Generator<Piece> {
  const { maxTokens } = limits;
  const path = new HeadingPath();
  for (const { from, to, opens } of limits.bySection
    ? sectionsOf(text, headings)
    : [{ from: 0, to: text.length, opens: [] }]) {
    for (const { level, text: heading } of opens) path.enter(level, heading);
    const last = opens.at(-1);
    const body = last === undefined ? 0 : text.indexOf('\n', last.at);
    for (let start = from; start < to; ) {
      const end = endOfChunk(text, { start, to, body }, limits);
      const content = text.slice(start, end).trimEnd();
      if (content !== '') {
        const tokens = estimateTokens(content);
        const oversized = tokens > maxTokens ? { oversized: true as const } : {};
        const place = { start, end: start + content.length };
        yield { heading_path: limits.bySection ? path.texts : [], content, tokens, ...place, ...oversized };
      }
      start = end;
      while (start < to && text[start] === '\n') start += 1;
    }
  }
}

interface Section {
  readonly from: number;
  readonly to: number;
  readonly opens: TextDocument['headings'];
}

/** From one heading to the next. Headings without anything below them go with the one below, if that is deeper. */
function sectionsOf(text: string, headings: TextDocument['headings']): Section[] {
  const sections: { from: number; to: number; opens: TextDocument['headings'][number][] }[] = [];
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    const last = sections.at(-1);
    const lone = before && last && text.slice(before.at, heading.at).trim().split('\n').length === 1;
    if (lone && heading.level > before.level) {
      last.opens.push(heading);
      continue;
    }
    if (last) last.to = heading.at;
    sections.push({ from: heading.at, to: text.length, opens: [heading] });
  }
  const [first] = headings;
  const intro = text.slice(0, first?.at);
  return intro.trim() === '' ? sections : [{ from: 0, to: intro.length, opens: [] }, ...sections];
}

const ends = (text: string, sign: RegExp): number[] => [...text.matchAll(sign)].map(({ index }) => index);

/** Places to cut at, from the best. */
const WAYS = [
  (text: string) => ends(text, /\n\n/g),
  (text: string) => ends(text, /\n/g),
  ...CUTS.map((cut) => (text: string) => cutsOf(text, cut)),
];
/** Places that are good enough to fill a chunk up. */
const FILLING = [(text: string) => cutsOf(text, 'sentences'), ...WAYS];

interface Stretch {
  readonly start: number;
  readonly to: number;
  /** Where the text below the headings begins: a chunk has to reach it, if it can. */
  readonly body: number;
}

function endOfChunk(text: string, { start, to, body }: Stretch, { maxTokens, fill }: ChunkLimits): number {
  const fits = (end: number) => estimateTokens(text.slice(start, end).trimEnd()) <= maxTokens;
  const window = Math.min(to, start + windowOf(maxTokens));
  if (window === to && fits(to)) return to;
  const within = text.slice(start, window);
  let best: number | undefined;
  let cuts: number[] = [];
  for (const way of fill ? FILLING : WAYS) {
    cuts = way(within);
    const most = largestFitting(cuts.length, (number) => fits(start + (cuts[number - 1] as number)));
    const end = most > 0 ? start + (cuts[most - 1] as number) : undefined;
    if (end !== undefined && end > body) return end;
    best ??= end;
  }
  return best ?? start + (cuts[0] ?? within.length);
}
