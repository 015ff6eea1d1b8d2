import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { ROOT } from './blocks.ts';

const STAND_INS = path.join(import.meta.dirname, 'stand-ins.sh');

/** The first message of an agent (Model Context Protocol, "Lifecycle"). */
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'documentation', version: '1' } },
});

export interface Surroundings {
  /** Hosts, keys, ids and folders of the documentation, and what is in their place here. */
  readonly names?: readonly (readonly [there: string, here: string])[];
  readonly environment?: Readonly<Record<string, string>>;
}

let socket = '';

/** Starts, for the tests of a file, the process that runs their `platen` commands. @param within folder of these tests */
export function usePlaten(within: string): void {
  let end = async () => {};
  beforeAll(async () => {
    socket = path.join(within, 'platen.socket');
    const program = path.join(import.meta.dirname, 'platen.ts');
    const child = spawn(process.execPath, ['--liftoff-only', program, socket], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const failed = ended.then(([status]) => Promise.reject(new Error(`it ended with ${status}`)));
    failed.catch(() => {});
    end = async () => {
      child.stdin.end();
      await ended;
    };
    await Promise.race([once(child.stdout, 'data'), failed]);
  });
  afterAll(() => end());
}

/**
 * Runs commands as they stand there, in a folder.
 * @returns what they wrote to standard output
 * @throws with what they wrote to standard error, when one of them fails
 */
export async function runCommands(
  commands: string,
  folder: string,
  { names, environment }: Required<Surroundings>,
): Promise<string> {
  // At once: what is put in is not looked at again.
  const places = new Map([...names].reverse());
  const script = commands.replaceAll(
    new RegExp(names.map(([there]) => there.replaceAll(/[$.*+?()|[\]{}^\\]/g, '\\$&')).join('|'), 'g'),
    (there) => places.get(there) ?? there,
  );
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE: process.execPath,
    MAIN: path.join(ROOT, 'packages/cli/src/main.ts'),
    INITIALIZE,
    PLATEN_SOCKET: socket,
    ...environment,
  };
  const { stdout } = await promisify(execFile)('bash', ['-c', `. "${STAND_INS}"\n${script}`], { cwd: folder, env });
  return stdout;
}

/** A folder for the commands of a page, with the examples in it. */
export function folderFor(page: string, within: string): string {
  const folder = mkdtempSync(path.join(within, `${page.replaceAll('/', '-')}-`));
  symlinkSync(path.join(ROOT, 'examples'), path.join(folder, 'examples'));
  return folder;
}
