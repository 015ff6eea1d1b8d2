import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { CUSTOMER_HTML } from '../http/customer-html.ts';
import { jsonAnswer } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { bodyAt, endpoint, findVersion, OF_ONE, ONE, READ, READ_WHOLE, record } from './endpoint-parts.ts';
import {
  assetQuery,
  templateAnswer,
  templateListAnswer,
  templateListQuery,
  versionedParams,
  versionListAnswer,
  versionListQuery,
} from './schema.ts';
import { entryJson, versionJson } from './template-json.ts';
import { ownerOf } from './template-reader.ts';

/** Bytes to be stored, whatever they are. */
const NO_DOCUMENT = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
};

/** The draft, unless a version is named. */
const shownVersion = (slug: string, version: number | 'draft' | 'published') =>
  slug.includes('@') ? version : 'draft';

export const listTemplates = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/templates',
  operation: 'list_templates',
  summary: 'List templates',
  description: 'Newest first, without what they say.',
  query: templateListQuery,
  answer: jsonAnswer('The templates.', templateListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query }, { templates }) => {
    const { limit, page } = query;
    const { rows, total } = await templates.reader.list(callerOf(request).organisationId, query);
    const has_more = page * limit + rows.length < total;
    return { success: true, templates: { has_more, data: rows.map(entryJson), limit, page, total } };
  },
});

export const getTemplate = endpoint({
  ...READ_WHOLE,
  method: 'get',
  path: '/v1/templates/{slug}',
  operation: 'get_template',
  summary: 'Look at a template',
  description: 'Its draft; with `@3` behind the slug, that version.',
  params: versionedParams,
  answer: jsonAnswer('The template.', templateAnswer),
  errors: OF_ONE,
  find: findVersion,
  handle: ({ params, found: { row, version } }, parts) => record(parts, row, shownVersion(params.slug, version)),
});

export const listVersions = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/templates/{slug}/versions',
  operation: 'list_template_versions',
  summary: 'List versions',
  description: 'Newest first. `GET /v1/templates/{slug}@3` shows what one says.',
  query: versionListQuery,
  answer: jsonAnswer('The versions.', versionListAnswer),
  errors: ['invalid_request', 'unknown_field', ...OF_ONE],
  handle: async ({ query: { limit, cursor }, found: row }, { templates }) => {
    const before = cursor === undefined ? undefined : Number(cursor);
    const versions = await templates.reader.versions(row, { before, limit: limit + 1 });
    return page(
      versions,
      limit,
      (version) => versionJson(row, version),
      ({ version }) => String(version),
    );
  },
});

export const getAsset = endpoint({
  ...READ_WHOLE,
  method: 'get',
  path: '/v1/templates/{slug}/assets',
  operation: 'get_template_asset',
  summary: 'Read a file of a template',
  description: 'Of the draft; with `@3` behind the slug, of that version.',
  params: versionedParams,
  query: assetQuery,
  answer: { description: 'The bytes.', binary: ['application/octet-stream'], headers: [] },
  errors: ['invalid_request', 'unknown_field', ...OF_ONE],
  find: findVersion,
  handle: async ({ reply, params, query: { name }, found: { row, version } }, parts) => {
    const { assets } = await bodyAt(parts, row, shownVersion(params.slug, version));
    const entry = assets.find((asset) => asset.name === name);
    const bytes = entry && (await parts.templates.assets.open(ownerOf(row), entry));
    if (!bytes) throw new ApiError('not_found', { detail: 'The template has no file of this name.' });
    return reply.headers(NO_DOCUMENT).header('content-length', bytes.byteLength).send(bytes);
  },
});

export const getContent = endpoint({
  ...READ_WHOLE,
  method: 'get',
  path: '/v1/templates/{slug}.html',
  operation: 'get_template_content',
  summary: 'Read the content of a template',
  description:
    'Of the version that is used, or else of the draft; with `@3` behind the slug, of that version. A browser shows it without scripts.',
  params: versionedParams,
  answer: { description: 'The Liquid template of the document.', binary: ['text/html'], headers: [] },
  errors: OF_ONE,
  find: findVersion,
  handle: async ({ reply, found: { row, version } }, parts) => {
    const shown = version === 'published' && row.published_version === null ? 'draft' : version;
    const { content } = await bodyAt(parts, row, shown);
    return reply.headers(CUSTOMER_HTML).send(content);
  },
});
