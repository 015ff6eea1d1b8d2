import { WARNINGS } from '@platen/engine';
import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { analysisCodeOf } from '../http/problem.ts';
import { SCOPE_NAMES } from '../rights/scope-names.ts';
import { checksText } from './checks-text.ts';
import { operationsOf } from './components.ts';
import { statusTexts } from './error-groups.ts';
import type { ExampleObject, OpenApi, Operation, Parameter } from './openapi-types.ts';
import { fieldTable, tableRow, typeOf } from './schema-text.ts';
import { isPart, withSharedParts } from './shared-fields.ts';
import { isOptions, withOptions } from './shared-options.ts';

/** One page of the reference, as Markdown. */
export interface ReferencePage {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** An operation of the document, and the endpoint that it is of. */
interface Documented {
  readonly endpoint: Endpoint;
  readonly operation: Operation;
}

/** The group of what says how the service is, which needs no page. */
const SERVICE = 'Service';
/** The group whose operations have a page each; the operations of another share one. */
const OWN_PAGES = 'Conversions';

/** The reference of the API, made from what the service checks requests by. */
export function referencePages(document: OpenApi, endpoints: readonly Endpoint[]): readonly ReferencePage[] {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.operation, endpoint]));
  const operations = operationsOf(document).flatMap(({ operation }): Documented[] => {
    const endpoint = byName.get(operation.operationId);
    return endpoint && endpoint.tag !== SERVICE ? [{ endpoint, operation }] : [];
  });
  const groups = Map.groupBy(operations, ({ endpoint }) => endpoint.tag);
  return [
    ...[...groups].flatMap(([tag, members]) =>
      tag === OWN_PAGES
        ? members.map((member) => operationPage(document, member))
        : [groupPage(document, tag, members)],
    ),
    scopesPage(endpoints),
    errorsPage(),
    warningsPage(),
    { name: 'checks', title: 'Checks of analyses', text: checksText() },
    typesPage(document),
  ];
}

function operationPage(document: OpenApi, documented: Documented): ReferencePage {
  const { operationId, summary } = documented.operation;
  return { name: operationId.replaceAll('_', '-'), title: summary, text: operationText(document, documented, '#') };
}

function groupPage(document: OpenApi, tag: string, members: readonly Documented[]): ReferencePage {
  const texts = members.map((member) => operationText(document, member, '##'));
  return { name: tag.toLowerCase(), title: tag, text: `# ${tag}\n\n${texts.join('\n')}` };
}

/** @param heading marks of the heading of the operation: `#` or more */
function operationText(document: OpenApi, { endpoint, operation }: Documented, heading: string): string {
  const { summary, description, parameters = [], responses } = operation;
  const { method, path } = endpoint;
  const [answer] = Object.entries(responses);
  const parts = [
    `${heading} ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    ...(parameters.length > 0 ? [`${heading}# Parameters`, parameterTable(parameters)] : []),
    ...requestParts(document, operation, heading),
    `${heading}# Answer`,
    ...(answer ? answerParts(document, ...answer) : []),
    `${heading}# Errors`,
    errorLines(endpoint),
    'See [errors](errors.md) for what to do about each.',
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The errors of an operation, a line for each status. */
function errorLines({ path, errors }: Endpoint): string {
  const nameOf = (code: ApiErrorCode): string => (path.startsWith('/api/') ? analysisCodeOf(code) : code);
  return statusTexts(errors, nameOf)
    .map((text) => `- ${text.replace(' ', ': ')}`)
    .join('\n');
}

const MULTIPART = `JSON, or \`multipart/form-data\` with the JSON in a part \`request\` and files that the document refers to by name (a file \`index.html\` stands for
\`source.html\`).`;

const ONE_FILE =
  'JSON, or `multipart/form-data` with the JSON in a part `request` and the document as a file, in a part of any other name.';

function requestParts(document: OpenApi, { requestBody }: Operation, heading: string): string[] {
  const body = requestBody?.content['application/json'];
  if (!requestBody || !body) return [];
  const { schemas = {} } = document.components;
  const name = String(body.schema.$ref).split('/').at(-1) ?? '';
  const parts = requestBody.content['multipart/form-data'];
  const withParts = parts?.schema.properties?.file ? ONE_FILE : MULTIPART;
  const form = parts ? withParts : 'JSON.';
  return [
    `${heading}# Request`,
    requestBody.required ? form : `${form} It may be left out.`,
    fieldTable(withSharedParts(withOptions(schemas[name] ?? {}, schemas), schemas)),
    ...Object.values(body.examples ?? {}).map(exampleText),
  ];
}

function answerParts(
  document: OpenApi,
  status: string,
  { description, headers = {}, content = {} }: Operation['responses'][string],
): string[] {
  const types = Object.keys(content).map((type) => `\`${type}\``);
  const json = types.length === 1 ? content['application/json']?.schema : undefined;
  const rows = Object.entries(headers).map(([header, { description: meaning, schema }]) =>
    tableRow([`\`${header}\``, typeOf(schema), meaning]),
  );
  return [
    `${status === '200' ? '' : `${status}: `}${description} Media types: ${types.join(', ')}.`,
    ...(json ? [`Fields: ${typeOf(withSharedParts(json, document.components.schemas ?? {}))}.`] : []),
    ...(rows.length > 0 ? [['| header | | meaning |', '|---|---|---|', ...rows].join('\n')] : []),
  ];
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => {
    const fallback = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
    return tableRow([`\`${name}\`${required ? ' (required)' : ''}`, place, typeOf(schema), fallback, description]);
  });
  return ['| parameter | in | type | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

function exampleText({ summary, value }: ExampleObject): string {
  return `${summary}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function scopesPage(endpoints: readonly Endpoint[]): ReferencePage {
  const rows = SCOPE_NAMES.map((name) => {
    const through = endpoints.filter(({ scope = [] }) => scope.includes(name));
    const list = through.map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``).join(', ');
    return tableRow([`\`${name}\``, name === '*' ? 'everything' : list]);
  });
  const text = `# Scopes

What a key may do. A scope is a name of this table, or a pattern: a method (or \`*\`) and a path, in which a \`*\` stands for one segment, and at
the end for all that follow. \`POST /v1/convert/*\` is one, \`GET /v1/templates/invoice\` another; a pattern that matches no endpoint is refused. A
request needs one scope that lets it through; 403 \`insufficient_scope\` names the one that is missing. Every key may ask \`GET /v1/account\`.

A conversion by the path of a template, such as \`POST /v1/templates/invoice.pdf\`, counts as that conversion: \`convert:pdf\` lets it through,
\`templates:write\` does not, nor does \`POST /v1/templates/*\`. A pattern that names the very path lets it through too.

| scope | lets through |
|---|---|
${rows.join('\n')}
`;
  return { name: 'scopes', title: 'Scopes', text };
}

