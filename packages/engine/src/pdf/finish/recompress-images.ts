import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './document.ts';
import type { ImageResult, ImageTask } from './image-thread.ts';
import { type ImageUse, imageUses, streamOf } from './image-uses.ts';
import { readDocument } from './read.ts';
import type { PdfStream } from './stream.ts';
import { threadEnvironment } from './thread-environment.ts';
import { type Dictionary, Name, type PdfValue, Ref } from './value.ts';

/** Pixels of a picture beyond which it is left as it is: decoded, it takes some ten bytes for each. */
const MOST_PIXELS = 32_000_000;
/** Pixels of all pictures of a document. */
const MOST_PIXELS_IN_ALL = 400_000_000;
/** Bytes of a picture that are worth the effort. */
const LEAST_BYTES = 4_096;
/** Part of its pixels that a picture has to lose: a few per cent less only blur it. */
const WORTH_SHRINKING = 0.9;
const QUALITY = 80;
/** Milliseconds for all pictures of a document; those that are left stay as they are. */
const LONGEST = 30_000;

export interface ImageOptions {
  /** Pixels per inch, where a picture is drawn largest, beyond which it loses pixels. Absent: none does. */
  readonly dpi?: number;
  /**
   * Photographs that are stored without loss become JPEG, and JPEG is compressed more where that makes it a quarter
   * smaller. Default false: JPEG stays JPEG, and all else stays without loss.
   */
  readonly lossy?: boolean;
  readonly signal?: AbortSignal;
}

/** A picture that takes the place of one of a file. It is plain data, so that it can go to a thread. */
export interface ReplacedImage extends ImageResult {
  /** Number of the object in the file that was read. */
  readonly number: number;
}

/**
 * Compresses the pictures of a PDF of Chromium's anew, in a thread of its own, one after the other: for `finishPdf` of
 * the same bytes. What would not become smaller is not in the result; its length is the number of pictures that lost
 * something.
 * @returns none for a file that is not what Chromium writes
 * @throws the reason of the signal
 */
export async function recompressImages(bytes: Uint8Array, options: ImageOptions): Promise<readonly ReplacedImage[]> {
  options.signal?.throwIfAborted();
  const tasks = tasksOf(bytes, options);
  if (tasks.length === 0) return [];
  const worker = new Worker(new URL('./image-thread.ts', import.meta.url), { env: threadEnvironment() });
  const stop = () => void worker.terminate();
  options.signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, LONGEST);
  try {
    const replaced: ReplacedImage[] = [];
    for (const { number, task } of tasks) {
      const result = await ask(worker, task);
      options.signal?.throwIfAborted();
      if (result === 'ended') break;
      if (result) replaced.push({ ...result, number });
    }
    return replaced;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
    stop();
  }
}

type Answer = ImageResult | undefined | 'ended';

