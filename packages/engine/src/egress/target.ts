import { isPort } from './allowlist.ts';
import { parseHost } from './host.ts';
import type { Endpoint } from './resolve.ts';

/** What a request to the proxy asks for. */
export interface Target extends Endpoint {
  /** Host and port as the Host header has them: without the port when it is 80. */
  readonly authority: string;
  /** Path and query, also an empty query. */
  readonly path: string;
}

/**
 * Reads a request target in absolute form (RFC 9112, section 3.2.2). `undefined` for any other form, for a scheme
 * other than http, and for one with user information, which browsers never send.
 */
export function parseAbsoluteForm(target: string): Target | undefined {
  if (!/^http:\/\//i.test(target)) return undefined;
  const url = URL.parse(target);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const host = hostOf(url.hostname);
  const port = url.port === '' ? 80 : Number(url.port);
  if (host === undefined || !isPort(port)) return undefined;
  url.hash = '';
  return { host, port, authority: url.host, path: url.href.slice(url.origin.length) };
}

/** Reads a request target in authority form (RFC 9112, section 3.2.3), which CONNECT has. */
export function parseAuthorityForm(target: string): Endpoint | undefined {
  const [, hostText = '', portText = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(target) ?? [];
  const host = hostOf(hostText);
  return host !== undefined && isPort(Number(portText)) ? { host, port: Number(portText) } : undefined;
}

/** The host in its one canonical spelling. */
function hostOf(text: string): string | undefined {
  const host = parseHost(text);
  return host?.kind === 'name' ? host.name : host?.address;
}
