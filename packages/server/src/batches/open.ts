import type { FastifyInstance } from 'fastify';
import type { DenialRecord } from '../access/denial.ts';
import type { Conversions } from '../conversions/service.ts';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import type { BatchParts } from '../jobs/open.ts';
import type { BatchWork } from '../jobs/run-job.ts';
import type { JobService } from '../jobs/service.ts';
import type { Vault } from '../vault/vault.ts';
import { BATCH_ENDPOINTS } from './endpoints.ts';
import { BatchService } from './service.ts';
import { BatchStore } from './store.ts';
import { batchWork } from './work.ts';

/** Bytes of a batch with all its items. */
const BODY = 100 * 1024 * 1024;

/** What workers do for batches. */
export const openBatchWork = ({ database, ...parts }: BatchParts): BatchWork =>
  batchWork({ ...parts, store: new BatchStore(database) });

export function openBatches({
  database,
  ...parts
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly metering: Metering;
  readonly conversions: Conversions;
  readonly jobs: JobService;
}): BatchService {
  return new BatchService({ ...parts, store: new BatchStore(database) });
}

/** The routes of batches, which take larger bodies than any other. */
export function batchRoutes(
  scope: FastifyInstance,
  {
    limits,
    ...parts
  }: {
    readonly batches: BatchService;
    readonly denials: DenialRecord;
    readonly lifecycle: Lifecycle;
    readonly limits: HttpLimits;
  },
): void {
  readRequestBodies(scope, { ...limits, body: BODY, bodies: 2 * BODY }, { optional: true });
  registerEndpoints(scope, BATCH_ENDPOINTS, parts);
}
