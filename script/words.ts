/**
 * Checks the words of documentation, of what code shows to people, and of names: `node script/words.ts`. One line for each word
 * that is not the field's, and for each British spelling. Asked by `script/test`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Finding, findWords } from './words/find.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** What is checked: files of git, and new ones that it does not ignore. */
const KINDS = [
  '*.md',
  '*.ts',
  '*.tsx',
  'packages/server/src/*.js',
  '*.yml',
  'script/setup',
  'script/server',
  'script/test',
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...KINDS], {
  cwd: ROOT,
  encoding: 'utf8',
});
const findings: Finding[] = [];
for (const file of new Set(files.split('\n').filter(Boolean))) {
  findings.push(...findWords(file, readFileSync(path.join(ROOT, file), 'utf8')));
}
for (const { file, line, word, instead } of findings) {
  process.stderr.write(`${file}:${line}: "${word}": write ${instead}\n`);
}
if (findings.length > 0) process.exitCode = 1;
