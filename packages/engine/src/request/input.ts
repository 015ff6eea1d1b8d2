import { fault } from './fault.ts';
import type { ConversionRequest } from './request.ts';
import { checkSourceUrl, type SourceUrl } from './url.ts';

/** What is to be converted, after the forms that a request may give it in have been told apart. */
export type Input = UrlInput | HtmlInput;

interface UrlInput {
  readonly kind: 'url';
  readonly url: SourceUrl;
}

interface HtmlInput {
  readonly kind: 'html';
  readonly html: string;
  readonly baseUrl?: SourceUrl;
  /** Variables, when the HTML is a Liquid template. */
  readonly data?: Record<string, unknown>;
  /** Files that the document refers to by relative names. */
  readonly files?: readonly SourceFile[];
}

/** A file that came with the document. */
export interface SourceFile {
  /** Relative path, as the document refers to it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws EngineError `exactly_one_input`, `unsupported_scheme`, `invalid_request` */
export function readInput({ source, data }: ConversionRequest, files: readonly SourceFile[]): Input {
  if (source === undefined) throw fault('exactly_one_input', '/source', nothingGiven(files));
  const given = typeof source === 'string' ? readText(source) : source;
  if (given.url === undefined && given.html === undefined) {
    throw fault('exactly_one_input', '/source', nothingGiven(files));
  }
  if (given.url !== undefined && given.html !== undefined) {
    throw fault('exactly_one_input', '/source', 'Give "source.url" or "source.html", not both.');
  }
  const all = [...decodeFiles(given.files), ...files];
  if (given.url !== undefined) {
    if (data !== undefined) {
      const detail = '"data" fills templates: it goes with "source.html" or "template_id", not with an address.';
      throw fault('exactly_one_input', '/data', detail);
    }
    if (given.base_url !== undefined) {
      throw fault('invalid_request', '/source/base_url', '"base_url" belongs to "source.html"; a URL is its own base.');
    }
    if (all.length > 0) {
      throw fault('invalid_request', '/source/files', 'Files belong to "source.html"; a URL has files of its own.');
    }
    return { kind: 'url', url: checkSourceUrl(given.url, typeof source === 'string' ? '/source' : '/source/url') };
  }
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw fault('invalid_request', '/source/files', 'Two files have the same name.');
  }
  const baseUrl = given.base_url === undefined ? undefined : checkSourceUrl(given.base_url, '/source/base_url');
  return {
    kind: 'html',
    html: given.html as string,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(data === undefined ? {} : { data }),
    ...(all.length === 0 ? {} : { files: all }),
  };
}

/** What could have been given; somebody who sent files may have meant one of them. */
function nothingGiven(files: readonly SourceFile[]): string {
  const detail = 'Name what to convert: "source.url", "source.html", or "template_id" for a stored template.';
  return files.length === 0 ? detail : `${detail} Of the files, one of the name index.html stands for "source.html".`;
}

type Source = Exclude<NonNullable<ConversionRequest['source']>, string>;

const readText = (text: string): Source =>
  /^https?:\/\//i.test(text.trimStart()) ? { url: text.trim() } : { html: text };

function decodeFiles(files: Source['files'] = {}): SourceFile[] {
  return Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content, 'base64') }));
}
