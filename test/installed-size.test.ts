import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** What `script/setup` puts on the disk of a server: packages that run, and none that only build or test. */

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

interface Package {
  readonly dev?: true;
  readonly devOptional?: true;
  readonly peer?: true;
  readonly link?: true;
}

const locked: Readonly<Record<string, Package>> = read('package-lock.json').packages;
/** Folders that `npm ci --omit=dev --omit=peer` makes. */
const ofServer = Object.entries(locked)
  .filter(
    ([place, { dev, devOptional, peer, link }]) =>
      /node_modules\//.test(place) && !(dev || devOptional || peer || link),
  )
  .map(([place]) => place);

/** Bytes of a package, without those of packages in it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const file = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesOf(file) : lstatSync(file).size);
    }, 0);
}

it('has no tool of development, and the Node.js that it runs on', () => {
  const { dependencies, devDependencies } = read('package.json');
  expect(Object.keys(dependencies)).toEqual(['node']);
  const tools = Object.keys(devDependencies).filter((name) => ofServer.includes(`node_modules/${name}`));
  // The server itself uses these; the root names them for the tests of the whole.
  expect(tools).toEqual(['ajv', 'ajv-formats', 'kysely', 'pg', 'yaml']);
  expect(readFileSync(path.join(ROOT, 'script/setup'), 'utf8')).toContain("omitted='--omit=dev --omit=peer'");
});

it('takes at most 460 MB, with 127 MB of Node.js', () => {
  const sizes = ofServer.filter((place) => existsSync(path.join(ROOT, place))).map((place) => [bytesOf(place), place]);
  const total = sizes.reduce((sum, [bytes]) => sum + Number(bytes), 0);
  const largest = sizes.sort(([a], [b]) => Number(b) - Number(a)).slice(0, 5);
  expect(total, `largest: ${largest.map(([bytes, place]) => `${place} ${bytes}`).join(', ')}`).toBeLessThan(460e6);
  expect(total).toBeGreaterThan(200e6);
});
