import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { LONGEST_WHOLE, LongEvent } from './long-event.ts';

/**
 * A client of the Chrome DevTools Protocol over a pipe: NUL-separated JSON messages, flat sessions.
 * One connection serves a browser process; a session is one attached target.
 */

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
export type CdpMethod = keyof Commands;
export type CdpParams<M extends CdpMethod> = Commands[M]['paramsType'][0];
export type CdpResult<M extends CdpMethod> = Commands[M]['returnType'];
export type CdpEventName = keyof Events;
export type CdpEvent<E extends CdpEventName> = Events[E][0];

/** The browser answered a command with an error. `reason` is Chromium's text: for decisions, never for users. */
export class CdpError extends Error {
  readonly method: string;
  readonly reason: string;

  constructor(method: string, reason: string) {
    super(`${method} failed`);
    this.name = 'CdpError';
    this.method = method;
    this.reason = reason;
  }
}

/** The target or the browser went away before it answered. */
export class CdpClosed extends Error {
  constructor(method: string) {
    super(`${method} was not answered: the target is gone`);
    this.name = 'CdpClosed';
  }
}

interface Pending {
  readonly method: string;
  readonly session: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: string };
  readonly sessionId?: string;
}

type Listener = (params: never) => void;

export class CdpConnection {
  #lastId = 0;
  #closed = false;
  readonly #writable: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Map<string, Set<Listener>>>();
  /** What has come of a message that has not ended, and how many bytes that is. */
  readonly #parts: Buffer[] = [];
  #length = 0;
  /** The same of an event that is longer than what is taken as it comes. */
  #long: LongEvent | undefined;
  #unwritten = '';
  readonly #forgotten = new Set<string>();
  /** Sessions by the number of their capture. */
  readonly #captures = new Map<number, string>();
  readonly #whenClosed = Promise.withResolvers<void>();

