/** A glyph of a page, turned so that its line runs from left to right. Lengths are points, y grows upward. */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Height of its font: from the deepest descender to the highest ascender. */
  readonly height: number;
}

/** Glyphs that stand together. */
export interface Word {
  text: string;
  left: number;
  right: number;
  readonly baseline: number;
  readonly height: number;
  /** Where its last glyph begins. */
  last: number;
}

/** Of the height of a font: how far glyphs of one word may be apart, may overlap, and may differ in their line. */
const APART = 0.25;
const OVERLAP = 0.5;
const OFF_LINE = 0.25;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

export const runsLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Puts glyphs together to words, in the order in which the document draws them. */
export class WordBuilder {
  readonly words: Word[] = [];
  #open: Word | undefined;

  /** Ends the word: a space, or a new line. */
  end(): void {
    this.#open = undefined;
  }

  add(glyph: Glyph): void {
    const word = this.#open;
    if (!word || !follows(word, glyph)) {
      this.#open = { ...glyph, last: glyph.left };
      this.words.push(this.#open);
      return;
    }
    word.text += glyph.text;
    word.left = Math.min(word.left, glyph.left);
    word.right = Math.max(word.right, glyph.right);
    word.last = glyph.left;
  }
}

function follows(word: Word, { text, left, right, baseline, height }: Glyph): boolean {
  // Accents stand where their letter wants them, and one glyph may be several letters: they all have its place.
  if (/^\p{M}/u.test(text) || left === word.last) return true;
  const size = Math.min(word.height, height);
  if (Math.abs(word.baseline - baseline) > OFF_LINE * size) return false;
  const isNear = (gap: number) => gap <= APART * size && gap >= -OVERLAP * size;
  return isNear(left - word.right) || (runsLeft(text) && isNear(word.left - right));
}
