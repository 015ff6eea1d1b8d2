import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js';
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import type { Samples } from './samples.ts';

/**
 * JPEG by MozJPEG as WebAssembly: what a hostile picture can do to the decoder stays in its own memory. The package
 * is made for browsers, so the module is given to it and the one class that it needs of them is made here.
 */

class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let ready: Promise<unknown> | undefined;

function start(): Promise<unknown> {
  Object.assign(globalThis, { ImageData: Pixels });
  const require = createRequire(import.meta.url);
  const module = (name: string) => new WebAssembly.Module(readFileSync(require.resolve(`@jsquash/jpeg/codec/${name}`)));
  // What the types do not tell: a module in the first place.
  const [decoder, encoder] = [initDecoder, initEncoder] as unknown as ((module: WebAssembly.Module) => Promise<void>)[];
  return Promise.all([decoder?.(module('dec/mozjpeg_dec.wasm')), encoder?.(module('enc/mozjpeg_enc.wasm'))]);
}

/** @param channels 1 or 3, as the picture has them */
export async function decodeJpeg(bytes: Uint8Array, channels: number): Promise<Samples> {
  ready ??= start();
  await ready;
  const { width, height, data } = await decode(Uint8Array.from(bytes).buffer);
  const out = new Uint8Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let c = 0; c < channels; c += 1) out[pixel * channels + c] = data[pixel * 4 + c] as number;
  }
  return { width, height, channels, data: out };
}

/** @param quality 1 to 100 */
export async function encodeJpeg({ width, height, channels, data }: Samples, quality: number): Promise<Uint8Array> {
  ready ??= start();
  await ready;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let c = 0; c < 3; c += 1) pixels[pixel * 4 + c] = data[pixel * channels + (channels === 1 ? 0 : c)] as number;
  }
  const image = new Pixels(pixels, width, height) as unknown as ImageData;
  // 1 is grey, 3 is YCbCr. Progressive files are 6 % smaller and take three times as long.
  const space = channels === 1 ? 1 : 3;
  return new Uint8Array(await encode(image, { quality, progressive: false, color_space: space }));
}

/** Width, height and channels of a JPEG by its frame header (ITU-T T.81, B.2.2). */
export function jpegShape(bytes: Uint8Array): Omit<Samples, 'data'> | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 10 < view.length; ) {
    if (view[at] !== 0xff) return undefined;
    const marker = view[at + 1] as number;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7), channels: view[at + 9] as number };
    } else at += 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}
