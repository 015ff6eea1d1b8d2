import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { readPng } from '../testing/judge.ts';

const { convert } = useSharedEngine();
/** Red on the left, lime in the middle half, blue on the right. */
const STRIPES = '<body style="margin:0;height:100vh;background:linear-gradient(90deg,red 25%,lime 0 75%,blue 0)">';
const sized = async (resize: object, options: Record<string, unknown> = {}) => {
  const { bytes } = await convert({ source: { html: STRIPES }, viewport: '800x400', resize, ...options }, 'png');
  const image = readPng(bytes);
  return {
    size: [image.width, image.height],
    at: (x: number) => [...image.at(x, Math.floor(image.height / 2))].slice(0, 3),
  };
};

it.each([
  [{ width: 200 }, [200, 100]],
  [{ height: 50 }, [100, 50]],
  [{ width: 300, height: 300 }, [300, 150]],
  [{ width: 1600 }, [1600, 800]],
  [{ width: 333, height: 77 }, [154, 77]],
])('an image of 800 by 400 becomes %j within it', async (resize, size) => {
  const image = await sized(resize);
  expect(image.size).toEqual(size);
  expect([image.at(2), image.at(size[0]! / 2), image.at(size[0]! - 3)]).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ]);
});

it('covers a size, and loses the same on both sides', async () => {
  const image = await sized({ width: 100, height: 100, fit: 'cover' });
  expect(image.size).toEqual([100, 100]);
  expect([image.at(3), image.at(50), image.at(96)]).toEqual([
    [0, 255, 0],
    [0, 255, 0],
    [0, 255, 0],
  ]);
});

it('counts in pixels of the image, whatever those of the device', async () => {
  expect((await sized({ width: 400 }, { dpi: 2 })).size).toEqual([400, 200]);
  expect((await sized({ width: 200 }, { clip: { x: 0, y: 0, width: 100, height: 100 } })).size).toEqual([200, 200]);
});

it('is refused where it says nothing, or too much', async () => {
  for (const resize of [{}, { width: 100, fit: 'cover' }, { width: 0 }, { width: 100_000 }]) {
    await expect(sized(resize)).rejects.toMatchObject({ code: 'invalid_request' });
  }
  await expect(sized({ width: 16_000, height: 16_000, fit: 'cover' })).rejects.toMatchObject({
    code: 'image_too_large',
  });
});
