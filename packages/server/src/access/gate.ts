import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { setBodyGroup } from '../http/body-group.ts';
import { endpointOf, routeOf } from '../http/register.ts';
import type { Log } from '../log/log.ts';
import { isAllowed } from '../network/allowlist.ts';
import { type Client, clientOf, type Reach } from '../network/client.ts';
import { sourceOf } from '../network/source.ts';
import { mayAsk } from '../rights/access.ts';
import { type KeyCaller, type PersonCaller, recognizeCaller, rememberCaller } from './caller.ts';
import { readCredential } from './credential.ts';
import type { DenialRecord } from './denial.ts';
import type { KeyLimits, PlanQuotas } from './key-limits.ts';
import type { Locks } from './locks.ts';
import { refuseCrossSite } from './same-origin.ts';
import { allows, lackedScope } from './scopes.ts';

/** Tells keys from guesses. */
export interface KeySource {
  /**
   * Who a key is, or undefined if it is none that is valid. Expired keys are found too.
   * @throws ApiError `database_unavailable` (or a promise of it) when it has to be looked up and cannot be
   */
  find(key: Buffer): KeyCaller | undefined | Promise<KeyCaller | undefined>;
}

/** Is notified of each use of a key. */
export interface KeyUses {
  /** @param address that the request came from */
  used(keyId: string, address: string): void;
}

/** Who is signed in, by the cookie of a request. */
export interface Sessions {
  find(request: FastifyRequest): Promise<PersonCaller | undefined>;
}

export interface GateOptions {
  readonly keys: KeySource;
  readonly locks: Locks;
  readonly limits: KeyLimits;
  readonly log: Log;
  /** Who can reach the service; a page of `publicUrl` may use the cookie of who is signed in. */
  readonly reach: Reach;
  /** Serve plain http to other machines. */
  readonly allowHttp: boolean;
  readonly clock: { now(): number };
  /** People may come in too. Default: keys only. */
  readonly sessions?: Sessions;
  readonly denials?: DenialRecord;
  readonly lastUse?: KeyUses;
  /** What the plan of an organisation allows. Default: nothing beside the limits of the service. */
  readonly quotasOf?: (organisationId: string) => Promise<PlanQuotas | undefined>;
}

/** Lets a request in, or rejects with the `ApiError` that refuses it. Runs before the body is read. */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Who may come in, in this order: nobody over an open line, nobody who is unknown or guesses, nobody whose key is
 * over, comes from elsewhere, or may not do this, nobody too often. The body is looked at behind it.
 */
