import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { bodyOf } from '../http/request-body.ts';
import type { TemplateBody } from './body.ts';
import { checkSchema, checkVersion } from './check.ts';
import {
  contextOf,
  endpoint,
  OF_ONE,
  ONE,
  PUBLISHING,
  record,
  type TemplateParts,
  WITH_BODY,
  WRITE,
} from './endpoint-parts.ts';
import { CONTENT, CREATE_EXAMPLES } from './examples.ts';
import { definedOf } from './named-fields.ts';
import { checkOptions } from './options.ts';
import type { VersionCheck } from './publisher.ts';
import {
  changeRequest,
  createRequest,
  doneAnswer,
  publishRequest,
  replaceRequest,
  rollbackRequest,
  templateAnswer,
} from './schema.ts';
import type { TemplateChanges } from './template-store.ts';

const ANSWER = jsonAnswer('The template.', templateAnswer);

export const createTemplate = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/templates',
  operation: 'create_template',
  summary: 'Create a template',
  description: 'It is published as version 1, unless `draft` is `true`. What is published must be valid Liquid.',
  request: { ...jsonBody('CreateTemplateRequest', createRequest, CREATE_EXAMPLES), multipart: true },
  answer: ANSWER,
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'slug_taken', 'limit_reached', 'template_error', 'capacity'],
  handle: async ({ request, body: { slug, draft, assets, ...fields } }, parts) => {
    const changes = changesOf(request, fields, assets);
    const check = draft ? undefined : checkFor(request, parts);
    if (draft) await checkSchemaOf(request, fields, parts);
    return await record(parts, await parts.templates.create(contextOf(request), slug, changes, { check }));
  },
});

export const replaceTemplate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'put',
  operation: 'replace_template',
  summary: 'Change and publish a template',
  description:
    'What is not named stays. It is published, unless `draft` is `true`. What is published already makes no new version.',
  request: {
    ...jsonBody('ReplaceTemplateRequest', replaceRequest, [
      { name: 'content', summary: 'Another content', value: { content: `${CONTENT}<p>Thank you.</p>` } },
    ]),
    multipart: true,
  },
  answer: ANSWER,
  errors: PUBLISHING,
  handle: async ({ request, body: { draft, assets, ...fields }, found: { id } }, parts) => {
    const changes = changesOf(request, fields, assets);
    const check = draft ? undefined : checkFor(request, parts);
    if (draft) await checkSchemaOf(request, fields, parts);
    return await record(parts, await parts.templates.change(contextOf(request), id, changes, { check }));
  },
});

export const changeTemplate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'change_template',
  summary: 'Change the draft of a template',
  description: 'What is not named stays; null takes away. What is published stays as it is.',
  request: {
    ...jsonBody('ChangeTemplateRequest', changeRequest, [
      { name: 'style', summary: 'Another style and name', value: { name: 'Bill', css: 'h1 { color: teal }' } },
    ]),
    multipart: true,
  },
  answer: ANSWER,
  errors: [...WITH_BODY, 'draft_changed'],
  handle: async ({ request, body: { assets, revision, ...fields }, found: { id } }, parts) => {
    const changes = changesOf(request, fields, assets);
    await checkSchemaOf(request, fields, parts);
    return await record(parts, await parts.templates.change(contextOf(request), id, changes, { revision }));
  },
});

export const deleteTemplate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_template',
  summary: 'Delete a template',
  description: 'With all its versions and files, at once and for good.',
  answer: jsonAnswer('It is deleted.', doneAnswer),
  errors: [...OF_ONE, 'legal_hold'],
  handle: async ({ request, found: { id } }, { templates }) => {
    await templates.delete(contextOf(request), id);
    return { success: true };
  },
});

export const publishTemplate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'post',
  path: '/v1/templates/{slug}/publish',
  operation: 'publish_template',
  summary: 'Publish the draft',
  description:
    'Makes a version that never changes, with the snippets as they are now, and uses it. If the newest version is the same already, that one is used.',
  request: {
    ...jsonBody('PublishTemplateRequest', publishRequest, [{ name: 'publish', summary: 'Publish it', value: {} }]),
    optional: true,
  },
  answer: ANSWER,
  errors: [...PUBLISHING, 'draft_changed'],
  handle: async ({ request, body: { revision } = {}, found: { id } }, parts) => {
    const check = checkFor(request, parts);
    return await record(parts, await parts.templates.change(contextOf(request), id, {}, { check, revision }));
  },
});

export const rollbackTemplate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'post',
  path: '/v1/templates/{slug}/rollback',
  operation: 'rollback_template',
  summary: 'Go back to a version',
  description: 'The version is used from now on. The draft stays as it is.',
  request: jsonBody('RollbackTemplateRequest', rollbackRequest, [
    { name: 'first', summary: 'Back to the first version', value: { version: 1 } },
  ]),
  answer: ANSWER,
  errors: WITH_BODY,
  handle: async ({ request, body: { version }, found: { id } }, parts) =>
    await record(parts, await parts.templates.rollback(contextOf(request), id, version)),
});

/** Looks at what is about to be published. */
const checkFor =
  (request: FastifyRequest, { engine }: TemplateParts): VersionCheck =>
  (body) =>
    checkVersion(engine, body, { group: callerOf(request).organisationId });

/** Looks at the schema of what is kept and not published yet. */
const checkSchemaOf = async (
  request: FastifyRequest,
  { schema }: { readonly schema?: TemplateBody['schema'] | undefined },
  { engine }: TemplateParts,
) => await checkSchema(engine, schema ?? null, { group: callerOf(request).organisationId });

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
