import { z } from 'zod';
import { DeliveryFault } from './faults.ts';
import type { Way } from './kind.ts';
import type { TokenSettings, Tokens } from './token-keeper.ts';
import { ask, jsonOf, originFor } from './web.ts';

/** Tokens of an account (RFC 6749), and how a new one is had when one has ended. */

const token = z
  .string()
  .min(1)
  .max(5_000)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII');

/** What opens an account of a file host: a token, or what a new one is had by (RFC 6749, section 6). */
export const tokenFields = {
  access_token: token.optional().describe('A token as it is; it mostly ends after hours.'),
  refresh_token: token
    .optional()
    .describe('What new tokens are had by, with `client_id` and `client_secret` of your app.'),
  client_id: z.string().min(1).max(300).optional(),
  client_secret: z.string().min(1).max(500).optional(),
};

export const TOKEN_SECRETS = ['access_token', 'refresh_token', 'client_secret'] as const;

/** Milliseconds for a new token. Less than others wait for whoever asks for one. */
const TOKEN_TIME = 20_000;

/** A token endpoint has said no (RFC 6749, section 5.2). */
class TokenRefused extends DeliveryFault {
  /** Its `error`, such as `invalid_grant`; a status if it gave none. */
  readonly reason: string;

  constructor(reason: string) {
    super('credentials_refused', { detail: reason });
    this.reason = reason;
  }
}

/** @param ended the token that was refused @throws DeliveryFault `credentials_refused`, `authorization_ended` */
export async function renewedToken(
  way: Way,
  given: TokenSettings,
  { endpoint, ended }: { readonly endpoint: string; readonly ended: string | undefined },
): Promise<string> {
  const { tokens } = way;
  const renew = async (): Promise<string> => {
    const before = (await tokens?.read()) ?? given;
    const { access_token, refresh_token, client_id, client_secret } = before;
    if (before.ended) throw new DeliveryFault('authorization_ended');
    // Another delivery was first.
    if (access_token !== undefined && access_token !== ended) return access_token;
    if (refresh_token === undefined) throw withoutTokens();
    // The delivery may end: a token that nobody has kept by then would be lost, and so would the account.
    const whole = { ...way, signal: AbortSignal.timeout(TOKEN_TIME) };
    try {
      const fields = { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
      const { access_token: fresh, refresh_token: next = refresh_token } = await grant(whole, endpoint, fields);
      await tokens?.keep(before, { access_token: fresh, refresh_token: next });
      return fresh;
    } catch (error) {
      const isRefused = error instanceof TokenRefused && error.reason === 'invalid_grant';
      if (!isRefused || !(await tokens?.refused(before))) throw error;
      throw new DeliveryFault('authorization_ended', { detail: error.reason, cause: error });
    }
  };
  return tokens ? await tokens.alone(renew, way.signal) : await renew();
}

export const withoutTokens = (): DeliveryFault =>
  new DeliveryFault('credentials_refused', {
    detail: 'give access_token, or refresh_token with client_id and client_secret',
  });

export interface Granted extends Tokens {
  readonly access_token: string;
  /** What was allowed, where the answer says so. */
  readonly scope?: string;
}

/** Asks a token endpoint. @throws TokenRefused for what it does not take */
export async function grant(
  way: Way,
  url: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Granted> {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { status, text } = await ask(way, {
    method: 'POST',
    url: originFor(way, url),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(given).toString(),
    accept: [400, 401, 403],
  });
  const { access_token, refresh_token, scope, error } = jsonOf<Tokens & { scope?: unknown; error?: unknown }>(text);
  if (status >= 400 || typeof access_token !== 'string' || !token.safeParse(access_token).success)
    throw new TokenRefused(typeof error === 'string' ? error : String(status));
  return {
    access_token,
    ...(token.safeParse(refresh_token).success ? { refresh_token } : {}),
    ...(typeof scope === 'string' ? { scope } : {}),
  };
}
