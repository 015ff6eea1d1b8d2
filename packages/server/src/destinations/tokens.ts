import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeliveryFault } from './faults.ts';
import type { Way } from './kind.ts';
import type { Tokens } from './token-keeper.ts';
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

export interface TokenSettings extends Tokens {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** Looks for tokens that somebody else has got with a refresh token that is good for once, as those of Box are. */
const LOOKS = 8;
const LOOK = 250;

/** @param ended the token that was refused @throws DeliveryFault `credentials_refused` */
export async function renewedToken(
  way: Way,
  given: TokenSettings,
  { endpoint, ended }: { readonly endpoint: string; readonly ended: string | undefined },
): Promise<string> {
  const { tokens } = way;
  const before = (await tokens?.read()) ?? given;
  const { access_token, refresh_token } = before;
  // Another delivery was first.
  if (access_token !== undefined && access_token !== ended) return access_token;
  if (refresh_token === undefined) throw withoutTokens();
  const { client_id, client_secret } = given;
  const fields = { grant_type: 'refresh_token', refresh_token, client_id, client_secret };
  try {
    const granted = await grant(way, endpoint, fields);
    await tokens?.keep(before, { ...granted, refresh_token: granted.refresh_token ?? refresh_token });
    return granted.access_token;
  } catch (error) {
    if (!tokens || !(error instanceof DeliveryFault) || error.code !== 'credentials_refused') throw error;
    for (let look = 0; look < LOOKS; look += 1) {
      const now = (await tokens.read()).access_token;
      if (now !== undefined && now !== access_token) return now;
      await sleep(LOOK, undefined, { signal: way.signal });
    }
    throw error;
  }
}

export const withoutTokens = (): DeliveryFault =>
  new DeliveryFault('credentials_refused', {
    detail: 'give access_token, or refresh_token with client_id and client_secret',
  });

export interface Granted extends Tokens {
  readonly access_token: string;
}

/** Asks a token endpoint. @throws DeliveryFault `credentials_refused` for what it does not take */
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
  const { access_token, refresh_token, error } = jsonOf<Tokens & { readonly error?: unknown }>(text);
  if (status >= 400 || typeof access_token !== 'string' || !token.safeParse(access_token).success)
    throw new DeliveryFault('credentials_refused', { detail: typeof error === 'string' ? error : String(status) });
  return { access_token, ...(token.safeParse(refresh_token).success ? { refresh_token } : {}) };
}
