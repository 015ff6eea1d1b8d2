import { type Config, ConfigError, readConfig } from '@platen/server/operation';
import type { Terminal } from '../command.ts';
import { checkBrowser } from './browser.ts';
import { type Finding, ok, problem } from './finding.ts';
import { checkClock, checkMachine } from './machine.ts';
import { checkDatabase, checkMail, checkObjects } from './neighbors.ts';
import { checkDataFolder, checkPort } from './places.ts';
import { checkNames } from './way-out.ts';

/**
 * `platen doctor`.
 * @returns 0, or 1 when there is a problem
 */
export async function runDoctor(
  { values: { json = false } }: { readonly values: { readonly json?: boolean } },
  { out }: Terminal,
): Promise<number> {
  const findings: Finding[] = [];
  for await (const finding of findAll()) {
    findings.push(finding);
    if (!json) out.write(lineOf(finding));
  }
  const healthy = findings.every(({ status }) => status !== 'problem');
  if (json) out.write(`${JSON.stringify({ ok: healthy, findings }, null, 2)}\n`);
  return healthy ? 0 : 1;
}

const lineOf = ({ name, status, message, remedy }: Finding): string =>
  `${status.padEnd(8)} ${name}: ${message}.${remedy === undefined ? '' : ` ${remedy}`}\n`;

/** In the order in which they are told; what takes long runs meanwhile. */
async function* findAll(): AsyncGenerator<Finding> {
  const config = settings();
  if (config instanceof ConfigError) {
    yield problem('settings', config.message, 'Nothing that depends on the settings was looked at.');
    yield* checkMachine();
    return;
  }
  const checks: readonly Promise<readonly Finding[]>[] = [
    checkBrowser(config),
    checkDatabase(config),
    checkObjects(config),
    checkMail(config),
    checkNames(config),
    checkPort(config),
  ];
  // Each is waited for in its turn.
  for (const check of checks) check.catch(() => {});
  yield ok('Node.js', process.versions.node);
  yield ok('settings', 'they can be used');
  yield* checkMachine();
  yield* checkClock();
  yield* checkDataFolder(config);
  for (const check of checks) yield* await check;
}

function settings(): Config | ConfigError {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
