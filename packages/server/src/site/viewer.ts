import Fastify from 'fastify';
import { ASSETS } from './assets.ts';
import { contentSecurityPolicy, PATHS, pageHtml } from './layout.ts';

/** Where the program of the viewer is. */
export const BUNDLE = '/assets/scalar.js';

/**
 * The page of the viewer.
 * @param nonce The viewer writes style sheets of its own, which this lets through: new for each answer.
 */
export function viewerHtml(nonce: string): string {
  return pageHtml({
    title: 'API · Platen',
    current: PATHS.viewer,
    head: `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<script type="module" src="${ASSETS.viewer.url}"></script>`,
    body: `<main id="content" data-document="${PATHS.openApi}" data-bundle="${BUNDLE}">
<div id="viewer"></div>
<noscript><p>This page needs JavaScript. The <a href="${PATHS.reference}">reference to print</a> does not.</p></noscript></main>`,
  });
}

/**
 * Scripts and data of this service only. The viewer sets `style` attributes while it draws, which neither a nonce nor a
 * hash can let through (CSP Level 3, section 6.7.3); style sheets need the nonce. Its fonts, proxy, telemetry and
 * assistant are switched off, and would not get through.
 */
export const viewerPolicy = (nonce: string): string =>
  contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': "'self'",
    'frame-src': 'blob:',
  });

/** The program of the viewer: Scalar, from its package, which hands it out by a route only. */
export async function readViewerBundle(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const shelf = Fastify();
  shelf.register(scalar, { routePrefix: '/x', configuration: { url: PATHS.openApi } });
  const { rawPayload, statusCode } = await shelf.inject('/x/js/scalar.js');
  await shelf.close();
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference has its program elsewhere.');
  return rawPayload;
}
