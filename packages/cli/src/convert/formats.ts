import type { OutputFormat } from '@platen/engine';

/** Formats by the extensions of files. */
export const FORMATS: Readonly<Record<string, OutputFormat>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
};

export const FORMAT_NAMES = Object.keys(FORMATS).join(', ');
