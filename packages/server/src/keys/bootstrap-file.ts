import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config/error.ts';

const FILE = 'bootstrap.json';
const BYTES = 32;
const base64 = z.string().refine((text) => Buffer.from(text, 'base64').length === BYTES);
const stored = z.strictObject({ version: z.literal(1), pepper: base64, digest: base64 });

/** A key that a version without database made: only its digest is kept, under a pepper of its own. */
export interface FileKey {
  readonly digest: Buffer;
  matches(key: Buffer): boolean;
}

/**
 * The key of `bootstrap.json` in the data folder, if there is one.
 * @throws ConfigError when the file cannot be read
 */
export function readBootstrapFile(dataFolder: string): FileKey | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(dataFolder, FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw damaged();
  }
  const parsed = stored.safeParse(parse(text));
  if (!parsed.success) throw damaged();
  const digest = Buffer.from(parsed.data.digest, 'base64');
  const pepper = Buffer.from(parsed.data.pepper, 'base64');
  return {
    digest,
    matches: (key) => timingSafeEqual(createHmac('sha256', pepper).update(key).digest(), digest),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged();
  }
}

const damaged = () =>
  new ConfigError('PLATEN_DATA', `${FILE} in it cannot be read; delete the file to go on without its key`);
