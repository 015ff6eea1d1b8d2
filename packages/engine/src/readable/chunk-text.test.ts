import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Piece } from './chunk.ts';
import { chunkText } from './chunk-text.ts';
import { textDocument } from './print-text.ts';

const p = (text: string) => ({ kind: 'text', tag: 'p', runs: [{ kind: 'text', text, marks: 0 }] }) as const;
const h = (level: number, text: string) =>
  ({ kind: 'heading', tag: `h${level}`, level, runs: [{ kind: 'text', text, marks: 0 }] }) as const;
const chunk = (blocks: Parameters<typeof textDocument>[0], maxTokens = Number.POSITIVE_INFINITY): Piece[] => [
  ...chunkText(textDocument(blocks, { links: 'none', wrap: 0 }), { bySection: true, maxTokens, fill: false }),
];

describe('chunks of a text', () => {
  it('begin at headings', () => {
    const pieces = chunk([p('Before'), h(1, 'A'), p('a'), h(2, 'B'), h(3, 'C'), p('c'), h(1, 'D')]);
    expect(pieces.map(({ heading_path, content }) => [heading_path, content])).toEqual([
      [[], 'Before'],
      [['A'], 'A\n\na'],
      [['A', 'B', 'C'], 'B\n\nC\n\nc'],
      [['D'], 'D'],
    ]);
  });

  it('are the whole text where there are no headings', () => {
    expect(chunk([p('One'), p('Two')]).map(({ content }) => content)).toEqual(['One\n\nTwo']);
    expect(chunk([])).toEqual([]);
  });

  it('part at paragraphs, then at sentences, and keep what a reader takes for one letter', () => {
    expect(
      chunk([p('One two three four.'), p('Five six seven eight nine ten.')], 16).map(({ content }) => content),
    ).toEqual(['One two three four.', 'Five six seven eight nine ten.']);
    const family = '👩‍👩‍👧‍👦';
    for (const { content } of chunk([p(family.repeat(20))], 30)) expect(content.replaceAll(family, '')).toBe('');
  });

  it('lose nothing, stand where they say, and keep to the limit', () => {
    const words = fc
      .array(fc.constantFrom('word', 'Größe.', '文字列', 'e.g.', 'ends.', '🙂', 'x'.repeat(40)), {
        minLength: 1,
        maxLength: 30,
      })
      .map((parts) => parts.join(' '));
    const block = fc.oneof(
      words.map(p),
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('One', 'Two')).map(([level, text]) => h(level, text)),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), fc.integer({ min: 16, max: 100 }), (blocks, maxTokens) => {
        const { text } = textDocument(blocks, { links: 'none', wrap: 0 });
        let end = 0;
        for (const piece of chunk(blocks, maxTokens)) {
          expect(text.slice(piece.start, piece.end)).toBe(piece.content);
          expect(text.slice(end, piece.start).trim()).toBe('');
          expect(piece.tokens).toBeLessThanOrEqual(maxTokens);
          end = piece.end;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      { numRuns: 200 },
    );
  });
});
