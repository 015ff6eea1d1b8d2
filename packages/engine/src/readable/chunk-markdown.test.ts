import fc from 'fast-check';
import { Marked, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import type { ReadableOptions } from '../request/readable-fields.ts';
import { type Block, MARK, type Run } from './blocks.ts';
import { estimateTokens } from './chunk-tokens.ts';
import { print } from './limited.ts';

const META = {
  title: '',
  url: '',
  language: '',
  description: '',
  author: '',
  published: '',
  modified: '',
  siteName: '',
  canonical: '',
  image: '',
};
const OPTIONS: ReadableOptions = {
  content: 'auto',
  chunking: 'headings',
  include: [],
  links: 'none',
  wrap: 0,
  heading_style: 'atx',
  bullet: '-',
  link_style: 'inline',
  tables: 'gfm',
  front_matter: false,
  images: 'link',
};

const run = (text: string, marks = 0, link?: string): Run => ({ kind: 'text', text, marks, ...(link ? { link } : {}) });
const p = (...runs: (string | Run)[]): Block => ({
  kind: 'text',
  tag: 'p',
  runs: runs.map((one) => (typeof one === 'string' ? run(one) : one)),
});
const h = (level: number, text: string): Block => ({ kind: 'heading', tag: `h${level}`, level, runs: [run(text)] });
const pre = (text: string, language?: string): Block => ({
  kind: 'code',
  tag: 'pre',
  text,
  ...(language ? { language } : {}),
});
const li = (...children: Block[]): Block => ({ kind: 'item', tag: 'li', marker: true, children });
const ul = (...children: Block[]): Block => ({ kind: 'list', tag: 'ul', ordered: false, children });
const ol = (...children: Block[]): Block => ({
  kind: 'list',
  tag: 'ol',
  ordered: true,
  children: children.map((child, index) => ({ ...child, number: index + 1 }) as Block),
});
const table = (...rows: string[][]): Block => ({
  kind: 'table',
  tag: 'table',
  caption: [],
  rows: rows.map((cells, index) => ({
    head: index === 0,
    cells: cells.map((text) => ({ children: text ? [p(text)] : [] })),
  })),
});
const chunksOf = (blocks: readonly Block[], options: Partial<ReadableOptions> = {}) => {
  const { text, chunks = [] } = print('markdown', blocks, META, { ...OPTIONS, ...options });
  return { text, chunks };
};
const SENTENCES = 'One sentence is here. Another one follows it. A third comes last, and it is longer than both.';

describe('chunks of Markdown', () => {
  it('begin at headings and know what they stand under', () => {
    const { chunks } = chunksOf([
      p('Before'),
      h(1, 'A'),
      p('a'),
      h(3, 'B & *b*'),
      p('b'),
      h(2, 'C'),
      p('c'),
      h(1, 'D'),
      p('d'),
    ]);
    expect(chunks.map(({ heading_path }) => heading_path)).toEqual([[], ['A'], ['A', 'B & *b*'], ['A', 'C'], ['D']]);
    expect(chunks.map(({ content }) => content)).toEqual([
      'Before',
      '# A\n\na',
      '### B & \\*b\\*\n\nb',
      '## C\n\nc',
      '# D\n\nd',
    ]);
    expect(chunks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it('keep a heading without text together with the one below, but not with the next of its level', () => {
    const { chunks } = chunksOf([h(1, 'Book'), h(2, 'Part'), p('x'), h(2, 'Empty'), h(2, 'Other'), p('y')]);
    expect(chunks.map(({ content }) => content)).toEqual(['# Book\n\n## Part\n\nx', '## Empty', '## Other\n\ny']);
    expect(chunks[0]?.heading_path).toEqual(['Book', 'Part']);
  });

  it('stand in the whole where they say, in characters rather than UTF-16 units', () => {
    const { text, chunks } = chunksOf([h(1, '🙂 One'), p('𝒳 text'), h(1, 'Two'), p('more')], { front_matter: true });
    const characters = [...text];
    for (const { start, end, content } of chunks) expect(characters.slice(start, end).join('')).toBe(content);
    const front = print('markdown', [h(1, 'A'), p('b')], { ...META, title: '🙂' }, { ...OPTIONS, front_matter: true });
    expect([...front.text].slice(front.chunks?.[0]?.start, front.chunks?.[0]?.end).join('')).toBe('# A\n\nb');
  });

  it('repeat the head of a table that goes on', () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Item ${index}`, `${index} pieces`]);
    const { text, chunks } = chunksOf([h(1, 'Stock'), table(['Name', 'Count'], ...rows)], { max_tokens: 64 });
    expect(chunks.length).toBeGreaterThan(3);
    const found = chunks.flatMap(({ content }) => {
      const lines = content.replace('# Stock\n\n', '').split('\n');
      expect(lines.slice(0, 2)).toEqual(['| Name | Count |', '| --- | --- |']);
      return lines.slice(2);
    });
    expect(found).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
    // Where they stand there is no head but the first.
    expect(text.slice(chunks[1]?.start, chunks[1]?.end)).toBe(chunks[1]?.content.split('\n').slice(2).join('\n'));
  });

  it('repeat the head of a table in HTML too', () => {
    const rows = Array.from({ length: 20 }, (_, index) => [`Item ${index}`, 'x']);
    const { chunks } = chunksOf([table(['Name', 'Count'], ...rows)], { max_tokens: 128, tables: 'html' });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { content } of chunks) expect(content).toMatch(/^<table>\n<tr><th>Name<[\s\S]*<\/table>$/);
    expect(chunks.flatMap(({ content }) => content.match(/Item \d+/g))).toEqual(rows.map(([name]) => name));
  });

  it('open the fence of code again, with its language', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `let v${index} = "\`\`\`";`);
    const { text, chunks } = chunksOf([pre(lines.join('\n'), 'js')], { max_tokens: 80 });
    expect(chunks.length).toBeGreaterThan(3);
    const inner = chunks.map(({ content }) => /^````js\n([\s\S]*)\n````$/.exec(content)?.[1]);
    expect(inner.join('\n')).toBe(lines.join('\n'));
    expect(text.slice(chunks[1]?.start, chunks[1]?.end)).toBe(inner[1]);
  });

  it('part lists between items, with the number that they have', () => {
    const items = Array.from({ length: 12 }, (_, index) => li(p(`Step ${index + 1} says something about it.`)));
    const { chunks } = chunksOf([ol(...items)], { max_tokens: 40 });
    expect(chunks.flatMap(({ content }) => content.split('\n'))).toEqual(
      items.map((_, index) => `${index + 1}. Step ${index + 1} says something about it.`),
    );
  });

  it('part a long item, and go on with the list', () => {
    const { chunks } = chunksOf([ul(li(p(SENTENCES)), li(p('Short.')))], { max_tokens: 24 });
    expect(chunks.map(({ content }) => content).join(' ')).toMatch(
      /^- One sentence .* follows it\. A third .* both\. ?\s*- Short\.$/s,
    );
  });

  it('part paragraphs between sentences, and close marks and open them again', () => {
    const { chunks } = chunksOf([p(run(SENTENCES, MARK.strong))], { max_tokens: 20 });
    for (const { content } of chunks) expect(content).toMatch(/^\*\*[^*]+\.\*\*$/);
    expect(chunks.length).toBeGreaterThan(1);
  });

  it('keep links whole', () => {
    const link = run('a link with a text of some words', 0, 'https://example.com/some/path?and=query');
    const { chunks } = chunksOf([p('Words before it that take up room here, ', link, ' and words after it.')], {
      max_tokens: 44,
    });
    expect(chunks.length).toBeGreaterThan(1);
    const whole = '[a link with a text of some words](https://example.com/some/path?and=query)';
    expect(chunks.filter(({ content }) => content.includes(whole))).toHaveLength(1);
  });

  it('hold the addresses of their reference links', () => {
    const { chunks } = chunksOf(
      [
        h(1, 'A'),
        p(run('x', 0, 'https://e.org/1')),
        h(1, 'B'),
        p(run('y', 0, 'https://e.org/2'), ' ', run('z', 0, 'https://e.org/1')),
      ],
      { link_style: 'reference' },
    );
    expect(chunks.map(({ content }) => content)).toEqual([
      '# A\n\n[x][1]\n\n[1]: https://e.org/1',
      '# B\n\n[y][2] [z][1]\n\n[2]: https://e.org/2\n[1]: https://e.org/1',
    ]);
  });

  it('leave no heading alone', () => {
    const { chunks } = chunksOf([h(1, 'Title'), p(SENTENCES.repeat(3))], { max_tokens: 60 });
    expect(chunks[0]?.content).toMatch(/^# Title\n\nOne sentence/);
  });

  it('tell when one thing does not fit', () => {
    const { chunks } = chunksOf([p('ok'), table(['a'], [SENTENCES]), p('ok')], { max_tokens: 16 });
    expect(chunks.map(({ oversized }) => oversized ?? false)).toEqual([false, true, false]);
  });
});

describe('any document in chunks', () => {
  const words = fc.array(
    fc.constantFrom(
      'word',
      'Größe.',
      '文字列',
      'e.g.',
      '*',
      '1.',
      '#',
      '|',
      '`',
      '🙂👩‍👩‍👧',
      'it',
      'ends.',
      '-',
      '&amp;',
    ),
    {
      minLength: 1,
      maxLength: 25,
    },
  );
  const text = words.map((parts) => parts.join(' '));
  const block: fc.Arbitrary<Block> = fc.oneof(
    text.map((one) => p(one)),
    text.map((one) =>
      p('See ', run(one, MARK.emphasis), ' and ', run('this', 0, 'https://e.org/a?b=c'), '. ', run(one, MARK.strong)),
    ),
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('One', 'Two', 'Three 3'))
      .map(([level, one]) => h(level, one)),
    fc.array(text, { minLength: 1, maxLength: 8 }).map((lines) => pre(lines.join('\n'), 'js')),
    fc.array(fc.tuple(text, text), { minLength: 2, maxLength: 8 }).map((rows) => table(['K', 'V'], ...rows)),
    fc
      .array(text, { minLength: 1, maxLength: 6 })
      .map((items) => ul(...items.map((one) => li(p(one), ul(li(p('nested'))))))),
    fc
      .array(text, { minLength: 1, maxLength: 4 })
      .map((items): Block => ({ kind: 'quote', tag: 'blockquote', children: items.map((one) => p(one)) })),
  );
  const document = fc.array(block, { maxLength: 8 });
  const limit = fc.option(fc.integer({ min: 16, max: 120 }), { nil: undefined });
  /** What a reader sees, without what parts repeat: words in order. */
  const seen = (markdown: string) => {
    const found: string[] = [];
    const visit = (tokens: readonly { readonly type: string }[]): void => {
      for (const token of tokens as (Tokens.Generic & Partial<Tokens.Table>)[]) {
        if (token.type === 'table') for (const row of token.rows ?? []) for (const cell of row) visit(cell.tokens);
        else if (token.type === 'list') visit(token.items);
        else if (token.tokens) visit(token.tokens);
        else if (token.type !== 'space') found.push(String(token.text ?? ''));
      }
    };
    visit(new Marked({ gfm: true }).lexer(markdown));
    return found.join('').replace(/\s+/g, '');
  };

  it('loses nothing, and each chunk is read as it was in the whole', () => {
    fc.assert(
      fc.property(document, limit, (blocks, max_tokens) => {
        const { text, chunks } = chunksOf(blocks, { max_tokens });
        expect(chunks.map(({ content }) => seen(content)).join('')).toBe(seen(text));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps to the limit, in order, under the right headings', () => {
    fc.assert(
      fc.property(document, limit, (blocks, max_tokens) => {
        const { text, chunks } = chunksOf(blocks, { max_tokens });
        const characters = [...text];
        let end = 0;
        for (const chunk of chunks) {
          expect(chunk.tokens).toBe(estimateTokens(chunk.content));
          expect(chunk.oversized ?? false).toBe(chunk.tokens > (max_tokens ?? Number.POSITIVE_INFINITY));
          expect(chunk.start).toBeGreaterThanOrEqual(end);
          expect(characters.slice(end, chunk.start).join('').trim()).toBe('');
          end = chunk.end;
          const headings = chunk.content.split('\n').filter((line) => /^#{1,4} (?:One|Two|Three 3)$/.test(line));
          const own = headings.map((line) => line.replace(/^#+ /, ''));
          if (own.length > 0) expect(chunk.heading_path.slice(-own.length)).toEqual(own);
        }
        expect(characters.slice(end).join('').trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a document that is cut', () => {
  const cut = (blocks: readonly Block[], max_tokens: number) =>
    print('markdown', blocks, META, { ...OPTIONS, chunking: 'none', max_tokens });

  it('ends at a good place and is filled up', () => {
    expect(cut([h(1, 'A'), p(SENTENCES), p('More')], 22)).toEqual({
      text: '# A\n\nOne sentence is here. Another one follows it.\n',
      truncated: true,
    });
    expect(cut([p('Short')], 16)).toEqual({ text: 'Short\n', truncated: false });
  });

  it('is never longer than it may be', () => {
    expect(cut([table(['a'], [SENTENCES])], 16)).toEqual({ text: '', truncated: true });
    expect(cut([p('文'.repeat(100))], 16).text.length).toBeGreaterThan(5);
  });
});
