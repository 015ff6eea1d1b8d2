import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { idAfter } from '../../data/ids.ts';
import { ApiError } from '../../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';
import { findJob, type JobParts, refuseForeign } from '../../jobs/endpoints.ts';
import { errorOfOutcome } from '../../jobs/outcome.ts';
import type { JobRow } from '../../jobs/reader.ts';
import { resultsOf } from '../../jobs/results.ts';
import { jobParams } from '../../jobs/schema.ts';
import type { JobService } from '../../jobs/service.ts';
import { isFinal, isKept } from '../../jobs/states.ts';
import { reworded } from '../words.ts';
import { scrapeAnswer } from './answer.ts';
import type { PageNote } from './batch.ts';
import { BATCH_TAG } from './batch-endpoints.ts';
import { wordsIn } from './fields.ts';

/** `/firecrawl/v2/batch/scrape/{id}`: what became of the pages of a batch, and its end. Its id is that of its first job. */

const endpoint = endpointsOf<JobParts>();

/** Milliseconds within which all jobs of a batch were accepted. */
const ACCEPTED_WITHIN = 600_000;
const MOST_JOBS = 100;
/** Bytes of results in one answer, as there. */
const LARGEST = 10_000_000;

/** Its jobs, in the order of their addresses. */
async function jobsOf(first: JobRow, jobs: JobService): Promise<readonly JobRow[]> {
  const { organisation_id: organisationId, id, tag } = first;
  const filter = { from: id, before: idAfter(id, ACCEPTED_WITHIN), limit: MOST_JOBS, tag: tag ?? '' };
  return (await jobs.store.list(organisationId, filter)).toReversed();
}

async function findBatch(beginning: Beginning<{ readonly id: string }>, parts: JobParts): Promise<JobRow> {
  const row = await findJob(beginning, parts);
  refuseForeign(callerOf(beginning.request), row.owner);
  // A job that is no page of a batch, and one whose batch is gone, are none.
  if (!row.tag?.startsWith(BATCH_TAG)) throw new ApiError('not_found', { detail: 'There is no job with this id.' });
  return row;
}

const ONE = {
  layer: 'firecrawl',
  tag: 'Jobs',
  params: jobParams,
  countsAs: '/v1/jobs/{id}',
  find: findBatch,
  errors: ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS],
} as const;
const READ = {
  ...ONE,
  method: 'get',
  access: { resource: 'results', action: 'read' },
  scope: ['jobs:read', 'jobs:write'],
} as const;

const STATES = ['scraping', 'completed', 'cancelled'] as const;

function stateOf(rows: readonly JobRow[]): (typeof STATES)[number] {
  if (!rows.every(({ state }) => isFinal(state))) return 'scraping';
  return rows.some(({ state }) => state === 'canceled') ? 'cancelled' : 'completed';
}

const statusAnswer = z.object({
  success: z.literal(true),
  status: z.enum(STATES),
  total: z.int(),
  completed: z.int().describe('Pages that were read.'),
  creditsUsed: z.int(),
  expiresAt: z.iso.datetime().describe('When results are removed.'),
  next: z.string().optional().describe('Where more of it is: an answer has 10 MB.'),
  data: z.array(z.record(z.string(), z.unknown())).describe('The pages that were read, as a scrape answers them.'),
});
const DAYS_KEPT = 2 * 86_400_000;

const status = (path: string, operation: string) =>
  endpoint({
    ...READ,
    path,
    operation,
    summary: 'What became of several pages',
    description: 'As Firecrawl tells it. What could not be read is at `errors`.',
    query: z.strictObject({
      skip: z.coerce.number().int().min(0).default(0).describe('Pages that are left out at the beginning.'),
      limit: z.coerce.number().int().min(1).max(MOST_JOBS).default(MOST_JOBS).describe('Pages of one answer.'),
    }),
    answer: jsonAnswer('The pages.', statusAnswer),
    handle: async ({ found, query: { skip, limit } }, { jobs }) => {
      const rows = await jobsOf(found, jobs);
      const read = rows.filter(({ state }) => state === 'succeeded');
      const { data, expiry, end } = await pagesOf(read, { skip, limit, jobs });
      const more = end < read.length ? `?skip=${end}${limit === MOST_JOBS ? '' : `&limit=${limit}`}` : undefined;
      return {
        success: true,
        status: stateOf(rows),
        total: rows.length,
        completed: read.length,
        creditsUsed: rows.reduce((sum, { credits, sandbox }) => sum + (sandbox ? 0 : (credits ?? 0)), 0),
        expiresAt: (expiry ?? new Date(found.created_at.getTime() + DAYS_KEPT)).toISOString(),
        ...(more === undefined ? {} : { next: jobs.addressOf(path.replace('{id}', found.id) + more) }),
        data,
      };
    },
  });

