import { WARNINGS } from '@platen/engine';
import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import type { JsonSchema } from './endpoint.ts';
import { type OpenApi, type Operation, openApiDocument } from './openapi.ts';
import { fieldTable, tableRow, typeOf } from './schema-text.ts';

/** One page of the reference, as Markdown. */
export interface ReferencePage {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** The reference of the API, made from what the service checks requests by. */
export function referencePages(document: OpenApi = openApiDocument()): readonly ReferencePage[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return [
    ...operations
      .filter(({ operation }) => operation.requestBody !== undefined)
      .map(({ method, path, operation }) => operationPage(document, method, path, operation)),
    errorsPage(),
    warningsPage(),
    typesPage(document),
  ];
}

function operationPage(document: OpenApi, method: string, path: string, operation: Operation): ReferencePage {
  const { summary, description, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const name = String(body?.schema.$ref).split('/').at(-1) ?? '';
  const schema = document.components.schemas?.[name] ?? {};
  const examples = Object.values(body?.examples ?? {}).map(exampleText);
  const answer = responses['200'];
  const statuses = Object.entries(responses).filter(([status]) => status !== '200');
  const text = `# ${summary}

\`${method.toUpperCase()} ${path}\`

${description}

## Request

JSON, or \`multipart/form-data\` with the JSON in a part \`request\` and files that the document refers to by name (a file \`index.html\` stands for
\`source.html\`).

${fieldTable(schema)}

${examples.join('\n\n')}

## Answer

${answer?.description ?? ''} Media types: ${Object.keys(answer?.content ?? {})
    .map((type) => `\`${type}\``)
    .join(', ')}.

| header | | meaning |
|---|---|---|
${Object.entries(answer?.headers ?? {})
  .map(([header, { description: meaning, schema: type }]) => tableRow([`\`${header}\``, typeOf(type), meaning]))
  .join('\n')}

## Errors

${statuses.map(([status, { description: codes }]) => `- ${status}: ${codes}`).join('\n')}

See [errors](errors.md) for what to do about each.
`;
  return { name: operation.operationId.replace('_', '-'), title: summary, text };
}

function exampleText({ summary, value }: JsonSchema): string {
  return `${summary}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
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
with a JSON pointer to the field. 429 and 503 carry \`Retry-After\` in seconds. No error quotes your document.

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
  const types = Object.entries(document.components.schemas ?? {}).filter(([name]) => !name.endsWith('Request'));
  const parts = types.map(([name, schema]) => {
    const description = schema.description === undefined ? '' : `${schema.description}\n\n`;
    return `## ${name}\n\n${description}${schema.properties ? fieldTable(schema) : typeOf(schema)}`;
  });
  return { name: 'types', title: 'Types', text: `# Types\n\n${parts.join('\n\n')}\n` };
}
