/**
 * Columns that text takes in a fixed-width font: two for wide East Asian characters and emoji (UAX #11), none for
 * combining marks.
 */
export function textWidth(text: string): number {
  // Nothing here is wide or combining.
  if (/^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Fills up to a width with spaces. */
export function padText(text: string, width: number, align: 'left' | 'right' | 'center' = 'left'): string {
  const missing = width - textWidth(text);
  if (missing <= 0) return text;
  const before = align === 'right' ? missing : align === 'center' ? missing >> 1 : 0;
  return ' '.repeat(before) + text + ' '.repeat(missing - before);
}

/** Breaks a line at spaces, and between wide characters, so that no part is wider than `width` where that can be. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let columns = 0;
  for (const part of text.match(/\s+|[^\s]+/gu) ?? []) {
    for (const piece of breakable(part)) {
      const size = textWidth(piece);
      if (columns + size > width && line.trim() !== '') {
        lines.push(line.trimEnd());
        line = '';
        columns = 0;
      }
      if (line === '' && piece.trim() === '') continue;
      line += piece;
      columns += size;
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length > 0 ? lines : [''];
}

/** Signs that may not begin a line (JIS X 4051). */
const NOT_FIRST = /^[、。，．：；？！）」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

function breakable(word: string): string[] {
  if (!WIDE.test(word)) return [word];
  const pieces: string[] = [];
  for (const character of word) {
    const last = pieces.length - 1;
    const before = pieces[last];
    const joined = before !== undefined && (NOT_FIRST.test(character) || !(WIDE.test(character) || WIDE.test(before)));
    if (joined) pieces[last] = before + character;
    else pieces.push(character);
  }
  return pieces;
}
