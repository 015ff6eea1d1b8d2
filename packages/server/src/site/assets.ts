import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that pages refer to. */
export interface Asset {
  readonly path: string;
  /** Its path with what changes when the file does, so that it may be kept for ever. */
  readonly url: string;
  readonly type: string;
  readonly bytes: Buffer;
}

function asset(file: string, type: string): Asset {
  const bytes = readFileSync(new URL(file, import.meta.url));
  const path = `/assets/${file}`;
  return { path, url: `${path}?v=${hash('sha256', bytes, 'base64url').slice(0, 12)}`, type, bytes };
}

const SCRIPT = 'text/javascript; charset=utf-8';

export const ASSETS = {
  style: asset('style.css', 'text/css; charset=utf-8'),
  icon: asset('icon.svg', 'image/svg+xml'),
  favicon: asset('favicon.ico', 'image/x-icon'),
  viewer: asset('viewer.js', SCRIPT),
} as const;
