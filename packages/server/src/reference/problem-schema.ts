import { z } from 'zod';

/** The body of every error, as JSON Schema tells it; `Problem` in http/problem.ts is what is sent. */
export const problemSchema = z.strictObject({
  type: z.string().describe('Names the kind of problem (RFC 9457): `urn:platen:error:` and the code.'),
  title: z.string().describe('The kind of problem in words.'),
  status: z.int().describe('HTTP status.'),
  detail: z.string().describe('Cause and remedy.'),
  instance: z.string().describe('Names this occurrence.'),
  success: z.literal(false),
  error: z.string().describe('The same as `detail`.'),
  code: z.int().describe('The same as `status`.'),
  error_code: z.string().describe('The code, to be told apart by programs.'),
  request_id: z.string().describe('Names the request in the log.'),
  retryable: z.boolean().describe('Whether the same request may succeed when it is sent again unchanged.'),
  errors: z
    .array(
      z.strictObject({
        pointer: z.string().describe('JSON pointer (RFC 6901) to the field at fault.'),
        code: z.string(),
        detail: z.string(),
      }),
    )
    .describe('One entry for each fault of the request.'),
});
