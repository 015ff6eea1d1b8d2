import { runsLeft, type Word } from './words.ts';

/**
 * Writes words as they stand on the paper, as `pdftotext -layout` does: a line for each line, spaces where columns are,
 * so that what stands below each other begins or ends in the same column.
 */

/** Words of one column of one line. */
interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

interface Line {
  readonly baseline: number;
  readonly height: number;
  readonly words: Word[];
}

/** Of the height of a font: words of one line differ less than this; a line further below than this has a blank one before. */
const SAME_LINE = 0.35;
const BLANK_LINE = 1.7;
/** Of the height of a font: a gap that is no space between words but one between columns. */
const COLUMN_GAP = 0.75;
/** Characters of the longest line that a page is given room for. */
const WIDEST = 250;
/** Points within which edges of columns are the same. */
const SAME_EDGE = 1.5;
/** A word printed twice at nearly the same place is bold, and is read once. */
const SHADOW = 0.2;

/** Lines of one page, without line ends. */
export function layOut(words: readonly Word[]): string[] {
  const lines = linesOf(words).map((line) => ({ ...line, segments: segmentsOf(line) }));
  const all = lines.flatMap(({ segments }) => segments);
  if (all.length === 0) return [];
  const left = Math.min(...extremes(all.map((segment) => segment.left)));
  const right = Math.max(...extremes(all.map((segment) => segment.right)));
  const width = Math.max(widthOfCharacter(words), (right - left) / WIDEST);
  const edges = { left: edgeCount(all, 'left'), right: edgeCount(all, 'right') };
  const column = (segment: Segment) => {
    const endsAlike = edges.right(segment.right) > edges.left(segment.left);
    return endsAlike
      ? Math.round((segment.right - left) / width) - segment.text.length
      : Math.round((segment.left - left) / width);
  };
  const written: string[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const isFar = before && before.baseline - line.baseline > BLANK_LINE * Math.max(before.height, line.height);
    if (isFar) written.push('');
    written.push(isMostlyLeft(line.words) ? writeBackward(line.segments) : write(line.segments, column));
    before = line;
  }
  return written;
}

function write(segments: readonly Segment[], column: (segment: Segment) => number): string {
  let text = '';
  for (const segment of segments) {
    const least = text === '' ? 0 : text.length + 2;
    text = text.padEnd(Math.max(least, column(segment))) + segment.text;
  }
  return text;
}

/** A line of a script that runs from right to left: as it is read, without columns. */
const writeBackward = (segments: readonly Segment[]): string =>
  segments
    .toReversed()
    .map(({ text }) => text)
    .join('  ');

/** From top to bottom. */
function linesOf(words: readonly Word[]): Line[] {
  const lines: Line[] = [];
  for (const word of [...words].sort((a, b) => b.baseline - a.baseline || a.left - b.left)) {
    const line = lines.at(-1);
    const isSame = line && line.baseline - word.baseline <= SAME_LINE * Math.min(line.height, word.height);
    if (isSame) line.words.push(word);
    else lines.push({ baseline: word.baseline, height: word.height, words: [word] });
  }
  for (const line of lines) line.words.sort((a, b) => a.left - b.left);
  return lines;
}

function segmentsOf({ words }: Line): Segment[] {
  const segments: { words: Word[]; right: number }[] = [];
  for (const word of withoutShadows(words)) {
    const last = segments.at(-1);
    if (last && word.left - last.right <= COLUMN_GAP * word.height) {
      last.words.push(word);
      last.right = Math.max(last.right, word.right);
    } else {
      segments.push({ words: [word], right: word.right });
    }
  }
  return segments.map((segment) => ({
    text: inReadingOrder(segment.words)
      .map(({ text }) => text)
      .join(' '),
    left: segment.words[0]?.left ?? 0,
    right: segment.right,
  }));
}

/** Words from left to right, or from right to left if most of them are of such a script. */
function inReadingOrder(words: readonly Word[]): readonly Word[] {
  return isMostlyLeft(words) ? words.toReversed() : words;
}

function isMostlyLeft(words: readonly Word[]): boolean {
  return words.filter(({ text }) => runsLeft(text)).length * 2 > words.length;
}

function withoutShadows(words: readonly Word[]): readonly Word[] {
  return words.filter((word, index) => {
    const before = words[index - 1];
    return !before || before.text !== word.text || word.left - before.left > SHADOW * word.height;
  });
}

/** Points that a character of the page takes: most words have room in as many columns as they have characters. */
function widthOfCharacter(words: readonly Word[]): number {
  const widths = words
    .filter(({ text }) => text.length > 1)
    .map(({ text, left, right }) => (right - left) / text.length);
  if (widths.length === 0) return Math.max(1, (words[0]?.height ?? 2) / 2);
  widths.sort((a, b) => a - b);
  return Math.max(0.1, widths[Math.floor(widths.length / 2)] ?? 1);
}

/** How many segments of the page have this edge at nearly this place. */
function edgeCount(segments: readonly Segment[], edge: 'left' | 'right'): (place: number) => number {
  const counts = new Map<number, number>();
  const key = (place: number) => Math.round(place / SAME_EDGE);
  for (const segment of segments) counts.set(key(segment[edge]), (counts.get(key(segment[edge])) ?? 0) + 1);
  const at = (number: number) => counts.get(number) ?? 0;
  return (place) => at(key(place) - 1) + at(key(place)) + at(key(place) + 1);
}

/** Least and greatest; a page may have more of them than a call can have arguments. */
function extremes(numbers: readonly number[]): readonly [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [least, greatest] = [Math.min(least, number), Math.max(greatest, number)];
  return [least, greatest];
}
