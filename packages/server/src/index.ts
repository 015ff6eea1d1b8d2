/** Platen's service: the HTTP API over the engine. */
export { type AppOptions, createApp } from './app.ts';
export { type Config, ConfigError, readConfig } from './config.ts';
export { readCatalogue } from './credits/catalogue.ts';
export { dumpDatabase, restoreDatabase } from './data/transfer.ts';
export { API_ERRORS, ApiError } from './errors.ts';
export { type Administration, openAdministration } from './keys/administration.ts';
export { type Operation, openApiDocument } from './reference/openapi.ts';
export { type ReferencePage, referencePages } from './reference/pages.ts';
export { runService } from './run.ts';
export { type Service, startService } from './service.ts';
