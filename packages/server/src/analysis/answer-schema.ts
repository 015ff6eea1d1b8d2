import { z } from 'zod';
import { ANALYSES } from './types.ts';

/** What the analyses answer. Of everything that the text does not state, the member is there, and null. */

const nullable = (type: z.ZodType, text: string) => type.nullable().describe(text);
const date = (text: string) => nullable(z.iso.date(), text);
const number = (text: string) => nullable(z.number(), text);
const words = (text: string) => nullable(z.string(), text);
const count = z.int().min(0);

const tokensUsed = z
  .object({ input: count, output: count, total: count })
  .meta({ id: 'TokensUsed', description: 'Tokens of the language model; zero where rules answered.' });

const verification = z
  .object({
    status: z
      .enum(['verified', 'unverified', 'failed'])
      .describe(
        '`verified`: sums or quotes confirm it. `unverified`: the text has too little to tell. `failed`: a check failed.',
      ),
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        expected: z.union([z.number(), z.string(), z.null()]),
        actual: z.union([z.number(), z.string(), z.null()]),
      }),
    ),
    ungrounded: z.array(z.string()).describe('Paths of values that do not stand in the text, such as a sum.'),
    engine: z.enum(['rules', 'model', 'model+rules']).describe('What answered.'),
  })
  .meta({ id: 'Verification', description: 'What was checked of an answer.' });

const evidence = z
  .record(z.string(), z.object({ start: count, end: count }))
  .optional()
  .describe('With `includeEvidence`: where each value stands in the text, by its path.');

const documentText = z
  .string()
  .optional()
  .describe('With `includeEvidence`, of a document that was not sent as text: the text that was read.');

const answer = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape, verification, evidence, documentText, tokensUsed });

export const summaryAnswer = answer({
  summary: z.string().describe('By rules: sentences of the text, word for word.'),
});

export const chatAnswer = answer({
  answer: z.string().describe('Or the sentence that the document does not state it.'),
});

export const translationAnswer = answer({
  translatedText: z.string(),
  sourceLanguage: z
    .string()
    .nullable()
    .describe('Of the request, else as the model names it; null when it names no language.'),
  targetLanguage: z.string(),
});

export const extractionAnswer = answer({
  extractedData: z.object({
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
  }),
});

export const invoiceAnswer = answer({
  invoiceData: z
    .object({
      vendor: words('Who sends the invoice.'),
      invoiceNumber: words(''),
      date: date(''),
      dueDate: date(''),
      subtotal: number('Without tax.'),
      tax: number(''),
      total: number('With tax.'),
      lineItems: z.array(
        z.object({
          description: words(''),
          quantity: number(''),
          unitPrice: number(''),
          amount: number('The printed total of the row.'),
          productCode: words(''),
          unit: words(''),
          taxRate: number('Percent.'),
          taxAmount: number(''),
        }),
      ),
      currency: words('ISO 4217.'),
      taxes: z.array(z.object({ rate: number('Percent.'), base: number(''), amount: number('') })),
      customer: words(''),
      purchaseOrder: words(''),
    })
    .meta({ id: 'InvoiceData' }),
});

export const receiptAnswer = answer({
  receiptData: z
    .object({
      merchant: words(''),
      date: date(''),
      total: number(''),
      items: z
        .array(
          z.object({
            description: words(''),
            quantity: number(''),
            unitPrice: number(''),
            amount: number('The printed total of the row; negative for a deduction.'),
            type: z.enum(['item', 'tax', 'discount', 'charge', 'rounding']),
          }),
        )
        .describe('Everything that makes up the total, in the order printed.'),
      subtotal: number(''),
      tax: number(''),
      tip: number(''),
      currency: words('ISO 4217.'),
      time: words('HH:MM.'),
      receiptNumber: words(''),
      paymentMethod: nullable(z.enum(['cash', 'card']), ''),
      address: words(''),
      phone: words(''),
    })
    .meta({ id: 'ReceiptData' }),
});

const account = z
  .object({
    accountNumber: words('Account, card or IBAN number, as printed.'),
    statementPeriod: words('As printed.'),
    bankName: words(''),
    holder: words(''),
    accountType: words(''),
    currency: words('ISO 4217.'),
    openingBalance: number(''),
    closingBalance: number(''),
    balanceMeaning: nullable(
      z.enum(['owned', 'owed']),
      'Whether a positive balance is money or a debt; null if nothing was read.',
    ),
    periodStart: date(''),
    periodEnd: date(''),
  })
  .meta({ id: 'StatementAccount' });

export const statementAnswer = answer({
  transactions: z.array(
    z
      .object({
        date: date('null if the text does not tell the year.'),
        description: z.string(),
        amount: z.number().describe('Signed: a debit is negative.'),
        balance: number('After this transaction.'),
        type: z.enum(['debit', 'credit']).describe('Agrees with the sign of `amount`.'),
        balanceSource: nullable(z.enum(['printed', 'computed']), 'Whether the balance is printed or follows from it.'),
        valueDate: date(''),
        category: words(''),
        account: count.optional().describe('Position in `accounts`, if there are several.'),
      })
      .meta({ id: 'StatementTransaction' }),
  ),
  accountInfo: account,
  accounts: z.array(account).optional().describe('All of them, if there are several.'),
  transactionCount: count,
});

export const usageAnswer = z.object({
  success: z.literal(true),
  usage: z.object({
    used: count.describe('AI operations that went well this month.'),
    limit: count,
    remaining: count,
    resetAt: z.iso.datetime().describe('The first of the next month, 00:00 UTC.'),
    operations: z
      .array(z.object({ type: z.enum(ANALYSES), count, lastUsed: z.iso.datetime() }))
      .describe('One for each type that was used; they add up to `used`.'),
  }),
});

export const waitlistAnswer = z.object({
  success: z.literal(true),
  status: z.enum(['waiting', 'granted']).describe('`granted`: your organisation may use the analysis.'),
});
