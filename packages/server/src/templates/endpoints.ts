import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { EMPTY_BODY } from './body.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  publishTemplate,
  replaceTemplate,
  rollbackTemplate,
} from './change-endpoints.ts';
import { inspectTemplate } from './check.ts';
import { endpoint, type TemplateParts, WRITE } from './endpoint-parts.ts';
import { CONTENT, DATA } from './examples.ts';
import { definedOf } from './named-fields.ts';
import { checkOptions } from './options.ts';
import { getAsset, getContent, getTemplate, listTemplates, listVersions } from './read-endpoints.ts';
import { validateTemplateRequest, validationAnswer } from './schema.ts';

const validateTemplate = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/templates/validate',
  operation: 'validate_template',
  summary: 'Check a template',
  description:
    'Tells what is wrong with Liquid, where, and which variables it uses. With `data` it is filled too, and what the data lacks is reported. Nothing is stored.',
  request: jsonBody('ValidateTemplateRequest', validateTemplateRequest, [
    { name: 'data', summary: 'With data', value: { content: CONTENT, data: DATA } },
    { name: 'faulty', summary: 'With a fault', value: { content: '<p>{% if paid %}{{ total | mony }}</p>' } },
  ]),
  answer: jsonAnswer('What was found.', validationAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'capacity'],
  handle: async ({ request, body: { data: given, ...fields } }, { templates, engine }) => {
    const data = given ?? fields.sample_data ?? undefined;
    if (fields.options) checkOptions(fields.options);
    const body = { ...EMPTY_BODY, ...definedOf(fields) };
    const { organisationId } = callerOf(request);
    const whole = { ...body, snippets: await templates.publisher.snippetsOf(organisationId, body) };
    const { errors, ...rest } = await inspectTemplate(engine, whole, { data, group: organisationId });
    return { success: true, valid: errors.length === 0, errors, ...rest };
  },
});

/** `/v1/templates`: the templates of the caller's organisation. */
export const TEMPLATE_ENDPOINTS: readonly HandledEndpoint<TemplateParts>[] = [
  listTemplates,
  createTemplate,
  getTemplate,
  replaceTemplate,
  changeTemplate,
  deleteTemplate,
  publishTemplate,
  rollbackTemplate,
  listVersions,
  getAsset,
  getContent,
  validateTemplate,
];
