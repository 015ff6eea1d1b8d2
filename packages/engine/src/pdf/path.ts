/** A box in points, from the lower left corner of the page. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** A transformation (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The path that is being built: its bounds, and whether it fills them. */
export class Path {
  #points: number[] = [];
  #rectangles = 0;

  rectangle(x: number, y: number, width: number, height: number): void {
    this.#points.push(x, y, x + width, y, x + width, y + height, x, y + height);
    this.#rectangles += 1;
  }

  point(x: number, y: number): void {
    this.#points.push(x, y);
  }

  /** The end of a curve; the corner that it rounds is left out. */
  curve(x: number, y: number): void {
    this.#points.push(x, y);
  }

  clear(): void {
    this.#points = [];
    this.#rectangles = 0;
  }

  get signature(): string {
    return this.#points.slice(0, 16).join(' ');
  }

  /** Whether the path is a rectangle, give or take rounded corners. */
  get isBox(): boolean {
    const points = this.#points;
    if (points.length < 6 || this.#rectangles > 1 || points.length > 64) return false;
    let area = 0;
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      area +=
        (points[at] as number) * (points[next + 1] as number) - (points[next] as number) * (points[at + 1] as number);
    }
    const { left, bottom, right, top } = this.#bounds();
    return Math.abs(area) / 2 > 0.8 * (right - left) * (top - bottom);
  }

  placed(matrix: Matrix): { box: Box; size: { width: number; height: number } } {
    const bounds = this.#bounds();
    const size = { width: bounds.right - bounds.left, height: bounds.top - bounds.bottom };
    return { box: transformed(bounds, matrix), size };
  }

  #bounds(): Box {
    let [left, bottom, right, top] = [1e9, 1e9, -1e9, -1e9];
    for (let at = 0; at < this.#points.length; at += 2) {
      const [x, y] = [this.#points[at] as number, this.#points[at + 1] as number];
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    return { left, bottom, right, top };
  }
}

export function multiply(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [A, B, C, D, E, F] = other;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function transformed({ left, bottom, right, top }: Box, [a, b, c, d, e, f]: Matrix): Box {
  return {
    left: Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + e,
    bottom: Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + f,
    right: Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + e,
    top: Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + f,
  };
}

/** Where something is, to a sixteenth of a unit; whole numbers are written much faster than others. */
export const placeOf = ([a, , , d, e, f]: Matrix): string =>
  `${Math.round(a * 256)} ${Math.round(d * 256)} ${Math.round(e * 16)} ${Math.round(f * 16)}`;

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
}
