import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/**
 * The environment of a thread: where compiled modules are kept, if they are, and nothing else. To read and compile what joins PDFs anew took half of a
 * thread's start.
 */
export function threadEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir();
  // Node.js adds the folder of its version itself.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
