import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { Log } from '../log/log.ts';
import type { Traces } from '../observe/traces.ts';

/** Time to write the last answers to slow readers, and to the clients of what was aborted. */
const LAST_ANSWERS = 2_000;

export interface ShutdownOptions {
  readonly app: FastifyInstance;
  readonly engine: Engine;
  /** Ends what works off jobs. */
  readonly jobs?: { stop(grace: number): Promise<void> };
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** Milliseconds that running conversions may take to finish. */
  readonly grace: number;
  readonly traces?: Traces;
  /** Gives back what requests needed, once there are none. */
  readonly release?: () => Promise<void>;
}

/**
 * Ends a service without losing what it has begun: stops accepting, finishes what runs within `grace`, refuses what
 * waits, aborts what is left, closes the browser and the last connections, sends the last spans.
 */
export async function shutDown(options: ShutdownOptions): Promise<void> {
  const { app, engine, jobs, lifecycle, log, grace, traces, release } = options;
  lifecycle.drain();
  log.event('service_draining', { conversions: lifecycle.conversions, queued: engine.health().queued });
  app.server.close();
  // Jobs first: what is given back waits in the database for others.
  const ended = Promise.allSettled([jobs?.stop(grace), engine.close()]);
  await within(Promise.all([ended, lifecycle.idle()]), grace);
  const aborted = lifecycle.conversions;
  lifecycle.abortConversions();
  await within(Promise.all([ended, lifecycle.idle()]), LAST_ANSWERS);
  app.server.closeAllConnections();
  await app.close();
  await traces?.close();
  await release?.();
  log.event('service_stopped', { aborted });
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([work, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})]);
  } finally {
    timer.abort();
  }
}
