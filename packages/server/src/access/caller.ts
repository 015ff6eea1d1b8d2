import type { FastifyRequest } from 'fastify';
import type { Allowlist } from '../network/allowlist.ts';
import type { Role } from '../rights/roles.ts';
import type { KeyMode } from './key-format.ts';
import type { Scopes } from './scopes.ts';

/** A program with an API key. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly mode: KeyMode;
  /** As they were given; `scopes` is what they mean. */
  readonly scopeNames: readonly string[];
  readonly scopes: Scopes;
  readonly allowlist: Allowlist;
  /** When the key ends, in milliseconds since the Unix epoch; a key that was rotated ends with its overlap. */
  readonly endsAt?: number;
  /** Requests a minute; 0 sets no limit. Default: the service's. */
  readonly rateLimit?: number;
  /** Credits a month. */
  readonly monthlyCreditCap?: number;
  /** Whether its organization has the HIPAA profile. */
  readonly hipaa?: boolean;
  /** The person that the key belongs to; a key without one belongs to the organisation. */
  readonly userId?: string;
}

/** A person who has signed in. */
export interface PersonCaller {
  readonly kind: 'person';
  readonly id: string;
  readonly organisationId: string;
  readonly role: Role;
  /** Of their browser. */
  readonly sessionId?: string;
  /** Whether the organization has the HIPAA profile. */
  readonly hipaa?: boolean;
}

/** Who a request is from. */
export type Caller = KeyCaller | PersonCaller;

/** What of a caller outlives their request: whose work it is, and what it is charged to. */
export type Payer =
  | Pick<KeyCaller, 'kind' | 'id' | 'organisationId' | 'mode' | 'monthlyCreditCap' | 'userId'>
  | Pick<PersonCaller, 'kind' | 'id' | 'organisationId'>;

/** Whether everything that it asks for is for trying only. */
export const isTest = (caller: Payer): boolean => caller.kind === 'key' && caller.mode === 'test';

const callers = new WeakMap<FastifyRequest, Caller>();
const recognized = new WeakMap<FastifyRequest, Caller>();

/** Remembers whom the gate recognized, whether or not they are let in. */
export function recognizeCaller(request: FastifyRequest, caller: Caller): void {
  recognized.set(request, caller);
}

/** Remembers whom the gate let in. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Whom the gate let in; for what runs behind it. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('This request has not passed the access gate.');
  return caller;
}

/** Whom the gate recognized, and whether it let them in; for what also sees requests that were refused. */
export function recognizedCaller(
  request: FastifyRequest,
): { readonly caller: Caller; readonly isAdmitted: boolean } | undefined {
  const caller = recognized.get(request);
  return caller && { caller, isAdmitted: callers.has(request) };
}
