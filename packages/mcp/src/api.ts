import type { Platen } from '@platen/client';

/** What a conversion made. */
export interface Made {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Codes of what is wrong with the page that was converted all the same. */
  readonly warnings: readonly string[];
}

export type ConversionKind = 'pdf' | 'image' | 'markdown';
export const DOCUMENT_KINDS = ['invoice', 'receipt', 'statement'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Where the tools send their work: a service, or the engine of this machine. */
export interface Backend {
  /** @param request a request of `/v1/convert/{kind}` */
  convert(kind: ConversionKind, request: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Made>;
  /** Reads the text of a document: data, each with what proves it. */
  analyze(kind: DocumentKind, text: string, signal: AbortSignal): Promise<unknown>;
  /** Stored templates; absent where there are none. */
  listTemplates?(signal: AbortSignal): Promise<readonly StoredTemplate[]>;
}

export interface StoredTemplate {
  readonly slug: string;
  readonly name: string;
}

/** The work of a service. */
export function overClient(platen: Platen): Backend {
  return {
    async convert(kind, request, signal) {
      const file = await platen[kind](request as never, { signal });
      return { bytes: await file.bytes(), contentType: file.contentType, warnings: file.warnings };
    },
    analyze: (kind, text, signal) => platen.analysis[kind]({ documentText: text }, { signal }),
    async listTemplates(signal) {
      const templates: StoredTemplate[] = [];
      for await (const { slug, name } of platen.templates.list({ signal })) templates.push({ slug, name });
      return templates;
    },
  };
}
