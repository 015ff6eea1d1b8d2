import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What happens to the next chunk: a status in place of its answer, or a connection that breaks before it was taken or after. */
export type ChunkFault = number | 'broken' | 'broken after';

/** Undefined: the connection was broken. */
export type Answered = ServerResponse | undefined;

export interface Session {
  readonly target: string;
  readonly total: number;
  bytes: Buffer;
}

/** One request, with its body. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Buffer;
}

/** What somebody has allowed, once (RFC 6749, section 4.1.2; RFC 7636, section 4.4). */
export interface Allowed {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
}

/** What the doubles of file hosts have in common, in memory and with faults. */
export class FileHostApi {
  origin = '';
  /** By their paths. */
  readonly files = new Map<string, Buffer>();
  readonly faults: ChunkFault[] = [];
  /** Access tokens that are good. */
  readonly tokens = new Set(['good']);
  /** Refresh tokens that are good. */
  readonly refreshTokens = new Set(['refresh']);
  /** Whether a refresh token is good for once, and comes with the next one. */
  rotates = false;
  /** The app that accounts let in by codes. */
  readonly app = { id: 'operator', secret: 'canary-operator' };
  /** Addresses that it may have people sent back to. */
  readonly redirectUris = new Set<string>();
  /** What people have allowed, by its code. */
  readonly codes = new Map<string, Allowed>();
  /** What each token was had by: the first code. Who sends a token twice that was good for once ends all of it. */
  readonly families = new Map<string, string>();
  /** Tokens that were ended, as they were sent. */
  readonly ended: string[] = [];
  /** What people do there. Default: they allow all of it. */
  visit: { readonly error?: string; readonly scope?: string; readonly iss?: string } = {};
  /** A status in place of the next answer of the token endpoint. */
  tokenFault: number | undefined;
  /** Questions for tokens. */
  asked = 0;
  /** Of the service account, as PEM. */
  publicKey = '';
  /** Requests with a token that is not good. */
  refused = 0;
  readonly sessions = new Map<string, Session>();

  begin(target: string, total = 0): string {
    const id = randomUUID();
    this.sessions.set(id, { target, total, bytes: Buffer.alloc(0) });
    return id;
  }

  /** Takes a chunk, or does what the test wants instead. @returns whether there is nothing more to answer */
  takes({ request, response }: Call, take: () => void): boolean {
    const fault = this.faults.shift();
    if (fault === undefined || fault === 'broken after') take();
    if (fault === undefined) return false;
    if (typeof fault === 'number') response.writeHead(fault, fault === 429 ? { 'retry-after': '7' } : {}).end();
    else request.socket.resetAndDestroy();
    return true;
  }
}

/** Appends a chunk of `Content-Range` if it begins where the session is. */
export function append(session: Session, { request, body }: Call): void {
  const start = /^bytes (\d+)-/.exec(String(request.headers['content-range']))?.[1];
  if (start !== undefined && Number(start) === session.bytes.length)
    session.bytes = Buffer.concat([session.bytes, body]);
}

export const isWhole = ({ bytes, total }: Session): boolean => bytes.length === total;

export function answer({ response }: Call, status: number, body?: object | Buffer, headers = {}): Answered {
  if (body === undefined) return response.writeHead(status, headers).end();
  if (Buffer.isBuffer(body)) return response.writeHead(status, headers).end(body);
  return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
