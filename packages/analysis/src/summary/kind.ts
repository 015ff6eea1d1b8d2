import { z } from 'zod';
import { defineKind } from '../kind/kind.ts';
import { documentText } from '../kind/members.ts';
import { summary } from './command.ts';

export const summarize = defineKind({
  name: 'summarize',
  title: 'Summarize a text',
  description: 'Without a language model the summary has the sentences of the text that say most, word for word.',
  operation: 'summarize',
  textMember: 'text',
  request: z.object({
    text: documentText,
    summaryType: z
      .enum(['brief', 'standard', 'detailed'])
      .default('standard')
      .describe('How long: 2 to 3, 5 to 7, or 10 to 15 sentences.'),
  }),
  answer: { summary: z.string().describe('By rules: sentences of the text, word for word.') },
  checks: [
    { name: 'sentences_in_text', holds: 'the sentences of the summary stand in the text' },
    { name: 'model_sentences_in_text', holds: "the sentences of a model's summary stand in the text" },
  ],
  examples: [
    {
      name: 'brief',
      summary: 'A short summary',
      value: { text: 'Oak is hard. Oak is heavy too. It is sold by the mill.', summaryType: 'brief' },
    },
  ],
  command: summary,
  load: () => import('./work.ts'),
});
