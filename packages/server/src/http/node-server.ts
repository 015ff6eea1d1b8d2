import http from 'node:http';
import https from 'node:https';
import type { TlsFiles } from '../config/tls.ts';
import type { HttpLimits } from './limits.ts';

/** Node's server with our limits, plain or with TLS. */
export function createNodeServer(
  handler: http.RequestListener,
  options: { readonly limits: HttpLimits; readonly tls?: TlsFiles },
): http.Server {
  const { limits, tls } = options;
  const settings: http.ServerOptions = {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: limits.timeoutCheck,
    keepAliveTimeout: limits.keepAlive,
    // Checked by our own hook, whose answer is a problem document.
    requireHostHeader: false,
    noDelay: true,
  };
  const server = tls
    ? https.createServer({ ...settings, ...tls, handshakeTimeout: limits.headersTimeout }, handler)
    : http.createServer(settings, handler);
  // With a listener Node leaves "100 Continue" to us: a refusal then comes before the body, not after it.
  server.on('checkContinue', handler);
  // An unknown expectation is no reason to refuse (RFC 9110, section 10.1.1).
  server.on('checkExpectation', handler);
  return server;
}
