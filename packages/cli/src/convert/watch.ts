import { type FSWatcher, statSync, watch as watchFolder } from 'node:fs';
import path from 'node:path';

/** Milliseconds without a further change before one counts: editors write a file in several steps. */
const QUIET = 120;

interface Watched {
  /** Files, and folders with all that is in them; looked at anew by `update`. */
  readonly files: ReadonlySet<string>;
  /** Files whose changes are our own. */
  readonly except: ReadonlySet<string>;
  readonly onChange: () => void;
}

/**
 * Calls back after files changed. Folders are watched, not files: many editors put a new file in the place of the old.
 */
export class Watcher {
  readonly #watched: Watched;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Watches what the set of files has now. */
  update(): void {
    for (const file of this.#watched.files) {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) this.#watch(file, { recursive: true });
      else this.#watch(path.dirname(file), { recursive: false });
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  /** What is not there cannot be watched; the folder that it would be in is. */
  #watch(folder: string, { recursive }: { readonly recursive: boolean }): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watchFolder(folder, { recursive }, (_event, name) => {
        const changed = name === null ? folder : path.join(folder, name);
        const { files, except } = this.#watched;
        if ((recursive || files.has(changed)) && !except.has(changed)) this.#soon();
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // It may come.
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.update();
      this.#watched.onChange();
    }, QUIET);
  }
}
