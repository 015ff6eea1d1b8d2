import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { Tax } from '../data/schema/billing.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { isCountry } from './countries.ts';
import type { DetailsNow } from './details.ts';
import type { BillingService } from './open.ts';
import { percentOf } from './tax.ts';

/** `/v1/billing/details`: who is billed, and the tax that follows from it. */

export interface DetailsParts {
  readonly billing: BillingService;
}

const endpoint = endpointsOf<DetailsParts>();
const PATH = '/v1/billing/details';

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
const ANSWER = jsonAnswer('The details.', detailsAnswer);

const get = endpoint({
  tag: 'Billing',
  access: { resource: 'billing', action: 'read' },
  scope: ['billing:read', 'billing:manage'],
  method: 'get',
  path: PATH,
  operation: 'get_billing_details',
  summary: 'Look at who is billed',
  description: 'Name, address and tax number on invoices.',
  answer: ANSWER,
  errors: GATE_ERRORS,
  handle: async ({ request }, { billing }) => answerOf(await billing.details.read(callerOf(request).organisationId)),
});

const put = endpoint({
  tag: 'Billing',
  access: { resource: 'organisation', action: 'write' },
  scope: ['billing:manage'],
  method: 'put',
  path: PATH,
  operation: 'set_billing_details',
  summary: 'Say who is billed',
  description: 'For invoices from now on. For owners.',
  request: jsonBody('SetBillingDetailsRequest', billingDetails, [
    {
      name: 'company',
      summary: 'A company',
      value: { name: 'Ada GmbH', line1: 'Allee 1', city: 'Bonn', postal_code: '53111', country: 'DE' },
    },
  ]),
  answer: ANSWER,
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'billing_off'],
  handle: async ({ request, body }, { billing }) => {
    if (billing.provider === 'off') throw new ApiError('billing_off');
    const { organisationId, id: actor } = callerOf(request);
    return answerOf(await billing.details.write({ organisationId, actor }, body));
  },
});

export const DETAILS_ENDPOINTS: readonly HandledEndpoint<DetailsParts>[] = [get, put];

const answerOf = ({ details, tax }: DetailsNow) => ({
  success: true,
  details: details ?? null,
  tax: taxJson(tax ?? null),
});

/** A tax as the API shows it. */
export const taxJson = (tax: Tax | null) =>
  tax && { name: tax.name, percent: percentOf(tax), reverse_charge: tax.reverseCharge };
