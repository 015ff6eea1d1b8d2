import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What a cookie is for: who is signed in, or who has given the password and not yet the second factor.
 */
export type CookieKind = 'session' | 'secondFactor';

const NAMES = { session: 'platen_session', secondFactor: 'platen_second_factor' } as const;

/** Seconds that somebody has to find the second factor; as `twoFactorCookieMaxAge` of better-auth. */
export const SECOND_FACTOR_LASTS = 600;

/**
 * The name of a cookie. Over https it begins with `__Host-`: a browser then takes it from this host only, for the
 * whole host, and over https (RFC 6265bis, section 4.1.3.2), so that nobody can plant one. Plain http, which is served
 * on loopback or where the operator allows it, cannot have that; there the name is without it.
 */
export function cookieName(kind: CookieKind, secure: boolean): string {
  return secure ? `__Host-${NAMES[kind]}` : NAMES[kind];
}

/** The value of a cookie as it was sent; undefined if it was not sent, or sent twice. */
export function readCookie(request: FastifyRequest, kind: CookieKind, secure: boolean): string | undefined {
  const wanted = cookieName(kind, secure);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === wanted)
    .map(([, ...value]) => value.join('='));
  return values.length === 1 ? values[0] : undefined;
}

/** Sets a cookie that ends with the browser, or takes it away if there is no value. */
export function writeCookie(
  reply: FastifyReply,
  kind: CookieKind,
  { value, secure }: { readonly value?: string; readonly secure: boolean },
): void {
  const life = value === undefined ? '; Max-Age=0' : kind === 'session' ? '' : `; Max-Age=${SECOND_FACTOR_LASTS}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${life}`;
  reply.header('set-cookie', `${cookieName(kind, secure)}=${value ?? ''}; ${attributes}`);
}
