import type { z } from 'zod';
import type { ApiErrorCode } from '../errors.ts';

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

export interface RequestEntry {
  /** Name of the schema. */
  readonly name: string;
  readonly schema: z.ZodType;
  /** Fields that have to be there, beside those that the schema says. */
  readonly required: readonly string[];
  /** Whether it may come as `multipart/form-data` with files. */
  readonly multipart: boolean;
  /** Whether the body may be left out. */
  readonly optional?: boolean;
  readonly examples: readonly Example[];
}

export interface AnswerEntry {
  /** Default 200. */
  readonly status?: 200 | 201;
  readonly description: string;
  /** Media types of bytes. */
  readonly binary?: readonly string[];
  readonly json?: z.ZodType;
  readonly headers: readonly HeaderEntry[];
  /** Whether it holds a secret that is shown this once: it is kept nowhere. */
  readonly shownOnce?: boolean;
}

/** One operation of the API, as its reference tells it. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With the names of its variable segments in braces. */
  readonly path: string;
  /** The variable segments of the path. */
  readonly params?: z.ZodObject;
  /** What may stand after the question mark. */
  readonly query?: z.ZodObject;
  /** Name of the operation in generated clients. */
  readonly operation: string;
  /** The group it stands in. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it needs no key. */
  readonly open?: boolean;
  /** Whether it is for people who are signed in, whatever organisation they belong to; a key cannot. */
  readonly session?: boolean;
  /** Headers of the request beside those of HTTP itself and the key. */
  readonly headers?: readonly HeaderEntry[];
  readonly request?: RequestEntry;
  readonly answer: AnswerEntry;
  readonly errors: readonly ApiErrorCode[];
}
