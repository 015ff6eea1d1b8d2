import { createHash } from 'node:crypto';
import { authorized } from './authorized.ts';
import type { ClientApp } from './connection-tokens.ts';
import { faultOf } from './fault-of.ts';
import { DeliveryFault } from './faults.ts';
import type { AccountAccess, Way } from './kind.ts';
import type { TokenSettings, Tokens } from './token-keeper.ts';
import { grant } from './tokens.ts';
import { ask, originFor } from './web.ts';

/** What is said to a file host when one of its accounts lets an app in, and when that ends. */

/** Where somebody is sent, to let the app in (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export function authorizeUrl(
  access: AccountAccess,
  asked: { readonly app: ClientApp; readonly redirectUri: string; readonly state: string; readonly verifier: string },
): string {
  const { app, redirectUri, state, verifier } = asked;
  const url = new URL(access.authorize);
  const query = {
    response_type: 'code',
    client_id: app.id,
    redirect_uri: redirectUri,
    ...(access.scope === undefined ? {} : { scope: access.scope }),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...access.parameters,
  };
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * The tokens for a code (RFC 6749, section 4.1.3).
 * @throws DeliveryFault `credentials_refused` for a code that is not good, `permission_denied` where people have left out what
 *   is needed
 */
export async function tokensForCode(
  way: Way,
  access: AccountAccess,
  {
    app,
    redirectUri,
    code,
    verifier,
  }: Readonly<Record<'redirectUri' | 'code' | 'verifier', string>> & {
    readonly app: ClientApp;
  },
): Promise<Tokens> {
  const { access_token, refresh_token, scope } = await grant(way, access.token, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: app.id,
    client_secret: app.secret,
  });
  // Not ended again: with some hosts that would end what other connections of the account have.
  if (access.needed !== undefined && scope !== undefined && !allows(scope, access.needed))
    throw new DeliveryFault('permission_denied', { detail: 'the account did not allow that files are written' });
  if (refresh_token === undefined)
    throw new DeliveryFault('credentials_refused', { detail: 'the host gave no refresh token' });
  return { access_token, refresh_token };
}

/** Microsoft writes a scope with the address of its service before it, or without. */
const allows = (scope: string, needed: string): boolean =>
  scope.split(' ').some((each) => each.toLowerCase() === needed.toLowerCase() || each.endsWith(`/${needed}`));

/**
 * Tells the host that a token is used no more (RFC 7009).
 * @returns whether it has taken that; false for one that has no address for it, or is away
 */
export async function endAccess(way: Way, access: AccountAccess, tokens: TokenSettings): Promise<boolean> {
  const { revoke } = access;
  const { refresh_token, access_token, client_id, client_secret } = tokens;
  const token = refresh_token ?? access_token;
  if (!revoke || token === undefined) return false;
  const url = originFor(way, revoke.url);
  try {
    if (revoke.by === 'bearer') {
      // It is ended by an access token, which may have to be had first.
      await authorized({ ...way, tokens: undefined }, tokens, { endpoint: access.token }).ask({ method: 'POST', url });
      return true;
    }
    const fields = Object.entries({ token, client_id, client_secret }).filter(([, value]) => value !== undefined);
    const body = new URLSearchParams(fields as [string, string][]).toString();
    await ask(way, { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    return true;
  } catch (error) {
    if (faultOf(error).code === 'internal_error') throw error;
    return false;
  }
}
