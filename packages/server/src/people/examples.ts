import type { z } from 'zod';
import { jsonBody } from '../http/define-endpoint.ts';
import type { RequestEntry } from '../http/endpoint.ts';

/** A JSON body with one example, as a page sends it. */
export const exampleBody = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  value: Readonly<Record<string, unknown>>,
): RequestEntry<Value> => jsonBody(name, schema, [{ name: 'example', summary: 'As a page sends it', value }]);
