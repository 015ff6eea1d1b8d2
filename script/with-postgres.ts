/**
 * Runs a command with a PostgreSQL of its own: `node script/with-postgres.ts COMMAND…`. The command finds its address in
 * PLATEN_TEST_DATABASE_URL; the server ends with the command. Asked by `script/test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { startPostgres } from '../packages/server/src/testing/postgres.ts';

const [command = '', ...args] = process.argv.slice(2);
const server = await startPostgres().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const environment = { ...process.env, PLATEN_TEST_DATABASE_URL: server.url };
const child = spawn(command, args, { stdio: 'inherit', env: environment });
// The terminal sends these to the command too: the server ends after it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
try {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
} finally {
  await server.stop();
}
