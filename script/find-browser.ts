/** Prints the path of the browser that the engine would start, or fails with the reason. Asked by `script/setup`. */
import { findBrowser } from '../packages/engine/src/chromium/find.ts';

try {
  process.stdout.write(`${findBrowser(process.env.PLATEN_CHROME).binary}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
