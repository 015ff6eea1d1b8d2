import type { ConversionResult, EngineErrorCode, OutputFormat, WarningCode } from '@platen/engine';
import type { CaseSites, Seen } from './sites.ts';

/**
 * One input that converters are known to get wrong, and what is right.
 *
 * In every text of `html`, `url` and `options`, `{origin}` stands for the test site, `{other}` for one of another host,
 * and `{id}` for the identifier of the case.
 */
export interface Case {
  /** Letter of the room and a number; unique. */
  readonly id: string;
  readonly title: string;
  /** Where users reported it, as `project#number`; `own` for ours. */
  readonly source: string;
  readonly html?: string;
  readonly url?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Default: pdf. */
  readonly format?: OutputFormat;
  /** Milliseconds that the engine has for it; default 30,000. */
  readonly deadline?: number;
  readonly expect: Expectation;
  /** What data cannot say; throws when the result is wrong. */
  readonly check?: (outcome: Outcome) => void | Promise<void>;
}

/** What is left out is not looked at, apart from warnings: without `warnings` there may be none. */
export interface Expectation {
  /** Code of the error; everything else is left out then. */
  readonly error?: EngineErrorCode;
  /** Codes in alphabetical order; `any` when they do not matter. */
  readonly warnings?: readonly WarningCode[] | 'any';
  readonly pages?: number;
  /** Width and height of each page in points. */
  readonly sizes?: readonly (readonly [number, number])[];
  /** What the output says, with runs of white space as one space. */
  readonly text?: readonly string[];
  readonly absent?: readonly string[];
  /** Text that stands on a page. */
  readonly onPage?: Readonly<Record<number, readonly string[]>>;
  /** Where the first occurrence of a word begins on a page: left and top in points. */
  readonly words?: readonly WordPlace[];
  /** Colours at places: points of a page of a PDF, pixels of an image. */
  readonly pixels?: readonly PixelColour[];
  /** Embedded fonts whose name contains this. */
  readonly fonts?: readonly string[];
  /** Width and height of an image. */
  readonly image?: readonly [number, number];
  /** Targets of the links of a PDF that lead out of it, in order. */
  readonly links?: readonly string[];
  /** Titles of the outline, with two spaces for each level. */
  readonly outline?: readonly string[];
}

export interface WordPlace {
  readonly word: string;
  readonly page?: number;
  readonly x?: number;
  readonly y?: number;
  /** Height of its line box. */
  readonly height?: number;
  /** Points that it may be off; default 2. */
  readonly within?: number;
}

export interface PixelColour {
  readonly page?: number;
  readonly x: number;
  readonly y: number;
  /** Three numbers, or four with alpha. */
  readonly rgb: readonly number[];
}

export interface Outcome {
  readonly result: ConversionResult;
  readonly sites: CaseSites;
  /** Requests with the identifier of the case in their address. */
  readonly seen: readonly Seen[];
  /** Converts something else, with the placeholders filled in. */
  convert(body: Record<string, unknown>, format?: OutputFormat): Promise<ConversionResult>;
}
