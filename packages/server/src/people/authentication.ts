import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import { authNames, organizationNames, twoFactorNames } from '../data/auth-names.ts';
import type { Database } from '../data/database.ts';
import { type IdPrefix, newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import { SECOND_FACTOR_LASTS } from './cookies.ts';
import type { PasswordHash } from './password-hash.ts';
import { PASSWORD_LENGTH } from './passwords.ts';
import { SESSION_LASTS } from './sessions.ts';

export interface AuthenticationOptions {
  readonly database: Database;
  /** Signs cookies and links, and seals second factors. */
  readonly secret: string;
  readonly onReset: (email: string, token: string) => void;
  readonly onVerification: (email: string, token: string) => void;
  readonly passwordHash: PasswordHash;
}

/** How somebody got in, or how far. */
export type SignIn =
  | { readonly state: 'signed_in'; readonly userId: string; readonly cookie: string }
  | { readonly state: 'second_factor_required'; readonly cookie: string };

const PREFIX = 'platen';
const SESSION_COOKIE = `${PREFIX}.session_token`;
const SECOND_FACTOR_COOKIE = `${PREFIX}.two_factor`;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

const ID_PREFIXES: Readonly<Record<string, IdPrefix>> = {
  user: 'usr',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
  twoFactor: 'two',
};

/**
 * Passwords, sessions, second factors and their links, by better-auth. Its routes are not served: ours call what is
 * here, so that requests, errors and cookies are those of the rest of the API. Organisations and members are ours too,
 * in its tables: a change and its row in the audit log have to be one transaction.
 */
export class Authentication {
  readonly #auth: ReturnType<typeof createAuth>;

  constructor(options: AuthenticationOptions) {
    this.#auth = createAuth(options);
  }

  /**
   * Makes an account that is not verified yet. If there is one with this address, nothing is done, as slowly.
   * @returns Id of the account; one that does not exist if there was another.
   */
  async signUp(person: { readonly name: string; readonly email: string; readonly password: string }): Promise<string> {
    const { user } = await answered(() => this.#auth.api.signUpEmail({ body: person }), 'address_taken');
    return user.id;
  }

  /** @throws ApiError `invalid_credentials`, `email_not_verified` */
  async signIn(body: { readonly email: string; readonly password: string }): Promise<SignIn> {
    const { headers, response } = await answered(() => this.#auth.api.signInEmail({ body, returnHeaders: true }));
    const pending = setCookie(headers, SECOND_FACTOR_COOKIE);
    if (pending !== undefined) return { state: 'second_factor_required', cookie: pending };
    return { state: 'signed_in', userId: response.user.id, cookie: cookieOf(headers) };
  }

  /** @throws ApiError `invalid_credentials` */
  async secondFactor(pending: string, code: SecondFactor): Promise<SignIn & { readonly state: 'signed_in' }> {
    const headers = new Headers({ cookie: `${SECOND_FACTOR_COOKIE}=${pending}` });
    const answer = await this.#verify(headers, code);
    return { state: 'signed_in', userId: answer.userId, cookie: cookieOf(answer.headers) };
  }

  /** Who has given the password, and owes the second factor. */
  async pendingPerson(pending: string): Promise<string | undefined> {
    const [identifier = ''] = pending.split(/\.|%2E/i);
    const { internalAdapter } = await this.#auth.$context;
    return (await internalAdapter.findVerificationValue(identifier))?.value;
  }

  /** Whether it is the password of who is signed in. @throws ApiError `invalid_credentials` */
  async confirmPassword(session: string, password: string): Promise<void> {
    await answered(() => this.#auth.api.verifyPassword({ body: { password }, headers: sessionHeaders(session) }));
  }

  /** Begins to set up a second factor. @throws ApiError `invalid_credentials`, `two_factor_enabled` */
  async enableTwoFactor(session: string, password: string) {
    const answer = await answered(() =>
      this.#auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: sessionHeaders(session) }),
    );
    if (answer.method !== 'totp') throw new Error('A second factor of another kind was set up.');
    return { uri: answer.totpURI, backupCodes: answer.backupCodes };
  }

  /** Turns the second factor on. The session is replaced. @returns the cookie of the new one */
  async confirmTwoFactor(session: string, code: string): Promise<string> {
    const { headers } = await this.#verify(sessionHeaders(session), { code });
    return cookieOf(headers);
  }

  /** Turns the second factor off. The session is replaced. @returns the cookie of the new one */
  async disableTwoFactor(session: string, password: string): Promise<string> {
    const { headers } = await answered(() =>
      this.#auth.api.disableTwoFactor({ body: { password }, headers: sessionHeaders(session), returnHeaders: true }),
    );
    return cookieOf(headers);
  }

  /** Has a link sent, if there is an account that is not verified. */
  async sendVerification(email: string): Promise<void> {
    await answered(() => this.#auth.api.sendVerificationEmail({ body: { email } }));
  }

  /** @throws ApiError `invalid_link` */
  async verify(token: string): Promise<void> {
    await answered(() => this.#auth.api.verifyEmail({ query: { token } }), 'invalid_link');
  }

  /** Has a link sent, if there is an account. */
  async requestReset(email: string): Promise<void> {
    await answered(() => this.#auth.api.requestPasswordReset({ body: { email } }));
  }

  /** Whose password a link resets. @throws ApiError `invalid_link` */
  async resetOf(token: string): Promise<string> {
    const { internalAdapter } = await this.#auth.$context;
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!found || found.expiresAt.getTime() <= Date.now()) throw new ApiError('invalid_link');
    return found.value;
  }

  /** Ends all sessions of the person. @throws ApiError `invalid_link` */
  async reset(token: string, newPassword: string): Promise<void> {
    await answered(() => this.#auth.api.resetPassword({ body: { token, newPassword } }), 'invalid_link');
  }

  async #verify(headers: Headers, { code, backup = false }: SecondFactor) {
    const request = { body: { code }, headers, returnHeaders: true } as const;
    const answer = await answered(() =>
      backup ? this.#auth.api.verifyBackupCode(request) : this.#auth.api.verifyTOTP(request),
    );
    return { headers: answer.headers, userId: String(answer.response.user?.id) };
  }
}

/** A code of an authenticator, or one of the backup codes. */
export interface SecondFactor {
  readonly code: string;
  readonly backup?: boolean;
}

function createAuth({ database, secret, onReset, onVerification, passwordHash }: AuthenticationOptions) {
  return betterAuth({
    ...authNames,
    // Organisations are ours; the column of its plugin is not known to it here.
    session: {
      ...authNames.session,
      additionalFields: {
        activeOrganizationId: {
          type: 'string',
          required: false,
          input: false,
          fieldName: organizationNames.session.fields.activeOrganizationId,
        },
      },
      expiresIn: SESSION_LASTS.idle / 1_000,
      updateAge: MINUTE,
      // Every time that a password is asked for counts, however new the session is.
      freshAge: 0,
    },
    appName: 'Platen',
    database: { db: database.system, type: 'postgres' },
    // Links are ours; nothing is sent that begins with this.
    baseURL: 'http://127.0.0.1',
    // In this form the variables of the environment that better-auth knows do not count.
    secrets: [{ version: 1, value: secret }],
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      // Ours counts characters, this one UTF-16 code units.
      maxPasswordLength: PASSWORD_LENGTH.most * 2,
      password: {
        hash: (password) => passwordHash.hash(password),
        verify: (tried) => passwordHash.verify(tried),
      },
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => onReset(user.email, token),
    },
    emailVerification: {
      sendOnSignUp: false,
      sendOnSignIn: true,
      expiresIn: 24 * HOUR,
      sendVerificationEmail: async ({ user, token }) => onVerification(user.email, token),
    },
    verification: { ...authNames.verification, storeIdentifier: 'hashed' },
    // Ours are for each source, in front of this.
    rateLimit: { ...authNames.rateLimit, enabled: false },
    // Its messages quote addresses.
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: PREFIX,
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? 'ver') },
    },
    plugins: [twoFactor({ schema: twoFactorNames, issuer: 'Platen', twoFactorCookieMaxAge: SECOND_FACTOR_LASTS })],
  });
}

/** What better-auth refuses, by its code; anything else is the fault that the caller expects. */
const REFUSALS: Readonly<Record<string, 'email_not_verified' | 'two_factor_enabled'>> = {
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  TOTP_ALREADY_ENABLED: 'two_factor_enabled',
};

/** An answer of better-auth, or its refusal as one of ours. Its own faults, and the database's, pass. */
async function answered<Value>(
  work: () => Promise<Value>,
  otherwise: 'invalid_credentials' | 'invalid_link' | 'address_taken' = 'invalid_credentials',
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    throw new ApiError(REFUSALS[error.body?.code ?? ''] ?? otherwise, { cause: error });
  }
}

const sessionHeaders = (cookie: string) => new Headers({ cookie: `${SESSION_COOKIE}=${cookie}` });

function cookieOf(headers: Headers): string {
  const cookie = setCookie(headers, SESSION_COOKIE);
  if (cookie === undefined) throw new Error('No session was made.');
  return cookie;
}

/** The value of a cookie that is set, as it is sent. */
function setCookie(headers: Headers, name: string): string | undefined {
  const values = headers.getSetCookie().flatMap((line) => {
    const [pair = ''] = line.split(';', 1);
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [];
  });
  return values.findLast((value) => value !== '');
}
