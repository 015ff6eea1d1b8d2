/** What the engine asks of a page about work that is done outside of its clock. */
export interface DueWork {
  /** Whether timers wait for it: while the page's clock is run ahead. */
  active: boolean;
  /** Operations of the browser whose answer is due. */
  due: number;
  /** Messages to workers, and workers started. */
  asked: number;
  /** Whether a worker may still answer: cleared by the engine when all of them are idle. */
  workers: boolean;
  /** Closes the event sources of the page. */
  endStreams(): void;
  /** Lets timers run that were held. */
  release(): void;
}

/**
 * Runs before any script of a page or worker, in its own world. What the browser does on other threads (workers,
 * decoding, compiling, databases) takes real time, which a clock that is run ahead does not wait for. So while an answer
 * is due, timers and animation frames are held, as their clock would be: a page sees answers and timers in the order
 * that it has in real time.
 */
export function holdTimersForWork(): void {
  const name = Symbol.for('platen.work');
  type World = Record<symbol, DueWork | undefined> & Record<string, unknown> & { readonly parent?: World };
  const own = globalThis as unknown as World;
  /** Timers that are due, in order. */
  const held: (() => void)[] = [];
  /** Timers that were cleared while they were held. */
  const cleared = new Set<unknown>();
  const streams = new Set<{ close(): void }>();
  const shared = ((): DueWork | undefined => {
    try {
      return own.parent?.[name];
    } catch {
      return undefined;
    }
  })();
  const releases: (() => void)[] = [];
  const work: DueWork = shared ?? {
    active: false,
    due: 0,
    asked: 0,
    workers: false,
    endStreams() {
      for (const stream of streams) stream.close();
      streams.clear();
    },
    release() {
      for (const release of releases) release();
    },
  };
  const holds = (): boolean => work.active && (work.due > 0 || work.workers);
  const channel = new MessageChannel();
  const post = channel.port2.postMessage.bind(channel.port2);
  const flush = (): void => {
    if (holds()) return;
    const next = held.shift();
    if (held.length > 0) post(0);
    next?.();
  };
  channel.port1.onmessage = flush;
  const release = (): void => {
    if (held.length > 0 && !holds()) post(0);
  };
  if (shared) {
    const all = shared.release.bind(shared);
    shared.release = () => {
      all();
      release();
    };
  } else {
    releases.push(release);
    Object.defineProperty(globalThis, name, { value: work });
  }

  // Workers have a clock of their own, which holds nothing.
  const isPage = typeof document !== 'undefined';
  for (const kind of isPage ? (['setTimeout', 'setInterval'] as const) : []) {
    const native = globalThis[kind] as (...args: unknown[]) => unknown;
    const wrapped = (callback: unknown, delay?: unknown, ...given: unknown[]): unknown => {
      if (typeof callback !== 'function') return native(callback, delay, ...given);
      let waits = false;
      const run = (): void => {
        waits = false;
        if (!cleared.has(handle)) Reflect.apply(callback, globalThis, given);
        if (kind === 'setTimeout') cleared.delete(handle);
      };
      const handle = native(() => {
        if (!holds() && held.length === 0) run();
        else if (!waits) {
          waits = true;
          held.push(run);
        }
      }, delay);
      return handle;
    };
    Object.defineProperty(globalThis, kind, { value: wrapped, writable: true, configurable: true, enumerable: true });
  }
  for (const kind of isPage ? (['clearTimeout', 'clearInterval'] as const) : []) {
    const native = globalThis[kind];
    const wrapped = (handle?: number): void => {
      if (held.length > 0) cleared.add(handle);
      native(handle);
    };
    Object.defineProperty(globalThis, kind, { value: wrapped, writable: true, configurable: true, enumerable: true });
  }

  const begin = (): (() => void) => {
    work.due += 1;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      work.due -= 1;
      if (work.due === 0) work.release();
    };
  };
  type Method = (this: unknown, ...args: unknown[]) => unknown;
  const wrap = (owner: string, names: readonly string[], around: (native: Method) => Method): void => {
    const found = owner
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], globalThis);
    if (!found) return;
    for (const method of names) {
      const native = (found as Record<string, unknown>)[method];
      if (typeof native === 'function') (found as Record<string, unknown>)[method] = around(native as Method);
    }
  };
  const promised = (native: Method): Method =>
    function (this: unknown, ...args) {
      const answer = Reflect.apply(native, this, args) as Promise<unknown>;
      const end = begin();
      answer.then(end, end);
      return answer;
    };
  wrap('WebAssembly', ['compile', 'instantiate'], promised);
  wrap(
    'SubtleCrypto.prototype',
    ['encrypt', 'decrypt', 'sign', 'verify', 'digest', 'deriveKey', 'deriveBits'],
    promised,
  );
  wrap('SubtleCrypto.prototype', ['generateKey', 'importKey', 'exportKey', 'wrapKey', 'unwrapKey'], promised);
  wrap('BaseAudioContext.prototype', ['decodeAudioData'], promised);
  wrap('OfflineAudioContext.prototype', ['startRendering'], promised);
  wrap('OffscreenCanvas.prototype', ['convertToBlob'], promised);
  wrap('Blob.prototype', ['text', 'arrayBuffer', 'bytes'], promised);
  wrap('CacheStorage.prototype', ['open', 'has', 'keys', 'delete', 'match'], promised);
  wrap('Cache.prototype', ['match', 'matchAll', 'put', 'delete', 'keys'], promised);
  wrap('globalThis', ['createImageBitmap'], promised);
  // The requests and timers of the page itself follow its clock, those of its workers do not.
  if (!isPage) {
    const LONGEST_TIMER = 2_000;
    wrap('globalThis', ['setTimeout'], (native) => (callback, delay, ...given) => {
      if (typeof callback !== 'function' || Number(delay ?? 0) > LONGEST_TIMER)
        return native(callback, delay, ...given);
      const end = begin();
      return native(() => {
        end();
        Reflect.apply(callback, globalThis, given);
      }, delay);
    });
    wrap('globalThis', ['fetch'], promised);
    wrap('Response.prototype', ['text', 'json', 'arrayBuffer', 'blob'], promised);
  }
  wrap(
    'HTMLCanvasElement.prototype',
    ['toBlob'],
    (native) =>
      function (this: unknown, callback, ...args) {
        let end = (): void => {};
        const answer = (blob: unknown): void => {
          end();
          (callback as (blob: unknown) => void)(blob);
        };
        Reflect.apply(native, this, [answer, ...args]);
        end = begin();
        return undefined;
      },
  );
  const until =
    (events: readonly string[], of: (target: unknown, answer: unknown) => unknown) =>
    (native: Method): Method =>
      function (this: unknown, ...args) {
        const answer = Reflect.apply(native, this, args);
        const target = of(this, answer) as EventTarget | undefined;
        const end = begin();
        if (!target) end();
        // Timers are released by a message: what the page listens to is called before, and may ask for more.
        for (const event of events) target?.addEventListener(event, end, { once: true });
        return answer;
      };
  const request = until(['success', 'error', 'blocked'], (_, answer) => answer);
  const queries = ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'];
  wrap('IDBFactory.prototype', ['open', 'deleteDatabase'], request);
  wrap('IDBObjectStore.prototype', [...queries, 'add', 'put', 'delete', 'clear'], request);
  wrap('IDBIndex.prototype', queries, request);
  wrap(
    'IDBCursor.prototype',
    ['continue', 'advance', 'continuePrimaryKey'],
    until(['success', 'error'], (cursor) => (cursor as { request: unknown }).request),
  );
  wrap(
    'IDBDatabase.prototype',
    ['transaction'],
    until(['complete', 'abort'], (_, answer) => answer),
  );
  wrap(
    'FileReader.prototype',
    ['readAsText', 'readAsArrayBuffer', 'readAsDataURL', 'readAsBinaryString'],
    until(['loadend'], (reader) => reader),
  );

  const asks = (): void => {
    work.asked += 1;
    work.workers = true;
  };
  let hasWorkers = false;
  for (const kind of ['Worker', 'SharedWorker', 'EventSource'] as const) {
    const native = own[kind] as (new (...args: unknown[]) => { close(): void }) | undefined;
    if (!native) continue;
    const construct = (target: typeof native, args: unknown[], made: unknown) => {
      const object = Reflect.construct(target, args, made as typeof native);
      if (kind === 'EventSource') streams.add(object);
      else {
        hasWorkers = true;
        asks();
      }
      return object;
    };
    Object.defineProperty(globalThis, kind, {
      value: new Proxy(native, { construct }),
      writable: true,
      configurable: true,
    });
  }
  const asking = (native: Method): Method =>
    function (this: unknown, ...args) {
      if (hasWorkers) asks();
      return Reflect.apply(native, this, args);
    };
  wrap('Worker.prototype', ['postMessage'], asking);
  wrap('MessagePort.prototype', ['postMessage'], asking);
}
