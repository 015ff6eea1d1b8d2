import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@platen/server/folders';

/** Writes a file whole or not at all, with the folders that it lies in. */
export async function writeWhole(file: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  makeFolder(path.dirname(file));
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`);
  try {
    if (bytes instanceof Uint8Array) writeFileSync(draft, bytes);
    else {
      writeFileSync(draft, '');
      for await (const chunk of bytes) writeFileSync(draft, chunk, { flag: 'a' });
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
