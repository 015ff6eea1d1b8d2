import { z } from 'zod';
import { OPEN_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import type { Layer } from '../http/endpoint.ts';

export interface ReferenceParts {
  /** The OpenAPI document as JSON. */
  readonly openApi: () => Buffer;
}

/** Seconds that a client may keep the document; it changes with the service only. */
const LIFE = 3_600;

const endpoint = endpointsOf<ReferenceParts>();

const openApi = endpoint({
  method: 'get',
  path: '/openapi.json',
  operation: 'openapi',
  tag: 'Service',
  summary: 'This description',
  description: 'OpenAPI 3.1, made from the schemas that requests are checked by.',
  access: 'open',
  answer: jsonAnswer('The document.', z.looseObject({ openapi: z.string() })),
  errors: OPEN_ERRORS,
  handle: ({ reply }, parts) =>
    reply
      .headers({ 'content-type': 'application/json', 'cache-control': `public, max-age=${LIFE}` })
      .send(parts.openApi()),
});

/** The same for the API of another service. */
export const layerDocument = (layer: Layer, path: string): HandledEndpoint<ReferenceParts> => ({
  ...openApi,
  path,
  layer,
  operation: `${layer}_${openApi.operation}`,
});

/** Open to whoever can reach the service: they may know what it does. */
export const REFERENCE_ENDPOINTS: readonly HandledEndpoint<ReferenceParts>[] = [openApi];
