import { z } from 'zod';
import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import type { Endpoint, HeaderEntry, JsonSchema, RequestEntry } from '../http/endpoint.ts';
import { analysisCodeOf, analysisErrorOf } from '../http/problem.ts';
import { cookieName } from '../people/cookies.ts';
import { analysisProblemSchema, problemSchema } from './problem-schema.ts';

/** An OpenAPI document (version 3.1). */
export interface OpenApi {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly JsonSchema[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>;
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** Schemas by name, gathered while the document is written. */
type Schemas = Record<string, JsonSchema>;

/** Describes an API from the schemas that its requests are checked by. */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApi {
  const schemas: Schemas = { Problem: named(problemSchema, {}), AnalysisProblem: named(analysisProblemSchema, {}) };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Platen',
      version: '1',
      summary: 'HTML to PDF, images, text and Markdown in a real browser.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ bearer: [] }, { header: [] }, { basic: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Your API key.' },
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' },
        basic: { type: 'http', scheme: 'basic', description: 'User `api`, and your API key as the password.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', true),
          description: 'Set at sign-in. Over plain http its name is without `__Host-`.',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const { operation, tag, summary, description, request, answer } = endpoint;
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
    ...(endpoint.open ? { security: [] } : endpoint.session ? { security: [{ session: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request ? { requestBody: { required: !request.optional, content: requestContent(request, schemas) } } : {}),
    responses: { [answer.status ?? 200]: answerOf(endpoint, schemas), ...errorsOf(endpoint) },
  };
}

function parametersOf(place: Parameter['in'], fields: z.ZodObject | undefined): Parameter[] {
  const { properties = {}, required = [] } = fields ? named(fields, {}) : {};
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema,
  }));
}

const headerParameter = ({ name, description, schema = { type: 'string' } }: HeaderEntry): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

function requestContent({ name, schema, required, multipart, examples }: RequestEntry, schemas: Schemas) {
  const json = named(schema, schemas);
  schemas[name] = { ...json, required: [...(json.required ?? []), ...required] };
  const ref = { $ref: `#/components/schemas/${name}` };
  const listed = Object.fromEntries(examples.map((example) => [example.name, valued(example.summary, example.value)]));
  const form = {
    type: 'object',
    properties: {
      request: { ...ref, description: 'The request as JSON; `index.html` among the files stands for `source.html`.' },
    },
    additionalProperties: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'A file that the document refers to by its file name.',
    },
  };
  return {
    'application/json': { schema: ref, examples: listed },
    ...(multipart ? { 'multipart/form-data': { schema: form } } : {}),
  };
}

const valued = (summary: string, value: unknown) => ({ summary, value });

function answerOf({ answer }: Endpoint, schemas: Schemas): Response {
  const bytes = (answer.binary ?? []).map((type) => [type, {}] as const);
  const json = answer.json ? [['application/json', named(answer.json, schemas)] as const] : [];
  return {
    description: answer.description,
    headers: Object.fromEntries(answer.headers.map((header) => [header.name, headerOf(header)])),
    content: Object.fromEntries([...bytes, ...json].map(([type, schema]) => [type, { schema }])),
  };
}

const headerOf = ({ description, schema = { type: 'string' }, optional = false }: HeaderEntry): Header => ({
  description,
  schema,
  ...(optional ? {} : { required: true }),
});

/** Errors by status, each code as an example. */
function errorsOf({ errors: codes, path }: Endpoint): Record<string, Response> {
  const ofAnalysis = path.startsWith('/api/');
  const type = ofAnalysis ? 'application/json' : 'application/problem+json';
  const example = ofAnalysis ? analysisProblemExample : problemExample;
  const byStatus = Map.groupBy(codes, (code) => API_ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]): [string, Response] => [
      String(status),
      {
        description: same
          .map((code) => `\`${ofAnalysis ? analysisCodeOf(code) : code}\`: ${API_ERRORS[code].title}.`)
          .join(' '),
        headers: retryAfterOf(same),
        content: {
          [type]: {
            schema: { $ref: `#/components/schemas/${ofAnalysis ? 'AnalysisProblem' : 'Problem'}` },
            examples: Object.fromEntries(same.map((code) => [code, valued(API_ERRORS[code].title, example(code))])),
          },
        },
      },
    ]),
  );
}

/** Whether answers with one of these codes say when to try again; some of them may not. */
function retryAfterOf(codes: readonly ApiErrorCode[]): Record<string, Header> {
  const told = codes.filter((code) => API_ERRORS[code].retryAfter !== undefined).length;
  if (told === 0) return {};
  const description = 'Seconds to wait before the next try.';
  return { 'Retry-After': headerOf({ name: 'Retry-After', description, optional: told < codes.length }) };
}

function analysisProblemExample(code: ApiErrorCode): JsonSchema {
  const { title, remedy, retryable } = API_ERRORS[code];
  const error = analysisErrorOf(title, remedy, remedy);
  const members = LIMIT_MEMBERS[code] ?? {};
  return { success: false, error, code: analysisCodeOf(code), request_id: 'req_example', retryable, ...members };
}

/** What the specification adds to an error of a limit. */
const LIMIT_MEMBERS: Partial<Record<ApiErrorCode, JsonSchema>> = {
  ai_limit_exceeded: { remaining: 0, limit: 1_000, resetAt: '2030-02-01T00:00:00.000Z' },
  bank_pages_exceeded: { remaining: 12, limit: 5_000, resetAt: '2030-02-01T00:00:00.000Z' },
};

function problemExample(code: ApiErrorCode): JsonSchema {
  const { status, title, remedy, retryable } = API_ERRORS[code];
  return {
    type: `urn:platen:error:${code}`,
    title,
    status,
    detail: remedy,
    instance: 'urn:platen:request:req_example',
    success: false,
    error: remedy,
    code: status,
    error_code: code,
    request_id: 'req_example',
    retryable,
    errors: [],
  };
}

/** A schema as JSON Schema; the named ones within it go to the components. */
function named(schema: z.ZodType, schemas: Schemas): JsonSchema {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  for (const [name, definition] of Object.entries(($defs as Schemas | undefined) ?? {})) {
    const { id, ...rest } = referred(definition) as Record<string, unknown>;
    schemas[name] = rest;
  }
  const { id, ...rest } = referred(json) as Record<string, unknown>;
  if (typeof id !== 'string') return rest;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

/** The same schema with its references to where an OpenAPI document keeps them. */
function referred(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referred);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : referred(inner),
    ]),
  );
}
