import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '../chromium/find.ts';
import { NAMESPACE_HOME } from '../chromium/isolation.ts';

/**
 * The path of a browser that starts as on a machine which allows no better level: it ends at once where it would be
 * walled in more. It stands in a folder of its own.
 */
export function weakBrowser(level: 'degraded' | 'none'): string {
  const { binary, environment } = findBrowser();
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-weak-browser-'));
  const file = path.join(folder, 'browser');
  const refuses = {
    degraded: `[ "$HOME" = ${NAMESPACE_HOME} ] && exit 1`,
    none: 'case " $* " in *" --no-sandbox "*) ;; *) exit 1 ;; esac',
  };
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
  writeFileSync(file, ['#!/bin/sh', refuses[level], ...variables, `exec '${binary}' "$@"`, ''].join('\n'));
  // The browser's user starts it, who is another one when this is root.
  chmodSync(folder, 0o755);
  chmodSync(file, 0o755);
  return file;
}
