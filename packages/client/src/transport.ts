import { errorOf, PlatenError } from './errors.ts';

export interface PlatenOptions {
  /** An API key, `plk_live_…` or `plk_test_…`. Default: none; in a page of the service its session counts. */
  readonly key?: string;
  /** Where the service is, without a path. Default: `http://127.0.0.1:3000`. */
  readonly url?: string;
  /** Further tries of what may succeed then: 429, faults of the service, broken connections. Default 3. */
  readonly retries?: number;
  /** Milliseconds of one try. Default 120,000: a synchronous conversion is answered within 100 seconds. */
  readonly timeout?: number;
  /** Default: the one of the platform. */
  readonly fetch?: typeof fetch;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; a conversion that runs is given up and costs nothing. */
  readonly signal?: AbortSignal;
  /** Charged once for a day, however often it is sent. Default: one of its own for each call. */
  readonly idempotencyKey?: string;
}

export interface Call extends CallOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Of the answer; default any. */
  readonly accept?: string;
}

/** Milliseconds before the second try; twice as many before each further one. */
const PAUSE = 500;
/** A pause is never longer, whatever the service asks for. */
const LONGEST_PAUSE = 60_000;

/** Sends requests, and again what may succeed then. */
export class Transport {
  readonly #options: Required<Omit<PlatenOptions, 'key'>> & Pick<PlatenOptions, 'key'>;

  constructor({ url = 'http://127.0.0.1:3000', retries = 3, timeout = 120_000, ...options }: PlatenOptions) {
    // Called as a function of nobody: browsers refuse another receiver.
    const { fetch: send = (...parts) => fetch(...parts) } = options;
    this.#options = {
      key: options.key,
      url: url.endsWith('/') ? url.slice(0, -1) : url,
      retries,
      timeout,
      fetch: send,
    };
  }

  /** @throws PlatenError; what `fetch` throws, when the service cannot be reached; the reason of `signal` */
  async send(path: string, call: Call = {}): Promise<Response> {
    const { retries } = this.#options;
    // The same for each try: work that was done is not done, and charged, again.
    const key = call.idempotencyKey ?? (call.method === 'POST' ? crypto.randomUUID() : undefined);
    for (let attempt = 0; ; attempt += 1) {
      let pause = Math.random() * PAUSE * 2 ** attempt;
      try {
        const answer = await this.#once(path, call, key);
        if (answer.ok) return answer;
        throw await errorOf(answer);
      } catch (error) {
        call.signal?.throwIfAborted();
        const mayGoWell = !(error instanceof PlatenError) || error.retryable;
        if (!mayGoWell || attempt === retries) throw error;
        if (error instanceof PlatenError) pause = Math.max(pause, (error.retryAfter ?? 0) * 1_000);
      }
      await sleep(Math.min(pause, LONGEST_PAUSE), call.signal);
    }
  }

  async json<Answer>(path: string, call: Call = {}): Promise<Answer> {
    return (await (await this.send(path, { ...call, accept: 'application/json' })).json()) as Answer;
  }

  #once(path: string, { method = 'GET', body, query, accept, signal }: Call, key?: string): Promise<Response> {
    const { url, key: secret, timeout, fetch: send } = this.#options;
    const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    return send(url + path + search, {
      method,
      headers: {
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(accept === undefined ? {} : { accept }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    });
  }
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
