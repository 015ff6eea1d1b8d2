import { describe, expect, it } from 'vitest';
import { findWords } from '../script/words/find.ts';

const wordsIn = (file: string, text: string): string[] =>
  findWords(file, text).map(({ line, word }) => `${line} ${word}`);

describe('words', () => {
  it('that only we would understand are found in what people read, with their line', () => {
    expect(wordsIn('docs/accounts.md', 'People sign in.\nLetters wait while the mail server is away.')).toEqual([
      '2 Letters',
    ]);
  });

  it('mean what they say where they belong', () => {
    expect(wordsIn('README.md', '`format` is `A4` or `Letter`')).toEqual([]);
    expect(wordsIn('examples/templates/letter/README.md', 'A letter on paper')).toEqual([]);
  });

  it('are American in identifiers, and free in texts', () => {
    const code = [
      "const isFavourite = 'favourite';",
      '// its favourite behaviour',
      'if (/behaviour/.test(name)) return;',
    ];
    expect(wordsIn('packages/engine/src/x.ts', code.join('\n'))).toEqual(['1 Favourite']);
  });
});
