import type { Schemas } from '@platen/client';
import { platen } from './platen.ts';

/** The calls of `/v1/preview`, which are for the pages of this service only: no document of the API has them. */

/** Text of a page that stands together. */
export interface Run {
  readonly text: string;
  /** In parts of the page. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

/** A page as a picture. */
export interface DrawnPage {
  /** From 1. */
  readonly page: number;
  /** Millimeters. */
  readonly paper: { readonly width: number; readonly height: number };
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** PNG in base64. */
  readonly png: string;
  /** Of previews of templates. */
  readonly runs?: readonly Run[];
}

export interface DrawnPdf {
  /** Pages of the whole document. */
  readonly pages: number;
  readonly drawn: readonly DrawnPage[];
}

export interface Preview extends DrawnPdf {
  readonly warnings: readonly Schemas['Warning'][];
  /** Milliseconds. */
  readonly duration: number;
}

/** What is wrong with a text, and its pages if there are any. */
export interface Found {
  readonly errors: readonly Schemas['TemplateProblem'][];
  readonly preview: Preview | null;
}

type Call = { readonly signal: AbortSignal };

export const previewTemplate = (body: object, { signal }: Call): Promise<Found> =>
  platen.json('/v1/preview', { method: 'POST', body, signal });

/** @param file base64 @param most pages */
export const previewPdf = async (file: string, most: number, { signal }: Call): Promise<DrawnPdf> => {
  const call = { method: 'POST', body: { file, most_pages: most }, signal };
  return (await platen.json<{ preview: DrawnPdf }>('/v1/preview/pdf', call)).preview;
};
