import { z } from 'zod';
import type { Tax } from '../data/schema/billing.ts';
import { isCountry } from './countries.ts';
import { percentOf } from './tax.ts';

/** What requests and answers about who is billed look like. */

/** Control characters, and those that turn the direction of what follows, make another text of an invoice. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text);

const words = (most: number) =>
  z.string().trim().min(1).max(most).refine(isPlain, 'must be without control characters');

export const billingDetails = z
  .strictObject({
    name: words(200),
    line1: words(200),
    line2: words(200).optional(),
    city: words(100),
    region: words(100).optional().describe('With `US` and `CA` two letters.'),
    postal_code: words(20).optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters')
      .refine(isCountry, 'must be a country of ISO 3166-1, such as DE')
      .describe('ISO 3166-1.'),
    tax_id: words(50).optional().describe('In the EU the VAT number of the country.'),
  })
  .meta({ id: 'BillingDetails' });

export const taxSchema = z
  .strictObject({
    name: z.string(),
    percent: z.number(),
    reverse_charge: z.boolean().describe('The customer accounts for it.'),
  })
  .meta({ id: 'Tax' })
  .nullable();

export const detailsAnswer = z.strictObject({
  success: z.literal(true),
  details: billingDetails.nullable(),
  tax: taxSchema.describe('What is added to prices.'),
});
/** A tax as the API shows it. */
export const taxJson = (tax: Tax | null) =>
  tax && { name: tax.name, percent: percentOf(tax), reverse_charge: tax.reverseCharge };
