import type { Engine } from '@platen/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeySource } from '../access/gate.ts';
import { createGate, type Sessions } from '../access/gate.ts';
import { KeyLimits } from '../access/key-limits.ts';
import { Locks } from '../access/locks.ts';
import type { Analysis } from '../analysis/open.ts';
import { RECORD_ENDPOINTS } from '../audit/endpoints.ts';
import { batchRoutes } from '../batches/open.ts';
import type { BatchService } from '../batches/service.ts';
import { AGREEMENT_ENDPOINTS } from '../billing/agreement-endpoints.ts';
import { BusinessAgreements } from '../billing/agreements.ts';
import { DETAILS_ENDPOINTS } from '../billing/details-endpoints.ts';
import { BILLING_ENDPOINTS, eventRoutes } from '../billing/endpoints.ts';
import { INVOICE_ENDPOINTS } from '../billing/invoice-endpoints.ts';
import type { BillingService } from '../billing/open.ts';
import { type Clock, steadyClock } from '../clock.ts';
import { BROWSERLESS_DOCUMENT, BROWSERLESS_OPEN } from '../compat/browserless/endpoints.ts';
import { browserlessRoutes } from '../compat/browserless/routes.ts';
import { DOCRAPTOR_DOCUMENT, DOCRAPTOR_OPEN } from '../compat/docraptor/endpoints.ts';
import { DOCRAPTOR_JOBS } from '../compat/docraptor/job-endpoints.ts';
import { docraptorRoutes } from '../compat/docraptor/routes.ts';
import { FIRECRAWL_JOBS } from '../compat/firecrawl/batch-jobs.ts';
import { FIRECRAWL_CREDITS } from '../compat/firecrawl/credit-endpoints.ts';
import { FIRECRAWL_DOCUMENT, FIRECRAWL_OPEN } from '../compat/firecrawl/endpoints.ts';
import { firecrawlRoutes } from '../compat/firecrawl/routes.ts';
import { GOTENBERG_DOCUMENT, GOTENBERG_OPEN } from '../compat/gotenberg/endpoints.ts';
import { gotenbergRoutes } from '../compat/gotenberg/routes.ts';
import { openRoutes } from '../compat/open-endpoints.ts';
import { PDFMONKEY_DOCUMENT, PDFMONKEY_OPEN } from '../compat/pdfmonkey/endpoints.ts';
import { PDFMONKEY_JOBS } from '../compat/pdfmonkey/job-endpoints.ts';
import { pdfMonkeyRoutes } from '../compat/pdfmonkey/routes.ts';
import { PDFSHIFT_DOCUMENT } from '../compat/pdfshift/endpoints.ts';
import { pdfShiftRoutes } from '../compat/pdfshift/routes.ts';
import type { Config } from '../config/config.ts';
import { previewRoutes } from '../conversions/preview.ts';
import { conversionRoutes } from '../conversions/routes.ts';
import { Conversions } from '../conversions/service.ts';
import { CREDIT_ENDPOINTS, PLAN_ENDPOINTS } from '../credits/endpoints.ts';
import type { Credits } from '../credits/open.ts';
import { AUTHORIZATION_ENDPOINTS } from '../destinations/authorization-endpoints.ts';
import { CONNECTION_ENDPOINTS } from '../destinations/endpoints.ts';
import type { Destinations } from '../destinations/open.ts';
import { ApiError } from '../errors.ts';
import { encodeAnswers } from '../http/encode-answers.ts';
import type { Layer } from '../http/endpoint.ts';
import { Lifecycle } from '../http/lifecycle.ts';
import { HTTP_LIMITS, type HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import { createHttpServer } from '../http/server.ts';
import { idempotency } from '../idempotency/hooks.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import { JOB_ENDPOINTS, JOB_RESULT, RESULT_ENDPOINTS } from '../jobs/endpoints.ts';
import type { Jobs } from '../jobs/open.ts';
import { ACCOUNT_ENDPOINTS } from '../keys/account-endpoint.ts';
import { KEY_ENDPOINTS } from '../keys/endpoints.ts';
import type { Log } from '../log/log.ts';
import { MCP_ENDPOINTS } from '../mcp/endpoint.ts';
import type { Reach } from '../network/client.ts';
import { clientOf, isTrustedProxy } from '../network/client.ts';
import type { Dependencies } from '../observe/dependencies.ts';
import { HEALTH_ENDPOINTS } from '../observe/health.ts';
import { LoopDelay } from '../observe/loop-delay.ts';
import { Metrics } from '../observe/metrics.ts';
import { METRICS_ENDPOINTS } from '../observe/metrics-route.ts';
import type { Traces } from '../observe/traces.ts';
import { OperatorAdmission } from '../operator/admission.ts';
import { OPERATOR_ENDPOINTS } from '../operator/endpoints.ts';
import { OrganisationStore } from '../people/organisations.ts';
import type { People } from '../people/people.ts';
import { REFERENCE_ENDPOINTS } from '../reference/endpoints.ts';
import { openApiDocument } from '../reference/openapi.ts';
import { type Schedules, scheduleRoutes } from '../schedules/open.ts';
import { once } from '../site/once.ts';
import { siteRoutes } from '../site/routes.ts';
import type { Templates } from '../templates/templates.ts';
import { WEBHOOK_ENDPOINTS } from '../webhooks/endpoints.ts';
import type { Webhooks } from '../webhooks/open.ts';
import type { Accounts } from './accounts.ts';
import { ENDPOINTS, LAYER_ENDPOINTS, SCOPE_SETS } from './endpoints.ts';

export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'allowHttp'
    | 'concurrencyPerKey'
    | 'idleConnections'
    | 'metricsToken'
    | 'publicUrl'
    | 'rateLimit'
    | 'tls'
    | 'trustedProxies'
  > &
    Partial<Pick<Config, 'operatorToken' | 'role' | 'shown'>> &
    Reach;
  readonly engine: Engine;
  readonly log: Log;
  /** Who may come in. */
  readonly keys: KeySource;
  /** Plans and credits in the database. Default: nothing is counted, and there are none of their routes. */
  readonly credits?: Credits;
  /** Subscriptions that are paid by card. Default: none, and none of their routes. */
  readonly billing?: BillingService;
  /** Keys, locks and records in the database. Default: none, and none of their routes. */
  readonly accounts?: Accounts;
  /** People who sign in, with accounts in the database. Default: keys only. */
  readonly people?: People;
  /** Stored templates. Default: none, and none of their routes. */
  readonly templates?: Templates;
  /** Analysis of texts. Default: none, and none of its routes. */
  readonly analysis?: Analysis;
  /** Conversions that outlive their request. Default: none, and none of their routes. */
  readonly jobs?: Jobs;
  /** Many documents of one template. Default: none, and none of their routes. */
  readonly batches?: BatchService;
  /** Reports what happens. Default: nothing is reported, and there are none of their routes. */
  readonly webhooks?: Webhooks;
  /** Sends results somewhere. Default: nothing is sent, and there are none of its routes. */
  readonly destinations?: Destinations;
  /** Conversions that are made again and again. Default: none, and none of their routes. */
  readonly schedules?: Schedules;
  /** Who is signed in. Default: as `people` says. */
  readonly sessions?: Sessions;
  /** What was answered to requests with a key of their own. Default: the header is not looked at. */
  readonly idempotencyKeys?: IdempotencyKeys;
  /** What health tells of. Default: none. */
  readonly dependencies?: Dependencies;
  readonly clock?: Clock;
  readonly lifecycle?: Lifecycle;
  readonly limits?: Partial<HttpLimits>;
  readonly metrics?: Metrics;
  readonly traces?: Traces;
}

