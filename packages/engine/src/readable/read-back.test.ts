import fc from 'fast-check';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { type Block, MARK, type Run } from './blocks.ts';
import { markdownDocument } from './print-markdown.ts';
import { factsOf, readBack } from './read-back.ts';

const STYLE = {
  heading_style: 'atx',
  bullet: '-',
  link_style: 'inline',
  tables: 'gfm',
  front_matter: false,
  images: 'link',
} as const;

/** Pieces that mean something to Markdown or to HTML, between words. */
const HOSTILE = [
  '|',
  '||',
  '\\',
  '\\|',
  '`',
  '``',
  '<',
  '>',
  '<b>',
  '</td>',
  '&amp;',
  '&',
  '&#38;',
  '*',
  '**',
  '_',
  '~',
  '~~',
]
  .concat([
    '[',
    ']',
    '](',
    '![',
    '(',
    ')',
    '#',
    '-',
    '+',
    '1.',
    '=',
    '$',
    '^',
    '"',
    "'",
    ':',
    '<!--',
    '{',
    '}',
    '!',
    '\\\\',
  ])
  .concat(['word', 'Wörter', '文字', '🙂', 'a1', 'x y', 'www', 'e.g.', '---', '| --- |', '[x]', '[ ]', '[^1]']);
const piece = fc.constantFrom(...HOSTILE);
/** As the walk leaves text: single spaces, none at the edges. */
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join('').replace(/\s+/g, ' ').trim())
  .filter((joined) => joined !== '');
const path = fc
  .array(
    fc.constantFrom(
      'a',
      '(',
      ')',
      '((',
      '%20',
      '[',
      ']',
      '&',
      '&amp;',
      '*',
      '_',
      "'",
      '?',
      '=',
      '~',
      '!',
      '/',
      '\\',
      '$',
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => new URL(`https://example.org/${parts.join('')}`).href);
const plain = fc.record({ kind: fc.constant('text' as const), text, marks: fc.constant(0) });
const code = fc.record({ kind: fc.constant('text' as const), text, marks: fc.constant(MARK.code) });
const link = fc.record({ kind: fc.constant('text' as const), text, marks: fc.constant(0), link: path });
const lineBreak = fc.constant({ kind: 'break' as const });

/** Between two runs there is a space, as there is on a page between words. */
const spaced = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run, index) => (index === 0 ? [run] : [{ kind: 'text', text: ' ', marks: 0 } as const, run]));
const runs = fc.array(fc.oneof(plain, code, link), { minLength: 1, maxLength: 4 }).map(spaced);
const cellRuns = fc.array(fc.oneof(plain, code, link, lineBreak), { minLength: 1, maxLength: 4 }).map(spaced);

const paragraph = runs.map((inner): Block => ({ kind: 'text', tag: 'p', runs: inner }));
const codeBlock = fc
  .record({
    lines: fc.array(fc.array(fc.oneof(piece, fc.constantFrom('  ', '```', '~~~~')), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 4,
    }),
    language: fc.constantFrom(undefined, 'js', 'c++'),
  })
  .map(
    ({ lines, language }): Block => ({
      kind: 'code',
      tag: 'pre',
      text: lines
        .map((line) => line.join(''))
        .join('\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
      ...(language ? { language } : {}),
    }),
  )
  .filter((block) => block.kind === 'code' && block.text !== '');
const cell = fc.array(cellRuns, { maxLength: 2 }).map((list) => ({
  children: list.map((inner): Block => ({ kind: 'text', tag: 'p', runs: inner })),
}));
const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.boolean())
  .chain(([columns, rows, head]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }).map(
      (cells): Block => ({
        kind: 'table',
        tag: 'table',
        caption: [],
        rows: cells.map((row, index) => ({ head: head && index === 0, cells: row })),
      }),
    ),
  );
const item = fc
  .array(fc.oneof(paragraph, codeBlock), { minLength: 1, maxLength: 2 })
  .map((children): Block => ({ kind: 'item', tag: 'li', marker: true, children }));
const list = fc
  .array(item, { minLength: 1, maxLength: 3 })
  .map((children): Block => ({ kind: 'list', tag: 'ul', ordered: false, children }));
const heading = runs.map((inner): Block => ({ kind: 'heading', tag: 'h2', level: 2, runs: inner }));
const blocks = fc.array(fc.oneof(paragraph, codeBlock, table, list, heading), { minLength: 1, maxLength: 4 });

const written = (tree: readonly Block[]): string => {
  const document = markdownDocument(tree, STYLE);
  return document.write(document.blocks);
};
const filled = (texts: readonly string[]) => texts.filter((one) => one !== '');

describe('what others read in our Markdown', () => {
  it('are the cells that were written', () => {
    fc.assert(
      fc.property(fc.array(table, { minLength: 1, maxLength: 2 }), (tables) => {
        expect(filled(readBack(written(tables)).cells)).toEqual(filled(factsOf(tables).cells));
      }),
      { numRuns: 300 },
    );
  });

  it('is the code that was written', () => {
    fc.assert(
      fc.property(blocks, (tree) => {
        expect(readBack(written(tree)).code).toEqual(factsOf(tree).code);
      }),
      { numRuns: 300 },
    );
  });

  it('is the code within a line, with its spaces and backticks', () => {
    const inside = fc.tuple(
      fc.constantFrom('', ' ', '  ', '`', '`` '),
      text,
      fc.constantFrom('', ' ', '  ', '`', ' ``'),
    );
    fc.assert(
      fc.property(inside, (parts) => {
        const value = parts.join('');
        const run = { kind: 'text', text: value, marks: MARK.code } as const;
        const markdown = written([{ kind: 'text', tag: 'p', runs: [{ kind: 'text', text: 'Code: ', marks: 0 }, run] }]);
        const [line] = new Marked({ gfm: true }).lexer(markdown);
        const spans = line && 'tokens' in line ? line.tokens?.filter(({ type }) => type === 'codespan') : [];
        expect(spans).toMatchObject([{ text: value }]);
      }),
      { numRuns: 300 },
    );
  });

  it('are the targets that were written', () => {
    fc.assert(
      fc.property(blocks, (tree) => {
        const there = readBack(written(tree)).links;
        for (const target of factsOf(tree).links) expect(there).toContain(target);
      }),
      { numRuns: 300 },
    );
  });
});
