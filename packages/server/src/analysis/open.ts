import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Credits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import type { AnalysisObserver, AnalysisPoolState } from '../observe/analysis-observer.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { AnalysisAccess, type AnalysisPolicy } from './access.ts';
import { AnalystPool } from './analyst-pool.ts';
import type { ModelSettings } from './messages.ts';
import { analysisRoutes } from './routes.ts';

export interface AnalysisOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly credits: Credits;
  readonly engine: Engine;
  readonly resolver?: TemplateResolver | undefined;
  readonly idempotencyKeys?: IdempotencyKeys | undefined;
  readonly clock: Clock;
  readonly config: {
    readonly aiAccess: AnalysisPolicy;
    /** Whether an agreement covers the models (HIPAA). Default: no. */
    readonly aiCovered?: boolean;
    readonly aiModel?: ModelSettings | undefined;
    readonly egressDeny?: readonly string[];
  };
}

export interface AnalysisRouting {
  readonly limits: HttpLimits;
  readonly lifecycle: Lifecycle;
  /** Is notified of each analysis. */
  readonly observer: AnalysisObserver;
}

/** The analysis of documents, over one database. */
export interface Analysis {
  readonly access: AnalysisAccess;
  /** Routes behind the gate. */
  routes(scope: FastifyInstance, options: AnalysisRouting): void;
  /** What its threads do now. */
  state(): AnalysisPoolState;
  close(): Promise<void>;
}

export function openAnalysis({ database, audit, credits, config, clock, ...parts }: AnalysisOptions): Analysis {
  const { aiModel: model, egressDeny } = config;
  const pool = new AnalystPool({ ...(model ? { model } : {}), ...(egressDeny ? { egressDeny } : {}) });
  const access = new AnalysisAccess({ database, audit, policy: config.aiAccess, clock });
  const { metering, holder } = credits;
  return {
    access,
    routes: (scope, { limits, ...routing }) =>
      analysisRoutes(scope, limits, {
        ...parts,
        ...routing,
        aiCovered: config.aiCovered,
        pool,
        access,
        database,
        metering,
        holder,
        clock,
      }),
    state: () => pool.state,
    close: () => pool.close(),
  };
}
