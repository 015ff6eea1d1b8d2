/** Platen's service: the HTTP API over the engine. */
export { type AppOptions, createApp } from './app.ts';
export { type Config, ConfigError, readConfig } from './config.ts';
export { runService } from './run.ts';
export { type Service, startService } from './service.ts';
