import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiErrorCode } from '../errors.ts';
import type { Access } from '../rights/access.ts';
import type { ScopeName } from '../rights/scope-names.ts';

/** A JSON Schema, with those of its keywords that the reference reads. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface HeaderEntry {
  readonly name: string;
  readonly description: string;
  /** Default: a string. */
  readonly schema?: JsonSchema;
  /** Whether an answer may be without it. */
  readonly optional?: boolean;
}

/** A request as a client would send it; the contract test sends it. */
export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The body of a request, which the handler is given as `Value`. */
export interface RequestEntry<Value = unknown> {
  /** Name of the schema. */
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  /** Whether the handler checks it, and is given what was sent; see `uncheckedBody`. */
  readonly unchecked?: boolean;
  /** Fields that have to be there, beside those that the schema says. */
  readonly required: readonly string[];
  /** Whether it may come as `multipart/form-data` with files. */
  readonly multipart: boolean;
  /** What the one file of such a form is. Default: files that the document refers to by name. */
  readonly file?: string;
  /** Whether it comes as `multipart/form-data` only: each field of the schema is a part, and a name with a dot is a file. */
  readonly form?: boolean;
  /** Whether it may be a form of texts too, encoded or multipart: `doc[type]` is `type` in `doc`. */
  readonly encoded?: boolean;
  /** Whether the body may be left out. */
  readonly optional?: boolean;
  readonly examples: readonly Example[];
}

export interface AnswerEntry {
  /** Default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly description: string;
  /** Media types of bytes. */
  readonly binary?: readonly string[];
  readonly json?: z.ZodType;
  readonly headers: readonly HeaderEntry[];
  /** Whether it holds a secret that is shown this once: it is kept nowhere. */
  readonly shownOnce?: boolean;
}

/** Services whose API is answered too. */
export type Layer = 'pdfshift' | 'gotenberg' | 'browserless' | 'firecrawl' | 'docraptor' | 'pdfmonkey';

/** One operation of the API: what routes, rights, reference and tests need to know of it. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With the names of its variable segments in braces. */
  readonly path: string;
  /** The variable segments of the path. */
  readonly params?: z.ZodObject;
  /** What may stand after the question mark. */
  readonly query?: z.ZodObject;
  /** The service whose API it belongs to; absent for our own. */
  readonly layer?: Layer;
  /** Name of the operation in generated clients. */
  readonly operation: string;
  /** The group it stands in. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** Scopes that let it through, the narrowest first: that is the one that a refusal names. Default: `*` only. */
  readonly scope?: readonly ScopeName[];
  /** Whether it is for the pages of the service only: it refuses every key, and no document of the API has it. */
  readonly withoutKeys?: boolean;
  /** The path that it counts as for scopes that are patterns. Default: its own. */
  readonly countsAs?: string;
  /** The parameter after the question mark that may have the key, as clients of its layer send it. */
  readonly keyParameter?: string;
  /** Whether its work is done by further requests of the same caller, which pass the gate themselves. */
  readonly relays?: boolean;
  /** What decides the answer beside the address and the body of a request. */
  readonly variantOf?: (request: FastifyRequest) => string | undefined;
  /** Headers of the request beside those of HTTP itself and the key. */
  readonly headers?: readonly HeaderEntry[];
  readonly request?: RequestEntry;
  readonly answer: AnswerEntry;
  /** Answers of other statuses that are no errors. */
  readonly otherAnswers?: readonly AnswerEntry[];
  readonly errors: readonly ApiErrorCode[];
}
