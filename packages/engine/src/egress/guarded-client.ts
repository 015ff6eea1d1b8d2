import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dial } from './dial.ts';
import { createEgressGuard } from './guard.ts';
import type { GuardedSendOptions } from './guarded-send.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { destinationOf, type Outgoing, openRequest } from './outgoing.ts';
import { type Destination, EgressRefusal, type Endpoint, isRefusedUnresolved, resolveDestination } from './resolve.ts';

/** Ports that file servers and mail servers listen on, beside those from 1024 on. */
const SERVICE_PORTS = [21, 22, 80, 443, 465, 587, 989, 990];
const FIRST_FREE_PORT = 1_024;
/** Milliseconds for the resolver when a destination is checked. */
const RESOLVE = 5_000;

/**
 * Connections to servers that strangers name, for uploads: https on 443 and free ports, other protocols on theirs. Public
 * addresses, and whatever the operator allowed.
 */
export interface GuardedClient {
  /**
   * Finds out whether an address, or a host and port, could be reached now. The decision that counts is made when a
   * connection is. A name that does not resolve passes.
   * @throws EgressRefusal
   */
  check(where: string | Endpoint): Promise<void>;
  /**
   * Sends one request on a connection of its own, and resolves with the head of the answer. No redirect is followed.
   * @throws EgressRefusal; the error of the connection; the reason of the signal
   */
  request(request: Outgoing, signal: AbortSignal): Promise<IncomingMessage>;
  /** Finds the one address to dial. @throws EgressRefusal; the reason of the signal */
  resolve(endpoint: Endpoint, signal: AbortSignal): Promise<Destination>;
  /** Connects to a server. @throws EgressRefusal; the error of the connection; the reason of the signal */
  connect(endpoint: Endpoint, signal: AbortSignal): Promise<Socket>;
}

export function createGuardedClient({ egressAllow, egressDeny, lookup }: GuardedSendOptions = {}): GuardedClient {
  const lists = {
    ...(egressAllow ? { allow: egressAllow } : {}),
    ...(egressDeny ? { deny: egressDeny } : {}),
    portsFrom: FIRST_FREE_PORT,
  };
  const web = createEgressGuard({ lookup, ...lists, ports: [80, 443] });
  const servers = createEgressGuard({ lookup, ...lists, ports: SERVICE_PORTS });
  const resolve = (endpoint: Endpoint, signal: AbortSignal) =>
    resolveDestination(servers.policy, servers.lookup, endpoint, signal);
  return {
    async check(where) {
      const guard = typeof where === 'string' ? web : servers;
      const endpoint = typeof where === 'string' ? destinationOf(web, where) : where;
      if (isRefusedUnresolved(guard.policy, endpoint)) throw new EgressRefusal('address');
      const late = AbortSignal.timeout(RESOLVE);
      try {
        await resolveDestination(guard.policy, guard.lookup, endpoint, late);
      } catch (error) {
        // A name that does not resolve now may do so later, to an address that is checked then.
        const isUnresolved = late.aborted || (error instanceof EgressRefusal && error.reason === 'unresolved');
        if (!isUnresolved) throw error;
      }
    },
    request: (request, signal) => openRequest(web, request, signal),
    resolve,
    connect: async (endpoint, signal) => {
      const destination = await resolve(endpoint, signal);
      const { port } = endpoint;
      return await dial({ ...destination, port, timeout: DEFAULT_LIMITS.connect, halfOpen: false, signal });
    },
  };
}
