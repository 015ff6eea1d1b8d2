import type { Engine } from '@platen/engine';
import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { agreementPdf } from './agreement-document.ts';
import type { BusinessAgreements } from './agreements.ts';

/** `/v1/billing/agreement`: the business associate agreement. */

export interface AgreementParts {
  readonly agreements: BusinessAgreements;
  readonly engine: Engine;
}

const endpoint = endpointsOf<AgreementParts>();
const PATH = '/v1/billing/agreement';
const READ = {
  tag: 'Billing',
  access: { resource: 'billing', action: 'read' },
  scope: ['billing:read', 'billing:manage'],
} as const;

const agreement = z
  .strictObject({
    offered: z.boolean().describe('Whether the plan has it.'),
    version: z.string(),
    text: z.string(),
    sha256: z.string().describe('Of the text as UTF-8.'),
    accepted_sha256: z.string().nullable().describe('Of the text that was accepted last.'),
    accepted_at: z.iso.datetime().nullable(),
    accepted_by: z.string().nullable(),
  })
  .meta({ id: 'BusinessAgreement' });
export const agreementAnswer = z.strictObject({ success: z.literal(true), agreement });
const ANSWER = jsonAnswer('The agreement.', agreementAnswer);

const get = endpoint({
  ...READ,
  method: 'get',
  path: PATH,
  operation: 'get_agreement',
  summary: 'Read the business associate agreement',
  description: 'As it can be accepted now, and what was accepted.',
  answer: ANSWER,
  errors: GATE_ERRORS,
  handle: ({ request }, parts) => answerOf(callerOf(request).organisationId, parts),
});

const accept = endpoint({
  tag: 'Billing',
  access: { resource: 'organisation', action: 'write' },
  method: 'put',
  path: PATH,
  operation: 'accept_agreement',
  summary: 'Accept the business associate agreement',
  description:
    'An owner does who has signed in. It turns the HIPAA profile on: people without a second factor and keys without an allowlist are refused, and nothing is kept.',
  request: jsonBody('AcceptAgreementRequest', z.strictObject({ sha256: z.string().max(64) }), [
    { name: 'read', summary: 'A text', value: { sha256: 'e3b0c442' } },
  ]),
  answer: ANSWER,
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'billing_off', 'payment_required', 'agreement_changed'],
  handle: async ({ request, body: { sha256 } }, parts) => {
    const caller = callerOf(request);
    const { organisationId, id: person } = caller;
    if (caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in accepts an agreement.' });
    }
    await parts.agreements.accept({ organisationId, person, sha256 });
    return await answerOf(organisationId, parts);
  },
});

const pdf = endpoint({
  ...READ,
  method: 'get',
  path: `${PATH}.pdf`,
  operation: 'get_agreement_pdf',
  summary: 'The accepted agreement as PDF',
  description: 'With who accepted it, and when.',
  answer: { description: 'The document.', binary: ['application/pdf'], headers: [] },
  errors: [...GATE_ERRORS, 'not_found', 'capacity', 'queue_timeout', 'render_timeout', 'render_crashed'],
  handle: async ({ request, reply }, { agreements, engine }) => {
    const { organisationId } = callerOf(request);
    const accepted = await agreements.accepted(organisationId);
    if (!accepted) throw new ApiError('not_found', { detail: 'No agreement was accepted.' });
    const bytes = await agreementPdf(engine, accepted);
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', 'attachment; filename="business-associate-agreement.pdf"');
    return reply.send(bytes);
  },
});

export const AGREEMENT_ENDPOINTS: readonly HandledEndpoint<AgreementParts>[] = [get, accept, pdf];

async function answerOf(organisationId: string, { agreements }: AgreementParts) {
  const accepted = await agreements.accepted(organisationId);
  return {
    success: true,
    agreement: {
      offered: await agreements.isOffered(organisationId),
      ...agreements.current,
      accepted_sha256: accepted?.sha256 ?? null,
      accepted_at: accepted?.at.toISOString() ?? null,
      accepted_by: accepted ? `${accepted.by} <${accepted.email}>` : null,
    },
  };
}
