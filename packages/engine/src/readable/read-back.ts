import { Marked, type Token, type Tokens } from 'marked';
import { type Block, isContainer, type Run } from './blocks.ts';
import { inlineContent } from './links.ts';
import { cellLines } from './markdown-lines.ts';
import { gridOf } from './table-grid.ts';

/** What Markdown must not lose, for tests: read out of blocks, and out of Markdown by a parser that is not ours. */
export interface Facts {
  /** Words of each cell of each table, in order; empty cells are left out. */
  readonly cells: readonly string[];
  readonly code: readonly string[];
  readonly links: readonly string[];
}

/** The facts of blocks, as the walk found them. */
export function factsOf(blocks: readonly Block[]): Facts {
  const facts = { cells: [] as string[], code: [] as string[], links: [] as string[] };
  addBlocks(blocks, facts);
  for (const runs of inlineContent(blocks)) facts.links.push(...targetsOf(runs));
  return facts;
}

function addBlocks(blocks: readonly Block[], facts: { cells: string[]; code: string[] }): void {
  for (const block of blocks) {
    if (block.kind === 'code') facts.code.push(block.text);
    else if (block.kind === 'table') {
      addBlocks(block.caption, facts);
      for (const row of gridOf(block).rows)
        for (const place of row) if (place && !place.covered) facts.cells.push(cellText(place.cell.children));
    } else if (isContainer(block)) addBlocks(block.children, facts);
  }
}

const cellText = (blocks: readonly Block[]): string =>
  tidy(
    cellLines(blocks)
      .map(({ runs, code, mark }) => `${mark}${code ?? runs.map(runText).join('')}`)
      .join('\n'),
  );

function runText(run: Run): string {
  if (run.kind === 'text') return run.text;
  if (run.kind === 'math') return `$${run.tex}$`;
  if (run.kind === 'checkbox') return run.checked ? '[x] ' : '[ ] ';
  if (run.kind === 'note') return `[${run.id}]`;
  // In the place of an image that is not linked to stands what it shows.
  if (run.kind === 'image') return run.source.startsWith('data:') ? run.alt : '';
  return run.kind === 'break' ? '\n' : '';
}

function targetsOf(runs: readonly Run[]): string[] {
  const targets: string[] = [];
  let open: string | undefined;
  for (const run of runs) {
    const link = 'link' in run ? run.link : undefined;
    const shows =
      run.kind === 'image' ? isPrinted(run) : run.kind === 'text' && run.text.replace(/\p{Cf}/gu, '').trim() !== '';
    if (link !== undefined && link !== open && shows) targets.push(address(link));
    if (shows || link === undefined) open = link;
  }
  return targets;
}

/** Images in the page itself are left out, unless they say something. */
const isPrinted = ({ source, alt }: Extract<Run, { kind: 'image' }>): boolean =>
  !source.startsWith('data:') || alt !== '';

/** Words, with references to notes as they stand on the page. */
const tidy = (text: string): string => text.replaceAll('[^', '[').replace(/\s+/g, ' ').trim();

/** Addresses that lead to the same place are the same. */
const address = (url: string): string => URL.parse(url)?.href ?? url;

const parser = new Marked({ gfm: true });

/** The facts of Markdown, as it is read by others. */
export function readBack(markdown: string): Facts {
  const facts = { cells: [] as string[], code: [] as string[], links: [] as string[] };
  addTokens(parser.lexer(markdown), facts);
  return facts;
}

function addTokens(tokens: readonly Token[], facts: { cells: string[]; code: string[]; links: string[] }): void {
  for (const token of tokens) {
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      for (const cell of [header, ...rows].flat()) {
        facts.cells.push(tidy(tokenText(cell.tokens)));
        addTokens(cell.tokens, facts);
      }
      continue;
    }
    if (token.type === 'code') facts.code.push((token as Tokens.Code).text);
    if (token.type === 'link') facts.links.push(address((token as Tokens.Link).href));
    if (token.type === 'list') addTokens((token as Tokens.List).items, facts);
    else if ('tokens' in token && token.tokens) addTokens(token.tokens, facts);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** The parser escapes for HTML what it does not read as markup. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined || decimal !== undefined)
      return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16));
    return ENTITIES[name.toLowerCase()] ?? whole;
  });

function tokenText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'br') return '\n';
      if (token.type === 'html') return /^<br/.test(token.raw) ? '\n' : '';
      if (token.type === 'image') return '';
      if (token.type === 'codespan') return (token as Tokens.Codespan).text;
      if ('tokens' in token && token.tokens && token.tokens.length > 0) return tokenText(token.tokens);
      return token.type === 'escape' ? (token as Tokens.Escape).text : unescaped((token as Tokens.Text).text ?? '');
    })
    .join('');
}

/** How many of what is wanted are found, each as often as it is there. */
export function found(wanted: readonly string[], there: readonly string[], missing: string[] = []): number {
  const left = Map.groupBy(there, (one) => one);
  return wanted.filter((one) => {
    if (left.get(one)?.pop() !== undefined) return true;
    missing.push(one);
    return false;
  }).length;
}
