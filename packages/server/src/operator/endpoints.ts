import { OPEN_ERRORS } from '../access/errors.ts';
import type { Clock } from '../clock.ts';
import type { ShownSetting } from '../config/shown.ts';
import type { Holder } from '../credits/holder.ts';
import type { Database } from '../data/database.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import type { JobQueueFigures } from '../observe/job-metrics.ts';
import type { OperatorAdmission } from './admission.ts';
import { countPlans, listOrganisations, type OrganisationRow } from './organisations.ts';
import { instanceAnswer, organisationsAnswer, organisationsQuery } from './schema.ts';

/**
 * `/v1/operator`: the instance as a whole, for whoever runs it. No key and no session gets in, whatever organisation and
 * role it has: whoever has not the token gets the answer of a path that does not exist.
 */

export interface OperatorParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly admission: Pick<OperatorAdmission, 'admit'>;
  readonly settings: readonly ShownSetting[];
  readonly holder: Pick<Holder, 'processes'>;
  readonly jobs?: Pick<JobQueueFigures, 'queue'> | undefined;
}

const endpoint = endpointsOf<OperatorParts>();

const OPERATOR = { method: 'get', tag: 'Service', access: 'operator' } as const;

const instance = endpoint({
  ...OPERATOR,
  path: '/v1/operator',
  operation: 'operator_instance',
  summary: 'The instance',
  description: 'For whoever sends `PLATEN_OPERATOR_TOKEN` in place of a key.',
  answer: jsonAnswer('Plans, what waits, processes, settings.', instanceAnswer),
  errors: ['not_found', 'rate_limited', 'database_unavailable', ...OPEN_ERRORS],
  find: async ({ request }, { admission }) => await admission.admit(request),
  handle: async ({ reply }, parts) => {
    const { database, clock, settings, holder, jobs } = parts;
    const [plans, queue, processes] = await Promise.all([
      countPlans(database, new Date(clock.now())),
      jobs?.queue() ?? { waiting: {}, oldestSeconds: 0 },
      holder.processes(),
    ]);
    reply.header('cache-control', 'no-store');
    return {
      success: true,
      plans,
      jobs: {
        waiting: Object.values(queue.waiting).reduce((sum, waiting) => sum + waiting, 0),
        oldest_seconds: queue.oldestSeconds,
      },
      processes,
      settings,
    };
  },
});

const organisations = endpoint({
  ...OPERATOR,
  path: '/v1/operator/organisations',
  operation: 'operator_organisations',
  summary: 'Its organisations',
  description: 'For the same.',
  query: organisationsQuery,
  answer: jsonAnswer('Newest first.', organisationsAnswer),
  errors: ['invalid_request', 'unknown_field', 'not_found', 'rate_limited', 'database_unavailable', ...OPEN_ERRORS],
  // Before the query is looked at: to others there is no such path.
  find: async ({ request }, { admission }) => await admission.admit(request),
  handle: async ({ reply, query: { limit, cursor } }, { database, clock }) => {
    const now = new Date(clock.now());
    const rows = await listOrganisations(database, { limit: limit + 1, cursor, now });
    reply.header('cache-control', 'no-store');
    return page(rows, limit, organisationJson, ({ id }) => id);
  },
});

export const OPERATOR_ENDPOINTS: readonly HandledEndpoint<OperatorParts>[] = [instance, organisations];

const organisationJson = (row: OrganisationRow) => ({ ...row, created_at: row.created_at.toISOString() });
