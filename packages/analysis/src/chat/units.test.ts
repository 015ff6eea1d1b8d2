import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerQuestion } from './chat.ts';

const TEXT = `OPERATING NOTES
The drum holds 55 litres. Weight without drum 72 kg.
The walk includes two nights in huts, breakfast and dinner, but neither lunch nor the ferry from Molde.`;
const ask = (question: string) => {
  const { answer, verification } = answerQuestion(readDocument(TEXT), question);
  return { answer, status: verification.status };
};

describe('a number and what belongs to it', () => {
  it('is given with its unit', () => {
    expect(ask('How much does the drum hold?').answer).toMatch(/55 litres$/);
  });

  it('is no sure answer about what it leaves out', () => {
    expect(ask('How much does the drum weigh?').status).toBe('unverified');
  });

  it('is no name', () => {
    expect(ask('What is the name of the hut?').status).toBe('unverified');
  });
});
