import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { JobEventRow, JobRow } from './reader.ts';
import type { JobService } from './service.ts';
import { isFinal } from './states.ts';

/** Milliseconds between looks, and between signs of life for what lies in between. */
const LOOK = 1_000;
const BEAT = 15_000;
/** Milliseconds that a stream lasts at most; a client comes back with Last-Event-ID. */
const LONGEST = 900_000;

/**
 * The changes of a job as server-sent events (HTML Living Standard, section 9.2), from the one after Last-Event-ID on
 * to the final one.
 */
export async function streamEvents(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  row: JobRow,
  { jobs, lifecycle }: { readonly jobs: JobService; readonly lifecycle: Lifecycle },
): Promise<FastifyReply> {
  const left = new AbortController();
  reply.hijack();
  const { raw } = reply;
  raw.once('close', () => left.abort());
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  const ends = performance.now() + LONGEST;
  let after = Number(/^\d{1,9}$/.exec(String(request.headers['last-event-id'] ?? ''))?.[0] ?? 0);
  let spoke = performance.now();
  try {
    while (!left.signal.aborted && !lifecycle.draining && performance.now() < ends) {
      const tick = AbortSignal.any([left.signal, AbortSignal.timeout(LOOK)]);
      const change = jobs.signals.nextChange(row.id, tick, { begins: true });
      const events = await jobs.store.events(row.organisation_id, row.id, after);
      for (const event of events) {
        raw.write(textOf(row, event));
        after = event.number;
        spoke = performance.now();
      }
      const last = events.at(-1);
      if (last && isFinal(last.state)) break;
      if (performance.now() - spoke > BEAT) {
        raw.write(': still here\n\n');
        spoke = performance.now();
      }
      await change;
    }
  } finally {
    raw.end();
  }
  return reply;
}

function textOf({ id }: JobRow, { number, state, attempt, at }: JobEventRow): string {
  const data = { id, status: state, attempt, at: at.toISOString() };
  return `id: ${number}\nevent: ${state}\ndata: ${JSON.stringify(data)}\n\n`;
}
