import type { OutputFormat } from './request.ts';
import type { Warning } from './warnings.ts';

/** What a conversion cost in time, in milliseconds. */
export interface Timings {
  /** Waiting for a free slot. */
  readonly queue: number;
  /** From the lent page to the load event. */
  readonly load: number;
  /** From the load event until the page was ready (fonts, images, script). */
  readonly ready: number;
  /** Printing or capturing. */
  readonly render: number;
  /** Everything done to the output afterwards. */
  readonly finish: number;
}

/** A finished conversion. */
export interface ConversionResult {
  readonly format: OutputFormat;
  /** Media type of `bytes`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Number of pages of a PDF; absent for other formats. */
  readonly pages?: number;
  /** HTTP status that the source answered, for `source.url`. */
  readonly sourceStatus?: number;
  readonly warnings: readonly Warning[];
  readonly timings: Timings;
}
