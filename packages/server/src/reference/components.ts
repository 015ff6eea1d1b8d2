import type { JsonSchema } from '../http/endpoint.ts';
import { CLASS_TEXTS, type StatusClass } from './error-groups.ts';
import type { OpenApi, Operation, PlacedOperation, Response } from './openapi-types.ts';

type Kind = 'parameters' | 'headers' | 'requestBodies' | 'responses';
type Components = Readonly<Record<Kind, Readonly<Record<string, JsonSchema>>>>;

/** Moves what operations share to the components of a document: errors, and requests, answers, parameters and headers of several. */
export function shareComponents(operations: readonly PlacedOperation[]): {
  readonly paths: OpenApi['paths'];
  readonly components: Components;
} {
  const shelf = new Shelf(countsOf(operations));
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const { path, method, operation } of operations) {
    paths[path] = { ...paths[path], [method]: referOperation(operation, shelf) };
  }
  return { paths, components: shelf.components };
}

/** An operation with all that it refers to, but for schemas. */
export function operationsOf({ paths, components }: OpenApi): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: resolved(operation, components) as Operation,
    })),
  );
}

/** Members that hold what is no part of the document's own structure. */
const OPAQUE: ReadonlySet<string> = new Set(['schema', 'value']);

function resolved(node: unknown, components: OpenApi['components']): unknown {
  if (Array.isArray(node)) return node.map((item) => resolved(item, components));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) {
    const { $ref, ...beside } = node;
    const [kind = '', name = ''] = String($ref).replace('#/components/', '').split('/');
    return { ...(resolved(components[kind]?.[name], components) as object), ...beside };
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, OPAQUE.has(key) ? value : resolved(value, components)]),
  );
}

function referOperation(operation: Operation, shelf: Shelf): JsonSchema {
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters
      ? { parameters: parameters.map((parameter) => shelf.referRepeated('parameters', parameter.name, parameter)) }
      : {}),
    ...(requestBody ? { requestBody: shelf.referRepeated('requestBodies', operation.operationId, requestBody) } : {}),
    responses: mapValues(responses, (response, status) =>
      /^[123]/.test(status)
        ? shelf.referRepeated('responses', operation.operationId, response, referHeaders(response, shelf))
        : referProblem(status, response, shelf),
    ),
  };
}

const referHeaders = ({ headers, ...response }: Response, shelf: Shelf): JsonSchema => ({
  ...response,
  ...(headers ? { headers: mapValues(headers, (header, name) => shelf.referRepeated('headers', name, header)) } : {}),
});

/**
 * OpenAPI 3.1, section 4.8.23: a description beside a reference stands in place of that of the component. Errors that
 * many operations have are a component with a description of its own, which is shorter.
 */
function referProblem(status: string, response: Response, shelf: Shelf): JsonSchema {
  const { description, ...shared } = referHeaders(response, shelf);
  const name = problemName(status, response);
  const reference = shelf.refer('responses', name, { description: CLASS_TEXTS[status as StatusClass], ...shared });
  if (description !== '' && shelf.countOf(response) >= COMMON) {
    return shelf.refer('responses', name, { description, ...shared });
  }
  return { ...reference, ...(description === '' ? {} : { description }) };
}

/** `E4XX`, or `AnalysisE4XX` for errors in the shape of /api. */
const problemName = (status: string, response: Response): string =>
  `${isOfAnalysis(response) ? 'Analysis' : ''}E${status}`;

const isOfAnalysis = ({ content = {} }: Response): boolean => content['application/problem+json'] === undefined;

/** From how many operations on. */
const COMMON = 8;

/** How often a request, an answer, a parameter or a header is there, by its text. */
function countsOf(operations: readonly PlacedOperation[]): ReadonlyMap<string, number> {
  const values = operations.flatMap(({ operation: { parameters = [], requestBody, responses } }) => [
    ...parameters,
    ...(requestBody ? [requestBody] : []),
    ...Object.values(responses).flatMap((response) => [response, ...Object.values(response.headers ?? {})]),
  ]);
  const seen = Map.groupBy(values, (value) => JSON.stringify(value));
  return new Map([...seen].map(([text, same]) => [text, same.length]));
}

/** Gives out a name for each value; the same value has the same name. */
class Shelf {
  readonly components: Record<Kind, Record<string, JsonSchema>> = {
    parameters: {},
    headers: {},
    requestBodies: {},
    responses: {},
  };
  readonly #names = new Map<string, string>();
  readonly #counts: ReadonlyMap<string, number>;

  constructor(counts: ReadonlyMap<string, number>) {
    this.#counts = counts;
  }

  countOf(value: object): number {
    return this.#counts.get(JSON.stringify(value)) ?? 0;
  }

  /** @param kept the value as it stands in the document, where that refers to others. */
  referRepeated(kind: Kind, wanted: string, value: object, kept: object = value): JsonSchema {
    return this.countOf(value) > 1 ? this.refer(kind, wanted, kept) : { ...kept };
  }

  /** @param wanted its name, unless another value has it: then with a number. */
  refer(kind: Kind, wanted: string, value: object): JsonSchema {
    const text = `${kind} ${JSON.stringify(value)}`;
    const name = this.#names.get(text) ?? this.#freeName(kind, wanted);
    this.#names.set(text, name);
    this.components[kind][name] = { ...value };
    return { $ref: `#/components/${kind}/${name}` };
  }

  #freeName(kind: Kind, wanted: string): string {
    const taken = this.components[kind];
    let name = wanted;
    for (let number = 2; Object.hasOwn(taken, name); number += 1) name = `${wanted}_${number}`;
    return name;
  }
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
