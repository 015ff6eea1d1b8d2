import { readFileSync } from 'node:fs';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { Backend } from './api.ts';
import { createMcpServer } from './server.ts';

export { type Backend, overClient } from './api.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Answers requests of streamable HTTP, each by itself: there are no sessions. */
export const httpHandler = (backend: Backend): McpHttpHandler =>
  createMcpHandler(() => createMcpServer(backend, { version }), { keepAliveMs: 0 });

/** Speaks on standard input and output. */
export const serveStdio = (backend: Backend): { close(): Promise<void> } =>
  serve(() => createMcpServer(backend, { version }));
