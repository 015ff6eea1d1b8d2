import { describe, expect, it } from 'vitest';
import { parseContent, quote, unquote } from './content-list.ts';
import { linesOf, partsOfSheet } from './css-parts.ts';

const declared = (text: string) =>
  partsOfSheet(text).declarations.map(({ property, value, blocks }) => [
    blocks.map(({ prelude }) => prelude).join(' > '),
    property,
    value,
  ]);

describe('a style sheet', () => {
  it.each([
    ['a{b:c}', [['a', 'b', 'c']]],
    [
      'a{b:"}";c:url(x;y)}',
      [
        ['a', 'b', '"}"'],
        ['a', 'c', 'url(x;y)'],
      ],
    ],
    ['/* x{y:z} */a/*{*/{/*;*/b/**/:c !important;}', [['a', 'b', 'c']]],
    [
      '@media x{a{b:c}}@page{d:e;@top-left{f:g}}',
      [
        ['@media x > a', 'b', 'c'],
        ['@page', 'd', 'e'],
        ['@page > @top-left', 'f', 'g'],
      ],
    ],
    ['a{b:c', [['a', 'b', 'c']]],
    [
      'a{content:"\\"}";b:c}',
      [
        ['a', 'content', '"\\"}"'],
        ['a', 'b', 'c'],
      ],
    ],
    ['a:hover{&:b{c:d}}', [['a:hover > &:b', 'c', 'd']]],
    ['}}}a{b:(c}', [['a', 'b', '(c}']]],
  ])('%s', (text, expected) => {
    expect(declared(text)).toEqual(expected);
  });

  it('is read in a time that grows with its length', () => {
    for (const part of ['(', '"', '/*', '{', 'a{b:(', 'a{b:c;', '\\'])
      expect(() => partsOfSheet(part.repeat(50_000))).not.toThrow();
  }, 5_000);

  it('has lines', () => {
    expect([0, 1, 2, 4].map(linesOf('a\nb\nc'))).toEqual([1, 1, 2, 3]);
  });
});

describe('a list of content', () => {
  it('is taken apart', () => {
    expect(
      parseContent(`"a b"'c'leader('. ') target-counter(attr(href url), page, lower-roman)url("x y") open-quote`),
    ).toEqual([
      { kind: 'text', text: 'a b' },
      { kind: 'text', text: 'c' },
      { kind: 'function', name: 'leader', args: ["'. '"], source: "leader('. ')" },
      {
        kind: 'function',
        name: 'target-counter',
        args: ['attr(href url)', 'page', 'lower-roman'],
        source: expect.any(String),
      },
      { kind: 'function', name: 'url', args: ['"x y"'], source: 'url("x y")' },
      { kind: 'other', source: 'open-quote' },
    ]);
  });

  it('has strings that are read as they are written', () => {
    for (const text of ['a"b', 'back\\slash', 'line\nbreak', 'ü € 𝒳']) expect(unquote(quote(text))).toBe(text);
  });
});
