import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/**
 * Copies, without their types, of the modules that a child process loads. A child has no compile cache, since it may write
 * nothing: Node.js would take the types off again at each start, which is two thirds of the time that a child for
 * templates needs until it is ready. `script/setup` makes the copies; where they are missing, or the sources have changed
 * since, a child loads the sources.
 */

interface Places {
  /** Folder that all sources are in. */
  readonly root: string;
  /** Folder of the copies. */
  readonly copies: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Beside the sources, so that packages are found from there as they are from these. */
const HERE: Places = { root: ROOT, copies: path.join(ROOT, 'dist/children') };
/** Versions that stay when a new one is made: a service that still runs goes on with its own. */
const KEPT = 100;

/** What a process has begun with, it goes on with: how a child is walled in names its files. */
const chosen = new Map<string, readonly string[]>();

/**
 * The files that a child loads in place of its sources.
 * @param sources absolute paths, in the package of the engine; the first is the one that it begins with
 * @returns copies in the same order, or the sources
 */
export function childFiles(sources: readonly string[]): readonly string[] {
  const key = sources.join('\n');
  const files = chosen.get(key) ?? currentFiles(sources);
  chosen.set(key, files);
  return files;
}

/** The copies of sources as they are now, or the sources. */
export function currentFiles(sources: readonly string[], places: Places = HERE): readonly string[] {
  const folder = folderOf(sources, places);
  return existsSync(folder) ? sources.map((source) => copyOf(source, folder, places)) : sources;
}

/** Makes the copies of some sources, unless they are there. Old ones are deleted. */
export function makeChildFiles(sources: readonly string[], places: Places = HERE): void {
  const { copies } = places;
  const folder = folderOf(sources, places);
  if (existsSync(folder)) return;
  mkdirSync(copies, { recursive: true });
  for (const each of [path.dirname(copies), copies]) chmodSync(each, 0o755);
  const draft = mkdtempSync(path.join(copies, 'draft-'));
  try {
    const made = path.join(draft, 'made');
    for (const source of sources) {
      const copy = copyOf(source, made, places);
      mkdirSync(path.dirname(copy), { recursive: true });
      const text = readFileSync(source, 'utf8');
      writeFileSync(copy, source.endsWith('.ts') ? withoutTypes(text) : text);
    }
    shareForReading(made);
    renameSync(made, folder);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const age = (name: string) => statSync(path.join(copies, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = readdirSync(copies).filter((name) => !name.startsWith('draft-'));
  for (const name of others.sort((one, other) => age(other) - age(one)).slice(KEPT)) {
    rmSync(path.join(copies, name), { recursive: true, force: true });
  }
}

/** Children run as another user than who sets the service up; what they cannot read would cost them their walls. */
function shareForReading(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

/** Named after all that is in it: what was made of other sources is another folder. */
function folderOf(sources: readonly string[], { root, copies }: Places): string {
  const digest = createHash('sha256');
  for (const source of sources) {
    digest
      .update(`${path.relative(root, source)}\n`)
      .update(readFileSync(source))
      .update('\0');
  }
  return path.join(copies, digest.digest('hex').slice(0, 32));
}

const copyOf = (source: string, folder: string, { root }: Places): string =>
  path.join(folder, path.relative(root, source)).replace(/\.ts$/, '.js');

/** Lines and columns stay as they are: what was a type is white space. */
const withoutTypes = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(/^((?:import|export|\}) [^'\n]*'\.[^'\n]*)\.ts';$/gm, "$1.js';");