export function createGate(options: GateOptions): Gate {
  const { keys, locks, limits, log, allowHttp, reach, clock, sessions, denials, lastUse } = options;

  let paused = 0;
  /** Guesses in a loop take the time of everybody: refused at once, a locked source asks a thousand times a second. */
  const pause = async () => {
    if (paused === MOST_PAUSED) return;
    paused += 1;
    await sleep(REFUSAL_PAUSE);
    paused -= 1;
  };

  return async (request, reply) => {
    const client = clientOf(request, reach);
    if (!client.confidential && !allowHttp) throw new ApiError('https_required');

    const caller = (await byKey(request, client)) ?? (await bySession(request));
    if (caller === undefined) throw unauthorized('missing_key');

    if (caller.kind === 'key') {
      refuseExpired(caller);
      await refuseElsewhere(request, caller, client);
      await refuseBeyondScope(request, caller);
      lastUse?.used(caller.id, client.address);
    } else {
      await refuseBeyondRole(request, caller);
    }
    const plan = await options.quotasOf?.(caller.organisationId);
    const refusal = await limits.admit(caller, reply, { plan, relays: endpointOf(request).relays });
    if (refusal) throw refusal;
    // Last: behind the gate there is nobody who was refused.
    rememberCaller(request, caller);
    setBodyGroup(request, caller.organisationId);
  };

  /** Who sent a key; undefined if none was sent. A source that is locked gets in with keys it had used before. */
  async function byKey(request: FastifyRequest, client: Client): Promise<KeyCaller | undefined> {
    const { keyParameter } = endpointOf(request);
    const parameters = request.query as Readonly<Record<string, unknown>>;
    const parameter = keyParameter === undefined ? undefined : parameters[keyParameter];
    const credential = readCredential(request.raw.rawHeaders, parameter);
    if (credential.kind === 'none') return undefined;

    const source = sourceOf(client.address);
    const isLocked = () => locks.lockedSeconds(source) > 0;
    const refuse = async () => {
      await pause();
      throw new ApiError('locked', { retryAfter: locks.lockedSeconds(source) });
    };
    if (isLocked() && !(await locks.hasProofs(source))) await refuse();

    const caller = credential.kind === 'key' ? await keys.find(credential.key) : undefined;
    if (caller) recognizeCaller(request, caller);
    // Asked again: many guesses at once are all looked up before the first of them is counted.
    if (isLocked() && !(caller && locks.isProven(source, caller.id))) await refuse();
    if (caller) {
      locks.prove(source, caller.id);
      return caller;
    }
    const begun = locks.fail(source);
    if (begun > 0) log.event('source_locked', { seconds: begun });
    throw unauthorized('invalid_key', hasScheme(request) ? undefined : WITHOUT_SCHEME);
  }

  /** Who is signed in. What changes something has to come from a page of ours: a cookie is sent along by any page. */
  async function bySession(request: FastifyRequest): Promise<PersonCaller | undefined> {
    if (!sessions || request.headers.cookie === undefined) return undefined;
    const person = await sessions.find(request);
    if (!person) return undefined;
    recognizeCaller(request, person);
    refuseCrossSite(request, reach.publicUrl);
    return person;
  }

  function refuseExpired({ endsAt }: KeyCaller): void {
    if (endsAt === undefined || clock.now() < endsAt) return;
    throw unauthorized('expired_key', `The key ended at ${new Date(endsAt).toISOString()}; use a newer one.`);
  }

  async function refuseElsewhere(request: FastifyRequest, caller: KeyCaller, { address }: Client): Promise<void> {
    const isOpen = caller.hipaa === true && caller.allowlist.length === 0;
    if (!isOpen && isAllowed(caller.allowlist, address)) return;
    await denials?.record(caller, { reason: 'address', ...routeOf(request) });
    throw new ApiError('ip_not_allowed', isOpen ? { detail: NEEDS_ALLOWLIST } : {});
  }

  async function refuseBeyondScope(request: FastifyRequest, caller: KeyCaller): Promise<void> {
    const endpoint = endpointOf(request);
    if (endpoint.withoutKeys) {
      await denials?.record(caller, { reason: 'scope', ...routeOf(request) });
      throw new ApiError('insufficient_scope', {
        detail: 'This is for people who have signed in. A key cannot do it.',
      });
    }
    if (allows(caller.scopes, endpoint, request.params as Readonly<Record<string, string>>)) return;
    const scope = lackedScope(endpoint);
    await denials?.record(caller, { reason: 'scope', ...routeOf(request), target: scope });
    throw new ApiError('insufficient_scope', {
      detail: `The key lacks the scope "${scope}".`,
      // RFC 6750, section 3.1.
      headers: { 'www-authenticate': `Bearer realm="platen", error="insufficient_scope", scope="${scope}"` },
    });
  }

  async function refuseBeyondRole(request: FastifyRequest, caller: PersonCaller): Promise<void> {
    const { access } = endpointOf(request);
    if (mayAsk(caller.role, access)) return;
    const target = typeof access === 'object' ? access.resource : undefined;
    await denials?.record(caller, { reason: 'role', ...routeOf(request), target });
    throw new ApiError('insufficient_scope', { detail: `Your role, ${caller.role}, does not allow this.` });
  }
}

/** Milliseconds that a locked source waits for its refusal. */
const REFUSAL_PAUSE = 250;
/** Refusals that wait at the same time. */
const MOST_PAUSED = 1_000;

const NEEDS_ALLOWLIST =
  'The organization has the HIPAA profile, and its keys need an allowlist: an owner or an admin sets it at the key.';

const WITHOUT_SCHEME =
  'The header Authorization has to begin with "Bearer": send "Authorization: Bearer KEY", or "X-API-Key: KEY".';

/** Whether the header Authorization, if there is one, begins with a scheme (RFC 9110, section 11.6.2). */
const hasScheme = ({ headers: { authorization } }: FastifyRequest): boolean =>
  authorization === undefined || /^(?:bearer|basic)\b/i.test(authorization);

/** One answer for unknown, malformed and revoked keys: it must not tell a guesser how close a guess was. */
function unauthorized(code: 'missing_key' | 'invalid_key' | 'expired_key', detail?: string): ApiError {
  const fault = code === 'missing_key' ? '' : ', error="invalid_token"';
  return new ApiError(code, { detail, headers: { 'www-authenticate': `Bearer realm="platen"${fault}` } });
}
