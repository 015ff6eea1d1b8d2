import type { Page } from './page.ts';
import { isStillPicture } from './still-picture.ts';

/** Bytes of all pictures of a page, as they came, up to which they are looked at. To fetch more of them costs what frames do. */
export const MOST_BYTES: number = 4 * 1024 * 1024;
/** Pictures in an address of their own that have one look only, but for those whose kind is not known. */
const IN_ITSELF = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i;

/** The pictures that a page has loaded, each looked at when it has come. */
export class Pictures {
  /** Media types by request, of those that are coming. */
  readonly #coming = new Map<string, string>();
  readonly #looks: Promise<boolean>[] = [];
  readonly #stops: (() => void)[];
  #bytes = 0;

  constructor({ session }: Page) {
    const still = async (requestId: string, mimeType: string): Promise<boolean> => {
      try {
        const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
        return isStillPicture(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), mimeType);
      } catch {
        // It is not there any more, and nothing is known of it.
        return false;
      }
    };
    this.#stops = [
      session.on('Network.responseReceived', ({ requestId, type, response: { mimeType, url } }) => {
        if (type === 'Image' && !IN_ITSELF.test(url)) this.#coming.set(requestId, mimeType);
      }),
      session.on('Network.loadingFailed', ({ requestId }) => void this.#coming.delete(requestId)),
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const mimeType = this.#coming.get(requestId);
        if (mimeType === undefined) return;
        this.#coming.delete(requestId);
        this.#bytes += encodedDataLength;
        if (this.#bytes <= MOST_BYTES) this.#looks.push(still(requestId, mimeType));
      }),
    ];
  }

  /** Whether one of those that have come may look different later, or one is still coming. No more of them are looked at. */
  async mayMove(): Promise<boolean> {
    for (const stop of this.#stops) stop();
    if (this.#coming.size > 0 || this.#bytes > MOST_BYTES) return true;
    return (await Promise.all(this.#looks)).includes(false);
  }
}