/** Composes the HTTP service from its parts. It listens when the caller says so. */
export function createApp(options: AppOptions): FastifyInstance {
  const {
    config,
    engine,
    keys,
    accounts,
    credits,
    people,
    templates,
    sessions = people?.sessions,
    traces,
    clock = steadyClock,
    lifecycle = new Lifecycle(),
  } = options;
  const { allowHttp, role = 'all' } = config;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const loopDelay = new LoopDelay();
  const metrics = options.metrics ?? new Metrics();
  const { analysis, jobs, batches, schedules, webhooks, billing, destinations } = options;
  metrics.watch({
    engine,
    loopDelay,
    analyses: analysis && (() => analysis.state()),
    jobs: jobs?.figures,
    deliveries: destinations?.figures,
  });
  const log = metrics.counting(options.log);
  const shared = credits?.sharedLimits;
  const keyLimits = new KeyLimits({ config, clock, ...(shared && { shared }) });
  const gate = createGate({
    keys,
    locks: accounts?.locks ?? new Locks(clock),
    limits: keyLimits,
    log,
    allowHttp,
    reach: config,
    clock,
    sessions,
    denials: accounts?.denials,
    lastUse: accounts?.lastUse,
    quotasOf: credits && ((organisationId) => credits.metering.quotasOf(organisationId)),
  });

  const { tls, publicUrl, idleConnections } = config;
  const isProxy = (address: string) => isTrustedProxy(address, config);
  const app = createHttpServer({ limits, lifecycle, log, tls, publicUrl, idleConnections, isProxy });
  encodeAnswers(app);
  app.addHook('onClose', async () => loopDelay.stop());
  const { dependencies } = options;
  registerEndpoints(app, HEALTH_ENDPOINTS, { engine, lifecycle, loopDelay, role, dependencies });
  registerEndpoints(app, METRICS_ENDPOINTS, { metrics, token: config.metricsToken, allowHttp, reach: config });
  // A worker takes its work from the database: nobody sends it any.
  if (role === 'worker') return app;
  const document = once(() => openApiDocument(ENDPOINTS));
  registerEndpoints(app, REFERENCE_ENDPOINTS, { openApi: once(() => Buffer.from(JSON.stringify(document()))) });
  registerEndpoints(app, PDFSHIFT_DOCUMENT, { openApi: documentOf('pdfshift', 'Platen, as PDFShift') });
  registerEndpoints(app, GOTENBERG_DOCUMENT, { openApi: documentOf('gotenberg', 'Platen, as Gotenberg') });
  registerEndpoints(app, BROWSERLESS_DOCUMENT, { openApi: documentOf('browserless', 'Platen, as Browserless') });
  registerEndpoints(app, FIRECRAWL_DOCUMENT, { openApi: documentOf('firecrawl', 'Platen, as Firecrawl') });
  registerEndpoints(app, DOCRAPTOR_DOCUMENT, { openApi: documentOf('docraptor', 'Platen, as DocRaptor') });
  registerEndpoints(app, PDFMONKEY_DOCUMENT, { openApi: documentOf('pdfmonkey', 'Platen, as PDFMonkey') });
  const open = [DOCRAPTOR_OPEN, GOTENBERG_OPEN, FIRECRAWL_OPEN, BROWSERLESS_OPEN, PDFMONKEY_OPEN].flat();
  app.register(async (scope) => openRoutes(scope, open));
  const requireConfidential = (request: FastifyRequest) => {
    if (!allowHttp && !clientOf(request, config).confidential) throw new ApiError('https_required');
  };
  siteRoutes(app, {
    document,
    endpoints: ENDPOINTS,
    signIn: people !== undefined,
    publicUrl: config.publicUrl,
    needsSetupCode: people && (() => people.needsSetupCode()),
    requireConfidential,
  });
  app.register(async (scope) => {
    accounts?.requests.follow(scope);
    scope.addHook('onRequest', gate);
    traces?.follow(scope);
    if (options.idempotencyKeys) {
      idempotency(scope, {
        keys: options.idempotencyKeys,
        onLostJob: async (job) => {
          await jobs?.abandon(job);
          await batches?.abandon(job.organisationId, job.id.replace(/^job_/, 'bat_'));
          await credits?.holder.release(job);
        },
        inMemory: limits.bodies,
      });
    }
    const observers = traces ? [metrics, traces] : [metrics];
    const converting = {
      conversions: new Conversions({ engine, resolver: templates?.resolver, destinations }),
      lifecycle,
      limits,
      observers,
      metering: credits?.metering,
      resolver: templates?.resolver,
      jobs: jobs?.answers,
    };
    scope.register(async (conversions) => conversionRoutes(conversions, converting));
    scope.register(async (agents) => {
      readRequestBodies(agents, limits, { jsonOnly: true, optional: false });
      registerEndpoints(agents, MCP_ENDPOINTS, { app });
    });
    scope.register(async (layer) => gotenbergRoutes(layer, converting));
    scope.register(async (layer) => browserlessRoutes(layer, converting));
    scope.register(async (layer) => firecrawlRoutes(layer, converting));
    scope.register(async (layer) => docraptorRoutes(layer, converting));
    if (jobs && templates)
      scope.register(async (layer) => {
        keepFromCaches(layer);
        pdfMonkeyRoutes(layer, { conversions: converting, jobService: jobs.service, templates: templates.parts });
      });
    scope.register(async (layer) =>
      pdfShiftRoutes(layer, {
        conversions: converting,
        limits,
        templates: templates?.parts,
        account: accounts && credits && { database: accounts.database, limits: keyLimits, credits },
        credits,
        records: accounts,
      }),
    );
    if (templates)
      scope.register(async (stored) => {
        keepFromCaches(stored);
        templates.routes(stored, limits);
      });
    if (templates)
      scope.register(async (previews) => {
        keepFromCaches(previews);
        const withoutBrowser = jobs?.answers.only ?? false;
        const { conversions } = converting;
        const { resolver, store } = templates;
        previewRoutes(previews, { conversions, resolver, templates: store, observers, withoutBrowser, limits, clock });
      });
    if (analysis)
      scope.register(async (texts) => analysis.routes(texts, { limits, lifecycle, observer: metrics.analyses }));
    if (batches && accounts)
      scope.register(async (many) => {
        keepFromCaches(many);
        batchRoutes(many, { batches, denials: accounts.denials, lifecycle, limits });
      });
    if (schedules && accounts)
      scope.register(async (repeated) => {
        keepFromCaches(repeated);
        scheduleRoutes(repeated, { schedules, denials: accounts.denials, limits });
      });
    if (accounts)
      scope.register(async (records) =>
        accountsRoutes(records, {
          accounts,
          engine,
          credits,
          billing,
          people,
          jobs,
          webhooks,
          destinations,
          config,
          limits,
          keyLimits,
          lifecycle,
          clock,
        }),
      );
  });
  if (credits) registerEndpoints(app, PLAN_ENDPOINTS, credits);
  if (credits && accounts) {
    registerEndpoints(app, OPERATOR_ENDPOINTS, {
      database: accounts.database,
      clock: credits.clock,
      admission: new OperatorAdmission({
        token: config.operatorToken,
        allowHttp,
        reach: config,
        clock: credits.clock,
        audit: accounts.audit,
        log,
      }),
      settings: config.shown ?? [],
      holder: credits.holder,
      jobs: jobs?.figures,
    });
  }
  if (billing) app.register(async (scope) => eventRoutes(scope, { billing }));
  if (jobs && accounts) {
    const parts = { jobs: jobs.service, denials: accounts.denials, lifecycle };
    app.register(async (scope) => {
      // Whoever reads a link on its way has the document.
      scope.addHook('onRequest', async (request) => requireConfidential(request));
      registerEndpoints(scope, RESULT_ENDPOINTS, parts);
    });
  }
  if (people) app.register(async (scope) => peopleRoutes(scope, { people, limits }));
  return app;
}

