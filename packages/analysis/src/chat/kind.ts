import { z } from 'zod';
import { INVOICE_TEXT } from '../kind/examples.ts';
import { defineKind } from '../kind/kind.ts';
import { documentText, nonBlank, words } from '../kind/members.ts';
import { ask } from './command.ts';

const MOST_TURNS = 50;
const LONGEST_QUESTION = 10_000;
const LONGEST_TURN = 20_000;

export const chat = defineKind({
  name: 'chat',
  title: 'Ask a document',
  description: 'The answer stands in the document, or says that no passage was found.',
  operation: 'chat',
  textMember: 'documentText',
  request: z.object({
    documentText,
    question: nonBlank(LONGEST_QUESTION).describe('What is asked of the document.'),
    conversationHistory: z
      .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string().max(LONGEST_TURN) }))
      .max(MOST_TURNS)
      .default([])
      .describe('What was asked and answered before, the oldest first; at most 50 turns.'),
  }),
  answer: {
    answer: z.string().describe('Or the sentence that no passage was found.'),
    hint: words('What may help where nothing was found.'),
  },
  checks: [
    { name: 'quote_in_text', holds: 'the answer rests on a place in the text, word for word' },
    { name: 'computed_from_text', holds: 'the answer was counted or added up from places in the text' },
    {
      name: 'question_in_text',
      holds:
        'the place says what the question asks for; there if it does not, such as for an average or a sum in another currency',
    },
    { name: 'model_answer', holds: "a model's answer is that of the rules; there if it is not" },
    { name: 'model_answer_in_text', holds: "a model's answer stands in the text" },
    { name: 'model_finds_it_stated', holds: 'a model finds no answer, and neither do the rules' },
  ],
  examples: [
    {
      name: 'question',
      summary: 'A question about an invoice',
      value: { documentText: INVOICE_TEXT, question: 'What is the total?', conversationHistory: [] },
    },
  ],
  command: ask,
  load: () => import('./work.ts'),
});
