import { type Engine, type SourceFile, validateRequest } from '@platen/engine';
import type { FastifyRequest } from 'fastify';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { allows } from '../access/scopes.ts';
import { convertText } from '../conversions/endpoints.ts';
import { pointedAtTemplate, templateFields, validated } from '../conversions/template-request.ts';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { textTooLong } from './errors.ts';
import type { ServedKind } from './kinds.ts';
import { MOST_CHARACTERS, READING } from './limits.ts';

/** Where a request says which document it is about. */
export interface DocumentMembers {
  /** Its text. */
  readonly text?: string | undefined;
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
  source: fields.source,
  template_id: fields.template_id as string | undefined,
  data: fields.data as DocumentMembers['data'],
});

/** A document of a request, checked. */
export interface GivenDocument {
  /** Its text, if that was sent. */
  readonly text?: string;
  /** Gives its text. */
  read(options: ReadOptions): Promise<string>;
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
  { text, ...place }: DocumentMembers,
  { name, ...reader }: DocumentReader & { readonly name: string },
): Promise<GivenDocument> {
  const other = (['source', 'template_id'] as const).find((member) => place[member] !== undefined);
  if (text === undefined) {
    if (other !== undefined) return await pageOf(request, place, reader);
    throw invalidField(
      `/${name}`,
      `"${name}" is missing. Send the text of the document, or "source" or "template_id" in its place.`,
    );
  }
  if (other !== undefined) {
    const detail = `Give exactly one of "${name}", "source" and "template_id".`;
    throw new ApiError('exactly_one_input', {
      detail,
      issues: [{ pointer: `/${other}`, code: 'exactly_one_input', detail }],
    });
  }
  if (isBlank(text)) throw invalidField(`/${name}`, `"${name}" must not be blank: it has no letter and no digit.`);
  if (text.length > MOST_CHARACTERS) throw textTooLong(MOST_CHARACTERS);
  return { text, read: async () => text };
}

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
      const { bytes } = await pointedAtTemplate(template, () =>
        engine.convert({ format: 'text', request: valid }, options),
      );
      const text = Buffer.from(bytes).toString('utf8');
      if (text.length > MOST_CHARACTERS) throw textTooLong(MOST_CHARACTERS);
      if (isBlank(text)) throw invalidField(`/${place.source === undefined ? 'template_id' : 'source'}`, NO_TEXT);
      return text;
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

const NO_TEXT = 'There is no text on the page.';

function isAddress(source: unknown): boolean {
  if (typeof source === 'string') return /^https?:\/\//i.test(source);
  return typeof source === 'object' && source !== null && 'url' in source;
}
