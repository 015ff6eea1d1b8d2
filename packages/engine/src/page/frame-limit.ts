import { EngineError } from '../errors.ts';
import type { Page } from './page.ts';

/**
 * Frames that a page may have at the same time. The main process of the browser, which all pages share, works on each
 * frame: a thousand of them keep it from everything else for many seconds.
 */
const MOST_FRAMES = 250;

/** Ends the job of a page that has more frames than a document may have. */
export class FrameLimit {
  readonly #stops: readonly (() => void)[];
  readonly #exceeded = Promise.withResolvers<never>();
  #frames = 0;

  constructor({ session }: Page) {
    this.#exceeded.promise.catch(() => {});
    this.#stops = [
      session.on('Page.frameAttached', () => {
        this.#frames += 1;
        if (this.#frames === MOST_FRAMES) this.#exceeded.reject(tooManyFrames());
      }),
      session.on('Page.frameDetached', ({ reason }) => {
        if (reason === 'remove') this.#frames -= 1;
      }),
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId === undefined) this.#frames = 0;
      }),
    ];
  }

  /** @throws EngineError `too_many_frames` */
  async bound<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#exceeded.promise]);
    } finally {
      for (const stop of this.#stops) stop();
    }
  }
}

const tooManyFrames = (): EngineError =>
  new EngineError('too_many_frames', `The page has more than ${MOST_FRAMES} frames. Use fewer, or images instead.`);
