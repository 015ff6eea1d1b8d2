import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DASHBOARD_PATHS } from '@platen/dashboard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { OpenApi } from '../reference/openapi-types.ts';
import { referencePages } from '../reference/pages.ts';
import { ASSETS } from './assets.ts';
import { DASHBOARD_FILES, readDashboard } from './dashboard.ts';
import { GUIDES_POLICY, guideHtml, guidesHtml, readGuides, readPictures } from './guides.ts';
import { HOME_POLICY, type HomeOptions, homeHtml, homeJson } from './home.ts';
import { PATHS } from './layout.ts';
import { once } from './once.ts';
import { REFERENCE_POLICY, referenceHtml } from './reference.ts';
import { BUNDLE, readViewerBundle, viewerHtml, viewerPolicy } from './viewer.ts';

const HTML = 'text/html; charset=utf-8';
/** Of files whose address changes with them, in seconds. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Pages change with the service only. They are asked for again, and answered 304. */
const ASK_AGAIN = 'public, no-cache';
const PICTURES: Readonly<Record<string, string>> = { webp: 'image/webp', png: 'image/png', svg: 'image/svg+xml' };

interface SiteOptions extends HomeOptions {
  /** Whether nobody owns the service yet; absent where nobody can sign in, and there is no dashboard. */
  readonly needsSetupCode?: () => Promise<boolean>;
  /** @throws ApiError `https_required` for a page that a password must not be typed into */
  readonly requireConfidential: (request: FastifyRequest) => void;
  readonly document: () => OpenApi;
  readonly endpoints: readonly Endpoint[];
}

/** The pages of this service: `/`, the documentation, and their files. Whoever can reach the service may read them. */
export function siteRoutes(app: FastifyInstance, options: SiteOptions): void {
  homeRoute(app, options);
  assetRoutes(app);
  viewerRoutes(app);
  guideRoutes(app);
  const reference = once(() => Buffer.from(referenceHtml(referencePages(options.document(), options.endpoints))));
  page(app, PATHS.reference, (_request, reply) => sendPage(reply, reference(), REFERENCE_POLICY));
}

/** The dashboard for people, links for programs. Where it was not built, a page says how that is done. */
function homeRoute(app: FastifyInstance, options: SiteOptions): void {
  const { needsSetupCode, requireConfidential } = options;
  const dashboard = needsSetupCode && readDashboard();
  const html = Buffer.from(homeHtml(options));
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!dashboard) return sendPage(reply, html, HOME_POLICY);
    requireConfidential(request);
    const page = dashboard.page({ first: await needsSetupCode() });
    return reply
      .headers({
        'content-type': HTML,
        'cache-control': 'no-store',
        'content-security-policy': page.policy,
        'cross-origin-opener-policy': 'same-origin',
      })
      .send(page.html);
  };
  app.get(PATHS.home, (request, reply) => {
    reply.header('vary', 'accept');
    if (wantsHtml(request)) return show(request, reply);
    return reply.header('cache-control', ASK_AGAIN).send(homeJson(options));
  });
  for (const path of needsSetupCode ? DASHBOARD_PATHS : []) app.get(path, show);
  // One route for all of them: each costs a start more than to read its file.
  if (dashboard)
    app.get<{ Params: { file: string } }>(`${DASHBOARD_FILES}:file`, ({ params }, reply) => {
      const file = dashboard.files.get(params.file);
      if (!file) throw new ApiError('not_found');
      return reply.headers({ 'content-type': file.type, 'cache-control': FOR_EVER }).send(file.bytes);
    });
}

/** Browsers name HTML; programs take anything, or name JSON. */
const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

function assetRoutes(app: FastifyInstance): void {
  for (const { path: at, type, bytes } of Object.values(ASSETS)) {
    app.get(at, (_request, reply) => reply.headers({ 'content-type': type, 'cache-control': FOR_EVER }).send(bytes));
  }
  const { type, bytes } = ASSETS.favicon;
  app.get('/favicon.ico', (_request, reply) =>
    reply.headers({ 'content-type': type, 'cache-control': ASK_AGAIN }).send(bytes),
  );
}

function viewerRoutes(app: FastifyInstance): void {
  const bundle = once(readViewerBundle);
  page(app, PATHS.viewer, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    reply.headers({
      'content-type': HTML,
      'cache-control': 'no-store',
      'content-security-policy': viewerPolicy(nonce),
    });
    return reply.send(viewerHtml(nonce));
  });
  app.get(BUNDLE, async (_request, reply) =>
    reply.headers({ 'content-type': ASSETS.viewer.type, 'cache-control': ASK_AGAIN }).send(await bundle()),
  );
}

function guideRoutes(app: FastifyInstance): void {
  const guides = once(() => {
    const read = readGuides();
    return new Map(read.map((guide) => [guide.name, once(() => Buffer.from(guideHtml(read, guide)))]));
  });
  const list = once(() => Buffer.from(guidesHtml(readGuides())));
  const pictures = once(readPictures);

  page(app, PATHS.guides, (_request, reply) => sendPage(reply, list(), GUIDES_POLICY));
  app.get<{ Params: { '*': string } }>(`${PATHS.guides}/*`, (request, reply) => {
    const html = guides().get(request.params['*'].replace(/\/$/, ''));
    if (!html) throw new ApiError('not_found');
    return sendPage(reply, html(), GUIDES_POLICY);
  });
  app.get<{ Params: { '*': string } }>('/docs/pictures/*', (request, reply) => {
    const name = `pictures/${request.params['*']}`;
    const read = pictures().get(name);
    if (!read) throw new ApiError('not_found');
    const type = PICTURES[path.extname(name).slice(1)] ?? 'application/octet-stream';
    return reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=3600' }).send(read());
  });
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page, with a slash at its end or without. */
function page(app: FastifyInstance, at: string, handler: PageHandler): void {
  app.get(at, handler);
  app.get(`${at}/`, handler);
}

const sendPage = (reply: FastifyReply, html: Buffer, policy: string): FastifyReply =>
  reply.headers({ 'content-type': HTML, 'cache-control': ASK_AGAIN, 'content-security-policy': policy }).send(html);
