import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerQuestion } from './chat.ts';

const answer = (text: string, question: string) => answerQuestion(readDocument(text), question).answer;

describe('a value in a sentence that says something else of it', () => {
  it.each([
    ['It is false that the mill is old.', 'How old is the mill?'],
    ['The rent is not 900.00 EUR.', 'What is the rent?'],
    ['Nobody said that the rent is 900.00 EUR.', 'What is the rent?'],
    ['If the rent is 900.00 EUR, the deposit is 1800.00 EUR.', 'What is the rent?'],
    ['Die Miete beträgt nicht 900,00 EUR.', 'Wie hoch ist die Miete?'],
  ])('%s is answered with its sentence', (text, question) => {
    expect(answer(text, question)).toBe(`The document says: "${text}"`);
  });

  it('is answered by itself elsewhere', () => {
    expect(answer('The rent of the flat is 900.00 EUR a month.', 'What is the rent?')).toMatch(/900\.00 EUR/);
    expect(answer('The rent of the flat is 900.00 EUR a month.', 'What is the rent?')).not.toMatch(/says/);
    expect(answer('Rent: 900.00 EUR\nNo pets are allowed in the house.', 'What is the rent?')).toMatch(
      /^Rent: 900\.00/,
    );
  });
});
