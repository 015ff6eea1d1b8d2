import { Platen, PlatenError } from '@platen/client';
import { queryOptions } from '@tanstack/react-query';

/** What a process tells of itself. */
export interface Process {
  readonly role: string;
  readonly version: string;
  readonly browser: string | null;
  readonly isolation: string | null;
  readonly started_at: string;
  readonly running: number;
  readonly queued: number;
  readonly concurrency: number;
}

export interface Setting {
  readonly name: string;
  readonly set: boolean;
  readonly value: string | null;
}

/** `GET /v1/operator`. */
export interface Instance {
  readonly plans: readonly { readonly plan: string | null; readonly organisations: number }[];
  readonly jobs: { readonly waiting: number; readonly oldest_seconds: number };
  readonly processes: readonly Process[];
  readonly settings: readonly Setting[];
}

/** An entry of `GET /v1/operator/organisations`. */
export interface OrganisationEntry {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly members: number;
  readonly plan: string | null;
  readonly credits_used: number;
  readonly hipaa: boolean;
  readonly held: boolean;
}

/** What of `GET /health` is shown. */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'unavailable';
  readonly isolation: string | null;
  readonly template_isolation: string;
  readonly database: 'ok' | 'unavailable';
  readonly storage: 'ok' | 'unavailable';
  readonly event_loop_delay_p99_ms: number;
}

/** Milliseconds between looks. */
const LOOK = 5_000;
/** What all queries of the operator begin with. */
export const OPERATOR = 'operator';

/** Calls with the token of the operator, which is in no storage: whoever loads the page again gives it again. */
export const operatorClient = (token: string): Platen =>
  new Platen({ url: window.location.origin, key: token, retries: 1 });

/** Whether the service knows no operator of this token: it does not say which of both it is. */
export const isRefused = (error: unknown): boolean => error instanceof PlatenError && error.status === 404;

export const instanceQuery = (client: Platen) =>
  queryOptions({
    queryKey: [OPERATOR, 'instance'],
    queryFn: ({ signal }) => client.json<Instance>('/v1/operator', { signal }),
    refetchInterval: LOOK,
  });

export const healthQuery = queryOptions({
  queryKey: [OPERATOR, 'health'],
  // Asked without the client, to which 503 is a fault and not an answer.
  queryFn: async ({ signal }): Promise<Health> => await (await fetch('/health', { signal })).json(),
  refetchInterval: LOOK,
});
