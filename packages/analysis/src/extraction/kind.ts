import { z } from 'zod';
import { INVOICE_TEXT } from '../kind/examples.ts';
import { defineKind } from '../kind/kind.ts';
import { documentText, nonBlankName, words } from '../kind/members.ts';
import { extract } from './command.ts';

const MOST_FIELDS = 50;

const request = z
  .object({
    documentText,
    extractionType: z
      .enum(['auto', 'contacts', 'tables', 'dates', 'amounts', 'custom'])
      .default('auto')
      .describe('What to look for; `auto` looks for all of it, `custom` for `customFields` only.'),
    customFields: z
      .array(nonBlankName())
      .max(MOST_FIELDS)
      .optional()
      .describe(
        'Names of values to look for, at most 50. `custom` needs them; with other types they are added as `fields`.',
      ),
  })
  .refine(({ extractionType, customFields = [] }) => extractionType !== 'custom' || customFields.length > 0, {
    path: ['customFields'],
    error: 'must name what to look for when "extractionType" is "custom"',
  });

const extractedData = z.object({
  documentType: z.string().optional().describe('With `auto`.'),
  contacts: z
    .array(
      z.object({
        name: words('Of a person.'),
        email: words(''),
        phone: words('As printed.'),
        address: words(''),
        organization: words(''),
      }),
    )
    .optional(),
  tables: z
    .array(z.object({ title: words(''), headers: z.array(z.string()), rows: z.array(z.array(z.string())) }))
    .optional(),
  dates: z.array(z.object({ date: z.iso.date(), text: z.string(), label: words('') })).optional(),
  amounts: z
    .array(z.object({ value: z.number(), currency: words('ISO 4217.'), text: z.string(), label: words('') }))
    .optional(),
  fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .optional()
    .describe('What `customFields` names, and with `auto` what the text labels.'),
});

export const extractData = defineKind({
  name: 'extract-data',
  title: 'Extract data',
  description: 'Contacts, tables, dates, amounts, or values by their names.',
  operation: 'extract_data',
  textMember: 'documentText',
  request,
  answer: { extractedData },
  checks: [
    { name: 'quotes_in_text', holds: 'the values stand in the text' },
    { name: 'labels_of_fields', holds: 'each of the `customFields` stands beside its label; only there if it holds' },
    {
      name: 'label_of_field',
      holds: 'the value stands beside a label that means the field, and no such label has another',
    },
    { name: 'model_X', holds: 'a model reads the same value X as the rules' },
    { name: 'model_X_in_text', holds: 'what a model quotes for X stands in the text; there if it does not' },
  ],
  examples: [
    {
      name: 'custom',
      summary: 'Values by their names',
      value: { documentText: INVOICE_TEXT, extractionType: 'custom', customFields: ['Date', 'Total EUR'] },
    },
    { name: 'auto', summary: 'All there is', value: { documentText: INVOICE_TEXT } },
  ],
  command: extract,
  load: () => import('./work.ts'),
});
