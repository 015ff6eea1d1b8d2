import type { KindCommand } from '../kind/kind.ts';

export const ask: KindCommand = {
  kind: 'chat',
  name: 'ask',
  gives: 'an answer from the document',
  words: {
    member: 'question',
    placeholder: 'QUESTION',
    help: 'the question, in one word or many',
    missing: 'Ask a question after the name of the file.',
  },
  examples: ['platen analyze ask invoice.txt "What is the total?"'],
};
