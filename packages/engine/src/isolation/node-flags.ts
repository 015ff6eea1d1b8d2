import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The folder of a package, as a child finds it: the nearest `node_modules` that has it, links not followed. */
export function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** Arguments with which Node may do nothing but read what a child loads: no other files, processes, threads or addons. */
export function readOnlyFlags(readable: readonly string[]): string[] {
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Following a link asks for its folders too, which the child may not read.
    '--preserve-symlinks',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
  ];
}
