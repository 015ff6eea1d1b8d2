import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { PdfText } from '@platen/engine';
import type { Terminal } from './command.ts';
import { readInput } from './convert/input.ts';
import { loopbackOf } from './convert/source.ts';
import { UsageError } from './usage-error.ts';

/** The text of a document that the command line names. */

const ADDRESS = /^https?:\/\//i;
const PDF = /\.pdf$/i;
const PAGE = /\.(?:html?|md|markdown)$/i;
const MARKUP = /^\s{0,1000}(?:<!doctype html|<html[\s>])/i;

/**
 * Reads text as it is, and the text of pages and of PDF files as the service reads it.
 * @param file a file, an http or https URL, or `-` for standard input
 * @throws UsageError when it is no text; EngineError
 */
export async function readDocumentText(file: string, terminal: Terminal): Promise<string> {
  const standardInput = terminal.in;
  if (ADDRESS.test(file)) return await textOfPage({ url: file }, terminal);
  if (PAGE.test(file)) return await textOfPage(await readInput(file, standardInput), terminal);
  const name = file === '-' ? 'Standard input' : `"${file}"`;
  const bytes = file === '-' ? await buffer(standardInput) : bytesOf(file);
  if (PDF.test(file) || bytes.subarray(0, 5).toString('latin1') === '%PDF-') return await textOfPdf(bytes, terminal);
  const text = decoded(bytes, name);
  return file === '-' && MARKUP.test(text) ? await textOfPage({ html: text }, terminal) : text;
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Text in UTF-8, or in UTF-16 with a mark in front. What is none is refused: its letters would be guesses. */
function decoded(bytes: Buffer, name: string): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(
      `${name} is not text in UTF-8. Convert older encodings first: iconv -f WINDOWS-1252 -t UTF-8 FILE | platen analyze invoice -`,
    );
  }
  if (text.includes('\0')) throw new UsageError(`${name} is not a text file.`);
  return text;
}

async function textOfPage(
  source: { readonly url: string } | { readonly html: string },
  terminal: Terminal,
): Promise<string> {
  const [{ validateRequest }, { startLocalEngine }] = await Promise.all([
    import('@platen/engine'),
    import('./local-engine.ts'),
  ]);
  const isUrl = 'url' in source;
  const request = validateRequest({ source, ...(isUrl ? { content: 'full' } : {}) }, 'text');
  const engine = await startLocalEngine(isUrl ? loopbackOf(source.url) : [], terminal);
  try {
    const { bytes } = await engine.convert({ format: 'text', request });
    return Buffer.from(bytes).toString('utf8');
  } catch (error) {
    const pdf = isUrl && isNoPage(error) ? await engine.readPdfAt(source.url) : undefined;
    if (!pdf) throw error;
    return told(pdf, terminal);
  } finally {
    await engine.close();
  }
}

const isNoPage = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'unsupported_content_type';

async function textOfPdf(bytes: Buffer, terminal: Terminal): Promise<string> {
  const { readPdf } = await import('@platen/engine');
  return told(await readPdf(bytes), terminal);
}

/** The text of a PDF, once it is said which pages had none. */
function told({ text, pages, pagesWithoutText }: PdfText, terminal: Terminal): string {
  if (pagesWithoutText.length > 0) {
    const which = pagesWithoutText.join(', ');
    terminal.error.write(`warning: ${pagesWithoutText.length} of ${pages} pages have no text: ${which}.\n`);
  }
  return text;
}