/** A request about keys has names and lists in it, no documents. */
const SMALL_BODY = 64 * 1024;

function accountsRoutes(
  scope: FastifyInstance,
  options: {
    readonly accounts: Accounts;
    readonly engine: Engine;
    readonly credits?: Credits;
    readonly billing?: BillingService;
    readonly people?: People;
    readonly jobs?: Jobs;
    readonly webhooks?: Webhooks;
    readonly destinations?: Destinations;
    readonly lifecycle: Lifecycle;
    readonly config: AppOptions['config'];
    readonly limits: HttpLimits;
    readonly keyLimits: KeyLimits;
    readonly clock: Clock;
  },
): void {
  const { accounts, engine, credits, billing, people, jobs, webhooks, destinations, lifecycle } = options;
  const { config, limits, keyLimits, clock } = options;
  const { keys, denials, audit, reads, requests, database } = accounts;
  readRequestBodies(scope, { ...limits, body: SMALL_BODY }, { jsonOnly: true });
  keepFromCaches(scope);
  registerEndpoints(scope, KEY_ENDPOINTS, { keys, denials, scopes: SCOPE_SETS, clock, config });
  registerEndpoints(scope, RECORD_ENDPOINTS, { audit, reads, requests });
  if (credits) {
    registerEndpoints(scope, ACCOUNT_ENDPOINTS, { database, limits: keyLimits, credits });
    registerEndpoints(scope, [CREDIT_ENDPOINTS, FIRECRAWL_CREDITS].flat(), credits);
  }
  if (billing) {
    registerEndpoints(scope, [...BILLING_ENDPOINTS, ...DETAILS_ENDPOINTS], { billing });
    registerEndpoints(scope, INVOICE_ENDPOINTS, { invoices: billing.invoices, denials, engine });
    if (credits) {
      const { metering } = credits;
      const organisations = new OrganisationStore({ database, audit, onKeysEnded: () => accounts.finder.forget() });
      const provider = billing.provider === 'off' ? undefined : billing.seller.name;
      const agreements = new BusinessAgreements({ database, audit, metering, organisations, clock, provider });
      registerEndpoints(scope, AGREEMENT_ENDPOINTS, { agreements, engine });
    }
  }
  if (jobs) {
    const parts = { jobs: jobs.service, denials, lifecycle };
    registerEndpoints(scope, [JOB_ENDPOINTS, DOCRAPTOR_JOBS, PDFMONKEY_JOBS, FIRECRAWL_JOBS].flat(), parts);
  }
  if (webhooks) registerEndpoints(scope, WEBHOOK_ENDPOINTS, { webhooks, denials, result: JOB_RESULT });
  if (destinations) registerEndpoints(scope, CONNECTION_ENDPOINTS, { destinations, denials });
  if (destinations && people)
    registerEndpoints(scope, AUTHORIZATION_ENDPOINTS, { destinations, denials, origin: people.origin });
  people?.gatedRoutes(scope, billing?.closing);
}

/** The OpenAPI document of the API of another service, made when it is first asked for. */
function documentOf(layer: Layer, title: string): () => Buffer {
  const endpoints = LAYER_ENDPOINTS.filter((endpoint) => endpoint.layer === layer);
  return once(() => Buffer.from(JSON.stringify(openApiDocument(endpoints, title))));
}

/** The guard comes first: what it refuses is not read. */
function peopleRoutes(
  scope: FastifyInstance,
  { people, limits }: { readonly people: People; readonly limits: HttpLimits },
): void {
  keepFromCaches(scope);
  people.openRoutes(scope);
  readRequestBodies(scope, { ...limits, body: SMALL_BODY }, { jsonOnly: true });
}

/** Answers tell about people and organisations: nobody in between may keep them. */
function keepFromCaches(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
