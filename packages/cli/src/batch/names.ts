import path from 'node:path';
import { EngineError, type OutputFormat, renderTemplate } from '@platen/engine';
import { DistinctNames, fileName } from '@platen/server/file-names';
import { UsageError } from '../usage-error.ts';
import type { Row } from './rows.ts';

/** Shares one process of templates among all names. */
const GROUP = 'names';
const SHOWN = 5;

/**
 * The file of each row, by a pattern such as `out/{{ customer.city }}/{{ number }}.pdf`. What data puts between two
 * slashes stays there: a slash in it becomes "-", and no name leads out of its folder.
 * @throws UsageError for a pattern that a row lacks something for, and for rows that give the same file
 */
export async function filesOf(pattern: string, rows: readonly Row[], format: OutputFormat): Promise<readonly string[]> {
  const segments = segmentsOf(pattern);
  const files: string[] = [];
  for (const row of rows) {
    const parts: string[] = [];
    for (const [index, segment] of segments.entries()) {
      const isLast = index === segments.length - 1;
      const extension = isLast ? extensionOf(segment, format) : '';
      parts.push(isLiquid(segment) ? safe(await rendered(segment, row), extension, row) : segment);
    }
    files.push(parts.join('/'));
  }
  refuseSame(files, rows);
  return files;
}

/** Names of the parts of one file; two equal ones get a number. @returns also how many got one */
export async function partNames(
  pattern: string | undefined,
  rows: readonly Row[],
  format: OutputFormat,
): Promise<{ readonly names: readonly string[]; readonly numbered: number }> {
  const digits = String(rows.length).length;
  const distinct = new DistinctNames();
  const names: string[] = [];
  let numbered = 0;
  for (const [index, row] of rows.entries()) {
    const given =
      pattern === undefined ? `document-${String(index + 1).padStart(digits, '0')}` : await rendered(pattern, row);
    const name = fileName(format, withoutSlashes(given));
    names.push(distinct.next(name));
    if (names.at(-1) !== name) numbered += 1;
  }
  return { names, numbered };
}

const isLiquid = (text: string): boolean => /\{\{|\{%/.test(text);
const withoutSlashes = (text: string): string => text.trim().replaceAll(/[/\\]/g, '-');

/** How Liquid that begins so ends. */
const CLOSINGS = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
]);

/** Parts between slashes; those within Liquid are its own. */
function segmentsOf(pattern: string): readonly string[] {
  const segments = [''];
  for (let at = 0; at < pattern.length; ) {
    const closing = CLOSINGS.get(pattern.slice(at, at + 2));
    const end = closing === undefined ? -1 : pattern.indexOf(closing, at + 2);
    const next = end < 0 ? at + 1 : end + 2;
    if (pattern.slice(at, next) === '/') segments.push('');
    else segments[segments.length - 1] += pattern.slice(at, next);
    at = next;
  }
  // Two slashes are one; the first of an absolute path stays.
  return segments.filter((segment, index) => segment !== '' || index === 0);
}

/** As the pattern has it; of one that ends in Liquid, that of the format. */
function extensionOf(segment: string, format: OutputFormat): string {
  const extension = path.extname(segment);
  return isLiquid(segment) && /\}\}?$/.test(segment) ? path.extname(fileName(format)) : extension;
}

function safe(text: string, extension: string, { row }: Row): string {
  const given = withoutSlashes(text);
  const name = given.toLowerCase().endsWith(extension.toLowerCase())
    ? given.slice(0, given.length - extension.length)
    : given;
  if (/^[. ]*$/.test(name)) throw new UsageError(`Row ${row} gives no name for its file.`);
  return path.posix.parse(fileName('pdf', `${name}.pdf`)).name + extension;
}

async function rendered(template: string, { row, data }: Row): Promise<string> {
  try {
    const { html } = await renderTemplate(
      { template, data: { ...data }, escape: 'none', strictVariables: true },
      { group: GROUP },
    );
    return html;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new UsageError(`The name of row ${row} cannot be made: ${error.message}`);
  }
}

/** A second document would take the place of the first one; also where upper and lower case are the same. */
function refuseSame(files: readonly string[], rows: readonly Row[]): void {
  const groups = Map.groupBy(rows.keys(), (index) =>
    path
      .resolve(files[index] ?? '')
      .normalize('NFC')
      .toLowerCase(),
  );
  const same = [...groups.values()].filter(({ length }) => length > 1);
  if (same.length === 0) return;
  const told = same.slice(0, SHOWN).map((indexes) => {
    const of = indexes.slice(0, SHOWN).map((index) => rows[index]?.row);
    return `rows ${of.join(', ')}${indexes.length > SHOWN ? ' …' : ''} give ${files[indexes[0] as number]}`;
  });
  const more = same.length > SHOWN ? `; and ${same.length - SHOWN} more` : '';
  throw new UsageError(`Some rows give the same file: ${told.join('; ')}${more}. Use a field that differs.`);
}
