import { z } from 'zod';
import type { Vault } from '../vault/vault.ts';

/** A file of a template. Its bytes are in a row of their own. */
export interface AssetEntry {
  readonly id: string;
  /** Relative path, as the document refers to it. */
  readonly name: string;
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** Data to try a template with, under a name. */
export interface Sample {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a template says; of each of its versions. */
export interface TemplateBody {
  /** Liquid template of the document. */
  readonly content: string;
  readonly css: string | null;
  /** Liquid templates of what is printed at the top and bottom of every page. */
  readonly header: string | null;
  readonly footer: string | null;
  readonly sample_data: Readonly<Record<string, unknown>> | null;
  /** More of it. */
  readonly samples: readonly Sample[];
  /** JSON Schema of the data. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** Defaults of a conversion, as they were given. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly escape: 'html' | 'none';
  readonly strict_variables: boolean;
  /** In the order of their names. */
  readonly assets: readonly AssetEntry[];
}

/** A snippet as it was when a version was published. */
export interface FrozenSnippet {
  readonly version: number;
  readonly content: string;
}

/** A version: with the snippets that it uses, by name. */
export interface PublishedBody extends TemplateBody {
  readonly snippets: Readonly<Record<string, FrozenSnippet>>;
}

/** What a template says that names nothing. */
export const EMPTY_BODY: TemplateBody = {
  content: '',
  css: null,
  header: null,
  footer: null,
  sample_data: null,
  samples: [],
  schema: null,
  options: {},
  escape: 'html',
  strict_variables: false,
  assets: [],
};

/** Bytes that a template may have as JSON, without its files. */
export const MOST_BODY = 5_000_000;
/** Bytes of all files of a template. */
export const MOST_ASSETS = 25 * 1024 * 1024;

const shape = {
  content: z.string(),
  css: z.string().nullable(),
  header: z.string().nullable(),
  footer: z.string().nullable(),
  sample_data: z.record(z.string(), z.unknown()).nullable(),
  // Bodies of earlier times have none.
  samples: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })).default([]),
  schema: z.record(z.string(), z.unknown()).nullable(),
  options: z.record(z.string(), z.unknown()),
  escape: z.enum(['html', 'none']),
  strict_variables: z.boolean(),
  assets: z.array(z.object({ id: z.string(), name: z.string(), size: z.number(), sha256: z.string() })),
};
const draftBody = z.object(shape);
const publishedBody = z.object({
  ...shape,
  snippets: z.record(z.string(), z.object({ version: z.number(), content: z.string() })),
});

/** The text of a body: equal for equal bodies. */
export function bodyText(body: TemplateBody): string {
  const fields = Object.keys('snippets' in body ? publishedBody.shape : draftBody.shape);
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, body[field as keyof TemplateBody]])));
}

/** Which template a body is of. */
export interface BodyOwner {
  readonly organisationId: string;
  readonly templateId: string;
}

/** Seals what is being worked on. @param revision counts its changes */
export function sealDraft(vault: Vault, owner: BodyOwner, revision: number, body: TemplateBody): Promise<Buffer> {
  return vault.seal(objectOf(owner, 'template_draft', revision), Buffer.from(bodyText(body)));
}

export async function openDraft(vault: Vault, owner: BodyOwner, revision: number, sealed: Buffer) {
  const opened = await vault.open(objectOf(owner, 'template_draft', revision), sealed);
  return draftBody.parse(JSON.parse(opened.toString('utf8'))) satisfies TemplateBody as TemplateBody;
}

export function sealVersion(vault: Vault, owner: BodyOwner, version: number, body: PublishedBody): Promise<Buffer> {
  return vault.seal(objectOf(owner, 'template_version', version), Buffer.from(bodyText(body)));
}

export async function openVersion(vault: Vault, owner: BodyOwner, version: number, sealed: Buffer) {
  const opened = await vault.open(objectOf(owner, 'template_version', version), sealed);
  return publishedBody.parse(JSON.parse(opened.toString('utf8'))) satisfies PublishedBody as PublishedBody;
}

const objectOf = ({ organisationId, templateId }: BodyOwner, kind: string, version: number) => ({
  organisationId,
  kind,
  id: templateId,
  version,
});