  constructor(writable: Writable, readable: Readable) {
    this.#writable = writable;
    // A pipe that breaks is reported by the end of the process; without listeners it would throw.
    writable.on('error', () => this.close());
    readable.on('error', () => this.close());
    readable.on('close', () => this.close());
    readable.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Whether the browser is taking a picture, wanted or not: it encodes on the thread that also answers here, which takes
   * seconds for a large one.
   */
  get isCapturing(): boolean {
    return this.#captures.size > 0;
  }

  /** Resolves when the connection has closed. */
  get ended(): Promise<void> {
    return this.#whenClosed.promise;
  }

  /** Sends a command to the browser, or with `session` to one target. */
  send<M extends CdpMethod>(method: M, params?: CdpParams<M>, session = ''): Promise<CdpResult<M>> {
    if (this.#closed || this.#forgotten.has(session)) return Promise.reject(new CdpClosed(method));
    this.#lastId += 1;
    const id = this.#lastId;
    if (method === 'Page.captureScreenshot') this.#captures.set(id, session);
    const message = session === '' ? { id, method, params } : { id, method, params, sessionId: session };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, session, resolve, reject });
      this.#write(`${JSON.stringify(message)}\0`);
    });
  }

  /** Commands that are sent in one go are written in one go: each write wakes the browser, and takes the time of several. */
  #write(text: string): void {
    this.#unwritten += text;
    if (this.#unwritten.length > text.length) return;
    queueMicrotask(() => {
      const texts = this.#unwritten;
      this.#unwritten = '';
      this.#writable.write(texts);
    });
  }

  /** Calls `listener` for each event; returns a function that stops it. */
  on<E extends CdpEventName>(event: E, listener: (params: CdpEvent<E>) => void, session = ''): () => void {
    const ofSession = getOrCreate(this.#listeners, session, () => new Map<string, Set<Listener>>());
    const listeners = getOrCreate(ofSession, event, () => new Set<Listener>());
    listeners.add(listener as Listener);
    return () => void listeners.delete(listener as Listener);
  }

  /** Waits for the next such event; ends with `CdpClosed`, as a command does, where none can come any more. */
  next<E extends CdpEventName>(event: E, session = ''): Promise<CdpEvent<E>> {
    if (this.#closed || this.#forgotten.has(session)) return Promise.reject(new CdpClosed(event));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method: event, session, resolve, reject });
      const stop = this.on(
        event,
        (params) => {
          stop();
          this.#pending.delete(id);
          resolve(params);
        },
        session,
      );
    });
  }

  /** Forgets a session: what it still waits for, and what it is asked later, is rejected with `CdpClosed`. */
  forget(session: string): void {
    this.#forgotten.add(session);
    this.#listeners.delete(session);
    for (const [id, pending] of this.#pending) if (pending.session === session) this.#reject(id, pending);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const [id, pending] of this.#pending) this.#reject(id, pending);
    this.#listeners.clear();
    this.#whenClosed.resolve();
  }

  #reject(id: number, pending: Pending): void {
    this.#pending.delete(id);
    pending.reject(new CdpClosed(pending.method));
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      this.#keep(chunk.subarray(start, end));
      if (!this.#read(this.#whole())) return;
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Answers are as long as what was asked for: prints and pictures. */
  #keep(part: Buffer): void {
    const isLong = this.#length > LONGEST_WHOLE;
    this.#length += part.length;
    if (!isLong && this.#length > LONGEST_WHOLE && isEvent([...this.#parts.slice(0, EVENT.length), part]))
      this.#long = new LongEvent(this.#parts.splice(0));
    if (this.#long) this.#long.add(part);
    else this.#parts.push(part);
  }

  #whole(): Buffer {
    const parts = this.#parts.splice(0);
    const whole = this.#long?.end() ?? (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    this.#length = 0;
    this.#long = undefined;
    return whole;
  }

  /** @returns whether the connection is still good: a browser that does not speak the protocol is not listened to */
  #read(text: Buffer): boolean {
    let message: Message;
    try {
      message = JSON.parse(text.toString('utf8')) as Message;
    } catch {
      this.close();
      return false;
    }
    this.#dispatch(message);
    return true;
  }

  #dispatch(message: Message): void {
    if (message.id === undefined) {
      // Nothing more will be answered for a target that is gone.
      if (message.method === 'Target.detachedFromTarget') {
        const { sessionId } = message.params as CdpEvent<'Target.detachedFromTarget'>;
        this.forget(sessionId);
        for (const [id, session] of this.#captures) if (session === sessionId) this.#captures.delete(id);
      }
      const listeners = this.#listeners.get(message.sessionId ?? '')?.get(message.method ?? '');
      if (listeners) for (const listener of [...listeners]) listener(message.params as never);
      return;
    }
    this.#captures.delete(message.id);
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (message.error)
      pending.reject(new CdpError(pending.method, `${message.error.message} ${message.error.data ?? ''}`.trim()));
    else pending.resolve(message.result as never);
  }
}

/** One attached target. */
export class CdpSession {
  readonly connection: CdpConnection;
  readonly id: string;

  constructor(connection: CdpConnection, id: string) {
    this.connection = connection;
    this.id = id;
  }

  send<M extends CdpMethod>(method: M, params?: CdpParams<M>): Promise<CdpResult<M>> {
    return this.connection.send(method, params, this.id);
  }

  on<E extends CdpEventName>(event: E, listener: (params: CdpEvent<E>) => void): () => void {
    return this.connection.on(event, listener, this.id);
  }

  next<E extends CdpEventName>(event: E): Promise<CdpEvent<E>> {
    return this.connection.next(event, this.id);
  }
}

/** How Chromium begins an event. Of an answer it writes the number first. */
const EVENT = '{"method":';
const isEvent = (parts: readonly Buffer[]): boolean =>
  Buffer.concat(parts).toString('latin1', 0, EVENT.length) === EVENT;

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
