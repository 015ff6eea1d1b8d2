import type { ConversionRequest } from '../request/request.ts';

/** The CSS medium that a page is shown in. */
export const mediumOf = ({ media, use_print: usePrint }: ConversionRequest): 'screen' | 'print' =>
  media ?? (usePrint ? 'print' : 'screen');
