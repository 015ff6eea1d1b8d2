import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import type { AnalysisAccess } from './access.ts';

export interface WaitlistParts {
  readonly access: AnalysisAccess;
}

const answer = z.object({
  success: z.literal(true),
  status: z.enum(['waiting', 'granted']).describe('`granted`: your organisation may use the analysis.'),
});

const join = endpointsOf<WaitlistParts>()({
  method: 'post',
  path: '/api/waitlist',
  operation: 'join_waitlist',
  access: { resource: 'convert', action: 'write' },
  scope: ['ai:*'],
  tag: 'Analysis',
  summary: 'Ask for access to the analysis',
  description: 'Where the operator gives access by waitlist (`AI_ACCESS=waitlist`). Asking again changes nothing.',
  answer: jsonAnswer('Where your organisation stands.', answer),
  errors: GATE_ERRORS,
  handle: async ({ request }, { access }) => {
    const { organisationId, id: actor } = callerOf(request);
    return { success: true, status: await access.ask({ organisationId, actor }) };
  },
});

export const WAITLIST_ENDPOINTS: readonly HandledEndpoint<WaitlistParts>[] = [join];
