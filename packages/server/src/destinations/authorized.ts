import { DeliveryFault } from './faults.ts';
import type { Way } from './kind.ts';
import type { TokenSettings } from './token-keeper.ts';
import { renewedToken, withoutTokens } from './tokens.ts';
import { ask, fetchBytes, type WebAnswer, type WebRequest } from './web.ts';

/** Requests in the name of an account. A token that has ended is replaced once. */
export interface Authorized {
  ask(request: WebRequest): Promise<WebAnswer>;
  read(request: WebRequest): AsyncIterable<Buffer>;
}

/**
 * @param options.endpoint where a refresh token is exchanged
 * @param options.renew how a token is had instead; undefined: it cannot be
 */
export function authorized(
  way: Way,
  given: TokenSettings,
  options: { readonly endpoint: string } | { readonly renew: (() => Promise<string>) | undefined },
): Authorized {
  let token = given.access_token;
  const renew =
    'renew' in options ? options.renew : () => renewedToken(way, given, { endpoint: options.endpoint, ended: token });
  const canRenew = 'renew' in options || given.refresh_token !== undefined || way.tokens !== undefined;
  const signed = async (request: WebRequest): Promise<WebRequest> => {
    token ??= await (renew ?? none)();
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
  };
  return {
    ask: async (request) => {
      try {
        return await ask(way, await signed(request));
      } catch (error) {
        const isEnded = error instanceof DeliveryFault && error.code === 'credentials_refused';
        // What streams cannot be sent a second time.
        const isStream = typeof request.body === 'object' && !Buffer.isBuffer(request.body);
        if (!isEnded || isStream || !renew || !canRenew) throw error;
        token = await renew();
        return await ask(way, await signed(request));
      }
    },
    read: async function* (request) {
      yield* fetchBytes(way, await signed(request));
    },
  };
}

const none = (): Promise<string> => Promise.reject(withoutTokens());
