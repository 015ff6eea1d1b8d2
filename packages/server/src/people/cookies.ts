import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What a cookie is for: who is signed in, who has given the password and not yet the second factor, or in which browser
 * somebody has signed in before.
 */
export type CookieKind = 'session' | 'secondFactor' | 'device';

const NAMES = { session: 'platen_session', secondFactor: 'platen_second_factor', device: 'platen_device' } as const;

/** Seconds that somebody has to find the second factor; as `twoFactorCookieMaxAge` of better-auth. */
export const SECOND_FACTOR_LASTS = 600;
/** Seconds that a browser is known, since somebody has signed in there. */
export const DEVICE_LASTS = 180 * 24 * 3_600;

/** Seconds that a cookie lasts; one without them ends with the browser. */
const LASTS: Readonly<Record<CookieKind, number | undefined>> = {
  session: undefined,
  secondFactor: SECOND_FACTOR_LASTS,
  device: DEVICE_LASTS,
};

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

/** Sets a cookie, or takes it away if there is no value. */
export function writeCookie(
  reply: FastifyReply,
  kind: CookieKind,
  { value, secure }: { readonly value?: string; readonly secure: boolean },
): void {
  const seconds = value === undefined ? 0 : LASTS[kind];
  const life = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${life}`;
  reply.header('set-cookie', `${cookieName(kind, secure)}=${value ?? ''}; ${attributes}`);
}
