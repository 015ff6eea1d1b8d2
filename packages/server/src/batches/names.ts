import path from 'node:path';

export { fileName } from '../conversions/download-name.ts';

/** Names of files in one folder: no two are the same, also where upper and lower case are. */
export class DistinctNames {
  readonly #taken = new Set<string>();

  /** @param name safe for any system; @returns it, with a number before its extension if it is taken */
  next(name: string): string {
    const { name: stem, ext } = path.posix.parse(name);
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${stem}-${number}${ext}`;
      const key = candidate.normalize('NFC').toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return candidate;
    }
  }
}
