import { DEFAULT_VIEWPORT } from '../page/open.ts';
import type { Viewport } from '../page/viewport.ts';
import { contentWidth, geometryOf } from '../pdf/geometry.ts';
import { type ConversionRequest, kindOf } from '../request/request.ts';
import type { Output } from '../request/several.ts';

const SCREEN = { width: 1280, height: 1024 } as const;

/** The viewport that an output is made in: as wide as the paper's content for PDF, else a screen. */
export function viewportFor({ format, options }: Output): Viewport {
  const kind = kindOf(format);
  const scale = kind === 'image' ? scaleOf(options) : 1;
  const given = sizeOf(options);
  if (given) return { ...given, scale };
  if (kind !== 'pdf') return { ...SCREEN, scale };
  const width = contentWidth(geometryOf(options), options.zoom);
  // The usual paper has the width that a page is opened with.
  const height = width === DEFAULT_VIEWPORT.width ? DEFAULT_VIEWPORT.height : Math.round(width * Math.SQRT2);
  return { width, height, scale };
}

export const isDefaultViewport = (viewport: Viewport): boolean =>
  isSameViewport(viewport, { ...DEFAULT_VIEWPORT, scale: 1 });

export const isSameViewport = (one: Viewport, other: Viewport): boolean =>
  one.width === other.width && one.height === other.height && one.scale === other.scale;

function scaleOf({ dpi, viewport }: ConversionRequest): number {
  return dpi ?? (typeof viewport === 'object' ? viewport.device_scale_factor : undefined) ?? 1;
}

function sizeOf({ viewport }: ConversionRequest): { width: number; height: number } | undefined {
  if (typeof viewport !== 'string') return viewport && { width: viewport.width, height: viewport.height };
  const [width = 0, height = 0] = viewport.split('x').map(Number);
  return { width, height };
}
