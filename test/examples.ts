import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FileServer, serveFolder } from '../packages/cli/src/convert/file-server.ts';

/** What a conversion of an example has to give; `examples/README.md` explains the fields. */
export interface Example {
  readonly input: string;
  readonly data?: string;
  readonly base: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly pdf: { readonly pages: number; readonly text: readonly string[]; readonly fonts: readonly string[] };
  readonly pixels: readonly {
    readonly page: number;
    readonly rgb: readonly [number, number, number];
    readonly min: number;
  }[];
}

const FOLDER = path.join(import.meta.dirname, '../examples');

const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** The examples by their names. */
export const EXAMPLES: readonly [string, Example][] = Object.entries(JSON.parse(read('expect.json')));

/** Serves the folders of those examples that have files, and makes the requests that convert them. */
export class ExampleFiles {
  readonly #folders = new Map<string, FileServer>();

  static async serve(): Promise<ExampleFiles> {
    const files = new ExampleFiles();
    for (const [name, { input, base }] of EXAMPLES) {
      if (base) files.#folders.set(name, await serveFolder(path.dirname(path.join(FOLDER, input))));
    }
    return files;
  }

  /** `host:port` of each folder. */
  get hosts(): string[] {
    return [...this.#folders.values()].map(({ host }) => host);
  }

  /** What the request of an example holds. */
  request(name: string, { input, data, options }: Example): Record<string, unknown> {
    const folder = this.#folders.get(name);
    return {
      ...options,
      source: { html: read(input), ...(folder ? { base_url: folder.url + path.basename(input) } : {}) },
      ...(data === undefined ? {} : { data: JSON.parse(read(data)) }),
    };
  }

  close(): void {
    for (const folder of this.#folders.values()) folder.close();
  }
}
