import { z } from 'zod';
import type { Endpoint } from '../http/endpoint.ts';

export const OPENAPI_ENDPOINT: Endpoint = {
  method: 'get',
  path: '/openapi.json',
  operation: 'openapi',
  tag: 'Service',
  summary: 'This description',
  description: 'OpenAPI 3.1, made from the schemas that requests are checked by.',
  access: 'open',
  answer: { description: 'The document.', json: z.object({ openapi: z.string() }), headers: [] },
  errors: [],
};
