/** Platen's service: the HTTP API over the engine. */

export { type Config, readConfig } from './config/config.ts';
export { ConfigError } from './config/error.ts';
export { API_ERRORS, ApiError } from './errors.ts';
export { operationsOf } from './reference/components.ts';
export { openApiDocument } from './reference/openapi.ts';
export type { Operation } from './reference/openapi-types.ts';
export { type ReferencePage, referencePages } from './reference/pages.ts';
export { type AppOptions, createApp } from './service/app.ts';
export { dumpInstance } from './service/dumps.ts';
export { ENDPOINTS, LAYER_ENDPOINTS } from './service/endpoints.ts';
export { runService } from './service/run.ts';
export { type Service, startService } from './service/service.ts';
