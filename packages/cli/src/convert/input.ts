import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { marked } from 'marked';
import { UsageError } from '../usage-error.ts';

/** A document that the command line named, read. */
export interface CliInput {
  readonly html: string;
}

/**
 * Reads a file, of Markdown as HTML, or standard input.
 * @param input a file, or `-` for standard input
 * @throws UsageError when it cannot be read or is no text
 */
export async function readInput(input: string, standardInput: NodeJS.ReadableStream): Promise<CliInput> {
  if (input === '-') return { html: await text(standardInput) };
  const content = readTextFile(input);
  return { html: /\.(?:md|markdown)$/i.test(input) ? await fromMarkdown(content) : content };
}

export function readData(file: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(readTextFile(file));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(`"${file}" has to hold a JSON object.`);
}

function readTextFile(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (content.includes('\0') || content.startsWith('%PDF-')) {
    throw new UsageError(`"${file}" is not a text file. Give HTML, Markdown or a Liquid template.`);
  }
  return content;
}

/** Readable without a style sheet of one's own: a document as a person would print it. */
const MARKDOWN_STYLE =
  'body{font:12pt/1.5 "Liberation Serif",Georgia,serif;max-width:42em;margin:auto}' +
  'h1,h2,h3,h4{font-family:"Liberation Sans",Arial,sans-serif;line-height:1.25;break-after:avoid}' +
  'pre,code{font-family:"Liberation Mono",Menlo,monospace;font-size:.9em}' +
  'pre{background:#f5f5f5;padding:.8em;white-space:pre-wrap}' +
  'table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.3em .6em;text-align:left}' +
  'blockquote{border-left:3px solid #bbb;margin-left:0;padding-left:1em;color:#555}img{max-width:100%}';

async function fromMarkdown(markdown: string): Promise<string> {
  const body = await marked.parse(markdown, { gfm: true, async: true });
  return `<!doctype html><meta charset="utf-8"><style>${MARKDOWN_STYLE}</style>${body}`;
}
