import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from './page.ts';

/** Milliseconds for which a page may be busy with what it has of a document before there is more of it than it seems. */
const LONGEST = 3_000;
/** The same for all the times together that it was busy when it was asked: one that works in steps answers in between. */
const LONGEST_IN_ALL = 6_000;
const ASK_EVERY = 500;

/** The page is busy with the first part of a packed document, whose size nobody knows yet. */
export class DocumentUnread extends Error {
  constructor() {
    super('the page does not get to the end of its document');
    this.name = 'DocumentUnread';
  }
}

/**
 * Notices a document that comes packed and keeps the page busy before it is read: Chromium lays out what it has before
 * it reads on, so that ten gigabytes of text would be counted no faster than they are shown. Who tries again knows the
 * size first (`Interceptor.countDocuments`), which all other documents are spared.
 */
export class UnreadDocument {
  readonly #session: Page['session'];
  readonly #stops: readonly (() => void)[];
  readonly #noticed = Promise.withResolvers<never>();
  readonly #over = new AbortController();
  readonly #unread = new Set<string>();
  #asking = false;

  constructor({ session }: Page) {
    this.#session = session;
    this.#noticed.promise.catch(() => {});
    const read = ({ requestId }: { readonly requestId: string }) => void this.#unread.delete(requestId);
    this.#stops = [
      session.on('Network.responseReceived', ({ requestId, type, response }) => {
        if (type !== 'Document' || !isPacked(response.headers)) return;
        this.#unread.add(requestId);
        void this.#watch();
      }),
      session.on('Network.loadingFinished', read),
      session.on('Network.loadingFailed', read),
    ];
  }

  /** @throws DocumentUnread */
  async bound<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#noticed.promise]);
    } finally {
      this.#over.abort();
      for (const stop of this.#stops) stop();
    }
  }

  async #watch(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const { signal } = this.#over;
    const pause = (time: number) => sleep(time, undefined, { signal, ref: false }).catch(() => {});
    let busy = 0;
    while (this.#unread.size > 0 && !signal.aborted) {
      const asked = performance.now();
      let answered = false;
      const answer = this.#session.send('Runtime.evaluate', { expression: '0' }).then(
        () => {
          answered = true;
        },
        () => {
          answered = true;
        },
      );
      await Promise.race([answer, pause(LONGEST)]);
      busy += performance.now() - asked;
      const isBusy = !answered || busy > LONGEST_IN_ALL;
      if (isBusy && this.#unread.size > 0 && !signal.aborted) this.#noticed.reject(new DocumentUnread());
      await pause(ASK_EVERY);
    }
    this.#asking = false;
  }
}

/** Whether an answer is compressed. */
export function isPacked(headers: Readonly<Record<string, string>>): boolean {
  const [, encoding = 'identity'] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding') ?? [];
  return encoding.trim().toLowerCase() !== 'identity';
}
