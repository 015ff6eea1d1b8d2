import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import type { DetailsNow } from './details.ts';
import { billingDetails, detailsAnswer, taxJson } from './details-schema.ts';
import type { BillingService } from './open.ts';

/** `/v1/billing/details`: who is billed, and the tax that follows from it. */

export interface DetailsParts {
  readonly billing: BillingService;
}

const endpoint = endpointsOf<DetailsParts>();
const PATH = '/v1/billing/details';

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
  access: { resource: 'billing', action: 'write' },
  scope: ['billing:manage'],
  method: 'put',
  path: PATH,
  operation: 'set_billing_details',
  summary: 'Say who is billed',
  description: 'For invoices from now on.',
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
