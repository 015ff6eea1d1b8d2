import type { FetchFile } from '../egress/fetch-file.ts';
import { fault } from '../request/fault.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { SeveralRequest } from '../request/several.ts';
import { fetchField, isAddress } from './fetch-field.ts';

type Part = 'header' | 'footer';
const PARTS: readonly Part[] = ['header', 'footer'];
/** As large as HTML in the field itself may be. */
const LARGEST_MEGABYTES = 1;

/**
 * Fetches headers and footers that are given by address.
 * @returns the request with their HTML in the place of the addresses, as if it had been sent
 * @throws EngineError with a pointer to the field
 */
export async function prepareHeaderFooter(
  request: SeveralRequest,
  fetch: FetchFile,
  signal: AbortSignal,
): Promise<SeveralRequest> {
  const fetched = new Map<string, Promise<string>>();
  const htmlOf = (part: Part, url: string): Promise<string> => {
    const html = fetched.get(part + url) ?? fetchHtml(part, url, fetch, signal);
    fetched.set(part + url, html);
    return html;
  };
  const fill = async (options: ConversionRequest): Promise<ConversionRequest> => {
    const parts = PARTS.map(async (part) => {
      const given = options[part];
      if (!given || !isAddress(given.source)) return [];
      return [[part, { ...given, source: await htmlOf(part, given.source) }] as const];
    });
    return { ...options, ...Object.fromEntries((await Promise.all(parts)).flat()) };
  };
  const outputs = request.outputs.map(async (output) =>
    output.format === 'pdf' ? { ...output, options: await fill(output.options) } : output,
  );
  const filled = await Promise.all(outputs);
  const isPdf = filled.some(({ format }) => format === 'pdf');
  return { ...request, options: isPdf ? await fill(request.options) : request.options, outputs: filled };
}

async function fetchHtml(part: Part, url: string, fetch: FetchFile, signal: AbortSignal): Promise<string> {
  const pointer = `/${part}/source`;
  const field = { url, pointer, what: part, largestMegabytes: LARGEST_MEGABYTES };
  const bytes = await fetchField(field, fetch, signal);
  let html: string;
  try {
    html = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fault('invalid_request', pointer, `The address of the ${part} does not answer with HTML in UTF-8.`);
  }
  if (html.trim() === '' || html.includes('\0')) {
    throw fault('invalid_request', pointer, `The address of the ${part} answers with nothing that is HTML.`);
  }
  return html;
}
