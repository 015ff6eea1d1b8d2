import { Busboy } from '@fastify/busboy';
import { isFileName, LIMITS, type SourceFile } from '@platen/engine';
import { ApiError } from '../errors.ts';
import { parseJson } from './parse-json.ts';

/** What a form brought. */
export interface FormBody {
  readonly json: unknown;
  readonly files: readonly FormFile[];
}

/** A file of a form. */
export interface FormFile extends SourceFile {
  /** Name of the part that brought it. */
  readonly field: string;
}

/** Name of the part that holds the JSON. */
const REQUEST = 'request';
/** A file of this name is the document, when the JSON names none. */
const DOCUMENT = 'index.html';
const BOUNDARY = /;[\t ]*boundary=(?:"([^"]*)"|([^\s;"]*))/i;
/** Bytes of the headers of one part. */
const PART_HEADERS = 4_096;

/**
 * Reads `multipart/form-data` (RFC 7578): a part `request` with the JSON, and files by their names.
 * @param contentType with the boundary
 * @throws ApiError `invalid_request` that says what is wrong with the parts
 */
export async function readMultipart(contentType: string, bytes: Buffer): Promise<FormBody> {
  const parts = await readParts(contentType, bytes);
  if (parts.length === 0) {
    throw invalid(
      `A multipart form needs a part "${REQUEST}" with JSON, or a file "${DOCUMENT}", which stands for "source.html".`,
    );
  }
  const requests = parts.filter(({ field }) => field === REQUEST);
  if (requests.length > 1) throw invalid(`There are ${requests.length} parts "${REQUEST}". Send one.`);
  const json = requests[0] ? parseJson(requests[0].bytes) : {};
  const files = parts.filter(({ field }) => field !== REQUEST).map(toFile);
  if (new Set(files.map(({ name }) => name)).size < files.length) throw invalid('Two files have the same name.');
  return withDocument(json, files);
}

/**
 * All parts of `multipart/form-data` (RFC 7578), as they were sent.
 * @param contentType with the boundary
 * @throws ApiError `invalid_request` for a body that cannot be read, and for a part without a disposition
 */
export async function readParts(contentType: string, bytes: Buffer): Promise<readonly Part[]> {
  const parts = await partsOf(contentType, bytes);
  // The parser drops a part that it cannot read; the document would miss a file, and nobody would know why.
  if (parts.length < countParts(contentType, bytes)) {
    throw invalid('A part of the multipart body has no readable "Content-Disposition: form-data".');
  }
  return parts;
}

/** A part of a form. */
export interface Part {
  /** Name of the part; empty when it has none. */
  readonly field: string;
  /** Name of the file; absent for a plain field. */
  readonly fileName: string | undefined;
  readonly bytes: Buffer;
}

function partsOf(contentType: string, bytes: Buffer): Promise<readonly Part[]> {
  return new Promise((resolve, reject) => {
    const refuse = (detail: string) => reject(invalid(detail));
    const broken = () => refuse('The multipart body cannot be read. Check its boundary and that it is complete.');
    const parts: Part[] = [];
    let open = 0;
    let ended = false;
    const end = () => {
      if (ended && open === 0) resolve(parts);
    };
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        preservePath: true,
        // Every part as a stream of bytes: the JSON may come as a file, and a field would be cut at a limit.
        isPartAFile: () => true,
        limits: { parts: LIMITS.files + 1, headerSize: PART_HEADERS, headerPairs: 20 },
      });
      parser.on('file', (field: string | undefined, stream, fileName) => {
        const pieces: Buffer[] = [];
        open += 1;
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('error', broken);
        stream.on('end', () => {
          parts.push({ field: field ?? '', fileName: fileName || undefined, bytes: Buffer.concat(pieces) });
          open -= 1;
          end();
        });
      });
      parser.on('partsLimit', () => refuse(`There are more than ${LIMITS.files} files.`));
      parser.on('error', broken);
      parser.on('finish', () => {
        ended = true;
        end();
      });
      parser.end(bytes);
    } catch {
      broken();
    }
  });
}

/** Number of delimiters before the closing one (RFC 2046, section 5.1.1); no part can hold one. */
function countParts(contentType: string, bytes: Buffer): number {
  const [, quoted, plain = quoted] = BOUNDARY.exec(contentType) ?? [];
  const delimiter = Buffer.from(`\r\n--${plain}`);
  let count = 0;
  // The first may stand at the very beginning.
  let at = bytes.indexOf(delimiter.subarray(2)) === 0 ? 0 : bytes.indexOf(delimiter);
  let end = at === 0 ? delimiter.length - 2 : at + delimiter.length;
  while (at >= 0 && bytes.toString('latin1', end, end + 2) !== '--') {
    count += 1;
    at = bytes.indexOf(delimiter, end);
    end = at + delimiter.length;
  }
  return count;
}

function toFile({ field, fileName, bytes }: Part): FormFile {
  if (fileName === undefined) {
    throw invalid(`The part "${field.slice(0, 64)}" is no file. Send options as JSON in the part "${REQUEST}".`);
  }
  if (!isFileName(fileName)) throw invalid('A file has a name that is no relative path such as "img/logo.png".');
  return { name: fileName, field, bytes };
}

/** Takes a file called index.html as the document, when the JSON has no source of its own. */
function withDocument(json: unknown, files: readonly FormFile[]): FormBody {
  const document = files.find(({ name }) => name === DOCUMENT);
  if (!document || typeof json !== 'object' || json === null || Array.isArray(json) || Object.hasOwn(json, 'source')) {
    return { json, files };
  }
  const html = decode(document.bytes);
  return { json: { ...json, source: { html } }, files: files.filter((file) => file !== document) };
}

/** Text of a document, without the mark of its encoding: that would be content in front of the doctype. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(`The file "${DOCUMENT}" is not valid UTF-8.`);
  }
}

function invalid(detail: string): ApiError {
  return new ApiError('invalid_request', { detail, issues: [{ pointer: '', code: 'invalid_request', detail }] });
}
