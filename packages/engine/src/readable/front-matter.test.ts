import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { frontMatter } from './front-matter.ts';

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
const read = (text: string, version: '1.1' | '1.2') => {
  const inner = /^---\n([\s\S]*)\n---\n\n$/.exec(text)?.[1];
  expect(inner).toBeDefined();
  return parse(inner as string, { version });
};

describe('front matter', () => {
  it.each([
    ['a colon', 'Notes: part 2: more'],
    ['quotes', `He said "it's \\ fine"`],
    ['a line break', 'one\ntwo\r\nthree'],
    ['a sign in front', '@home'],
    ['a percent sign', '%TAG'],
    ['a dash', '- item'],
    ['a mark of documents', '---'],
    ['a comment', 'C # sharp'],
    ['a truth value', 'yes'],
    ['nothing', 'null'],
    ['a number', '0123'],
    ['a float', '1e3'],
    ['a date', '2026-11-28'],
    ['a base of 60', '12:30:45'],
    ['an alias', '*x'],
    ['an anchor', '&x'],
    ['a tag', '!!str x'],
    ['a list', '[a, b]'],
    ['a map', '{a: b}'],
    ['spaces', ' edge '],
    ['other scripts', 'Größe 文字 🙂 שלום'],
    ['what YAML cannot print', '\u0000\u0007\u007f\u0085\u2028\u2029\ufeff\uffff'],
  ])('keeps %s', (_, title) => {
    for (const version of ['1.1', '1.2'] as const)
      expect(read(frontMatter({ ...META, title }), version)).toEqual({ title });
  });

  it('keeps any string in every field', () => {
    const string = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.record({ title: string, description: string, author: string, published: string }), (facts) => {
        for (const version of ['1.1', '1.2'] as const) {
          expect(read(frontMatter({ ...META, ...facts }), version)).toEqual(facts);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has half of a surrogate pair as a replacement character', () => {
    expect(read(frontMatter({ ...META, title: 'a\ud83d' }), '1.2')).toEqual({ title: 'a\ufffd' });
  });

  it('leaves out what is not known, is bounded, and is nothing without facts', () => {
    expect(frontMatter({ ...META, title: 'A', modified: '2026' })).toBe('---\ntitle: "A"\n---\n\n');
    expect(frontMatter({ ...META, title: 'x'.repeat(1e5) }).length).toBeLessThan(9_000);
    expect(frontMatter(META)).toBe('');
  });
});
