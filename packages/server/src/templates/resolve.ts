import type { SourceFile } from '@platen/engine';
import type { Asker } from '../access/asker.ts';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { PublishedBody } from './body.ts';
import type { TemplateFinder } from './find.ts';
import { changedByMany } from './snippet-store.ts';
import { missingTemplate, ownerOf, type TemplateFacts } from './template-reader.ts';
import type { TemplateStore } from './template-store.ts';

/** A template that is about to be filled, with all that belongs to it. */
export interface ResolvedTemplate {
  readonly id: string;
  readonly body: PublishedBody;
  readonly files: readonly SourceFile[];
  /** Names what never changes; absent for a draft. */
  readonly key?: string;
}

/** Bytes of versions that are kept opened, and milliseconds that each of them is. */
const REMEMBERED = 64 * 1024 * 1024;
const REMEMBERED_FOR = 600_000;

interface Kept {
  readonly template: ResolvedTemplate;
  readonly size: number;
  readonly until: number;
}

/** Finds the templates that conversions name. Versions are remembered for a while: they never change. */
export class TemplateResolver {
  readonly #store: TemplateStore;
  readonly #finder: TemplateFinder;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(options: { readonly store: TemplateStore; readonly finder: TemplateFinder; readonly clock: Clock }) {
    this.#store = options.store;
    this.#finder = options.finder;
    this.#clock = options.clock;
  }

  /** @param text `slug`, `slug@3`, `slug@draft` or an id @throws ApiError `not_found` */
  async resolve(asker: Asker, text: string): Promise<ResolvedTemplate> {
    const { row, version } = await this.#finder.template(asker, text);
    if (version === 'draft') return await this.#draft(row);
    const number = version === 'published' ? row.published_version : version;
    if (number === null) {
      const detail = `This template has no published version. Publish it, or use "${row.slug}@draft".`;
      throw new ApiError('not_found', { detail });
    }
    const key = `${row.id}@${number}`;
    return this.#recall(key) ?? this.#keep(key, await this.#version(row, number, key));
  }

  async #draft(row: TemplateFacts): Promise<ResolvedTemplate> {
    const body = await this.#store.reader.currentDraft(row);
    const snippets = await this.#store.publisher.snippetsOf(row.organisation_id, body);
    return { id: row.id, body: { ...body, snippets }, files: await this.#files(row, body.assets) };
  }

  async #version(row: TemplateFacts, number: number, key: string): Promise<ResolvedTemplate> {
    const body = await this.#store.reader.versionOf(row, number);
    if (!body) throw missingTemplate();
    return { id: row.id, body, files: await this.#files(row, body.assets), key };
  }

  async #files(row: TemplateFacts, assets: PublishedBody['assets']): Promise<SourceFile[]> {
    const files: SourceFile[] = [];
    for (const entry of assets) {
      const bytes = await this.#store.assets.open(ownerOf(row), entry);
      // The draft was changed since its row was read.
      if (!bytes) throw changedByMany();
      files.push({ name: entry.name, bytes });
    }
    return files;
  }

  #recall(key: string): ResolvedTemplate | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#forget(key, kept);
    if (kept.until <= this.#clock.now()) return undefined;
    // Back at the end: the ones that were not asked for are forgotten first.
    this.#kept.set(key, kept);
    this.#size += kept.size;
    return kept.template;
  }

  #keep(key: string, template: ResolvedTemplate): ResolvedTemplate {
    const size = sizeOf(template);
    if (size > REMEMBERED / 2) return template;
    const known = this.#kept.get(key);
    if (known) this.#forget(key, known);
    this.#kept.set(key, { template, size, until: this.#clock.now() + REMEMBERED_FOR });
    this.#size += size;
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= REMEMBERED) break;
      this.#forget(oldest, kept);
    }
    return template;
  }

  #forget(key: string, { size }: Kept): void {
    this.#kept.delete(key);
    this.#size -= size;
  }
}

/** Bytes, roughly: texts take two for each character at most. */
function sizeOf({ body, files }: ResolvedTemplate): number {
  const texts = 2 * JSON.stringify(body).length;
  return files.reduce((sum, { bytes }) => sum + bytes.byteLength, texts);
}
