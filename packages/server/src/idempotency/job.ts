import type { FastifyRequest } from 'fastify';

const jobs = new WeakMap<FastifyRequest, string>();

/**
 * Id of the job that a run is charged as. It follows from the id of the run, so that whoever takes over a run whose
 * process died knows what may have been charged for it.
 */
export const jobOfRun = (runId: string): string => runId.replace(/^[a-z]+_/, 'job_');

/** The run that a job is charged for. */
export const runOfJob = (jobId: string): string => jobId.replace(/^job_/, 'idm_');

/** Remembers the job of a request with an Idempotency-Key. */
export function rememberJob(request: FastifyRequest, jobId: string): void {
  jobs.set(request, jobId);
}

/** The job of a request, if it has a name before it begins. */
export const jobOf = (request: FastifyRequest): string | undefined => jobs.get(request);
