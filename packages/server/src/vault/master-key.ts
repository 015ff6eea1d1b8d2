import { execFile } from 'node:child_process';
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { parseMasterKey } from '../config/master-key.ts';
import { isLoopback } from '../network/source.ts';

/** The key that wraps all others. It is never in the database. */
export interface MasterKey {
  /** Tells master keys apart without saying anything of them: derived from the key, 16 bytes in hex. */
  readonly id: string;
  /** Derived from the master key, for wrapping only. */
  readonly wrapping: KeyObject;
  /** Derived from the master key, for the seals of dumps only; 32 bytes. */
  readonly dumps: Buffer;
}

export interface MasterKeys {
  readonly current: MasterKey;
  /** The one before, while its keys are wrapped anew. */
  readonly previous?: MasterKey;
  /** The variable that the current one came from, for messages. */
  readonly variable: string;
}

const BYTES = 32;
const FILE = 'master.key';
/** Milliseconds that the command may take. */
const COMMAND = 30_000;

/**
 * The master key of this instance: from the environment, a file or a command. Without one, a service that only this
 * machine can reach makes its own, once, in `dataFolder/master.key`.
 * @param options.make whether one may be made. Default: true
 * @throws ConfigError when there is none, or it cannot be read.
 */
export async function openMasterKeys(
  config: Pick<Config, 'dataFolder' | 'host' | 'masterKey'>,
  { make = true }: { readonly make?: boolean } = {},
): Promise<MasterKeys> {
  const { variable, bytes } = await readCurrent(config, make);
  const { previous } = config.masterKey;
  // All keys would be wrapped anew under the same one, again and again.
  if (previous?.equals(bytes))
    throw new ConfigError('PLATEN_MASTER_KEY_PREVIOUS', 'this is the master key itself: give the one before, or none');
  return { current: masterKey(bytes), previous: previous && masterKey(previous), variable };
}

async function readCurrent(
  { dataFolder, host, masterKey }: Pick<Config, 'dataFolder' | 'host' | 'masterKey'>,
  make: boolean,
) {
  const { key, file, command } = masterKey;
  if (key) return { variable: 'PLATEN_MASTER_KEY', bytes: key };
  if (file !== undefined)
    return { variable: 'PLATEN_MASTER_KEY_FILE', bytes: readFile('PLATEN_MASTER_KEY_FILE', file) };
  if (command !== undefined) return { variable: 'PLATEN_MASTER_KEY_COMMAND', bytes: await fromCommand(command) };
  if (isLoopback(host)) return { variable: 'PLATEN_MASTER_KEY', bytes: own(path.join(dataFolder, FILE), make) };
  throw new ConfigError(
    'PLATEN_MASTER_KEY',
    'set it to 32 bytes in hex, for example the output of "openssl rand -hex 32": a service that other machines ' +
      `reach does not keep the key beside the data (to go on with that of an earlier start, move ${FILE} out of ` +
      'the data folder and name it in PLATEN_MASTER_KEY_FILE)',
  );
}

/** A master key of these 32 bytes. */
export function masterKey(bytes: Buffer): MasterKey {
  return {
    id: Buffer.from(hkdfSync('sha256', bytes, '', 'platen master key id', 16)).toString('hex'),
    wrapping: createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', 'platen master key wrapping', BYTES))),
    dumps: Buffer.from(hkdfSync('sha256', bytes, '', 'platen master key dumps', BYTES)),
  };
}

function readFile(variable: string, file: string): Buffer {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(variable, 'use the path of a file that can be read');
  }
  return parsed(variable, text);
}

async function fromCommand(command: string): Promise<Buffer> {
  const variable = 'PLATEN_MASTER_KEY_COMMAND';
  let text: string;
  try {
    ({ stdout: text } = await promisify(execFile)('/bin/sh', ['-c', command], { timeout: COMMAND, encoding: 'utf8' }));
  } catch {
    // What it printed stays out of the message: it may be the key.
    throw new ConfigError(variable, 'the command failed, or took longer than 30 seconds; run it by hand to see why');
  }
  return parsed(variable, text);
}

function parsed(variable: string, text: string): Buffer {
  const key = parseMasterKey(text);
  if (!key) throw new ConfigError(variable, 'it has to hold 32 bytes in hex or base64, and nothing else');
  return key;
}

/** The key in `file`, which is made if there is none. Whichever process makes it first makes it for all. */
function own(file: string, make: boolean): Buffer {
  try {
    return parsed('PLATEN_DATA', readFileSync(file, 'utf8'));
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw unreadable(error);
    if (!make) throw new ConfigError('PLATEN_MASTER_KEY', 'give the master key of the instance that the data is of');
  }
  try {
    create(file, randomBytes(BYTES));
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) {
      throw new ConfigError('PLATEN_DATA', `${FILE} cannot be written in it; make the folder writable`);
    }
  }
  return readFile('PLATEN_DATA', file);
}

function unreadable(error: unknown): ConfigError {
  if (error instanceof ConfigError) {
    return new ConfigError('PLATEN_DATA', `${FILE} in it is damaged; put the file of a backup in its place`);
  }
  return new ConfigError('PLATEN_DATA', `${FILE} in it cannot be read; make it readable for this user`);
}

/** Writes the file whole or not at all: half a key would be found by the next start. */
function create(file: string, key: Buffer): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, `${key.toString('hex')}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
