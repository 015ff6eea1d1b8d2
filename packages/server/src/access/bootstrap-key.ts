import {
  type BinaryLike,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { makeKey } from './key-format.ts';

/** Tells keys from guesses. */
export interface KeyVerifier {
  /** Identifier of the key that was sent, or undefined if it is none of ours. Takes the same time for any input. */
  verify(key: Buffer): string | undefined;
}

export interface BootstrapKey extends KeyVerifier {
  /** The key itself, only on the very first start: it is not kept anywhere. */
  readonly fresh?: string;
}

const FILE = 'bootstrap.json';
const BYTES = 32;
const base64 = z.string().refine((text) => Buffer.from(text, 'base64').length === BYTES);
const stored = z.strictObject({ version: z.literal(1), pepper: base64, digest: base64 });

/**
 * The first key of an instance, with all rights: `fixedKey` if the operator set one, else a key that is made on the
 * first start and kept in `dataFolder/bootstrap.json` as HMAC-SHA-256 under a random pepper. While `fixedKey` is
 * set, the stored key does not count.
 * @throws ConfigError when the file cannot be read or written.
 */
export function openBootstrapKey(options: { readonly dataFolder: string; readonly fixedKey?: string }): BootstrapKey {
  if (options.fixedKey !== undefined) return verifier(seal(options.fixedKey));
  const file = path.join(options.dataFolder, FILE);
  const known = read(file);
  if (known) return verifier(known);
  const fresh = makeKey();
  const sealed = seal(fresh);
  if (create(file, sealed)) return { ...verifier(sealed), fresh };
  const others = read(file);
  if (!others) throw new ConfigError('PLATEN_DATA', `${FILE} vanished while it was read; start again`);
  return verifier(others);
}

interface SealedKey {
  readonly pepper: Buffer;
  readonly digest: Buffer;
}

function seal(key: string): SealedKey {
  const pepper = randomBytes(BYTES);
  return { pepper, digest: hmac(pepper, Buffer.from(key)) };
}

function hmac(pepper: BinaryLike | KeyObject, key: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

function verifier({ pepper, digest }: SealedKey): KeyVerifier {
  // Made once: turning bytes into a key object costs more than the digest itself.
  const secret = createSecretKey(pepper);
  return { verify: (key) => (timingSafeEqual(hmac(secret, key), digest) ? 'bootstrap' : undefined) };
}

function read(file: string): SealedKey | undefined {
  try {
    const { pepper, digest } = stored.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { pepper: Buffer.from(pepper, 'base64'), digest: Buffer.from(digest, 'base64') };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw new ConfigError('PLATEN_DATA', `${FILE} in it cannot be read; delete the file to be given a new key`);
  }
}

/** Writes the file whole or not at all. False if another process was first: its key is the one that counts. */
function create(file: string, { pepper, digest }: SealedKey): boolean {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const text = { version: 1, pepper: pepper.toString('base64'), digest: digest.toString('base64') };
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, `${JSON.stringify(text)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw new ConfigError('PLATEN_DATA', `${FILE} cannot be written in it; make the folder writable`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
