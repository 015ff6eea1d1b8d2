import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { DenialRecord } from '../access/denial.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import type { Vault } from '../vault/vault.ts';
import type { TemplateParts } from './endpoint-parts.ts';
import { TEMPLATE_ENDPOINTS } from './endpoints.ts';
import { TemplateFinder } from './find.ts';
import { TemplateResolver } from './resolve.ts';
import { SNIPPET_ENDPOINTS } from './snippet-endpoints.ts';
import { SnippetStore } from './snippet-store.ts';
import { TemplateStore } from './template-store.ts';

export interface TemplatesOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly denials: DenialRecord;
  readonly vault: Vault;
  readonly engine: Engine;
  readonly clock: Clock;
}

/** Templates and snippets of organisations, and what conversions need of them. */
export interface Templates {
  readonly store: TemplateStore;
  readonly snippets: SnippetStore;
  readonly resolver: TemplateResolver;
  /** What the endpoints of templates need. */
  readonly parts: TemplateParts;
  /** Routes behind the gate. */
  routes(scope: FastifyInstance, limits: HttpLimits): void;
}

/** A snippet in JSON, with room for escapes. */
const SNIPPET_BODY = 2 * 1024 * 1024;

export function openTemplates(options: TemplatesOptions): Templates {
  const { database, audit, denials, vault, engine, clock } = options;
  const snippets = new SnippetStore({ database, audit, clock, vault });
  const store = new TemplateStore({ database, audit, clock, vault, snippets });
  const finder = new TemplateFinder({ reader: store.reader, snippets, denials });
  return {
    store,
    snippets,
    resolver: new TemplateResolver({ store, finder, clock }),
    parts: { templates: store, finder, engine },
    routes: (scope, limits) => {
      scope.register(async (files) => {
        readRequestBodies(files, limits, { optional: true });
        registerEndpoints(files, TEMPLATE_ENDPOINTS, { templates: store, finder, engine });
      });
      scope.register(async (texts) => {
        readRequestBodies(texts, { ...limits, body: SNIPPET_BODY }, { jsonOnly: true });
        registerEndpoints(texts, SNIPPET_ENDPOINTS, { snippets, finder });
      });
    },
  };
}
