import type { StampPage } from './stamp-page.ts';

/** Where a stamp is on a page. */
export interface Placement {
  /** Points from the left edge of the page to that of the stamp, or where it is aligned. Default `center`. */
  readonly x?: number | 'left' | 'center' | 'right';
  /** Points from the top edge of the page to that of the stamp, or where it is aligned. Default `middle`. */
  readonly y?: number | 'top' | 'middle' | 'bottom';
  /** Degrees clockwise around its centre. Default 0. What is aligned to an edge stays within it when it is turned. */
  readonly rotate?: number;
  /** `page`: as large as fits the page. `none`: in its own size. Default `page`. */
  readonly fit?: 'page' | 'none';
}

/** Where a page is, in points: its media box. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The matrix that puts a stamp, whose corner is at the origin, in its place on a page. */
export function placeOn(placement: Placement, { width, height }: StampPage, page: PageBox): readonly number[] {
  const angle = (-(placement.rotate ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // What the stamp takes up once it is turned.
  const across = Math.abs(width * cos) + Math.abs(height * sin);
  const up = Math.abs(width * sin) + Math.abs(height * cos);
  const scale = placement.fit === 'none' ? 1 : Math.min(page.width / across, page.height / up);
  const centerX = page.left + along(placement.x ?? 'center', page.width, across * scale, width * scale);
  const centerY = page.bottom + page.height - along(placement.y ?? 'middle', page.height, up * scale, height * scale);
  const [a, b] = [scale * cos, scale * sin];
  return [a, b, -b, a, centerX - (a * width - b * height) / 2, centerY - (b * width + a * height) / 2];
}

/** The centre of a stamp from the left or from the top. */
function along(offset: number | string, page: number, turned: number, own: number): number {
  if (typeof offset === 'number') return offset + own / 2;
  if (offset === 'left' || offset === 'top') return turned / 2;
  if (offset === 'right' || offset === 'bottom') return page - turned / 2;
  return page / 2;
}
