import type { Engine } from '@platen/engine';
import type { FastifyRequest } from 'fastify';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf } from '../http/define-endpoint.ts';
import type { PublishedBody, TemplateBody } from './body.ts';
import type { FoundTemplate, TemplateFinder } from './find.ts';
import { templateParams } from './schema.ts';
import type { TemplateContext } from './snippet-store.ts';
import { templateJson } from './template-json.ts';
import { missingTemplate, type TemplateFacts } from './template-reader.ts';
import type { TemplateStore } from './template-store.ts';

/** What the endpoints of templates share. */

export interface TemplateParts {
  readonly templates: TemplateStore;
  readonly finder: TemplateFinder;
  readonly engine: Engine;
}

export const endpoint = endpointsOf<TemplateParts>();

export const READ = {
  tag: 'Templates',
  access: { resource: 'templates', action: 'read' },
  scope: ['templates:read', 'templates:write'],
} as const;
/** What shows more than names. */
export const READ_WHOLE = { ...READ, access: { ...READ.access, whole: true } } as const;
export const WRITE = {
  tag: 'Templates',
  access: { resource: 'templates', action: 'write' },
  scope: ['templates:write'],
} as const;
/** What is about one template, whatever its versions. */
export const ONE = { path: '/v1/templates/{slug}', params: templateParams, find: findTemplate } as const;

export const OF_ONE: readonly ApiErrorCode[] = [...GATE_ERRORS, 'not_found'];
export const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...OF_ONE];
const FILLING: readonly ApiErrorCode[] = [...WITH_BODY, 'template_error', 'capacity'];
export const PUBLISHING: readonly ApiErrorCode[] = [...FILLING, 'limit_reached'];

type Named = Beginning<{ readonly slug: string }>;

async function findTemplate({ request, params }: Named, { finder }: TemplateParts): Promise<TemplateFacts> {
  return await finder.wholeTemplate(request, params.slug);
}

/** A template, and which version of it is shown. */
export async function findVersion({ request, params }: Named, { finder }: TemplateParts): Promise<FoundTemplate> {
  return await finder.template(askerOf(request), params.slug);
}

export function contextOf(request: FastifyRequest): TemplateContext {
  const { organisationId, id } = callerOf(request);
  return { organisationId, actor: id };
}

type Version = number | 'draft' | 'published';

/** @throws ApiError `not_found` */
export async function bodyAt(
  { templates }: TemplateParts,
  row: TemplateFacts,
  version: Version,
): Promise<TemplateBody | PublishedBody> {
  if (version === 'draft') return await templates.reader.currentDraft(row);
  const number = version === 'published' ? row.published_version : version;
  const body = number === null ? undefined : await templates.reader.versionOf(row, number);
  if (!body) throw missingTemplate();
  return body;
}

/** A template with its draft, or with a version of it. */
export async function record(parts: TemplateParts, row: TemplateFacts, version: Version = 'draft') {
  const body = await bodyAt(parts, row, version);
  const shown = version === 'published' ? (row.published_version ?? 'draft') : version;
  const { publisher } = parts.templates;
  const snippets = 'snippets' in body ? body.snippets : await publisher.snippetsOf(row.organisation_id, body);
  return { success: true, template: templateJson(row, shown, { ...body, snippets }) };
}
