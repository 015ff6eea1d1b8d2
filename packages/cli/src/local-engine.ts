import { createEngine, type Engine } from '@platen/engine';
import type { Terminal } from './command.ts';
import { readCliConfig } from './config.ts';

/** All documents of a command are one user's: the process that fills the template of one may fill that of the next. */
export const GROUP = 'this machine';

/**
 * The engine of a command that converts on this machine. What it is given is the user's own
 * choice, so that it also starts without a sandbox, where the machine allows no other way, and says so.
 * @param allow destinations that pages may reach beyond public ones and those of PLATEN_EGRESS_ALLOW
 * @param options.concurrency conversions at the same time; default: one
 */
export function startLocalEngine(
  allow: readonly string[],
  { error, startEngine = createEngine }: Pick<Terminal, 'error' | 'startEngine'>,
  { concurrency = 1 }: { readonly concurrency?: number } = {},
): Promise<Engine> {
  const { egressAllow, ...config } = readCliConfig();
  return startEngine({
    ...config,
    egressAllow: [...egressAllow, ...allow],
    concurrency,
    // Who waits for a command waits for these pages too, and most commands convert one document.
    readyPages: concurrency,
    allowNoSandbox: true,
    onEvent: ({ name, fields }) => {
      if (name !== 'isolation_reduced' || fields?.level !== 'none') return;
      error.write(`warning: the browser runs without its sandbox; convert only what you trust. ${fields.remedy}\n`);
    },
  });
}
