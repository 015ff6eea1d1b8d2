import type { Endpoint, HeaderEntry, JsonSchema, RequestEntry } from '../http/endpoint.ts';
import { jsonSchemaOf, type Schemas } from './json-schema.ts';
import { type Content, headerOf, type Operation, type Parameter, type Response } from './openapi-types.ts';
import { problemResponses } from './problem-responses.ts';
import { securityOf } from './security.ts';

/** An endpoint as an operation of OpenAPI; its named schemas go to `schemas`. */
export function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const { operation, tag, summary, description, request, answer, otherAnswers = [] } = endpoint;
  const security = securityOf(endpoint.access);
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...(endpoint.headers ?? []).map(headerParameter),
  ];
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description,
    ...(security ? { security } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request ? { requestBody: { required: !request.optional, content: requestContent(request, schemas) } } : {}),
    responses: {
      ...Object.fromEntries(
        [answer, ...otherAnswers].map((one) => [one.status ?? 200, answerOf({ answer: one }, schemas)] as const),
      ),
      ...problemResponses(endpoint),
    },
  };
}

function parametersOf(place: Parameter['in'], fields: Endpoint['params']): Parameter[] {
  const { properties = {}, required = [] } = fields ? jsonSchemaOf(fields, {}, { defaults: true }) : {};
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: place,
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema,
  }));
}

const headerParameter = ({ name, description, schema = { type: 'string' } }: HeaderEntry): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

const DOCUMENT_FILE: JsonSchema = {
  type: 'string',
  format: 'binary',
  description:
    'A file that the document of `request` refers to by its file name; `index.html` stands for `source.html`.',
};

function requestContent(
  { name, schema, required, multipart, file, form: isForm, encoded, examples }: RequestEntry,
  schemas: Schemas,
): Content {
  const json = jsonSchemaOf(schema, schemas);
  const all = [...new Set([...(json.required ?? []), ...required])];
  schemas[name] = { ...json, ...(all.length > 0 ? { required: all } : {}) };
  const ref = { $ref: `#/components/schemas/${name}` };
  const listed = examples.map(({ name: id, summary, value }) => [id, { summary, value }] as const);
  if (isForm) return { 'multipart/form-data': { schema: ref } };
  if (multipart && file === undefined) schemas.DocumentFile = DOCUMENT_FILE;
  const withFiles = {
    type: 'object',
    properties: { request: ref },
    additionalProperties: { $ref: '#/components/schemas/DocumentFile' },
  };
  const withFile = {
    type: 'object',
    properties: { request: ref, file: { type: 'string', format: 'binary', description: file } },
  };
  const form = file === undefined ? withFiles : withFile;
  return {
    'application/json': { schema: ref, ...(listed.length > 0 ? { examples: Object.fromEntries(listed) } : {}) },
    ...(multipart ? { 'multipart/form-data': { schema: form } } : {}),
    ...(encoded
      ? { 'application/x-www-form-urlencoded': { schema: ref }, 'multipart/form-data': { schema: ref } }
      : {}),
  };
}

function answerOf({ answer }: Pick<Endpoint, 'answer'>, schemas: Schemas): Response {
  const bytes = (answer.binary ?? []).map((type) => [type, bytesSchema(type)] as const);
  const json = answer.json ? [['application/json', jsonSchemaOf(answer.json, schemas, { open: true })] as const] : [];
  const headers = answer.headers.map((header) => [header.name, headerOf(header)] as const);
  const content = [...bytes, ...json].map(([type, schema]) => [type, { schema }] as const);
  return {
    description: answer.description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...(content.length > 0 ? { content: Object.fromEntries(content) } : {}),
  };
}

/** `format: binary` is of OpenAPI 3.0; generators of clients read nothing else as bytes. */
const bytesSchema = (type: string) =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
