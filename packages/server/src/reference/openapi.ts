import type { Endpoint, JsonSchema } from '../http/endpoint.ts';
import { cookieName } from '../people/cookies.ts';
import { shareComponents } from './components.ts';
import { errorGroupsText } from './error-groups.ts';
import { jsonSchemaOf, type Schemas } from './json-schema.ts';
import type { OpenApi } from './openapi-types.ts';
import { operationOf } from './operation.ts';
import { analysisProblemSchema, problemSchema } from './problem-schema.ts';
import { shareFields } from './shared-fields.ts';
import { shareOptions } from './shared-options.ts';

/**
 * Describes an API from the schemas that its requests are checked by.
 * @param title default: that of our own
 */
export function openApiDocument(endpoints: readonly Endpoint[], title = 'Platen'): OpenApi {
  const schemas: Schemas = {
    Problem: jsonSchemaOf(problemSchema, {}),
    AnalysisProblem: jsonSchemaOf(analysisProblemSchema, {}),
  };
  const operations = shareComponents(
    endpoints.filter(isForPrograms).map((endpoint) => ({
      path: endpoint.path,
      method: endpoint.method,
      operation: operationOf(endpoint, schemas),
    })),
  );
  const { paths, components } = shareFields({
    paths: operations.paths,
    components: { schemas: shareOptions(schemas), ...operations.components },
  });
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      summary: 'HTML to PDF, images, text and Markdown in a real browser.',
      description: INTRODUCTION,
      contact: { name: 'Platen' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    // Basic is left out: generated clients would try it with an empty password. It is told in words.
    security: [{ bearer: [] }, { header: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map(tagOf),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      ...mapRecord(components, sorted),
    },
  };
}

/** What no key may ask for is between this service and its own pages; docs/dashboard.md tells of it. */
const isForPrograms = ({ withoutKeys = false }: Endpoint): boolean => !withoutKeys;

const INTRODUCTION = `Send your key as \`Authorization: Bearer KEY\`. Errors are problem documents (RFC 9457) with an \`error_code\`, a cause and a remedy.
Fields that are not known are refused, so that a misspelt option is never ignored; a member that is null
counts as absent, unless null means something there. Texts are compressed as \`Accept-Encoding\` asks; what is read has an \`ETag\` and is answered 304 to an \`If-None-Match\` that names it.

Each operation says what errors it may have. Those that many have together are listed once:

${errorGroupsText()}

Under /api all of 401 is \`unauthorized\`.`;

const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Your API key. HTTP Basic works too: user `api`, and your key as the password.',
  },
  header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName('session', true),
    description: 'Set at sign-in. Over plain http its name is without `__Host-`.',
  },
};

const TAGS: Readonly<Record<string, string>> = {
  Conversions: 'HTML, an address or a template in; a PDF, an image, text or Markdown out.',
  Templates: 'Stored documents with places for data: a draft, and versions that never change.',
  Snippets: 'Parts that several templates share.',
  Batches: 'A document for each row of data: as results, a ZIP or one PDF.',
  Agents: 'Conversions, templates and analysis as tools of language models.',
  Schedules: 'Conversions that are made again and again, at times of a cron expression.',
  Jobs: 'Conversions that outlive their request, and their results.',
  Webhooks: 'Where events are sent, signed, and what became of each delivery.',
  Connections: 'Places that results are sent to, with their credentials.',
  Keys: 'Keys of the API: what they may do, from where, and how much.',
  Account: 'What the key in use is, and what is left of its limits.',
  Analysis: 'Data from the text of documents, each value proven by the text.',
  Credits: 'Plans, what was charged, and what is left.',
  Billing: 'Subscriptions that are paid by card.',
  Records: 'The audit log and the log of requests.',
  People: 'Accounts of people, and their sessions.',
  Organisations: 'Organisations, their members and invitations.',
  Service: 'How this service is.',
};

function tagOf(name: string): JsonSchema {
  const description = TAGS[name];
  if (description === undefined) throw new Error(`The group ${name} needs a description in reference/openapi.ts.`);
  return { name, description };
}

const sorted = (record: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const mapRecord = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
