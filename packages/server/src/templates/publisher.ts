import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { type BodyOwner, bodyText, MOST_BODY, type PublishedBody, sealVersion, type TemplateBody } from './body.ts';
import type { SnippetStore } from './snippet-store.ts';
import { ownerOf, type TemplateReader, type TemplateRow } from './template-reader.ts';
import { usedSnippets } from './used-snippets.ts';

/** Looks at a version before it is published. Throws what is wrong with it. */
export type VersionCheck = (body: PublishedBody) => Promise<void>;

/** A version that is to be used. */
export interface Publication {
  readonly version: number;
  /** Absent when there is this version already. */
  readonly sealed?: Buffer;
}

/** Versions of one template. A version keeps its number for ever: none is removed to make room. */
export const MOST_VERSIONS = 1_000;

/** Makes versions of drafts: checked, with their snippets, and sealed. */
export class Publisher {
  readonly #vault: Vault;
  readonly #snippets: SnippetStore;
  readonly #reader: TemplateReader;

  constructor(options: { readonly vault: Vault; readonly snippets: SnippetStore; readonly reader: TemplateReader }) {
    this.#vault = options.vault;
    this.#snippets = options.snippets;
    this.#reader = options.reader;
  }

  /** The snippets that a draft uses, as they are now. */
  async snippetsOf(organisationId: string, body: TemplateBody): Promise<PublishedBody['snippets']> {
    return await usedSnippets(body, (names) => this.#snippets.read(organisationId, names));
  }

  /** The first version of a template that is not there yet. */
  async first(owner: BodyOwner, body: TemplateBody, check: VersionCheck): Promise<Publication> {
    const frozen = await this.#freeze(owner, body);
    await check(frozen);
    return { version: 1, sealed: await sealVersion(this.#vault, owner, 1, frozen) };
  }

  /** The newest version if `body` is equal to it, or else the next. @throws ApiError `limit_reached` */
  async next(row: TemplateRow, body: TemplateBody, check: VersionCheck): Promise<Publication> {
    const owner = ownerOf(row);
    const frozen = await this.#freeze(owner, body);
    const newest = row.version > 0 ? await this.#reader.versionOf(row, row.version) : undefined;
    if (newest && bodyText(newest) === bodyText(frozen)) return { version: row.version };
    refuseMore(row);
    await check(frozen);
    const version = row.version + 1;
    return { version, sealed: await sealVersion(this.#vault, owner, version, frozen) };
  }

  async #freeze({ organisationId }: BodyOwner, body: TemplateBody): Promise<PublishedBody> {
    const frozen = { ...body, snippets: await this.snippetsOf(organisationId, body) };
    refuseLarge(frozen);
    return frozen;
  }
}

/** @throws ApiError `invalid_request` when a body is larger than is kept */
export function refuseLarge(body: TemplateBody): void {
  if (Buffer.byteLength(bodyText(body)) <= MOST_BODY) return;
  throw new ApiError('invalid_request', {
    detail: 'A template can have at most 5 MB, with its snippets and without its files.',
  });
}

function refuseMore({ slug, version }: TemplateRow): void {
  if (version < MOST_VERSIONS) return;
  const detail = `"${slug}" has ${version} versions, the maximum. Create a new template, and delete this one when its versions are no longer used.`;
  throw new ApiError('limit_reached', { detail });
}
