import type { Engine } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import { EMPTY_BODY, type PublishedBody, type TemplateBody } from './body.ts';
import { checkSchema, checkVersion, inspectTemplate } from './check.ts';
import type { TemplateFinder } from './find.ts';
import { checkOptions } from './options.ts';
import type { VersionCheck } from './publisher.ts';
import {
  assetQuery,
  changeRequest,
  createRequest,
  publishRequest,
  replaceRequest,
  rollbackRequest,
  templateListQuery,
  templateParams,
  validateTemplateRequest,
  versionedParams,
  versionListQuery,
} from './schema.ts';
import type { TemplateContext } from './snippet-store.ts';
import { entryJson, templateJson, versionJson } from './template-json.ts';
import { missingTemplate, ownerOf, type TemplateFacts } from './template-reader.ts';
import type { TemplateChanges, TemplateStore } from './template-store.ts';

export interface TemplateRouteOptions {
  readonly templates: TemplateStore;
  readonly finder: TemplateFinder;
  readonly engine: Engine;
}

/** `/v1/templates`: the templates of the caller's organisation. */
export function templateRoutes(scope: FastifyInstance, options: TemplateRouteOptions): void {
  const { templates, finder, engine } = options;

  scope.get('/v1/templates', async (request) => {
    const { limit, page } = valid(templateListQuery, request.query);
    const { rows, total } = await templates.reader.list(callerOf(request).organisationId, { page, limit });
    const has_more = page * limit + rows.length < total;
    return { success: true, templates: { has_more, data: rows.map(entryJson), limit, page, total } };
  });

  scope.post('/v1/templates', async (request) => {
    const { slug, draft, assets, ...fields } = valid(createRequest, bodyOf(request).json);
    const changes = changesOf(request, fields, assets);
    const check = draft ? undefined : checkFor(request);
    if (draft) await checkSchemaOf(request, fields);
    return await record(await templates.create(contextOf(request), slug, changes, { check }));
  });

  scope.get('/v1/templates/:slug', async (request, reply) => {
    const { slug } = valid(versionedParams, request.params);
    await finder.refuseNamesOnly(request);
    if (slug.endsWith('.html')) return await sendHtml(request, reply, slug.slice(0, -'.html'.length));
    const { row, version } = await finder.template(request, slug);
    return await record(row, slug.includes('@') ? version : 'draft');
  });

  scope.put('/v1/templates/:slug', async (request) => {
    const { slug } = valid(templateParams, request.params);
    const { draft, assets, ...fields } = valid(replaceRequest, bodyOf(request).json);
    const changes = changesOf(request, fields, assets);
    const { id } = await finder.wholeTemplate(request, slug);
    const check = draft ? undefined : checkFor(request);
    if (draft) await checkSchemaOf(request, fields);
    return await record(await templates.change(contextOf(request), id, changes, { check }));
  });

  scope.patch('/v1/templates/:slug', async (request) => {
    const { slug } = valid(templateParams, request.params);
    const { assets, ...fields } = valid(changeRequest, bodyOf(request).json);
    const changes = changesOf(request, fields, assets);
    const { id } = await finder.wholeTemplate(request, slug);
    await checkSchemaOf(request, fields);
    return await record(await templates.change(contextOf(request), id, changes));
  });

  scope.delete('/v1/templates/:slug', async (request) => {
    const { slug } = valid(templateParams, request.params);
    const { id } = await finder.wholeTemplate(request, slug);
    await templates.delete(contextOf(request), id);
    return { success: true };
  });

  scope.post('/v1/templates/:slug/publish', async (request) => {
    const { slug } = valid(templateParams, request.params);
    valid(publishRequest, bodyOf(request).json);
    const { id } = await finder.wholeTemplate(request, slug);
    return await record(await templates.change(contextOf(request), id, {}, { check: checkFor(request) }));
  });

  scope.post('/v1/templates/:slug/rollback', async (request) => {
    const { slug } = valid(templateParams, request.params);
    const { version } = valid(rollbackRequest, bodyOf(request).json);
    const { id } = await finder.wholeTemplate(request, slug);
    return await record(await templates.rollback(contextOf(request), id, version));
  });

  scope.get('/v1/templates/:slug/versions', async (request) => {
    const { slug } = valid(templateParams, request.params);
    const { limit, cursor } = valid(versionListQuery, request.query);
    const row = await finder.wholeTemplate(request, slug);
    const before = cursor === undefined ? undefined : Number(cursor);
    const versions = await templates.reader.versions(row, { before, limit: limit + 1 });
    const data = versions.slice(0, limit).map((version) => versionJson(row, version));
    const has_more = versions.length > limit;
    return { success: true, data, has_more, next_cursor: has_more ? String(data.at(-1)?.version) : null };
  });

  scope.get('/v1/templates/:slug/assets', async (request, reply) => {
    const { slug } = valid(versionedParams, request.params);
    await finder.refuseNamesOnly(request);
    const { row, version } = await finder.template(request, slug);
    const { name } = valid(assetQuery, request.query);
    const { assets } = await bodyAt(row, slug.includes('@') ? version : 'draft');
    const entry = assets.find((asset) => asset.name === name);
    const bytes = entry && (await templates.assets.open(ownerOf(row), entry));
    if (!bytes) throw new ApiError('not_found', { detail: 'The template has no file of this name.' });
    return reply.headers(NO_DOCUMENT).header('content-length', bytes.byteLength).send(bytes);
  });

  scope.post('/v1/templates/validate', async (request) => {
    const { data: given, ...fields } = valid(validateTemplateRequest, bodyOf(request).json);
    const data = given ?? fields.sample_data ?? undefined;
    if (fields.options) checkOptions(fields.options);
    const body = { ...EMPTY_BODY, ...definedOf(fields) };
    const { organisationId } = callerOf(request);
    const whole = { ...body, snippets: await templates.publisher.snippetsOf(organisationId, body) };
    const { errors, ...rest } = await inspectTemplate(engine, whole, { data, group: organisationId });
    return { success: true, valid: errors.length === 0, errors, ...rest };
  });

  /** Looks at what is about to be published. */
  const checkFor =
    (request: FastifyRequest): VersionCheck =>
    (body) =>
      checkVersion(engine, body, { group: callerOf(request).organisationId });

  /** Looks at the schema of what is kept and not published yet. */
  const checkSchemaOf = async (
    request: FastifyRequest,
    { schema }: { readonly schema?: TemplateBody['schema'] | undefined },
  ) => await checkSchema(engine, schema ?? null, { group: callerOf(request).organisationId });

  async function sendHtml(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
    const { row, version } = await finder.template(request, text);
    const shown = version === 'published' && row.published_version === null ? 'draft' : version;
    const { content } = await bodyAt(row, shown);
    return reply.headers(HTML).send(content);
  }

  async function bodyAt(
    row: TemplateFacts,
    version: number | 'draft' | 'published',
  ): Promise<TemplateBody | PublishedBody> {
    if (version === 'draft') return await templates.reader.currentDraft(row);
    const number = version === 'published' ? row.published_version : version;
    const body = number === null ? undefined : await templates.reader.versionOf(row, number);
    if (!body) throw missingTemplate();
    return body;
  }

  /** A template with its draft, or with a version of it. */
  async function record(row: TemplateFacts, version: number | 'draft' | 'published' = 'draft') {
    const body = await bodyAt(row, version);
    const shown = version === 'published' ? (row.published_version ?? 'draft') : version;
    const snippets =
      'snippets' in body ? body.snippets : await templates.publisher.snippetsOf(row.organisation_id, body);
    return { success: true, template: templateJson(row, shown, { ...body, snippets }) };
  }
}

/** A document of a customer on our own address: it must not act, whoever opens it. */
export const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Bytes to be stored, whatever they are. */
const NO_DOCUMENT = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
};

function contextOf(request: FastifyRequest): TemplateContext {
  const { organisationId, id } = callerOf(request);
  return { organisationId, actor: id };
}

/** The fields that a request names. */
function definedOf<Values extends object>(
  fields: Values,
): { [name in keyof Values]?: Exclude<Values[name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [name in keyof Values]?: Exclude<Values[name], undefined>;
  };
}

type Fields = Omit<TemplateChanges, 'assets'>;

/** What a request changes: its fields without those that it does not name, and its files, from JSON or parts. */
function changesOf(
  request: FastifyRequest,
  fields: { readonly [name in keyof Fields]: Fields[name] | undefined },
  assets: Readonly<Record<string, string | null>> = {},
): TemplateChanges {
  if (fields.options) checkOptions(fields.options);
  const inJson = Object.entries(assets).map(
    ([name, base64]) => [name, base64 === null ? null : Buffer.from(base64, 'base64')] as const,
  );
  const inParts = bodyOf(request).files.map(({ name, bytes }) => [name, bytes] as const);
  return { ...definedOf(fields), assets: new Map([...inJson, ...inParts]) };
}
