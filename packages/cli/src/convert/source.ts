import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile, TemplateOptions } from '@platen/engine';
import { UsageError } from '../usage-error.ts';
import type { ConvertArguments } from './arguments.ts';
import { type FileServer, serveFolder } from './file-server.ts';
import { readData, readInput } from './input.ts';
import { readTemplateFolder } from './template-source.ts';

/** What is to be converted, as it is on the disk now. */
export interface Prepared {
  /** The request, as the API has it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Files that came with it, beside those that the page asks for. */
  readonly files: readonly SourceFile[];
  /** What belongs to the template of a folder. */
  readonly template?: TemplateOptions;
  /** Options that came from the folder: that one has no effect on an output is nothing to tell. */
  readonly defaults?: readonly string[];
}

/** An input that was named, and can be read as often as it changes. */
export interface Source {
  readonly kind: 'url' | 'file' | 'template' | 'standard input';
  /** Path of the document, of a file. */
  readonly document?: string;
  /** Destinations that the page may reach beyond public ones, because they were named. */
  readonly allow: readonly string[];
  /** Files and folders that a change of is a change of the result; what the page asks for is added. */
  readonly watched: ReadonlySet<string>;
  read(): Promise<Prepared>;
  close(): void;
}

/** @throws UsageError when the input is none */
export async function openSource(given: ConvertArguments, standardInput: NodeJS.ReadableStream): Promise<Source> {
  const { input, data } = given;
  const watched = new Set(data === undefined ? [] : [path.resolve(data)]);
  const withData = () => (data === undefined ? {} : { data: readData(data) });
  if (/^https?:\/\//i.test(input)) {
    const allow = loopbackOf(input);
    const read = async () => ({ body: { ...given.options, source: { url: input }, ...withData() }, files: [] });
    return { kind: 'url', allow, watched, read, close: () => {} };
  }
  if (input === '-') {
    const read = async () => {
      const { html } = await readInput(input, standardInput);
      return { body: { ...given.options, source: { html }, ...withData() }, files: [] };
    };
    return { kind: 'standard input', allow: [], watched, read, close: () => {} };
  }
  const folder = templateFolder(input);
  if (folder !== undefined) {
    watched.add(path.resolve(folder));
    const read = () => readTemplateFolder(folder, given.options, data === undefined ? undefined : readData(data));
    return { kind: 'template', allow: [], watched, read, close: () => {} };
  }
  return await openFile(documentOf(input), { given, watched, withData });
}

interface FileOptions {
  readonly given: ConvertArguments;
  readonly watched: Set<string>;
  readonly withData: () => object;
}

/** A file with the files beside it, which a server on loopback has for the page. */
async function openFile(file: string, { given, watched, withData }: FileOptions): Promise<Source> {
  const resolved = path.resolve(file);
  watched.add(resolved);
  // Before the server, which needs the folder to be there.
  await readInput(file, process.stdin);
  const server: FileServer = await serveFolder(path.dirname(resolved), (asked) => watched.add(asked));
  const base_url = server.url + encodeURIComponent(path.basename(resolved));
  const read = async () => {
    const { html } = await readInput(file, process.stdin);
    return { body: { ...given.options, source: { html, base_url }, ...withData() }, files: [] };
  };
  return { kind: 'file', document: resolved, allow: [server.host], watched, read, close: () => server.close() };
}

const isFolder = (input: string): boolean => statSync(input, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder of a template that an input names: it, or its index.liquid. */
function templateFolder(input: string): string | undefined {
  if (isFolder(input)) return existsSync(path.join(input, 'index.liquid')) ? input : undefined;
  return path.basename(input) === 'index.liquid' && existsSync(input) ? path.dirname(input) : undefined;
}

/** The document that an input names: a file, or the index.html of a folder. */
function documentOf(input: string): string {
  if (!isFolder(input)) return input;
  const index = path.join(input, 'index.html');
  if (existsSync(index)) return index;
  throw new UsageError(`"${input}" is a folder without index.liquid or index.html.`);
}

/** Host and port of an address on this machine. Whoever types it wants it; nothing else of this machine is opened. */
export function loopbackOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { hostname, port, protocol } = new URL(text);
  const isLoopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])\.?$/i.test(hostname);
  return isLoopback ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : [];
}
