/**
 * What each API of another service is shown to do: `node script/layers.ts`. Runs what their clients send, from their
 * documentation and from the packages of npm, against a service, and prints how much of it was answered as they expect.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    /** What kept the whole file from running. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const ROOT = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'platen-layers-'));
const report = path.join(folder, 'report.json');
try {
  execFileSync(path.join(ROOT, 'script/setup'), ['--tools'], { cwd: ROOT, stdio: 'inherit' });
  const files = globSync('test/compat-*.test.ts', { cwd: ROOT }).sort();
  // One after the other: six services that start at once wait for each other.
  const vitest = ['vitest', 'run', ...files, '--no-file-parallelism', '--reporter=json', `--outputFile=${report}`];
  const bin = path.join(ROOT, 'node_modules/.bin');
  const run = spawnSync(process.execPath, ['script/with-postgres.ts', ...vitest], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status !== 'passed');
    const [, service] = /compat-(\w+)\.test/.exec(name) ?? [];
    process.stdout.write(`${service}: ${assertionResults.length - failed.length} of ${assertionResults.length}\n`);
    if (message !== '') process.stdout.write(`  ${message.split('\n')[0]}\n`);
    for (const { fullName, failureMessages: [why = 'not run'] = [] } of failed) {
      process.stdout.write(`  ${fullName.trim()}: ${why.split('\n')[0]}\n`);
    }
  }
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
