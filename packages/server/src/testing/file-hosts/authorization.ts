import { createHash, createVerify, randomUUID } from 'node:crypto';
import { type Answered, answer, type Call, type FileHostApi } from './api.ts';

/** The authorization server of the file hosts, by RFC 6749, 7636 and 7009, with tokens that are good for once (RFC 9700, 4.14). */

/** Somebody comes with their browser, and is sent back. An address that the app has not registered is not followed. */
export function authorize(api: FileHostApi, call: Call): Answered {
  const query = call.url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('client_id') !== api.app.id || !api.redirectUris.has(redirectUri))
    return answer(call, 400, { error: 'redirect_uri_mismatch' });
  const back = new URL(redirectUri);
  back.searchParams.set('state', query.get('state') ?? '');
  const { error, iss, scope = query.get('scope') ?? '' } = api.visit;
  if (iss !== undefined) back.searchParams.set('iss', iss);
  const isWhole = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
  if (error !== undefined || !isWhole || !/^[\w-]{43}$/.test(challenge)) {
    back.searchParams.set('error', error ?? 'invalid_request');
  } else {
    const code = `code-${randomUUID()}`;
    api.codes.set(code, { redirectUri, challenge, scope });
    back.searchParams.set('code', code);
  }
  return answer(call, 302, undefined, { location: back.href });
}

/** Tokens for a code, a refresh token, or what the service account has signed. */
export function token(api: FileHostApi, call: Call): Answered {
  const form = new URLSearchParams(call.body.toString());
  api.asked += 1;
  if (api.tokenFault !== undefined) {
    const status = api.tokenFault;
    api.tokenFault = undefined;
    return answer(call, status, { error: 'temporarily_unavailable' });
  }
  if (form.get('grant_type') === 'authorization_code') return tokensForCode(api, call, form);
  const refresh = form.get('refresh_token') ?? '';
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const signed = createVerify('RSA-SHA256').update(`${head}.${claims}`);
  const isSigned = api.publicKey !== '' && signed.verify(api.publicKey, signature, 'base64url');
  const family = api.families.get(refresh);
  if (family !== undefined && !isApp(api, form)) return answer(call, 401, { error: 'invalid_client' });
  if (!isSigned && !api.refreshTokens.has(refresh)) {
    // Somebody has it who should not.
    if (family !== undefined) endFamily(api, family);
    return answer(call, 400, { error: 'invalid_grant' });
  }
  if (api.rotates) api.refreshTokens.delete(refresh);
  return answer(call, 200, issued(api, family, api.rotates));
}

/** Ends a token, and all that was had with it. Dropbox wants an access token in the header, others a form. */
export function revoke(api: FileHostApi, call: Call): Answered {
  const bearer = call.request.headers.authorization?.replace('Bearer ', '');
  if (bearer !== undefined && !api.tokens.has(bearer)) return answer(call, 401, { error: 'expired_access_token' });
  const ended = bearer ?? new URLSearchParams(call.body.toString()).get('token') ?? '';
  const family = api.families.get(ended);
  api.ended.push(ended);
  if (family !== undefined) endFamily(api, family);
  return answer(call, 200, {});
}

function tokensForCode(api: FileHostApi, call: Call, form: URLSearchParams): Answered {
  const code = form.get('code') ?? '';
  const allowed = api.codes.get(code);
  if (!isApp(api, form)) return answer(call, 401, { error: 'invalid_client' });
  const verified = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  api.codes.delete(code);
  if (allowed?.challenge !== verified || allowed.redirectUri !== form.get('redirect_uri')) {
    // A code that comes twice ends what it had given.
    endFamily(api, code);
    return answer(call, 400, { error: 'invalid_grant' });
  }
  return answer(call, 200, { ...issued(api, code, true), scope: allowed.scope });
}

function issued(api: FileHostApi, family: string | undefined, isLasting: boolean) {
  const access_token = `good-${randomUUID()}`;
  const refresh_token = isLasting ? `refresh-${randomUUID()}` : undefined;
  api.tokens.add(access_token);
  if (refresh_token !== undefined) api.refreshTokens.add(refresh_token);
  for (const each of [access_token, refresh_token])
    if (each !== undefined && family !== undefined) api.families.set(each, family);
  return { access_token, token_type: 'bearer', expires_in: 3_600, ...(refresh_token ? { refresh_token } : {}) };
}

const isApp = ({ app }: FileHostApi, form: URLSearchParams): boolean =>
  form.get('client_id') === app.id && form.get('client_secret') === app.secret;

function endFamily(api: FileHostApi, family: string): void {
  for (const [each, of] of api.families) {
    if (of !== family) continue;
    api.tokens.delete(each);
    api.refreshTokens.delete(each);
  }
}
