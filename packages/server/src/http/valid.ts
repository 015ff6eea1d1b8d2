import { toEngineError } from '@platen/engine';
import type { z } from 'zod';
import { ApiError, toApiError } from '../errors.ts';
import { withoutRefusedNulls } from './nulls.ts';

/**
 * A value as a schema has it.
 * @throws ApiError `unknown_field` or `invalid_request` with a pointer to each fault and the nearest known names
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toApiError(toEngineError(parsed.error.issues, schema));
}

/** The body of a request as a schema has it. A member that is null counts as absent, unless null means something there. */
export const validBody = <Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> =>
  withoutRefusedNulls(json, (value) => valid(schema, value));

/** The refusal of one field. */
export function invalidField(pointer: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, issues: [{ pointer, code: 'invalid_request', detail }] });
}
