import { toEngineError } from '@platen/engine';
import type { z } from 'zod';
import { ApiError, toApiError } from '../errors.ts';

/**
 * A value as a schema has it.
 * @throws ApiError `unknown_field` or `invalid_request` with a pointer to each fault and the nearest known names
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toApiError(toEngineError(parsed.error.issues, schema));
}

/** The refusal of one field. */
export function invalidField(pointer: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, issues: [{ pointer, code: 'invalid_request', detail }] });
}
