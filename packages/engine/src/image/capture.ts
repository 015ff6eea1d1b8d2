import { EngineError } from '../errors.ts';
import { drawOneFrame } from '../page/frame.ts';
import { withFramesDrawn } from '../page/hidden-frames.ts';
import { showSkipped } from '../page/in-page/change.ts';
import { documentDirection, scrollToStart } from '../page/in-page/direction.ts';
import { holdMotion } from '../page/in-page/hold-motion.ts';
import { documentSize, elementBox, selectorState } from '../page/in-page/measure.ts';
import { openBody } from '../page/open-body.ts';
import type { Page } from '../page/page.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { LIMITS } from '../request/limits.ts';
import type { ConversionRequest, ImageFormat } from '../request/request.ts';
import { isTransparent } from '../request/several.ts';
import { screenshot } from './screenshot.ts';

/** The largest side that the WEBP format can store. */
const WEBP_SIDE = 16_383;
const DEFAULT_QUALITY = 80;
const NOTHING = { r: 0, g: 0, b: 0, a: 0 };

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface CaptureScene {
  readonly viewport: Viewport;
  /** Whether the clock of the page was stopped, and it draws no frames by itself. */
  readonly isHeld: boolean;
}

export async function captureImage(
  page: Page,
  format: ImageFormat,
  options: ConversionRequest,
  { viewport, isHeld }: CaptureScene,
): Promise<Uint8Array> {
  const origin = await page.call(documentDirection);
  const measured = async () => resized(await areaOf(page, options, viewport), viewport.scale, options.resize);
  let { area, scale } = await measured();
  const isMeasured = options.fullpage || options.css_selector !== undefined;
  if ((isMeasured || area.y + area.height > viewport.height) && (await page.call(showSkipped)) > 0) {
    await drawOneFrame(page);
    // What is shown has another size than the room that was kept for it.
    ({ area, scale } = await measured());
  }
  checkSize(area, viewport.scale * scale, format);
  const transparent = isTransparent({ format, options });
  if (transparent) await page.session.send('Emulation.setDefaultBackgroundColorOverride', { color: NOTHING });
  const encoding = { format, ...(format === 'png' ? {} : { quality: options.quality ?? DEFAULT_QUALITY }) };
  const pixels = area.width * area.height * (viewport.scale * scale) ** 2;
  const clip = { ...area, x: area.x + origin.x, y: area.y + origin.y, scale };
  // Where a document begins at its right or bottom, Chromium misplaces a part that is as large as the window.
  const misplaced = origin.x + origin.y > 0 && isWindow(area, viewport);
  const begins = misplaced && area.x === 0 && area.y === 0 && scale === 1;
  if (begins) await page.call(scrollToStart);
  else if (misplaced) await setViewport(page, { ...viewport, height: viewport.height + 1 });
  const capture = async () => {
    const beyond = { ...encoding, clip, captureBeyondViewport: true };
    if (begins) return await screenshot(page, encoding, pixels);
    // A change would need a frame, for which a picture waits long; and nothing moves.
    if (isHeld) return await screenshot(page, beyond, pixels);
    // Chromium gives the page a window of no size for a moment. Styles for narrow windows come and go, and what they
    // move would be at its beginning in the picture.
    await page.call(holdMotion, true);
    const shot = await screenshot(page, beyond, pixels);
    await page.call(holdMotion, false);
    return shot;
  };
  const { data } = await withFramesDrawn(page, { bottom: area.y + area.height, viewport }, capture);
  if (misplaced && !begins) await setViewport(page, viewport);
  // Another picture of the page may want its background.
  if (transparent) await page.session.send('Emulation.setDefaultBackgroundColorOverride');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0) throw tooLarge(area, viewport.scale * scale, format);
  return bytes;
}

/** What is captured, and how much larger than it is on the page, for an image of the size that was asked for. */
function resized(
  area: Area,
  deviceScale: number,
  resize: ConversionRequest['resize'],
): { readonly area: Area; readonly scale: number } {
  if (!resize) return { area, scale: 1 };
  const factors = [
    ...(resize.width === undefined ? [] : [resize.width / area.width]),
    ...(resize.height === undefined ? [] : [resize.height / area.height]),
  ];
  const factor = resize.fit === 'cover' ? Math.max(...factors) : Math.min(...factors);
  const scale = factor / deviceScale;
  if (resize.fit === 'contain') return { area, scale };
  const width = (resize.width ?? 0) / factor;
  const height = (resize.height ?? 0) / factor;
  const x = area.x + (area.width - width) / 2;
  const y = area.y + (area.height - height) / 2;
  return { area: { x, y, width, height }, scale };
}

const isWindow = ({ width, height }: Area, viewport: Viewport): boolean =>
  width === viewport.width && height === viewport.height;

/** The part of the page that is captured, in CSS pixels from where the window begins; a clip counts from the whole page. */
export async function areaOf(page: Page, options: ConversionRequest, viewport: Viewport): Promise<Area> {
  if (options.clip) {
    const { x, y } = await page.call(documentDirection);
    return { ...options.clip, x: options.clip.x - x, y: options.clip.y - y };
  }
  if (options.css_selector !== undefined) return await elementArea(page, options.css_selector);
  if (!options.fullpage) return { x: 0, y: 0, width: viewport.width, height: viewport.height };
  const { width, height } = await page.callInTurn([openBody], [documentSize]);
  const { x, y } = await page.call(documentDirection);
  return { x: -x, y: -y, width, height };
}

async function elementArea(page: Page, selector: string): Promise<Area> {
  const pointer = '/css_selector';
  if ((await page.call(selectorState, selector)) === 'invalid') {
    throw new EngineError('invalid_request', '"css_selector" is not a valid CSS selector.', { pointer });
  }
  const box = await page.call(elementBox, selector);
  if (!box) {
    throw new EngineError(
      'wait_condition_unmet',
      'No element with a size matches "css_selector". Correct it, or wait for it with "wait_for_selector".',
      { pointer },
    );
  }
  // Whole pixels outwards, so that no edge of the element is cut.
  const x = Math.floor(box.x);
  const y = Math.floor(box.y);
  return { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
}

function checkSize(area: Area, scale: number, format: ImageFormat): void {
  const width = Math.ceil(area.width * scale);
  const height = Math.ceil(area.height * scale);
  const side = format === 'webp' ? WEBP_SIDE : LIMITS.imageSide;
  if (width > side || height > side || width * height > LIMITS.imageArea) throw tooLarge(area, scale, format);
}

function tooLarge({ width, height }: Area, scale: number, format: ImageFormat): EngineError {
  const size = `${Math.ceil(width * scale)} x ${Math.ceil(height * scale)} pixels`;
  const side = format === 'webp' ? WEBP_SIDE : LIMITS.imageSide;
  return new EngineError(
    'image_too_large',
    `The image would have ${size}; ${format} allows ${side} a side and ${LIMITS.imageArea / 1e6} megapixels in all. Use "clip", a smaller scale, or PDF.`,
  );
}
