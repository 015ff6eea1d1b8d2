import type { Random } from '../random.ts';
import { type Paper, type PaperLine, setInColumns } from './paper.ts';

/**
 * How the text of a receipt comes to a reader: set in columns, with single blanks, one box of text recognition to a
 * line, as Markdown, or with words that were misread.
 */
export const READINGS = ['columns', 'single-blanks', 'boxes', 'markdown', 'misread'] as const;

export type Reading = (typeof READINGS)[number];

const RULE = /^[-=*_]{8,}$/;
const STRAY = ['.', '~', '|', "'", '_', ','];

export function readPaper(paper: Paper, reading: Reading, random: Random): string {
  const { lines, width } = paper;
  if (reading === 'markdown') return markdown(lines);
  if (reading === 'misread') return joined(lines.map((line) => misread(line, width, random)));
  if (reading === 'columns') return joined(lines.map((line) => setInColumns(line, width)));
  if (reading === 'single-blanks') return joined(lines.map(({ cells }) => cells.join(' ')));
  return joined(lines.flatMap(({ cells }) => cells.filter((cell) => !RULE.test(cell)).map((cell) => cell.trim())));
}

function joined(lines: readonly string[]): string {
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Tables where lines have several cells, paragraphs elsewhere, the first line as a title. */
function markdown(lines: readonly PaperLine[]): string {
  const output: string[] = [];
  let columns = 0;
  for (const [index, { cells, align }] of lines.entries()) {
    const [first = ''] = cells;
    const tabular = align === 'columns' && cells.length > 1;
    if (tabular && columns !== cells.length) output.push('', row(cells), row(cells.map(() => '---')));
    else if (tabular) output.push(row(cells));
    else output.push(...(columns > 0 ? [''] : []), plain(first, index));
    columns = tabular ? cells.length : 0;
  }
  return joined(output);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function plain(text: string, index: number): string {
  if (RULE.test(text)) return '---';
  return index === 0 ? `# ${text.trim()}` : text.trim();
}

/** Stray marks at the ends of lines, and zeros for the letter O in words of capitals. */
function misread(line: PaperLine, width: number, random: Random): string {
  if (line.clean) return setInColumns(line, width);
  const cells = line.cells.map((cell) =>
    cell.replace(/(?<![\p{L}\d])\p{Lu}{4,20}(?![\p{L}\d])/gu, (word) => {
      return random.chance(0.2) ? word.replace('O', '0') : word;
    }),
  );
  const text = setInColumns({ ...line, cells }, width);
  if (random.chance(0.05)) return `${random.pick(STRAY)} ${text}`;
  return random.chance(0.05) ? `${text} ${random.pick(STRAY)}` : text;
}
