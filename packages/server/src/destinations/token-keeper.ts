/** What opens an account of a file host: a token that ends, and what the next one is had by (RFC 6749, section 6). */
export interface Tokens {
  readonly access_token?: string | undefined;
  readonly refresh_token?: string | undefined;
}

/** Where the tokens of an account are kept, by all who use it at the same time. */
export interface TokenKeeper {
  /** As they are now. */
  read(): Promise<Tokens>;
  /** Keeps tokens in place of `before`, unless those were replaced meanwhile. */
  keep(before: Tokens, tokens: Tokens): Promise<void>;
}
