import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';
import { findJob, JOB_RESULT, type JobParts, mayFetch } from '../../jobs/endpoints.ts';
import { jobParams } from '../../jobs/schema.ts';
import type { WholeJob } from '../../jobs/service.ts';
import { isKept } from '../../jobs/states.ts';
import { reworded } from '../words.ts';
import { wordsIn } from './fields.ts';

/** `GET /docraptor/status/{id}` and `/docraptor/download/{id}`: what became of a document that was made later. */

const endpoint = endpointsOf<JobParts>();

/** Our states as theirs. */
const STATES = {
  queued: 'queued',
  processing: 'working',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'killed',
} as const;

const KEY_PARAMETER = 'user_credentials';
const query = z.strictObject({ user_credentials: z.string().optional().describe('The key.') });

const answer = z.object({
  status: z.enum(Object.values(STATES)),
  message: z.string().optional(),
  download_url: z.string().optional().describe('Opens without a key until the result expires.'),
  download_id: z.string().optional().describe('For `/docraptor/download/{id}`.'),
  number_of_pages: z.int().optional(),
  validation_errors: z.string().optional().describe('What was wrong.'),
});

const status = endpoint({
  method: 'get',
  path: '/docraptor/status/{id}',
  layer: 'docraptor',
  operation: 'docraptor_status',
  tag: 'Jobs',
  summary: 'What became of a document',
  description: 'As DocRaptor tells it. A result that is gone has no `download_url`.',
  params: jobParams,
  query,
  keyParameter: KEY_PARAMETER,
  access: { resource: 'jobs', action: 'read' },
  scope: ['jobs:read', 'jobs:write'],
  countsAs: '/v1/jobs/{id}',
  answer: jsonAnswer('Its status.', answer),
  errors: ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS],
  find: findJob,
  handle: async ({ request, found }, { jobs }) => {
    const open = mayFetch(callerOf(request), found.owner);
    const whole = await jobs.whole(found, { open });
    return { status: STATES[found.state], ...(open ? toldOf(whole, (output) => jobs.linkTo(output)) : {}) };
  },
});

function toldOf(
  { row, outputs, outcome }: WholeJob,
  linkTo: (output: WholeJob['outputs'][number]) => string,
): Omit<z.infer<typeof answer>, 'status'> {
  if (row.state === 'failed') {
    const { detail = 'The document could not be made.', code = '' } = outcome.error ?? {};
    const told = reworded(detail, code, wordsIn());
    return { message: told, validation_errors: told };
  }
  const [output] = outputs;
  if (!output || !isKept(output)) return {};
  const pages = outcome.outputs?.[0]?.pages;
  return {
    ...(row.finished_at === null ? {} : { message: `Completed at ${row.finished_at.toUTCString()}` }),
    download_url: linkTo(output),
    download_id: row.id,
    ...(pages === undefined ? {} : { number_of_pages: pages }),
  };
}

const download: HandledEndpoint<JobParts> = {
  ...JOB_RESULT,
  path: '/docraptor/download/{id}',
  layer: 'docraptor',
  operation: 'docraptor_download',
  summary: 'Download a document',
  description: 'As often as you like, until the result expires.',
  query,
  keyParameter: KEY_PARAMETER,
  countsAs: '/v1/jobs/{id}/result',
};

export const DOCRAPTOR_JOBS: readonly HandledEndpoint<JobParts>[] = [status, download];
