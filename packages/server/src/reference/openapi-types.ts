import type { HeaderEntry, JsonSchema } from '../http/endpoint.ts';

/** An OpenAPI document (version 3.1). What several operations share stands in its components. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

/** An operation with all that it refers to, but for its schemas. */
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
  /** Default false. */
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
}

export type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, ExampleObject>> }>
>;

/** An operation and where it is. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const headerOf = ({ description, schema = { type: 'string' }, optional = false }: HeaderEntry): Header => ({
  description,
  schema,
  ...(optional ? {} : { required: true }),
});
