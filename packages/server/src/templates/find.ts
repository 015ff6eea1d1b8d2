import type { FastifyRequest } from 'fastify';
import { type Asker, askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { readReference, SNIPPET_ID, TEMPLATE_ID, type TemplateReference } from './reference.ts';
import { missingSnippet, type SnippetFacts, type SnippetStore } from './snippet-store.ts';
import { missingTemplate, type TemplateFacts, type TemplateReader } from './template-reader.ts';

export interface FoundTemplate {
  readonly row: TemplateFacts;
  readonly version: TemplateReference['version'];
}

/** Finds what requests name. What belongs to another organisation is not there, and that it was asked for is recorded. */
export class TemplateFinder {
  readonly #reader: TemplateReader;
  readonly #snippets: SnippetStore;
  readonly #denials: DenialRecord;

  constructor(options: {
    readonly reader: TemplateReader;
    readonly snippets: SnippetStore;
    readonly denials: DenialRecord;
  }) {
    this.#reader = options.reader;
    this.#snippets = options.snippets;
    this.#denials = options.denials;
  }

  /** @param text `slug`, `slug@3`, `slug@draft` or an id @throws ApiError `not_found` */
  async template(asker: Asker, text: string): Promise<FoundTemplate> {
    const reference = readReference(text);
    if (!reference) throw missingTemplate();
    const row = await this.#reader.facts(asker.caller.organisationId, reference.template);
    if (row) return { row, version: reference.version };
    if (TEMPLATE_ID.test(reference.template) && (await this.#reader.exists(reference.template))) {
      await this.#recordForeign(asker, reference.template);
    }
    throw missingTemplate();
  }

  /** A template to be changed: of which no version is named. @throws ApiError `not_found` */
  async wholeTemplate(request: FastifyRequest, text: string): Promise<TemplateFacts> {
    if (text.includes('@')) throw missingTemplate();
    return (await this.template(askerOf(request), text)).row;
  }

  /** @param text name or id @throws ApiError `not_found` */
  async snippet(
    request: FastifyRequest,
    text: string,
  ): Promise<{ readonly facts: SnippetFacts; readonly content: string }> {
    // No name has it, and PostgreSQL takes it in no text.
    const found = text.includes('\0') ? undefined : await this.#snippets.get(callerOf(request).organisationId, text);
    if (found) return found;
    if (SNIPPET_ID.test(text) && (await this.#snippets.exists(text))) await this.#recordForeign(askerOf(request), text);
    throw missingSnippet();
  }

  async #recordForeign({ caller, ...route }: Asker, target: string): Promise<void> {
    await this.#denials.record(caller, { reason: 'other_organisation', ...route, target });
  }
}
