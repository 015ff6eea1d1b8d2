import { type Engine, EngineError, type PdfText, readPdf, type SourceFile, validateRequest } from '@platen/engine';
import type { FastifyRequest } from 'fastify';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { allows } from '../access/scopes.ts';
import { convertText } from '../conversions/endpoints.ts';
import { pointedAtTemplate, templateFields, validated } from '../conversions/template-request.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { invalidField } from '../http/valid.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { textTooLong } from './errors.ts';
import type { ServedKind } from './kinds.ts';
import { MOST_CHARACTERS, READING } from './limits.ts';

/** Where a request says which document it is about. */
export interface DocumentMembers {
  /** Its text. */
  readonly text?: string | undefined;
  /** A PDF in base64. */
  readonly file?: string | undefined;
  readonly source?: unknown;
  readonly template_id?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export interface ReadOptions {
  readonly group: string;
  readonly signal: AbortSignal;
}

/** Of the members of a request, those that name its document. Its schema has checked them. */
export const membersOf = (
  fields: Readonly<Record<string, unknown>>,
  { textMember }: Pick<ServedKind, 'textMember'>,
): DocumentMembers => ({
  text: fields[textMember] as string | undefined,
  file: fields.file as string | undefined,
  source: fields.source,
  template_id: fields.template_id as string | undefined,
  data: fields.data as DocumentMembers['data'],
});

/** A document of a request, checked. */
export interface GivenDocument {
  /** Its text, if that was sent. */
  readonly text?: string;
  /** Gives its text. */
  read(options: ReadOptions): Promise<ReadDocument>;
}

export interface ReadDocument {
  readonly text: string;
  /** Of a PDF. */
  readonly pdf?: Omit<PdfText, 'text'>;
}

export interface DocumentReader {
  readonly engine: Engine;
  /** Finds stored templates. Default: there are none. */
  readonly resolver?: TemplateResolver | undefined;
}

/**
 * Checks which document a request is about, before anything is set aside for it.
 * @param name of the member that has the text
 * @throws ApiError `invalid_request`, `exactly_one_input`, `text_too_long`, `not_found`, `insufficient_scope`, and faults
 *   of the source
 */
export async function documentOf(
  request: FastifyRequest,
  { text, file, ...place }: DocumentMembers,
  { name, ...reader }: DocumentReader & { readonly name: string },
): Promise<GivenDocument> {
  const bytes = fileOf(request, file);
  const isPage = place.source !== undefined || place.template_id !== undefined;
  const given = [
    ...(text === undefined ? [] : [name]),
    ...(bytes === undefined ? [] : ['file']),
    ...(['source', 'template_id'] as const).filter((member) => place[member] !== undefined),
  ];
  const other = given[1];
  if (other !== undefined) {
    const detail = `Give exactly one of "${name}", "file", "source" and "template_id".`;
    const issues = [{ pointer: `/${other}`, code: 'exactly_one_input', detail }];
    throw new ApiError('exactly_one_input', { detail, issues });
  }
  if (isPage) return await pageOf(request, place, reader);
  if (bytes !== undefined) return { read: async ({ group, signal }) => await readFile(bytes, { group, signal }) };
  if (text === undefined) {
    throw invalidField(
      `/${name}`,
      `"${name}" is missing. Send the text of the document, or "file", "source" or "template_id" in its place.`,
    );
  }
  if (isBlank(text)) throw invalidField(`/${name}`, `"${name}" must not be blank: it has no letter and no digit.`);
  if (text.length > MOST_CHARACTERS) throw textTooLong(MOST_CHARACTERS);
  return { text, read: async () => ({ text }) };
}

/** The file of a request: the one of its form, or the member that has it in base64. */
function fileOf(request: FastifyRequest, member: string | undefined): Uint8Array | undefined {
  const { files } = bodyOf(request);
  const count = files.length + (member === undefined ? 0 : 1);
  if (count > 1) throw invalidField('/file', `There are ${count} files in the request. Send one document at a time.`);
  return member === undefined ? files[0]?.bytes : Buffer.from(member, 'base64');
}

async function readFile(bytes: Uint8Array, options: ReadOptions): Promise<ReadDocument> {
  return documentIn(await readPdf(bytes, options));
}

const documentIn = ({ text, ...pdf }: PdfText): ReadDocument => ({ text, pdf });

/** A page whose text is read. Of an address all that is visible: an invoice has no main content. */
async function pageOf(
  request: FastifyRequest,
  place: Omit<DocumentMembers, 'text'>,
  { engine, resolver }: DocumentReader,
): Promise<GivenDocument> {
  refuseWithoutConversion(request);
  const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  const content = isAddress(place.source) ? { content: 'full' } : {};
  const { valid: whole, template } = await validated(
    askerOf(request),
    { json: { ...given, ...content }, files: [] },
    {
      validate: (json: unknown, files: readonly SourceFile[]) =>
        validateRequest(json, 'text', { files, fields: templateFields }),
      resolver,
    },
  );
  const { own: _own, ...valid } = whole;
  return {
    read: async ({ group, signal }) => {
      const options = { group, signal, deadline: READING, template: template.options };
      const converted = pointedAtTemplate(template, () => engine.convert({ format: 'text', request: valid }, options));
      const result = await converted.catch(async (error: unknown) => {
        const pdf = isNoPage(error) && valid.input.kind === 'url' && (await engine.readPdfAt(valid.input.url, options));
        if (pdf) return pdf;
        throw error;
      });
      if ('text' in result) return documentIn(result);
      const text = Buffer.from(result.bytes).toString('utf8');
      if (text.length > MOST_CHARACTERS) throw textTooLong(MOST_CHARACTERS);
      if (isBlank(text)) throw invalidField(`/${place.source === undefined ? 'template_id' : 'source'}`, NO_TEXT);
      return { text };
    },
  };
}

const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** Whoever has a document rendered sees what a conversion to text gives, stored templates too. */
function refuseWithoutConversion(request: FastifyRequest): void {
  const caller = callerOf(request);
  if (caller.kind !== 'key' || allows(caller.scopes, convertText)) return;
  throw new ApiError('insufficient_scope', {
    detail: 'With "source" or "template_id" the key also needs the scope "convert:text".',
  });
}

const isNoPage = (error: unknown): boolean => error instanceof EngineError && error.code === 'unsupported_content_type';

const NO_TEXT = 'There is no text on the page.';

function isAddress(source: unknown): boolean {
  if (typeof source === 'string') return /^https?:\/\//i.test(source);
  return typeof source === 'object' && source !== null && 'url' in source;
}
