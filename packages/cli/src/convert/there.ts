import type { OutputFormat } from '@platen/engine';
import type { ServiceAddress } from '../config.ts';
import { askService, ServiceError } from '../service.ts';
import { referredFiles } from './referred-files.ts';
import { type Converter, type Made, writtenBytes } from './result.ts';
import type { Prepared } from './source.ts';

/**
 * Has a service convert. Files that the document refers to by name are sent with it.
 * @param folder where a document lies; absent for one that lies nowhere
 */
export function convertThere(service: Required<ServiceAddress>, folder: string | undefined): Converter {
  return {
    convert: async (source, formats, signal) => {
      const fields = { ...sentBody(source, folder), outputs: formats.map((format) => ({ format })) };
      const response = await askService(service, { method: 'POST', path: '/v1/convert', body: { fields }, signal });
      return madeOf(await response.json().catch(() => undefined), formats, service);
    },
    close: async () => {},
  };
}

/** The request with the files that the document refers to, in place of the address of this machine. */
export function sentBody({ body }: Prepared, folder: string | undefined): Readonly<Record<string, unknown>> {
  const { html } = body.source as { readonly html?: string };
  if (html === undefined || folder === undefined) {
    return html === undefined ? body : { ...body, source: { html } };
  }
  const referred = referredFiles(folder, html).map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]);
  return { ...body, source: { html, ...(referred.length > 0 ? { files: Object.fromEntries(referred) } : {}) } };
}

interface AnsweredOutput {
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
  readonly pdf_pages?: number;
}

/** Members of an answer that are not written beside the content. */
const OF_EVERY_OUTPUT = new Set([
  'format',
  'content_type',
  'filename',
  'filesize',
  'encoding',
  'content',
  'pdf_pages',
  'content_mode',
]);

/** @throws ServiceError when the answer is none of Platen's */
function madeOf(answer: unknown, formats: readonly OutputFormat[], { url }: ServiceAddress): Made {
  const { outputs, warnings } = (answer ?? {}) as {
    readonly outputs?: readonly AnsweredOutput[];
    readonly warnings?: Made['warnings'];
  };
  if (!Array.isArray(outputs) || outputs.length !== formats.length || !Array.isArray(warnings)) {
    throw new ServiceError(`${url} is no service of Platen.`);
  }
  return {
    warnings,
    outputs: (outputs as readonly AnsweredOutput[]).map((output, index) => {
      const { encoding, content, pdf_pages: pages } = output;
      const format = formats[index] as OutputFormat;
      const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
      const details = Object.fromEntries(Object.entries(output).filter(([name]) => !OF_EVERY_OUTPUT.has(name)));
      return { format, bytes: writtenBytes(format, bytes, details), ...(pages === undefined ? {} : { pages }) };
    }),
  };
}
