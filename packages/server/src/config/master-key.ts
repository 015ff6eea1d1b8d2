import { z } from 'zod';
import { ConfigError } from './error.ts';

/** Where the master key of the vault comes from; at most one of the first three is set. */
export interface MasterKeySource {
  /** 32 bytes. */
  readonly key?: Buffer;
  /** Path of a file that holds the key in hex or base64. */
  readonly file?: string;
  /** Command of the shell that prints the key in hex or base64, for example one that asks a key management service. */
  readonly command?: string;
  /** The key before, while what it wrapped is wrapped anew under the new one. 32 bytes. */
  readonly previous?: Buffer;
}

/** 32 bytes as text. */
export const masterKey = z.string().transform((text, context) => {
  const key = parseMasterKey(text);
  if (key) return key;
  context.addIssue('use 32 bytes in hex or base64, for example the output of "openssl rand -hex 32"');
  return z.NEVER;
});

/** @throws ConfigError when it is given in two ways */
export function readMasterKeySource(values: {
  readonly PLATEN_MASTER_KEY?: Buffer;
  readonly PLATEN_MASTER_KEY_FILE?: string;
  readonly PLATEN_MASTER_KEY_COMMAND?: string;
  readonly PLATEN_MASTER_KEY_PREVIOUS?: Buffer;
}): MasterKeySource {
  const { PLATEN_MASTER_KEY: key, PLATEN_MASTER_KEY_FILE: file, PLATEN_MASTER_KEY_COMMAND: command } = values;
  if ([key, file, command].filter((source) => source !== undefined).length > 1) {
    const last = command === undefined ? 'PLATEN_MASTER_KEY_FILE' : 'PLATEN_MASTER_KEY_COMMAND';
    throw new ConfigError(last, 'give the master key in one way only');
  }
  return { key, file, command, previous: values.PLATEN_MASTER_KEY_PREVIOUS };
}

/** The 32 bytes of a master key in hex or base64; undefined if it is none. */
export function parseMasterKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Base64 of 32 bytes ends in one "=", which some programs leave out.
  return /^[A-Za-z0-9+/]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : undefined;
}
