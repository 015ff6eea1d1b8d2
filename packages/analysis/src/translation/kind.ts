import { z } from 'zod';
import { defineKind } from '../kind/kind.ts';
import { documentText, name, nonBlankName } from '../kind/members.ts';

export const translate = defineKind({
  name: 'translate',
  title: 'Translate a text',
  description: 'At most 200,000 characters.',
  operation: 'translate',
  textMember: 'text',
  request: z.object({
    text: documentText,
    targetLanguage: nonBlankName().describe('Name of a language, such as `German`.'),
    sourceLanguage: name().optional().describe('Name of the language of the text. Default: found out.'),
    preserveFormatting: z.boolean().default(true).describe('Keeps line breaks, lists and markup as they are.'),
  }),
  answer: {
    translatedText: z.string(),
    sourceLanguage: z
      .string()
      .nullable()
      .describe('Of the request, else as the model names it; null when it names no language.'),
    targetLanguage: z.string(),
  },
  needsModel: true,
  checks: [
    { name: 'numbers_kept', holds: 'the translation has the numbers of the text' },
    { name: 'no_numbers_added', holds: 'the translation has no numbers that the text has not' },
    { name: 'addresses_kept', holds: 'the translation has the addresses of the text' },
    { name: 'no_addresses_added', holds: 'the translation has no addresses that the text has not' },
    { name: 'markup_kept', holds: 'the translation has the markup of the text' },
    { name: 'no_markup_added', holds: 'the translation has no markup that the text has not' },
    { name: 'pieces_of_fitting_length', holds: 'its pieces are about as long as those of the text' },
    { name: 'pieces_translated', holds: 'its pieces are not those of the text' },
    { name: 'pieces_with_lines_kept', holds: 'its pieces have the lines of those of the text' },
  ],
  examples: [{ name: 'german', summary: 'To German', value: { text: 'The oak is dry.', targetLanguage: 'German' } }],
  load: () => import('./work.ts'),
});
