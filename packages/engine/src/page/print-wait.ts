import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from './page.ts';
import type { Timeout } from './timeout.ts';
import { setClock } from './virtual-time.ts';

/** Milliseconds of the page's time that Chromium waits for images at most before it prints. */
const IMAGE_WAIT = 2_500;
/** Real milliseconds after which they are given to the page again, if they came too early. */
const HURRY = 50;

export interface PrintWaitOptions {
  readonly page: Page;
  readonly timeout: Timeout;
  /** Whether the page's own clock may stand still. */
  readonly heldClock: boolean;
  /** Whether images of the page waited for being scrolled to. */
  readonly deferred: boolean;
}

/**
 * Before Chromium prints it waits for images: those that were never scrolled to, and those that the page asks for in
 * `beforeprint`. It waits for two seconds of the page's clock, and that clock may stand still. So the images get real
 * time to come, bounded by the time-out of the request, and then the page's clock is run ahead.
 */
export class PrintWait {
  readonly #options: PrintWaitOptions;
  #incomplete = false;

  constructor(options: PrintWaitOptions) {
    this.#options = options;
  }

  /** Whether the page was printed before all that it asked for had come. */
  get incomplete(): boolean {
    return this.#incomplete;
  }

  /** @param print sends the command that prints */
  async during<T>(print: () => Promise<T>): Promise<T> {
    const { page, deferred, heldClock } = this.#options;
    const images = new PendingImages(page);
    try {
      const printed = print();
      if (deferred) return await hurried(page, printed);
      if (heldClock) return await this.#givingTime(printed, images);
      return await printed;
    } finally {
      this.#incomplete ||= images.arePending;
      images.stop();
    }
  }

  async #givingTime<T>(printed: Promise<T>, images: PendingImages): Promise<T> {
    const { page, timeout } = this.#options;
    const ended = printed.then(
      () => {},
      () => {},
    );
    const end = await Promise.race([ended, images.asked]);
    if (end !== 'asked') return await printed;
    await timeout.wait(Promise.race([images.loaded, ended]), timeout.leftForRequests);
    return await hurried(page, printed);
  }
}

/** Images that the page asks for from now on. */
class PendingImages {
  /** Their addresses by their requests. */
  readonly #pending = new Map<string, string>();
  readonly #stops: (() => void)[];
  readonly #asked = Promise.withResolvers<'asked'>();
  readonly #loaded = Promise.withResolvers<void>();

  constructor({ session }: Page) {
    const end = ({ requestId }: { readonly requestId: string }): void => {
      if (this.#pending.delete(requestId) && this.#pending.size === 0) this.#loaded.resolve();
    };
    this.#stops = [
      session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
        if (type !== 'Image') return;
        this.#pending.set(requestId, request.url);
        this.#asked.resolve('asked');
      }),
      session.on('Network.loadingFinished', end),
      session.on('Network.loadingFailed', end),
    ];
  }

  /** Resolves when the page asks for one. */
  get asked(): Promise<'asked'> {
    return this.#asked.promise;
  }

  /** Whether something has not come; what an address has in itself is there, whenever its end is told. */
  get arePending(): boolean {
    return [...this.#pending.values()].some((url) => !/^data:/i.test(url));
  }

  /** Resolves when all that were asked for have come, or failed. */
  get loaded(): Promise<void> {
    return this.#loaded.promise;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Lets the page's time pass until it is printed. */
async function hurried<T>(page: Page, printed: Promise<T>): Promise<T> {
  let waits = true;
  const ended = printed.then(
    () => {
      waits = false;
    },
    () => {
      waits = false;
    },
  );
  while (waits) {
    const advanced = setClock(page, { policy: 'advance', budget: IMAGE_WAIT });
    await Promise.race([ended, advanced.catch(() => {}).then(() => pause(HURRY))]);
  }
  return await printed;
}
