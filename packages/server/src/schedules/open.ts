import type { FastifyInstance } from 'fastify';
import type { DenialRecord } from '../access/denial.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import type { Log } from '../log/log.ts';
import { SCHEDULE_ENDPOINTS } from './endpoints.ts';
import { Scheduler } from './scheduler.ts';
import { ScheduleService, type ScheduleServiceOptions } from './service.ts';
import { ScheduleStore } from './store.ts';

/** Bytes of a request for a schedule: what is large is better a stored template, or an address. */
const BODY = 1024 * 1024;

export interface Schedules {
  readonly service: ScheduleService;
  readonly scheduler: Scheduler;
}

export function openSchedules(options: Omit<ScheduleServiceOptions, 'store'> & { readonly log: Log }): Schedules {
  const { database, clock, log } = options;
  const service = new ScheduleService({ ...options, store: new ScheduleStore(database) });
  return { service, scheduler: new Scheduler({ database, service, clock, log }) };
}

export function scheduleRoutes(
  scope: FastifyInstance,
  {
    schedules,
    denials,
    limits,
  }: { readonly schedules: Schedules; readonly denials: DenialRecord; readonly limits: HttpLimits },
): void {
  readRequestBodies(scope, { ...limits, body: BODY }, { jsonOnly: true });
  registerEndpoints(scope, SCHEDULE_ENDPOINTS, { schedules: schedules.service, denials });
}
