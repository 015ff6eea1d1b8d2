import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Refuses what a page of another site sends: it would be sent with the cookie of whoever looks at that page. A browser
 * says in Sec-Fetch-Site where a request comes from, an older one in Origin; with neither, only what a form of another
 * site cannot send passes: JSON, and methods other than POST without a body. Reading is not refused: the other page
 * cannot see the answer.
 * @param publicUrl Origin that people see, where a proxy changes the Host header.
 * @throws ApiError `cross_site`
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl?: string): void {
  if (request.method === 'GET' || request.method === 'HEAD' || isSameOrigin(request, publicUrl)) return;
  throw new ApiError('cross_site');
}

function isSameOrigin({ method, headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site, 'content-type': type } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
  if (site !== undefined) return true;
  return type === undefined ? method !== 'POST' : /^application\/json[\t ]*(?:;|$)/i.test(type);
}
