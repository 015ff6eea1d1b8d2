import type { Entry } from './all-templates.ts';

/** A folder with what is in it and below. */
export interface Folder {
  readonly name: string;
  /** With those that it is in, such as `Invoices/2026`. */
  readonly path: string;
  readonly count: number;
}

/** The folders right below one, by name. @param path empty: the outermost */
export function foldersIn(entries: readonly Pick<Entry, 'folder'>[], path: string): Folder[] {
  const begin = path === '' ? '' : `${path}/`;
  const counts = new Map<string, number>();
  for (const { folder } of entries) {
    const [name = ''] = folder.startsWith(begin) ? folder.slice(begin.length).split('/') : [];
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, path: begin + name, count }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** A folder and those that it is in, the outermost first. */
export function levelsOf(path: string): Pick<Folder, 'name' | 'path'>[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((name, level) => ({ name, path: names.slice(0, level + 1).join('/') }));
}
