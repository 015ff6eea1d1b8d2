import type { OutputFormat, Warning } from '@platen/engine';

/** One result, wherever it was made. */
export interface MadeOutput {
  readonly format: OutputFormat;
  /** What is written: the result, or JSON where more than the content was asked for. */
  readonly bytes: Uint8Array;
  readonly pages?: number;
}

export interface Made {
  readonly outputs: readonly MadeOutput[];
  readonly warnings: readonly Pick<Warning, 'code' | 'message'>[];
}

/** What makes results: this machine, or a service. */
export interface Converter {
  convert(source: import('./source.ts').Prepared, formats: readonly OutputFormat[], signal: AbortSignal): Promise<Made>;
  close(): Promise<void>;
}

/**
 * What was asked for beside the content makes the output JSON.
 * @param details what stands beside it; `metadata` of the page is there in any case
 */
export function writtenBytes(format: OutputFormat, bytes: Uint8Array, details: object = {}): Uint8Array {
  if (!Object.keys(details).some((name) => name !== 'metadata')) return bytes;
  const content = Buffer.from(bytes).toString('utf8');
  return Buffer.from(`${JSON.stringify({ format, content, ...details }, null, 2)}\n`);
}
