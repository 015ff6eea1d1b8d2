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

  it('are looked for in what code shows, not in its comments, names and SQL', () => {
    const code = [
      '/** The letter that people are told of. */',
      "import { letter } from './letter.ts';",
      "const letter = { description: 'A letter is sent.' };",
      'sql`insert into outbox (letter) values (1)`;',
      "const html = `<p class='behaviour'>",
      'Told by letter, in colour</p>`;',
    ];
    expect(wordsIn('packages/server/src/people/x.ts', code.join('\n'))).toEqual([
      '3 letter',
      '6 letter',
      '6 Told',
      '6 colour',
    ]);
    expect(wordsIn('docs/reference/people.md', 'With the token of the letter.')).toEqual(['1 letter']);
    expect(wordsIn('packages/server/src/errors.ts', "const remedy = 'Choose a colour, or `colour`.';")).toEqual([
      '1 colour',
    ]);
  });

  it('are American in identifiers, and free in other texts', () => {
    const code = [
      "const isFavourite = 'favourite';",
      '// its favourite behaviour',
      'if (/behaviour/.test(name)) return;',
    ];
    expect(wordsIn('packages/engine/src/x.ts', code.join('\n'))).toEqual(['1 Favourite']);
  });
});
