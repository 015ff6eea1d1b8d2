import path from 'node:path';

/** Bytes of a path, and of one name in it: what file systems and object stores take. */
const MOST_PATH = 900;
const MOST_NAME = 200;

/**
 * A path as it is safe everywhere: relative, with slashes; no `.` and `..`, no control characters, nothing that a shell, a
 * header or Windows reads in another way, and not too long.
 * @returns undefined if nothing is left of it
 */
export function cleanPath(text: string): string | undefined {
  const names = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\\:*?"<>|]/g, '_')
    .split('/')
    .map((name) => cut(name.trim(), MOST_NAME))
    .filter((name) => name !== '' && !/^\.+$/.test(name));
  while (names.length > 1 && Buffer.byteLength(names.join('/')) > MOST_PATH) names.shift();
  return names.length === 0 ? undefined : names.join('/');
}

/** Shortens a name, and keeps its extension. */
function cut(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name;
  const { name: base, ext } = path.posix.parse(name);
  const end = Buffer.byteLength(ext) <= 20 ? ext : '';
  let short = end === '' ? name : base;
  while (Buffer.byteLength(short + end) > most) short = [...short].slice(0, -1).join('');
  return short + end;
}

/** The same name with a number before its extension. */
export function numbered(file: string, number: number): string {
  const { dir, name, ext } = path.posix.parse(file);
  return path.posix.join(dir, `${name} (${number})${ext}`);
}

/** Several results of one document must not write over each other. */
export function distinct(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((each) => {
    let free = each;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = numbered(each, number);
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The name that a file has until it is whole: in the same folder, and the same in each try, so that nothing is left over. */
export function temporaryName({
  path: file,
  temporary,
}: {
  readonly path: string;
  readonly temporary: string;
}): string {
  const { dir, base } = path.posix.parse(file);
  return path.posix.join(dir, `.${cut(base, 150)}.${temporary}.part`);
}