function errorsPage(): ReferencePage {
  const rows = (Object.keys(API_ERRORS) as ApiErrorCode[])
    .filter((code) => code !== 'canceled')
    .map((code) => ({ code, ...API_ERRORS[code] }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, status, title, remedy, retryable }) =>
      tableRow([`\`${code}\``, status, `${title}.`, remedy, retryable ? 'yes' : '']),
    );
  const text = `# Errors

Every error is \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\` (cause and remedy), \`instance\`, and further
\`success: false\`, \`error\` (as \`detail\`), \`code\` (as \`status\`), \`error_code\`, \`request_id\`, \`retryable\` and \`errors\`: one entry for each fault,
with a JSON pointer to the field. Under /api errors are \`application/json\` with \`success\`, \`error\`, \`code\` (the error_code of this table; all of
401 is \`unauthorized\`), \`request_id\`, \`retryable\` and, where fields are at fault, \`issues\`. 429 and 503 carry \`Retry-After\` in seconds. No error quotes your document.

| error_code | status | meaning | remedy | retry unchanged |
|---|---|---|---|---|
${rows.join('\n')}
`;
  return { name: 'errors', title: 'Errors', text };
}

function warningsPage(): ReferencePage {
  const rows = Object.entries(WARNINGS).map(([code, { meaning, strict }]) =>
    tableRow([`\`${code}\``, meaning, strict ? 'yes' : '']),
  );
  const text = `# Warnings

A result that may not be what was meant is answered with warnings: their codes in the header \`X-Warnings\`, their words in JSON answers. With
\`strict: true\` the marked ones are an error (\`warning_refused\`) instead.

| code | meaning | refused by \`strict\` |
|---|---|---|
${rows.join('\n')}
`;
  return { name: 'warnings', title: 'Warnings', text };
}

/** Objects and other types that fields refer to. */
function typesPage(document: OpenApi): ReferencePage {
  const { schemas = {} } = document.components;
  const types = Object.entries(schemas).filter(
    ([name]) => !name.endsWith('Request') && !isPart(name) && !isOptions(name),
  );
  const parts = types.map(([name, schema]) => {
    const description = schema.description === undefined ? '' : `${schema.description}\n\n`;
    return `## ${name}\n\n${description}${schema.properties ? fieldTable(withSharedParts(schema, schemas)) : typeOf(withSharedParts(schema, schemas))}`;
  });
  return { name: 'types', title: 'Types', text: `# Types\n\n${parts.join('\n\n')}\n` };
}
