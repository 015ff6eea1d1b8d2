/**
 * Puts files into the documentation that shows them: `node script/documentation.ts [--check]`. A code block behind a line
 * `<!-- PATH -->` holds the file at that path, from the root of the repository.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const SHOWN = /(^<!-- ([\w./-]+) -->\n```\w*\n)(?:[\s\S]*?\n)?(```$)/gm;

/** @param read gives the text of a file */
export function withFiles(page: string, read: (file: string) => string): string {
  return page.replaceAll(
    SHOWN,
    (_, head: string, file: string, end: string) => `${head}${read(file).trimEnd()}\n${end}`,
  );
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  for (const page of globSync('docs/*.md', { cwd: ROOT })) {
    const file = path.join(ROOT, page);
    const before = readFileSync(file, 'utf8');
    const after = withFiles(before, (shown) => readFileSync(path.join(ROOT, shown), 'utf8'));
    if (after === before) continue;
    if (!check) writeFileSync(file, after);
    else {
      process.stderr.write(`${page} does not show its files as they are. Run "node script/documentation.ts".\n`);
      process.exitCode = 1;
    }
  }
}
