/** A picture as rows of samples of eight bits. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel: 1 grey, 3 red, green and blue. */
  readonly channels: number;
  readonly data: Uint8Array;
}

/** For each new place the old ones that it covers, and how much of each. */
interface Cover {
  readonly first: Int32Array;
  readonly weights: readonly Float32Array[];
}

function cover(from: number, to: number): Cover {
  const first = new Int32Array(to);
  const weights: Float32Array[] = [];
  const step = from / to;
  for (let place = 0; place < to; place += 1) {
    const [start, end] = [place * step, Math.min(from, (place + 1) * step)];
    const begin = Math.min(from - 1, Math.floor(start));
    const count = Math.max(1, Math.min(from, Math.ceil(end - 1e-9)) - begin);
    first[place] = begin;
    weights.push(
      Float32Array.from({ length: count }, (_, index) => {
        const at = begin + index;
        return (Math.min(end, at + 1) - Math.max(start, at)) / step;
      }),
    );
  }
  return { first, weights };
}

/**
 * Makes a picture smaller: each new pixel is the mean of the area that it covers.
 * @param alpha of the same size, so that pixels that cannot be seen do not colour their neighbours
 */
export function shrink(source: Samples, width: number, height: number, alpha?: Samples): Samples {
  const { channels } = source;
  const [across, down] = [cover(source.width, width), cover(source.height, height)];
  const out = new Uint8Array(width * height * channels);
  /** Sums of one new row, with the sum of their weights at the end of each pixel. */
  const sums = new Float32Array(width * (channels + 1));
  for (let row = 0; row < height; row += 1) {
    sums.fill(0);
    const rows = down.weights[row] as Float32Array;
    for (let index = 0; index < rows.length; index += 1) {
      addRow(sums, { source, alpha, across, row: (down.first[row] as number) + index, weight: rows[index] as number });
    }
    for (let column = 0; column < width; column += 1) {
      const at = column * (channels + 1);
      const weight = sums[at + channels] as number;
      for (let channel = 0; channel < channels; channel += 1) {
        const mean = weight > 0 ? (sums[at + channel] as number) / weight : 0;
        out[(row * width + column) * channels + channel] = Math.round(mean);
      }
    }
  }
  return { width, height, channels, data: out };
}

interface RowSum {
  readonly source: Samples;
  readonly alpha: Samples | undefined;
  readonly across: Cover;
  readonly row: number;
  readonly weight: number;
}

function addRow(sums: Float32Array, { source, alpha, across, row, weight }: RowSum): void {
  const { channels, data, width } = source;
  for (let column = 0; column < across.first.length; column += 1) {
    const weights = across.weights[column] as Float32Array;
    const first = row * width + (across.first[column] as number);
    const to = column * (channels + 1);
    for (let index = 0; index < weights.length; index += 1) {
      const seen = alpha ? (alpha.data[first + index] as number) / 255 : 1;
      const part = (weights[index] as number) * weight * seen;
      const from = (first + index) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        sums[to + channel] = (sums[to + channel] as number) + (data[from + channel] as number) * part;
      }
      sums[to + channels] = (sums[to + channels] as number) + part;
    }
  }
}

/** Pixels on a side of what JPEG compresses as one. */
const BLOCK = 16;

/**
 * Gives pixels that cannot be seen the mean of those beside them that can, so that the edge of what is seen has no
 * fringe once JPEG has blurred it.
 */
export function fillUnseen(source: Samples, alpha: Samples): Samples {
  const { width, height, channels } = source;
  const data = Uint8Array.from(source.data);
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      const unseen: number[] = [];
      const sums = new Array<number>(channels).fill(0);
      let seen = 0;
      for (let y = top; y < Math.min(height, top + BLOCK); y += 1) {
        for (let x = left; x < Math.min(width, left + BLOCK); x += 1) {
          const pixel = y * width + x;
          if (alpha.data[pixel] === 0) unseen.push(pixel);
          else {
            seen += 1;
            for (let c = 0; c < channels; c += 1)
              sums[c] = (sums[c] as number) + (data[pixel * channels + c] as number);
          }
        }
      }
      if (seen === 0) continue;
      for (const pixel of unseen) {
        for (let c = 0; c < channels; c += 1) data[pixel * channels + c] = Math.round((sums[c] as number) / seen);
      }
    }
  }
  return { ...source, data };
}

/** Colours beyond which a picture counts as a photograph. */
const MANY_COLORS = 4_096;

/** Whether a picture has as many colours as photographs have: JPEG would blur drawings, and make them no smaller. */
export function isPhotograph({ data, channels }: Samples): boolean {
  const colors = new Set<number>();
  for (let at = 0; at + channels <= data.length; at += channels) {
    let color = 0;
    for (let c = 0; c < channels; c += 1) color = color * 256 + (data[at + c] as number);
    if (colors.add(color).size > (channels === 1 ? 128 : MANY_COLORS)) return true;
  }
  return false;
}
