import { describe, expect, it } from 'vitest';
import { createNameScores, nameWords } from './names.ts';

const block = (hints: string) => ({ kind: 'group', tag: 'div', hints, children: [] }) as const;

describe('the words of names', () => {
  it('are whole names and their parts, and the element', () => {
    expect(nameWords(block('post-body wide'))).toEqual(['<div>', 'post-body', 'post', 'body', 'wide']);
  });

  it('leave out numbers and what no person wrote', () => {
    expect(nameWords(block('post-1806 css-1a2b3c'))).toEqual(['<div>', 'post', 'css']);
  });
});

describe('what names say', () => {
  it('is added up, with the strongest words for and against', () => {
    const scoreOf = createNameScores({ post: 1, sidebar: -2, body: 0.5 });
    expect(scoreOf(block('post-body'))).toEqual({ sum: 1.5, least: 0, most: 1 });
    expect(scoreOf(block('post sidebar unknown'))).toEqual({ sum: -1, least: -2, most: 1 });
  });

  it('is nothing for words that objects have anyway', () => {
    expect(createNameScores({})(block('constructor toString'))).toEqual({ sum: 0, least: 0, most: 0 });
  });
});
