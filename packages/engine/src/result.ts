import type { Additions } from './pdf/print.ts';
import type { Content } from './readable/choose.ts';
import type { ReadableDetails } from './readable/metadata.ts';
import type { OutputFormat } from './request/request.ts';
import type { Warning } from './warnings.ts';

/** What a conversion cost in time, in milliseconds. */
export interface Timings {
  /** Filling the template, and fetching what header, footer and watermark name. */
  readonly prepare: number;
  /** Attempts before the one that went well; 0 if it was the first. */
  readonly retry: number;
  /** Waiting for a free slot. */
  readonly queue: number;
  /** Taking a page: one that was ready, or a new one. */
  readonly page: number;
  /** From the lent page to the load event. */
  readonly load: number;
  /** From the load event until the page was ready (fonts, images, script). */
  readonly ready: number;
  /** Printing, capturing or reading. */
  readonly render: number;
  /** Everything done to the output afterwards. */
  readonly finish: number;
}

/** One result. */
export interface OutputResult {
  readonly format: OutputFormat;
  /** Media type of `bytes`. */
  readonly contentType: string;
  /** Text and Markdown are UTF-8. */
  readonly bytes: Uint8Array;
  /** Number of pages of a PDF; absent for other formats. */
  readonly pages?: number;
  /** Which part of the page text and Markdown hold; absent for other formats. */
  readonly contentMode?: Content;
  /** What a program reads beside text and Markdown; absent for other formats. */
  readonly details?: ReadableDetails;
  /** What of a PDF is to be written into it when it is finished; absent afterwards. */
  readonly additions?: Additions;
}

/** What there is to know about the page that the results were made of. */
export interface PageResult {
  /** HTTP status that the source answered, for `source.url`. */
  readonly sourceStatus?: number;
  readonly warnings: readonly Warning[];
  readonly timings: Timings;
}

/** A finished conversion. */
export interface ConversionResult extends OutputResult, PageResult {}

/** Several results of one loaded page, in the order in which they were asked for. */
export interface SeveralResults extends PageResult {
  readonly outputs: readonly OutputResult[];
}
