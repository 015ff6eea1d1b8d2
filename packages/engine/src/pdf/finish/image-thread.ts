import { parentPort } from 'node:worker_threads';
import { deflateSync, inflateSync } from 'node:zlib';
import { decodeJpeg, encodeJpeg, jpegShape } from './jpeg.ts';
import { applyPredictor } from './predictor.ts';
import { fillUnseen, isPhotograph, type Samples, shrink } from './samples.ts';

/** A picture to make smaller. */
export interface ImageTask {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** As it is stored in the file. */
  readonly data: Uint8Array;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  /** Its transparency, of the same size, deflated. */
  readonly alpha?: Uint8Array;
  /** Pixels that it is to have; those it has or fewer. */
  readonly targetWidth: number;
  readonly targetHeight: number;
  /** Whether photographs that are stored without loss may become JPEG, and JPEG may be compressed more. */
  readonly lossy: boolean;
  /** Of JPEG, 1 to 100. */
  readonly quality: number;
}

export interface ImageResult {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  /** Deflated, with the predictor. */
  readonly alpha?: Uint8Array;
}

/** What a picture that was compressed anew without fewer pixels has to gain: it loses each time. */
const WORTH_IT = 0.75;

/** The thread of `recompressImages`: one picture after the other. @returns `undefined` when it would not be smaller */
async function recompress(task: ImageTask): Promise<ImageResult | undefined> {
  const source = await samplesOf(task);
  const alpha = task.alpha && raw({ ...task, channels: 1 }, task.alpha);
  const { targetWidth, targetHeight } = task;
  const fewer = targetWidth < task.width || targetHeight < task.height;
  const small = fewer ? shrink(source, targetWidth, targetHeight, alpha) : source;
  const smallAlpha = fewer && alpha ? shrink(alpha, targetWidth, targetHeight) : alpha;
  const wasJpeg = task.filter === 'DCTDecode';
  const packedAlpha = smallAlpha && pack(smallAlpha);
  const before = task.data.length + (task.alpha?.length ?? 0);
  const allowed = fewer || !wasJpeg ? before : before * WORTH_IT;
  let best: ImageResult | undefined;
  const consider = (data: Uint8Array, filter: ImageResult['filter']) => {
    const size = data.length + (packedAlpha?.length ?? 0);
    if (size >= allowed || (best && data.length >= best.data.length)) return;
    best = { width: small.width, height: small.height, data, filter, ...(packedAlpha && { alpha: packedAlpha }) };
  };
  if (!wasJpeg) consider(pack(small), 'FlateDecode');
  if (wasJpeg || (task.lossy && isPhotograph(small))) {
    const opaque = smallAlpha ? fillUnseen(small, smallAlpha) : small;
    consider(await encodeJpeg(opaque, task.quality), 'DCTDecode');
  }
  return best;
}

async function samplesOf(task: ImageTask): Promise<Samples> {
  if (task.filter === 'FlateDecode') return raw(task, task.data);
  const shape = jpegShape(task.data);
  if (shape?.width !== task.width || shape.height !== task.height || shape.channels !== task.channels) {
    throw new Error('a picture of another size than the file says');
  }
  return await decodeJpeg(task.data, task.channels);
}

function raw({ width, height, channels }: Omit<Samples, 'data'>, packed: Uint8Array): Samples {
  const size = width * height * channels;
  const data = inflateSync(packed, { maxOutputLength: size + 1 });
  if (data.length !== size) throw new Error('a picture of another size than the file says');
  return { width, height, channels, data };
}

const pack = ({ data, width, channels }: Samples): Uint8Array =>
  deflateSync(applyPredictor(data, width * channels, channels), { level: 9 });

parentPort?.on('message', (task: ImageTask) => {
  recompress(task).then(
    (result) => parentPort?.postMessage(result),
    () => parentPort?.postMessage(undefined),
  );
});