/** Pages from one on, as many as an answer holds. @returns them, and where the next one is */
async function pagesOf(
  rows: readonly JobRow[],
  { skip, limit, jobs }: { readonly skip: number; readonly limit: number; readonly jobs: JobService },
) {
  const data: Record<string, unknown>[] = [];
  let expiry: Date | undefined;
  let bytes = 0;
  let end = Math.min(skip, rows.length);
  for (const listed of rows.slice(skip, skip + limit)) {
    const row = await jobs.store.get(listed.organisation_id, listed.id);
    const whole = row && (await jobs.whole(row));
    const outputs = whole?.outputs.filter(isKept) ?? [];
    const size = outputs.reduce((sum, output) => sum + output.bytes, 0);
    if (data.length > 0 && bytes + size > LARGEST) break;
    bytes += size;
    end += 1;
    const { note } = whole?.outcome ?? {};
    if (!whole || outputs.length === 0 || note === undefined) continue;
    expiry ??= outputs[0]?.expires_at;
    const results = await resultsOf({ outputs, outcome: whole.outcome }, jobs);
    data.push(scrapeAnswer(results, JSON.parse(note) as PageNote).data);
  }
  return { data, expiry, end };
}

const WORDS = wordsIn({}, 'urls');

const fault = z.object({
  id: z.string().describe('Of the job.'),
  timestamp: z.iso.datetime(),
  url: z.string(),
  code: z.string(),
  error: z.string(),
});

const errors = (version: string) =>
  endpoint({
    ...READ,
    path: `/firecrawl/${version}/batch/scrape/{id}/errors`,
    operation: `firecrawl_${version}_batch_scrape_errors`,
    summary: 'Pages of several that could not be read',
    description: 'As Firecrawl tells it.',
    answer: jsonAnswer('What was wrong.', z.object({ errors: z.array(fault), robotsBlocked: z.array(z.string()) })),
    handle: async ({ found }, { jobs }) => {
      const told: z.infer<typeof fault>[] = [];
      for (const listed of await jobsOf(found, jobs)) {
        if (listed.state !== 'failed') continue;
        const row = (await jobs.store.get(listed.organisation_id, listed.id)) ?? listed;
        const outcome = await jobs.outcome(row);
        const { code, message } = errorOfOutcome(outcome, row.error_code);
        const url = outcome.note === undefined ? '' : (JSON.parse(outcome.note) as PageNote).url;
        const timestamp = (row.finished_at ?? row.created_at).toISOString();
        told.push({ id: row.id, timestamp, url, code, error: reworded(message, code, WORDS) });
      }
      return { errors: told, robotsBlocked: [] };
    },
  });

const cancel = (version: string) =>
  endpoint({
    ...ONE,
    method: 'delete',
    path: `/firecrawl/${version}/batch/scrape/{id}`,
    operation: `firecrawl_${version}_cancel_batch_scrape`,
    summary: 'Cancel the pages that are not read yet',
    description: 'What was read stays until it expires. `status` is `completed` if there is nothing to cancel.',
    access: { resource: 'convert', action: 'write' },
    scope: ['jobs:write'],
    answer: jsonAnswer(
      'It has ended.',
      z.object({ success: z.literal(true), status: z.enum(STATES), message: z.string() }),
    ),
    handle: async ({ found }, { jobs }) => {
      const open = (await jobsOf(found, jobs)).filter(({ state }) => !isFinal(state));
      for (const { organisation_id: organisationId, id } of open) await jobs.store.cancel(organisationId, id);
      const ended = open.length > 0 ? 'cancelled' : stateOf(await jobsOf(found, jobs));
      return { success: true, status: ended, message: open.length > 0 ? 'It was canceled.' : 'It had ended.' };
    },
  });

export const FIRECRAWL_JOBS: readonly HandledEndpoint<JobParts>[] = [
  ...['v2', 'v1'].flatMap((version) => [
    status(`/firecrawl/${version}/batch/scrape/{id}`, `firecrawl_${version}_batch_scrape_status`),
    errors(version),
    cancel(version),
  ]),
  // Clients of the first version ask for a batch as for a crawl.
  status('/firecrawl/v1/crawl/{id}', 'firecrawl_v1_crawl_status'),
];
