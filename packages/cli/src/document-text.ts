import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Terminal } from './command.ts';
import { readInput } from './convert/input.ts';
import { loopbackOf } from './convert/source.ts';
import { UsageError } from './usage-error.ts';

/** The text of a document that the command line names. */

const ADDRESS = /^https?:\/\//i;
const PAGE = /\.(?:html?|md|markdown)$/i;
const MARKUP = /^\s{0,1000}(?:<!doctype html|<html[\s>])/i;

/**
 * Reads text as it is, and the text of pages as the service reads it.
 * @param file a file, an http or https URL, or `-` for standard input
 * @throws UsageError when it is no text
 */
export async function readDocumentText(file: string, terminal: Terminal): Promise<string> {
  const standardInput = terminal.in;
  if (ADDRESS.test(file)) return await textOfPage({ url: file }, terminal);
  if (PAGE.test(file)) return await textOfPage(await readInput(file, standardInput), terminal);
  const name = file === '-' ? 'Standard input' : `"${file}"`;
  const text = decoded(file === '-' ? await buffer(standardInput) : bytesOf(file), name);
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
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    throw new UsageError('Analyze the text of a PDF: pdftotext -layout FILE.pdf - | platen analyze invoice -');
  }
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
  } finally {
    await engine.close();
  }
}
