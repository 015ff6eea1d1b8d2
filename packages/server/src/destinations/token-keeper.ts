/** What opens an account of a file host: a token that ends, and what the next one is had by (RFC 6749, section 6). */
export interface Tokens {
  readonly access_token?: string | undefined;
  readonly refresh_token?: string | undefined;
}

/** Tokens, and the app that they were given to. */
export interface TokenSettings extends Tokens {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  /** Whether an account had let the app of the operator in, and does no more: there is nothing to ask for then. */
  readonly ended?: boolean;
}

/** Where the tokens of an account are kept, by all who use it at the same time. */
export interface TokenKeeper {
  /** As they are now. */
  read(): Promise<TokenSettings>;
  /** Keeps tokens in place of `before`, unless those were replaced meanwhile. */
  keep(before: Tokens, tokens: Tokens): Promise<void>;
  /**
   * Does what nobody else may do at the same time, on any server: a refresh token that is good for once must not be sent
   * twice. It has to be done within 25 seconds.
   */
  alone<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
  /**
   * Notes that the refresh token of `before` was refused for good.
   * @returns whether an account had let the app of the operator in by it, and does no more
   */
  refused(before: Tokens): Promise<boolean>;
}

/** Tokens that nobody else uses yet. */
export function ownTokens<Settings extends object>(given: Settings): TokenKeeper & { settings(): Settings } {
  let settings = given;
  return {
    read: async () => settings as TokenSettings,
    keep: async (_before, tokens) => {
      settings = { ...settings, ...tokens };
    },
    alone: (work) => work(),
    refused: async () => false,
    settings: () => settings,
  };
}
