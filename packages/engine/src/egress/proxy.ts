import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerRequest, answerSocket } from './answer.ts';
import { forward } from './forward.ts';
import { type EgressIdentity, Identity } from './identity.ts';
import type { Job } from './job.ts';
import { DEFAULT_LIMITS, type EgressLimits } from './limits.ts';
import type { Lookup } from './lookup.ts';
import { systemLookup } from './lookup.ts';
import type { EgressPolicy } from './policy.ts';
import { rememberLookups } from './remembered-lookup.ts';
import { tunnel } from './tunnel.ts';

export interface EgressProxyOptions {
  readonly policy: EgressPolicy;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
  readonly limits?: Partial<EgressLimits>;
}

/**
 * The only way out for the browser: an HTTP proxy that connects to what the policy allows and to nothing else.
 *
 * Its own answers carry `x-platen-egress`: `refused` (403, the same for every reason) or `failed` (502). The field is
 * taken out of what plain HTTP destinations answer; within a tunnel (https) a destination may send it, since the
 * proxy does not look inside.
 */
export interface EgressProxy {
  /**
   * Takes a server that listens already, perhaps made in another network namespace by another process, which must
   * close its own copy once it is handed over: both would accept connections.
   */
  adopt(server: Server): EgressIdentity;
  /** Listens on a free loopback port. */
  listen(): Promise<EgressIdentity>;
  /** Ends all jobs and stops listening, adopted servers included. */
  close(): Promise<void>;
}

/** A client's connection, and whether it waits for an answer. */
interface Connection {
  readonly job: Job;
  busy: boolean;
}

export function createEgressProxy({
  policy,
  lookup = rememberLookups(systemLookup),
  limits,
}: EgressProxyOptions): EgressProxy {
  const options = { policy, lookup, limits: { ...DEFAULT_LIMITS, ...limits } };
  const identities = new Set<Identity>();
  const http = httpFront(options.limits.headerBytes);

  const adopt = (server: Server): EgressIdentity => {
    const identity = new Identity(server, options, http.serve);
    identities.add(identity);
    return identity;
  };
  return {
    adopt,
    async listen() {
      const server = createServer({ allowHalfOpen: true });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => resolve());
      });
      return adopt(server);
    },
    async close() {
      await Promise.all([...identities].map((identity) => identity.close()));
      identities.clear();
    },
  };
}

/** The parser in front of all identities. It never listens: it is given connections together with their jobs. */
function httpFront(headerBytes: number): { serve: (socket: Socket, job: Job) => void } {
  const connections = new WeakMap<Duplex, Connection>();
  // Browsers do not pipeline. Who does is cut off: Node does not tell when an answer that waits for another is lost.
  const begin = ({ socket }: IncomingMessage): Connection | undefined => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.busy || socket.destroyed) {
      socket.destroy();
      return undefined;
    }
    connection.busy = true;
    return connection;
  };
  const server = createHttpServer({
    maxHeaderSize: headerBytes,
    // The target names the host; the Host field is replaced.
    requireHostHeader: false,
    // Connections of the browser live as long as their job.
    keepAliveTimeout: 0,
  });

  server.on('request', (request, response) => {
    const connection = begin(request);
    if (connection === undefined) return;
    response.once('close', () => {
      connection.busy = false;
    });
    forward(connection.job, request, response).catch(() => answerRequest(response, 'failed'));
  });
  server.on('connect', (request, client: Duplex, head) => {
    const connection = begin(request);
    if (connection === undefined) return;
    const socket = client as Socket;
    tunnel(connection.job, request.url ?? '', socket, head).catch(() => socket.destroy());
  });
  server.on('clientError', (_error, client: Duplex) => {
    if (connections.get(client)?.busy === false) answerSocket(client as Socket, 'malformed');
    else client.destroy();
  });

  return {
    serve(socket, job) {
      connections.set(socket, { job, busy: false });
      server.emit('connection', socket);
    },
  };
}
