import { z } from 'zod';

const issues = z.array(
  z.strictObject({
    pointer: z.string().describe('JSON pointer (RFC 6901) to the field at fault.'),
    code: z.string(),
    detail: z.string(),
  }),
);

/** The body of errors under /api, as JSON Schema tells it; `AnalysisProblem` in http/problem.ts is what is sent. */
export const analysisProblemSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('Cause and remedy.'),
  code: z.string().describe('The code, for programs.'),
  request_id: z.string().describe('Names the request in the log.'),
  retryable: z.boolean().describe('Whether the same request may succeed when it is sent again unchanged.'),
  issues: issues.optional().describe('One entry for each fault of the request.'),
  remaining: z.int().min(0).optional().describe('With `ai_limit_exceeded` and `bank_pages_exceeded`: what is left.'),
  limit: z.int().min(0).optional().describe('What a month includes.'),
  resetAt: z.iso.datetime().optional().describe('When the next month begins.'),
});

/** The body of every error under /v1, as JSON Schema tells it; `Problem` in http/problem.ts is what is sent. */
export const problemSchema = z.strictObject({
  type: z.string().describe('Names the kind of problem (RFC 9457): `urn:platen:error:` and the code.'),
  title: z.string().describe('The kind of problem in words.'),
  status: z.int().describe('HTTP status.'),
  detail: z.string().describe('Cause and remedy.'),
  instance: z.string().describe('Names this occurrence.'),
  success: z.literal(false),
  error: z.string().describe('The same as `detail`.'),
  code: z.int().describe('The same as `status`.'),
  error_code: z.string().describe('The code, for programs.'),
  request_id: z.string().describe('Names the request in the log.'),
  retryable: z.boolean().describe('Whether the same request may succeed when it is sent again unchanged.'),
  errors: issues.describe('One entry for each fault of the request.'),
});
