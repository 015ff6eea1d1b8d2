import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerQuestion } from './chat.ts';

const status = (text: string, question: string) => answerQuestion(readDocument(text), question).verification.status;

describe('a question that asks more than the printed value', () => {
  it.each([
    ['Rent 900.00', 'What is the total rent for a year?'],
    ['Miete 900,00 EUR', 'Wie hoch ist die jährliche Miete?'],
    ['Loyer 900,00 EUR', 'Quel est le loyer par an née ?'.replace('an née', 'année')],
    ['Total 120.00 EUR', 'What is the total in dollars?'],
    ['Total 120.00', 'What is the average total?'],
    ['Fee 50.00 GBP', 'How much is the fee per week?'],
  ])('%s: %s is not verified', (text, question) => {
    expect(status(text, question)).toBe('unverified');
  });

  it.each([
    ['Rent for each month 900.00', 'How much is the rent per month?'],
    ['Annual fee 50.00 GBP', 'What is the annual fee?'],
    ['Fee 120.00 USD', 'What is the fee in dollars?'],
    ['Average price 12.00', 'What is the average price?'],
    ['Rent 900.00', 'How much is the rent?'],
  ])('%s: %s is', (text, question) => {
    expect(status(text, question)).toBe('verified');
  });
});