function ask(worker: Worker, task: ImageTask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      done();
    };
    const onMessage = (result: ImageResult | undefined) => settle(() => resolve(result));
    const onError = (error: unknown) => settle(() => (isOutOfMemory(error) ? resolve('ended') : reject(error)));
    const onExit = () => settle(() => resolve('ended'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');

interface Planned {
  readonly number: number;
  readonly task: ImageTask;
}

function tasksOf(bytes: Uint8Array, options: ImageOptions): Planned[] {
  try {
    const document = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    let left = MOST_PIXELS_IN_ALL;
    return imageUses(document).flatMap((use) => {
      const task = taskOf(document, use, options);
      if (!task) return [];
      left -= task.width * task.height;
      return left < 0 ? [] : [{ number: use.number, task }];
    });
  } catch {
    // A file that cannot be read is left as it is, as `finishPdf` does.
    return [];
  }
}

/** @returns `undefined` for a picture that stays as it is */
function taskOf(document: PdfDocument, use: ImageUse, { dpi, lossy = false }: ImageOptions): ImageTask | undefined {
  const stream = streamOf(document, new Ref(use.number));
  const shape = stream && shapeOf(document, stream);
  if (!stream || !shape || shape.width * shape.height > MOST_PIXELS) return undefined;
  const mask = stream.dictionary.get('SMask');
  const alpha = mask === undefined ? undefined : streamOf(document, mask);
  const alphaShape = alpha && shapeOf(document, alpha);
  if (mask !== undefined) {
    // Colour and transparency lose pixels together.
    if (!alpha || alphaShape?.filter !== 'FlateDecode' || alphaShape.channels !== 1) return undefined;
    if (alphaShape.width !== shape.width || alphaShape.height !== shape.height) return undefined;
  }
  if (stream.data.length + (alpha?.data.length ?? 0) < LEAST_BYTES) return undefined;
  const targetWidth = fewer(shape.width, use.width, dpi);
  const targetHeight = fewer(shape.height, use.height, dpi);
  if (!lossy && targetWidth === shape.width && targetHeight === shape.height) return undefined;
  const data = Uint8Array.from(stream.data);
  const packed = alpha && { alpha: Uint8Array.from(alpha.data) };
  return { ...shape, data, ...packed, targetWidth, targetHeight, lossy, quality: QUALITY };
}

function fewer(pixels: number, inches: number, dpi: number | undefined): number {
  if (dpi === undefined) return pixels;
  const wanted = Math.max(1, Math.ceil(inches * dpi));
  return wanted < pixels * WORTH_SHRINKING ? wanted : pixels;
}

type Shape = Pick<ImageTask, 'width' | 'height' | 'channels' | 'filter'>;

/** Keys that change what samples mean in a way that Chromium never uses. */
const FOREIGN = ['Decode', 'DecodeParms', 'ImageMask', 'Mask', 'SMaskInData', 'Matte'];

/** @returns `undefined` for a picture that is not stored as Chromium stores them */
function shapeOf(document: PdfDocument, { dictionary }: PdfStream): Shape | undefined {
  const [width, height, bits] = ['Width', 'Height', 'BitsPerComponent'].map((key) => dictionary.get(key));
  const filter = dictionary.get('Filter');
  if (!(filter instanceof Name) || (filter.text !== 'DCTDecode' && filter.text !== 'FlateDecode')) return undefined;
  const channels = channelsOf(document, dictionary.get('ColorSpace'));
  if (typeof width !== 'number' || typeof height !== 'number' || bits !== 8 || !channels) return undefined;
  if (!(width > 0 && height > 0) || FOREIGN.some((key) => dictionary.has(key))) return undefined;
  return { width, height, channels, filter: filter.text };
}

function channelsOf(document: PdfDocument, space: PdfValue | undefined): number | undefined {
  const found = document.resolve(space);
  if (found instanceof Name) return { DeviceGray: 1, DeviceRGB: 3 }[found.text];
  const [kind, profile] = Array.isArray(found) ? found : [];
  if (!(kind instanceof Name) || kind.text !== 'ICCBased') return undefined;
  const count = streamOf(document, profile)?.dictionary.get('N');
  return count === 1 || count === 3 ? count : undefined;
}

/** Puts pictures in the place of those that they were made of. */
export function replaceImages(document: PdfDocument, images: readonly ReplacedImage[]): void {
  for (const { number, alpha, ...image } of images) {
    const stream = streamOf(document, new Ref(number));
    if (!stream) continue;
    const mask = stream.dictionary.get('SMask');
    const space = stream.dictionary.get('ColorSpace');
    const channels = channelsOf(document, space) ?? 3;
    replaceImage(document, number, stream.dictionary, { ...image, channels });
    const maskStream = alpha && streamOf(document, mask);
    if (!alpha || !maskStream || !(mask instanceof Ref)) continue;
    replaceImage(document, mask.number, maskStream.dictionary, {
      ...image,
      data: alpha,
      filter: 'FlateDecode',
      channels: 1,
    });
  }
}

function replaceImage(
  document: PdfDocument,
  number: number,
  before: Dictionary,
  { width, height, data, filter, channels }: ImageResult & { readonly channels: number },
): void {
  const dictionary = new Map(before);
  dictionary.delete('ColorTransform');
  dictionary.set('Width', width).set('Height', height).set('Filter', new Name(filter));
  if (filter === 'FlateDecode') {
    const parameters: [string, PdfValue][] = [
      ['Predictor', 15],
      ['Colors', channels],
      ['Columns', width],
    ];
    dictionary.set('DecodeParms', new Map(parameters));
  }
  document.replaceStream(number, dictionary, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}
